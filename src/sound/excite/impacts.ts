// Which part of each contact's impulse is an impact, and which goes on.
//
// Contacts of a pair are followed from step to step: the next one is the nearest within reach on either body. Along
// such a chain the force of a step is a_k = J_k / h. A peak that lasts fewer than three steps is one that the steps
// do not resolve: an impact. The rest is what an *opening* leaves (the largest of the smallest forces over three steps
// that hold step k),
//
//   o_k = max over windows W of three steps with k ∈ W of min over j ∈ W of a_j,     e_k = a_k − o_k
//
// A peak counts where e > o. Contacts that flicker while their pair is pressed together evenly are no impacts: of all
// excess of a pair no more counts than that of the sum of its forces. A run of excess is one impact with all its
// impulse, in the middle of it.

import { IMPULSE, type Meetings, POINT, PRESS, SIDE_SIZE } from './meetings.ts';

export interface Impact {
  /** The meeting it was strongest in; says where and between whom. */
  readonly meeting: number;
  /** Of the middle of its impulse [s], and how long the steps leave it open [s]. */
  readonly time: number;
  readonly span: number;
  /** Along the normal [N s]. */
  readonly normalImpulse: number;
  /** Impulse on both sides, in coordinates of each: six numbers [N s]. */
  readonly impulses: Float64Array;
}

export interface Split {
  readonly impacts: readonly Impact[];
  /** The part of each meeting's impulse that goes on, 0 … 1. */
  readonly lasting: Float64Array;
  /** The meeting of the step before that each one continues, -1 where it is new. */
  readonly before: Int32Array;
}

const WINDOW = 3;

/** @param reach  how far a contact may move on a body between two steps [m], by body */
export function splitImpacts(meetings: Meetings, reach: Float64Array): Split {
  const lasting = new Float64Array(meetings.count).fill(1);
  const before = new Int32Array(meetings.count).fill(-1);
  const impacts: Impact[] = [];
  for (const pair of pairsOf(meetings)) {
    const steps = stepsOf(meetings, pair);
    const next = follow(meetings, steps, reach, before);
    const share = pairShare(meetings, steps);
    const stepOf = new Map<number, number>();
    steps.forEach((step, s) => {
      for (const m of step) stepOf.set(m, s);
    });
    for (const m of pair) {
      if (before[m] >= 0) continue;
      const chain: number[] = [];
      for (let at = m; at >= 0; at = next.get(at) ?? -1) chain.push(at);
      splitChain(meetings, chain, stepOf, share, lasting, impacts);
    }
  }
  impacts.sort((a, b) => a.time - b.time || a.meeting - b.meeting);
  return { impacts, lasting, before };
}

/** Meetings of the same two bodies, in the order of time. */
function pairsOf({ count, bodies, start }: Meetings): number[][] {
  const pairs = new Map<number, number[]>();
  for (let m = 0; m < count; m++) {
    const a = Math.min(bodies[2 * m], bodies[2 * m + 1]);
    const b = Math.max(bodies[2 * m], bodies[2 * m + 1]);
    const key = a * 0x4000000 + b;
    const list = pairs.get(key);
    if (list) list.push(m);
    else pairs.set(key, [m]);
  }
  const lists = [...pairs.values()];
  for (const list of lists) list.sort((x, y) => start[x] - start[y] || x - y);
  return lists;
}

function stepsOf({ start }: Meetings, pair: readonly number[]): number[][] {
  const steps: number[][] = [];
  for (const m of pair) {
    const last = steps[steps.length - 1];
    if (last !== undefined && start[last[0]] === start[m]) last.push(m);
    else steps.push([m]);
  }
  return steps;
}

/** Whether step b begins where a ends. */
function adjoins({ start, duration }: Meetings, a: number, b: number): boolean {
  const end = start[a] + duration[a];
  return Math.abs(start[b] - end) <= 0.25 * Math.min(duration[a], duration[b]);
}

/** Fills `before` and returns who comes next; nearest pairs first. */
function follow(
  meetings: Meetings,
  steps: readonly number[][],
  reach: Float64Array,
  before: Int32Array,
): Map<number, number> {
  const next = new Map<number, number>();
  for (let s = 1; s < steps.length; s++) {
    if (!adjoins(meetings, steps[s - 1][0], steps[s][0])) continue;
    const candidates: { from: number; to: number; distance: number }[] = [];
    for (const to of steps[s])
      for (const from of steps[s - 1]) {
        const distance = apart(meetings, from, to, reach);
        if (distance <= 1) candidates.push({ from, to, distance });
      }
    candidates.sort((a, b) => a.distance - b.distance || a.to - b.to || a.from - b.from);
    for (const { from, to } of candidates) {
      if (before[to] >= 0 || next.has(from)) continue;
      before[to] = from;
      next.set(from, to);
    }
  }
  return next;
}

