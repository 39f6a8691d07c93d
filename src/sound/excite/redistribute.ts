// Spreads the impulses of each step evenly and steadily over the contacts of a body.
//
// Solvers often carry a body by a few of its contacts, and by others in the next step: heard, that is noise. Any
// impulses of the same sum and moment move the body in the same way, so of all of these the ones nearest to those of the
// step before are taken (Zheng, James 2011, eqs. 12–14; E there is Eᵀ):
//
//   minimise ½‖α − t_α‖² + ½‖β − t_β‖²    N α = N ᾱ,  D β = D β̄,  |β_c| ≤ μ_c α_c,   t = v₋ + ε (v̄ − v₋)
//
// α along the normals, β across them, ᾱ and β̄ the engine's, v₋ those of the step before. Two deviations: the cone is round
// (nearest-impulses.ts), and t follows the engine slowly, ε = 1/20. With ε = 0 a body that slides keeps loads of long ago until
// a cone forbids them, and that is heard. Contacts that were there lately and are gone, while something still touches, are
// offered too. Where a step has too many contacts it stays as it is.

import {
  adjoin,
  type BodyStep,
  ENTRY_FRICTION,
  ENTRY_IMPULSE,
  ENTRY_MEETING,
  ENTRY_NORMAL,
  ENTRY_POINT,
  ENTRY_PRESS,
  ENTRY_SIZE,
} from './body-steps.ts';
import { moveToNearest, WRENCH_SIZE } from './nearest-impulses.ts';

const MOST_CONTACTS = 512;
/** ε: how much of what the engine gave comes in, a step. */
const FOLLOW = 0.05;
/** Of the largest impulse: a step whose answer is further outside of the cones than this stays as it is. */
const OUTSIDE = 1e-3;
/** A contact that is gone is offered for so many steps. */
const OFFERED_STEPS = 8;
/** Of the size of the body: contacts nearer than this are the same. */
const NEAR = 0.02;

/** @param before  the meeting that each meeting continues, -1 where none */
export function redistribute(lane: readonly BodyStep[], before: Int32Array): BodyStep[] {
  const spread: BodyStep[] = [];
  for (const step of lane) {
    const last = spread[spread.length - 1];
    spread.push(adjoin(last, step) ? spreadStep(last, step, before) : step);
  }
  return spread;
}

function spreadStep(last: BodyStep, step: BodyStep, before: Int32Array): BodyStep {
  const offered = withGone(last, step, before);
  const count = offered.entries.length / ENTRY_SIZE;
  if (count < 2 || count > MOST_CONTACTS) return step;
  return solve(offered, count) ?? step;
}

interface Offered {
  readonly step: BodyStep;
  readonly entries: Float64Array;
  /** Per contact and step duration: normal, then two tangential impulses of the step before. */
  readonly earlier: Float64Array;
  readonly tangents: Float64Array;
}

/**
 * The contacts of a step and those that were there lately and are gone, with what each had in the step before: the one it
 * continues, or the nearest.
 */
function withGone(last: BodyStep, step: BodyStep, before: Int32Array): Offered {
  const own = step.entries.length / ENTRY_SIZE;
  const earlierOf = new Int32Array(own).fill(-1);
  const taken = new Set<number>();
  for (let i = 0; i < own; i++) {
    const e = nearestBefore(last.entries, step.entries, ENTRY_SIZE * i, before, taken);
    if (e < 0) continue;
    earlierOf[i] = e;
    taken.add(e);
  }
  const gone: number[] = [];
  for (let e = 0; e < last.entries.length; e += ENTRY_SIZE)
    if (!taken.has(e) && last.entries[e + ENTRY_MEETING] > -OFFERED_STEPS) gone.push(e);
  const count = own + gone.length;
  const entries = new Float64Array(ENTRY_SIZE * count);
  entries.set(step.entries);
  gone.forEach((e, i) => {
    const to = ENTRY_SIZE * (own + i);
    entries.set(last.entries.subarray(e, e + ENTRY_SIZE), to);
    for (let k = 0; k < 3; k++) entries[to + ENTRY_IMPULSE + k] = 0;
    entries[to + ENTRY_PRESS] = 0;
    // for how many steps it has been gone
    entries[to + ENTRY_MEETING] = Math.min(0, last.entries[e + ENTRY_MEETING]) - 1;
  });
  const tangents = new Float64Array(6 * count);
  const earlier = new Float64Array(3 * count);
  const scale = step.duration / last.duration;
  for (let i = 0; i < count; i++) {
    const normal = ENTRY_SIZE * i + ENTRY_NORMAL;
    writeTangents(entries, normal, tangents, 6 * i);
    const e = i < own ? earlierOf[i] : gone[i - own];
    if (e < 0) continue;
    for (let k = 0; k < 3; k++) {
      const impulse = scale * last.entries[e + ENTRY_IMPULSE + k];
      earlier[3 * i] += impulse * entries[normal + k];
      earlier[3 * i + 1] += impulse * tangents[6 * i + k];
      earlier[3 * i + 2] += impulse * tangents[6 * i + 3 + k];
    }
  }
  return { step, entries, earlier, tangents };
}

