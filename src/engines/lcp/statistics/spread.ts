// Where drops pass, and where pasts do: Figure 5 of Twigg, James 2008.
//
// A body falls many times from about the scene's own start: shifted sideways, turned by any angle about the horizontal
// axis across and, if wished, spinning about it. Each time its place and its angle are noted when it first comes down
// through a given height (ends on faces would show four angles only). Pasts of ends that chance chooses are looked at in
// the same way.

import { upDirection } from '../gravity.ts';
import { atan2 } from '../../../num/elementary/index.ts';
import { multiplyQuaternions, quaternionFromRotationVector, type Random } from '../../../num/index.ts';
import type { Model } from '../model.ts';
import { startState, writeMomentum } from '../state.ts';
import { step, type Work } from '../step.ts';
import { isStill } from './drop.ts';

export interface Plane {
  readonly body: number;
  readonly up: Float64Array;
  /** Horizontal unit vectors: in the plane of the picture, and across it. */
  readonly along: Float64Array;
  readonly across: Float64Array;
}

/** How starts differ from the scene's own. */
export interface Spreading {
  /** Sideways, at most [m]. */
  readonly shift: number;
  /** Spin about the axis across, at most [rad/s]. */
  readonly spin: number;
  /** Where it is looked at [m]. */
  readonly height: number;
  readonly duration: number;
}

export interface Passage {
  /** Along the picture [m], and the angle about the axis across, −π … π [rad]. */
  readonly place: number;
  readonly angle: number;
  readonly speed: number;
}

export interface Spread {
  readonly start: Passage;
  /** When it first came down through the height; undefined where it never did. */
  readonly passage?: Passage;
  /** Where it was at last, and its pose there. */
  readonly end: Passage;
  readonly pose: Float64Array;
  readonly highest: number;
}

export function planeOf(model: Model, body: number): Plane {
  const up = upDirection(model);
  // x unless that is up
  const along = Float64Array.of(Math.abs(up[0]) > 0.9 ? 0 : 1, Math.abs(up[0]) > 0.9 ? 1 : 0, 0);
  const across = Float64Array.of(
    up[1] * along[2] - up[2] * along[1],
    up[2] * along[0] - up[0] * along[2],
    up[0] * along[1] - up[1] * along[0],
  );
  return { body, up, along, across };
}

/** Drops the body once. */
export function spreadOnce(model: Model, work: Work, plane: Plane, how: Spreading, random: Random): Spread {
  const { body, along, across } = plane;
  const state = startState(model);
  const shift = random.between(-how.shift, how.shift);
  for (let k = 0; k < 3; k++) state.poses[7 * body + k] += shift * along[k];
  const turn = new Float64Array(4);
  const by = random.between(-Math.PI, Math.PI);
  quaternionFromRotationVector(
    turn,
    0,
    Float64Array.from(across, (x) => by * x),
    0,
  );
  multiplyQuaternions(state.poses, 7 * body + 3, turn, 0, state.poses, 7 * body + 3);
  const rate = random.between(-how.spin, how.spin);
  const spin = Float64Array.from(across, (x) => rate * x);
  writeMomentum(model, state.poses, body, spin, 0, state.momenta, 3 * body);
  const watch = new Watch(plane, how.height, state.poses, state.velocities);
  const steps = Math.round(how.duration / model.timeStep);
  for (let i = 0; i < steps; i++) {
    step(model, state, work);
    watch.look(state.poses, state.velocities);
    if (isStill(model, state, body)) break;
  }
  return watch.spread();
}

/** Follows one body, step by step forward. */
export class Watch {
  private readonly plane: Plane;
  private readonly height: number;
  private readonly start: Passage;
  private now: Passage;
  private rise: number;
  private highest: number;
  private readonly pose: Float64Array;
  private passage: Passage | undefined;

  constructor(plane: Plane, height: number, poses: Float64Array, velocities: Float64Array) {
    this.plane = plane;
    this.height = height;
    this.start = passageOf(plane, poses, velocities);
    this.now = this.start;
    this.rise = heightOf(plane, poses);
    this.highest = this.rise;
    this.pose = poses.slice(7 * plane.body, 7 * plane.body + 7);
  }

  look(poses: Float64Array, velocities: Float64Array): void {
    const rise = heightOf(this.plane, poses);
    const next = passageOf(this.plane, poses, velocities);
    if (this.rise > this.height && rise <= this.height) this.passage ??= next;
    this.rise = rise;
    this.highest = Math.max(this.highest, rise);
    this.now = next;
    for (let k = 0; k < 7; k++) this.pose[k] = poses[7 * this.plane.body + k];
  }

  spread(): Spread {
    const { start, now, pose, highest, passage } = this;
    return { start, end: now, pose, highest, ...(passage === undefined ? {} : { passage }) };
  }
}

export function heightOf({ body, up }: Plane, poses: Float64Array): number {
  return poses[7 * body] * up[0] + poses[7 * body + 1] * up[1] + poses[7 * body + 2] * up[2];
}

function passageOf({ body, along, across }: Plane, poses: Float64Array, v: Float64Array): Passage {
  const at = 7 * body;
  const about = poses[at + 3] * across[0] + poses[at + 4] * across[1] + poses[at + 5] * across[2];
  let angle = 2 * atan2(about, poses[at + 6]);
  if (angle > Math.PI) angle -= 2 * Math.PI;
  if (angle < -Math.PI) angle += 2 * Math.PI;
  const i = 3 * body;
  return {
    place: poses[at] * along[0] + poses[at + 1] * along[1] + poses[at + 2] * along[2],
    angle,
    speed: Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]),
  };
}