/** Between two contacts of a pair, over what they may move on the smaller body; as seen on either. */
function apart({ bodies, sides }: Meetings, from: number, to: number, reach: Float64Array): number {
  let least = Infinity;
  const far = Math.min(reach[bodies[2 * to]] ?? 0.01, reach[bodies[2 * to + 1]] ?? 0.01);
  for (let side = 0; side < 2; side++) {
    const body = bodies[2 * to + side];
    const same = bodies[2 * from] === body ? 2 * from : 2 * from + 1;
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const d = sides[SIDE_SIZE * (2 * to + side) + POINT + k] - sides[SIDE_SIZE * same + POINT + k];
      sum += d * d;
    }
    least = Math.min(least, Math.sqrt(sum) / far);
  }
  return least;
}

/** The opening of forces that are zero before and behind. */
export function opening(forces: Float64Array): Float64Array {
  const n = forces.length;
  const least = new Float64Array(n + WINDOW - 1);
  for (let w = 0; w < least.length; w++) {
    let smallest = Infinity;
    for (let j = w - WINDOW + 1; j <= w; j++) smallest = Math.min(smallest, j < 0 || j >= n ? 0 : forces[j]);
    least[w] = smallest;
  }
  const opened = new Float64Array(n);
  for (let k = 0; k < n; k++) for (let w = k; w < k + WINDOW; w++) opened[k] = Math.max(opened[k], least[w]);
  return opened;
}

/** How much of the contacts' excess counts in each step of a pair: the excess of the sum is [N] left to give. */
function pairShare(meetings: Meetings, steps: readonly number[][]): Float64Array {
  const share = new Float64Array(steps.length);
  let s = 0;
  while (s < steps.length) {
    let end = s + 1;
    while (end < steps.length && adjoins(meetings, steps[end - 1][0], steps[end][0])) end++;
    const forces = new Float64Array(end - s);
    for (let k = s; k < end; k++) for (const m of steps[k]) forces[k - s] += forceOf(meetings, m);
    const opened = opening(forces);
    for (let k = s; k < end; k++) share[k] = forces[k - s] - opened[k - s];
    s = end;
  }
  return share;
}

/** [N]; an impulse without a duration is all impact. */
function forceOf({ sides, duration }: Meetings, m: number): number {
  const press = sides[2 * SIDE_SIZE * m + PRESS];
  return duration[m] > 0 ? press / duration[m] : press;
}

function splitChain(
  meetings: Meetings,
  chain: readonly number[],
  stepOf: ReadonlyMap<number, number>,
  share: Float64Array,
  lasting: Float64Array,
  impacts: Impact[],
): void {
  const forces = Float64Array.from(chain, (m) => forceOf(meetings, m));
  const opened = opening(forces);
  let run: number[] = [];
  const finish = (): void => {
    if (run.length > 0) impacts.push(impactOf(meetings, run, lasting));
    run = [];
  };
  chain.forEach((m, k) => {
    const step = stepOf.get(m) as number;
    const excess = Math.min(forces[k] - opened[k], share[step]);
    if (meetings.duration[m] === 0 || (excess > opened[k] && excess > 0)) {
      const part = meetings.duration[m] === 0 ? 1 : excess / forces[k];
      share[step] -= part * forces[k];
      lasting[m] = 1 - part;
      run.push(m);
    } else finish();
  });
  finish();
}

function impactOf(meetings: Meetings, run: readonly number[], lasting: Float64Array): Impact {
  const { sides, start, duration, bodies } = meetings;
  let strongest = run[0];
  let most = -1;
  let normalImpulse = 0;
  let moment = 0;
  for (const m of run) {
    const press = (1 - lasting[m]) * sides[2 * SIDE_SIZE * m + PRESS];
    normalImpulse += press;
    moment += press * (start[m] + 0.5 * duration[m]);
    if (press > most) {
      most = press;
      strongest = m;
    }
  }
  const impulses = new Float64Array(6);
  for (const m of run) {
    for (let side = 0; side < 2; side++) {
      // a later step may name the two bodies in the other order
      const own = bodies[2 * m + side] === bodies[2 * strongest + side] ? side : 1 - side;
      for (let k = 0; k < 3; k++)
        impulses[3 * side + k] += (1 - lasting[m]) * sides[SIDE_SIZE * (2 * m + own) + IMPULSE + k];
    }
  }
  const middle = start[strongest] + 0.5 * duration[strongest];
  return {
    meeting: strongest,
    time: normalImpulse > 0 ? moment / normalImpulse : middle,
    span: duration[strongest],
    normalImpulse,
    impulses,
  };
}