/** The entry of the step before that this one continues, or the nearest that is left; -1 where none is near. */
function nearestBefore(
  last: Float64Array,
  entries: Float64Array,
  at: number,
  before: Int32Array,
  taken: ReadonlySet<number>,
): number {
  const continues = before[entries[at + ENTRY_MEETING]] ?? -1;
  let nearest = -1;
  let least = Infinity;
  let size = 0;
  for (let e = 0; e < last.length; e += ENTRY_SIZE) {
    if (taken.has(e)) continue;
    if (continues >= 0 && last[e + ENTRY_MEETING] === continues) return e;
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const d = last[e + ENTRY_POINT + k] - entries[at + ENTRY_POINT + k];
      sum += d * d;
      size = Math.max(size, Math.abs(last[e + ENTRY_POINT + k]));
    }
    if (sum < least) {
      least = sum;
      nearest = e;
    }
  }
  return Math.sqrt(least) < NEAR * size ? nearest : -1;
}

function writeTangents(from: Float64Array, n: number, out: Float64Array, at: number): void {
  const [x, y, z] = [from[n], from[n + 1], from[n + 2]];
  // across the axis it is furthest from
  const least =
    Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 0 : Math.abs(y) <= Math.abs(z) ? 1 : 2;
  const a = [y, -x, 0];
  if (least === 0) {
    a[0] = 0;
    a[1] = z;
    a[2] = -y;
  } else if (least === 1) {
    a[0] = -z;
    a[1] = 0;
    a[2] = x;
  }
  const length = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) || 1;
  for (let k = 0; k < 3; k++) out[at + k] = a[k] / length;
  out[at + 3] = y * out[at + 2] - z * out[at + 1];
  out[at + 4] = z * out[at] - x * out[at + 2];
  out[at + 5] = x * out[at + 1] - y * out[at];
}

function solve({ step, entries, earlier, tangents }: Offered, count: number): BodyStep | undefined {
  // moments over a length of the size of the contacts' spread, so that all rows weigh alike
  let size = 1e-9;
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(entries[ENTRY_SIZE * i + ENTRY_POINT + k]));
  const wrenches = new Float64Array(WRENCH_SIZE * count);
  const now = new Float64Array(3 * count);
  const friction = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const e = ENTRY_SIZE * i;
    const w = WRENCH_SIZE * i;
    writeWrench(wrenches, w, entries, e + ENTRY_POINT, entries, e + ENTRY_NORMAL, size);
    writeWrench(wrenches, w + 6, entries, e + ENTRY_POINT, tangents, 6 * i, size);
    writeWrench(wrenches, w + 12, entries, e + ENTRY_POINT, tangents, 6 * i + 3, size);
    friction[i] = entries[e + ENTRY_FRICTION];
    for (let k = 0; k < 3; k++) {
      const impulse = entries[e + ENTRY_IMPULSE + k];
      now[3 * i] += impulse * entries[e + ENTRY_NORMAL + k];
      now[3 * i + 1] += impulse * tangents[6 * i + k];
      now[3 * i + 2] += impulse * tangents[6 * i + 3 + k];
    }
  }
  const spread = earlier.map((one, i) => one + FOLLOW * (now[i] - one));
  const outside = moveToNearest(wrenches, spread, now, friction);
  if (!(outside < OUTSIDE)) return undefined;
  const out = entries.slice();
  for (let i = 0; i < count; i++) {
    const e = ENTRY_SIZE * i;
    const [a, t, s] = [0, 1, 2].map((k) => spread[3 * i + k] - now[3 * i + k]);
    for (let k = 0; k < 3; k++)
      out[e + ENTRY_IMPULSE + k] +=
        a * entries[e + ENTRY_NORMAL + k] + t * tangents[6 * i + k] + s * tangents[6 * i + 3 + k];
    out[e + ENTRY_PRESS] = Math.max(0, entries[e + ENTRY_PRESS] + a);
  }
  return { start: step.start, duration: step.duration, entries: out };
}

function writeWrench(
  out: Float64Array,
  at: number,
  points: Float64Array,
  p: number,
  directions: Float64Array,
  d: number,
  size: number,
): void {
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    out[at + k] = directions[d + k];
    out[at + 3 + k] = (points[p + i] * directions[d + j] - points[p + j] * directions[d + i]) / size;
  }
}
