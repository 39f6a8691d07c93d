// Two ears in a scene: where they are, and what reaches them from one body.

import { crossTriple } from '../../num/index.ts';
import { acos, cos, sin } from '../../num/elementary/index.ts';
import { emissionTime } from './emission.ts';
import { convolved, type MeasuredHead, nearestDirection, requireRate } from './measured-head.ts';
import { HEAD_RADIUS, headDetour, shadowed } from './spherical-head.ts';
import { travelled } from './way.ts';

/** Somebody who listens, at one moment. */
export interface Listener {
  /** Middle of the head, world [m]. */
  readonly position: readonly [number, number, number];
  /** Where the nose points, and the crown; need not be unit, only not parallel. */
  readonly facing: readonly [number, number, number];
  readonly up: readonly [number, number, number];
}

export interface EarOptions {
  /** Of the head [m]. */
  readonly radius?: number;
  /** Between the nose and each ear [rad]; a right angle by default, real ones are some 100°. */
  readonly earAngle?: number;
  /** Samples between two looks at where things are. */
  readonly every?: number;
}

export interface Stereo {
  readonly left: Float64Array;
  readonly right: Float64Array;
}

/**
 * What both ears hear of a body.
 * @param dry       pressure at the middle of the head, as if there were no head, without the delay of its way [Pa]
 * @param source    writes where the body is at a time [s], world [m]
 * @param listener  who listens at a time
 */
export function hear(
  dry: Float64Array,
  rateHz: number,
  source: (time: number, out: Float64Array) => void,
  listener: (time: number) => Listener,
  options: EarOptions = {},
): Stereo {
  const { radius = HEAD_RADIUS, earAngle = Math.PI / 2, every = 64 } = options;
  const count = Math.ceil(dry.length / every) + 2;
  const ways = [new Float64Array(count), new Float64Array(count)];
  const angles = [new Float64Array(count), new Float64Array(count)];
  const at = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    const time = (i * every) / rateHz;
    const who = listener(time);
    sourceHeard(time, source, who, at);
    const away = [0, 1, 2].map((k) => at[k] - who.position[k]);
    const distance = Math.sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
    const ears = earDirections(who, earAngle);
    for (let side = 0; side < 2; side++) {
      const ear = ears[side];
      const cosine = (ear[0] * away[0] + ear[1] * away[1] + ear[2] * away[2]) / (distance || 1);
      const angle = acos(Math.max(-1, Math.min(1, cosine)));
      angles[side][i] = angle;
      ways[side][i] = Math.max(0, distance + headDetour(angle, radius));
    }
  }
  const [left, right] = [0, 1].map((side) =>
    shadowed(travelled(dry, rateHz, ways[side], every), rateHz, angles[side], every, radius),
  );
  return { left, right };
}

/** The same with a measured head; `dry`, `source` and `listener` as for `hear`. */
export function hearMeasured(
  dry: Float64Array,
  rateHz: number,
  source: (time: number, out: Float64Array) => void,
  listener: (time: number) => Listener,
  head: MeasuredHead,
  every = 512,
): Stereo {
  requireRate(head, rateHz);
  const count = Math.ceil(dry.length / every) + 2;
  const ways = new Float64Array(count);
  const nearest = new Uint32Array(count);
  const at = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    const time = (i * every) / rateHz;
    const who = listener(time);
    sourceHeard(time, source, who, at);
    const away = unit([0, 1, 2].map((k) => at[k] - who.position[k]));
    let distance = 0;
    for (let k = 0; k < 3; k++) distance += away[k] * (at[k] - who.position[k]);
    ways[i] = Math.max(0, distance - head.ahead);
    const { forward, left, above } = headFrame(who);
    const along = (axis: readonly number[]): number =>
      axis[0] * away[0] + axis[1] * away[1] + axis[2] * away[2];
    nearest[i] = nearestDirection(head.directions, along(forward), along(left), along(above));
  }
  const arrived = travelled(dry, rateHz, ways, every);
  return {
    left: convolved(head, 0, arrived, nearest, every),
    right: convolved(head, 1, arrived, nearest, every),
  };
}

/** Writes where the body was when that left it which reaches the middle of the head now. */
function sourceHeard(
  time: number,
  source: (time: number, out: Float64Array) => void,
  { position }: Listener,
  out: Float64Array,
): void {
  const tau = emissionTime(time, (then) => {
    source(then, out);
    const [x, y, z] = [out[0] - position[0], out[1] - position[1], out[2] - position[2]];
    return Math.sqrt(x * x + y * y + z * z);
  });
  source(tau, out);
}

/** Unit vectors from the middle of the head to the left and to the right ear. */
export function earDirections(
  { facing, up }: Pick<Listener, 'facing' | 'up'>,
  earAngle = Math.PI / 2,
): readonly [readonly number[], readonly number[]] {
  const { forward, left } = headFrame({ facing, up });
  const c = cos(earAngle);
  const s = sin(earAngle);
  return [forward.map((f, k) => c * f + s * left[k]), forward.map((f, k) => c * f - s * left[k])];
}

function headFrame({ facing, up }: Pick<Listener, 'facing' | 'up'>): {
  readonly forward: readonly number[];
  readonly left: readonly number[];
  readonly above: readonly number[];
} {
  const forward = unit(facing);
  const left = unit(crossTriple(up, forward));
  return { forward, left, above: crossTriple(forward, left) };
}

function unit(v: readonly number[]): number[] {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return v.map((x) => x / (length || 1));
}
