// What a viewer sees of a past: who was elsewhere at first, how fast things fly and spin against what a fall gives, and what
// hits what. It watches a replay step by step (certificate.ts), and says it in one word at the end.
//
//   natural    1.5 √(2 g h), h the largest height that a body comes down from: what a fall gives, and as much again for a throw;
//              of spins the speed of the surface
//   came       at the start further from its place than half its own radius

import { gravityStrength, upDirection } from '../../gravity.ts';
import type { Model } from '../../model.ts';
import { writeVelocity } from '../../state.ts';
import { radiiOf } from '../alone/extents.ts';
import type { Replay, ReplayStart } from '../replay.ts';

/** How much faster than its fall a body may be to look natural. */
const NATURAL = 1.5;
/** Who came from outside was this far away at the start, in its own radii. */
const OUTSIDE = 0.5;
/** Speeds are looked at this often [1/s]: between two contacts they change by weight alone. */
const LOOKS = 240;

/** Up to which a motion from this height looks natural [m/s]. */
export function naturalSpeed(model: Model, height: number): number {
  const strength = gravityStrength(model);
  return strength > 0 ? NATURAL * Math.sqrt(2 * strength * height) : Number.POSITIVE_INFINITY;
}

export interface Watched {
  /** By body: 1 where it came from outside. */
  readonly came: Uint8Array;
  /** The largest height that a body comes down from [m]. */
  readonly height: number;
  /** Speed up to which a motion from there looks natural [m/s]; no bound without gravity. */
  readonly natural: number;
  /** Of the centres, of the surfaces by turning [m/s], and of turns [rad/s]: the most at any time. */
  readonly topSpeed: number;
  readonly topSpinSpeed: number;
  readonly topTurn: number;
  /** Blows between two bodies that both can move. */
  readonly collisions: number;
}

export class Watch {
  private readonly model: Model;
  private readonly radii: Float64Array;
  private readonly up: Float64Array;
  private readonly stride: number;
  private readonly came: Uint8Array;
  /** By body: how high it ends, and the highest above that which it was. */
  private readonly heights: Float64Array;
  private readonly rises: Float64Array;
  private readonly velocity = new Float64Array(6);
  /** When two bodies touched last, by pair. */
  private readonly touched = new Map<number, number>();
  private topSpeed = 0;
  private topSpinSpeed = 0;
  private topTurn = 0;
  private collisions = 0;

  constructor(model: Model, start: ReplayStart, end: Float64Array) {
    this.model = model;
    this.radii = radiiOf(model);
    this.up = upDirection(model);
    this.stride = Math.max(1, Math.round(1 / (LOOKS * model.timeStep)));
    this.came = new Uint8Array(model.bodies);
    this.heights = new Float64Array(model.bodies);
    this.rises = new Float64Array(model.bodies);
    for (let b = 0; b < model.bodies; b++) {
      this.heights[b] = this.heightOf(end, b);
      let square = 0;
      for (let k = 7 * b; k < 7 * b + 3; k++) square += (start.poses[k] - end[k]) * (start.poses[k] - end[k]);
      if (model.isDynamic[b] === 1 && Math.sqrt(square) > OUTSIDE * this.radii[b]) this.came[b] = 1;
    }
    this.look(start);
  }

  /** After each step of the replay. */
  step(replay: Replay): void {
    this.countBlows(replay);
    if (replay.tick % this.stride === 0) this.look(replay);
  }

  result(): Watched {
    const { model, rises } = this;
    let height = 0;
    for (let b = 0; b < model.bodies; b++)
      if (model.isDynamic[b] === 1) height = Math.max(height, rises[b], this.radii[b]);
    return {
      came: this.came,
      height,
      natural: naturalSpeed(model, height),
      topSpeed: this.topSpeed,
      topSpinSpeed: this.topSpinSpeed,
      topTurn: this.topTurn,
      collisions: this.collisions,
    };
  }

  private heightOf(poses: Float64Array, body: number): number {
    const { up } = this;
    return poses[7 * body] * up[0] + poses[7 * body + 1] * up[1] + poses[7 * body + 2] * up[2];
  }

  private look({ poses, motion }: ReplayStart): void {
    const { model, velocity: v, rises, heights } = this;
    for (let b = 0; b < model.bodies; b++) {
      if (model.isDynamic[b] === 0) continue;
      rises[b] = Math.max(rises[b], this.heightOf(poses, b) - heights[b]);
      writeVelocity(model, poses, b, 0, motion, v, 0);
      const speed = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      const turn = Math.sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
      this.topSpeed = Math.max(this.topSpeed, speed);
      this.topTurn = Math.max(this.topTurn, turn);
      this.topSpinSpeed = Math.max(this.topSpinSpeed, turn * this.radii[b]);
    }
  }

  /** Two that did not touch in the step before and push each other now have collided. */
  private countBlows({ contacts, impulses, tick }: Replay): void {
    const { model, touched } = this;
    for (let c = 0; c < contacts.count; c++) {
      const a = contacts.a[c];
      const b = contacts.b[c];
      if (model.isDynamic[a] === 0 || model.isDynamic[b] === 0) continue;
      const pair = a * model.bodies + b;
      const last = touched.get(pair) ?? (tick > 1 ? 0 : tick);
      if (impulses.normal[c] > 0 && last < tick - 1) this.collisions++;
      touched.set(pair, tick);
    }
  }
}
