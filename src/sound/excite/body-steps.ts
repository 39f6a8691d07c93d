// What one body feels of its contacts, step by step.

import type { Split } from './impacts.ts';
import { IMPULSE, type Meetings, PRESS, SIDE_SIZE } from './meetings.ts';

/** Of one contact: a side as meetings.ts lays it out, of its impulse what lasts and of its press what holds; then friction and the meeting. */
export const ENTRY_SIZE = SIDE_SIZE + 2;
export const ENTRY_FRICTION = SIDE_SIZE;
export const ENTRY_MEETING = SIDE_SIZE + 1;

export interface BodyStep {
  /** [s] */
  readonly start: number;
  readonly duration: number;
  /** ENTRY_SIZE numbers a contact. */
  readonly entries: Float64Array;
}

/** Meetings by body: 2 × meeting + side, in the order of time. */
export function sidesByBody({ count, bodies, start }: Meetings, bodyCount: number): number[][] {
  const lists: number[][] = Array.from({ length: bodyCount }, () => []);
  for (let side = 0; side < 2 * count; side++) lists[bodies[side]]?.push(side);
  for (const list of lists) list.sort((a, b) => start[a >> 1] - start[b >> 1] || a - b);
  return lists;
}

/**
 * Steps of a body in lanes: in one lane they do not overlap. An engine with one clock gives one lane.
 * Impulses without a duration are impacts and not here.
 * @param split  of whose impulses only what goes on is here; without, all is
 * @param held   the part of each meeting's press that damps (held-press.ts)
 */
export function bodyLanes(
  meetings: Meetings,
  split: Pick<Split, 'lasting'> | undefined,
  held: Float64Array,
  sides: readonly number[],
): BodyStep[][] {
  const { start, duration, sides: values, friction } = meetings;
  const groups = new Map<string, number[]>();
  for (const side of sides) {
    const m = side >> 1;
    if (duration[m] === 0) continue;
    const key = `${start[m]} ${duration[m]}`;
    const group = groups.get(key);
    if (group) group.push(side);
    else groups.set(key, [side]);
  }
  const lanes: BodyStep[][] = [];
  for (const group of groups.values()) {
    const m = group[0] >> 1;
    const entries = new Float64Array(ENTRY_SIZE * group.length);
    group.forEach((side, i) => {
      const from = SIDE_SIZE * side;
      const to = ENTRY_SIZE * i;
      entries.set(values.subarray(from, from + SIDE_SIZE), to);
      const part = split?.lasting[side >> 1] ?? 1;
      for (let k = 0; k < 3; k++) entries[to + IMPULSE + k] *= part;
      entries[to + PRESS] *= held[side >> 1];
      entries[to + ENTRY_FRICTION] = friction[side >> 1];
      entries[to + ENTRY_MEETING] = side >> 1;
    });
    const step = { start: start[m], duration: duration[m], entries };
    const lane = lanes.find((steps) => fits(steps[steps.length - 1], step));
    if (lane) lane.push(step);
    else lanes.push([step]);
  }
  return lanes;
}

function fits(last: BodyStep, next: BodyStep): boolean {
  return next.start >= last.start + last.duration - 0.25 * Math.min(last.duration, next.duration);
}

/** Whether b begins where a ends. */
export function adjoin(a: BodyStep | undefined, b: BodyStep | undefined): boolean {
  if (!a || !b) return false;
  return Math.abs(b.start - a.start - a.duration) <= 0.25 * Math.min(a.duration, b.duration);
}
