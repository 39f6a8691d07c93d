// The recorded instants from one frame to the next: the knots of the path, and the frame itself.

import type { Frame, Knots } from '../record/index.ts';
import type { World } from './world.ts';
import { blendPoses } from './world.ts';

/** A recorded instant: where the bodies are. */
export interface Instant {
  readonly time: number;
  readonly poses: Float64Array;
  /** Not a frame: where it has the same time as the one before, bodies were put elsewhere in between. */
  readonly isKnot: boolean;
}

/** Says that a recording contradicts itself. */
export type Complain = (time: number, what: string, body?: number) => void;

/** A frame may be this far off its path, relative to the size of what moves: rounding, generously. */
export const PATH_TOLERANCE = 1e-9;

export class Timeline {
  private readonly world: World;
  private readonly broken: Complain;
  /** Knots that a recording gave before their frame came. */
  private early: Instant[] = [];

  constructor(world: World, broken: Complain) {
    this.world = world;
    this.broken = broken;
  }

  /**
   * The knots up to the frame, and the frame itself where no knot is the same.
   * @param last  the instant before them
   */
  instantsOf(last: Instant, frame: Frame, path: Knots): Instant[] {
    const size = frame.poses.length;
    const knots = this.early;
    for (let k = 0; k < path.times.length; k++) {
      const poses = path.poses.slice(k * size, (k + 1) * size);
      if (!(path.times[k] >= (knots.at(-1)?.time ?? last.time)) || !allFinite(poses)) {
        this.broken(path.times[k], `knot ${k} of the path is not finite, or earlier than the one before`);
      } else {
        knots.push({ time: path.times[k], poses, isKnot: true });
      }
    }
    const reached = knots.filter((knot) => knot.time <= frame.time);
    this.early = knots.slice(reached.length);
    const next = this.early[0];
    const end: Instant = { time: frame.time, poses: frame.poses, isKnot: false };
    const lastKnot = reached.at(-1);
    if (next) {
      const from = lastKnot ?? last;
      const blend = new Float64Array(size);
      blendPoses(from.poses, next.poses, (frame.time - from.time) / (next.time - from.time), blend);
      this.checkOnPath(frame, blend);
    } else if (lastKnot?.time === frame.time) {
      this.checkOnPath(frame, lastKnot.poses);
      if (samePoses(lastKnot.poses, frame.poses)) return reached;
    }
    return [...reached, end];
  }

  private checkOnPath(frame: Frame, expected: Float64Array): void {
    const { radii, scene } = this.world;
    for (let body = 0; body < scene.bodies.length; body++) {
      const p = 7 * body;
      const size =
        radii[body] + Math.abs(expected[p]) + Math.abs(expected[p + 1]) + Math.abs(expected[p + 2]);
      let off = 0;
      let dot = 0;
      for (let k = 0; k < 3; k++) off = Math.max(off, Math.abs(frame.poses[p + k] - expected[p + k]));
      for (let k = 3; k < 7; k++) dot += frame.poses[p + k] * expected[p + k];
      // 1 − |dot| is an eighth of the angle squared, so this is where rounding of it begins
      if (off > PATH_TOLERANCE * size || 1 - Math.abs(dot) > 1e-14) {
        const name = scene.bodies[body].name;
        this.broken(frame.time, `body ${body} "${name}" is not where its path has it`, body);
      }
    }
  }
}

/** The same instants, and where bodies are at further times between them. */
export function withTimes(last: Instant, instants: readonly Instant[], times: readonly number[]): Instant[] {
  const all: Instant[] = [];
  let before = last;
  let next = 0;
  for (const instant of instants) {
    while (next < times.length && times[next] <= before.time) next++;
    for (; next < times.length && times[next] < instant.time; next++) {
      const poses = new Float64Array(instant.poses.length);
      const s = (times[next] - before.time) / (instant.time - before.time);
      blendPoses(before.poses, instant.poses, s, poses);
      all.push({ time: times[next], poses, isKnot: false });
    }
    all.push(instant);
    before = instant;
  }
  return all;
}

/** Bodies that are elsewhere at the second of two instants of the same time. */
export function jumpedBodies(from: Instant, to: Instant): number[] {
  const jumped: number[] = [];
  if (!to.isKnot || to.time !== from.time) return jumped;
  for (let p = 0; p < to.poses.length; p += 7) {
    let same = true;
    for (let k = p; k < p + 7; k++) if (from.poses[k] !== to.poses[k]) same = false;
    if (!same) jumped.push(p / 7);
  }
  return jumped;
}

export function allFinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}

function samePoses(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
