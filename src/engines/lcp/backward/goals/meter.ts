// Measures one goal on the way of one body: how far it is off, from places told in the order of time.

import { acos } from '../../../../num/elementary/index.ts';
import type { Goal } from '../../../../scene/index.ts';
import { gravityStrength, upDirection } from '../../gravity.ts';
import type { Model } from '../../model.ts';
import { outsideOf } from './region.ts';

/** Unless a goal says its own [degrees]. */
const SIDE_TOLERANCE = 30;
/** Who starts nearer to its end than half its radius comes from no side: as far off as can be [degrees]. */
const NOWHERE = 180;

export type GoalUnit = 'm' | 'm/s' | '°';

/** How a past fulfils one goal for one body. */
export interface GoalResult {
  /** Index of the goal, and of the body. */
  readonly goal: number;
  readonly body: number;
  readonly wish: 'startsIn' | 'from' | 'passes' | 'atMost' | 'by';
  readonly met: boolean;
  /** From what was wished for: 0 at its best, more than the tolerance where it is missed. */
  readonly off: number;
  readonly unit: GoalUnit;
  /** How far off beyond the tolerance, in what is natural for the body: what pasts are searched and ranked by. */
  readonly excess: number;
}

export class GoalMeter {
  readonly goal: Goal;
  readonly body: number;
  private readonly index: number;
  private readonly radius: number;
  private readonly naturalSpeed: number;
  private readonly up: Float64Array;
  private readonly first = new Float64Array(3);
  private readonly last = new Float64Array(3);
  private readonly at = new Float64Array(3);
  private lastTime = -1;
  /** Smallest distance from the place so far, or gap to the body that is to hit it [m]. */
  private nearest = Number.POSITIVE_INFINITY;
  private fastest = 0;

  constructor(model: Model, goal: Goal, index: number, body: number, radius: number) {
    this.goal = goal;
    this.index = index;
    this.body = body;
    this.radius = radius;
    this.naturalSpeed = Math.sqrt((gravityStrength(model) || 1) * radius);
    this.up = upDirection(model);
  }

  reset(): void {
    this.lastTime = -1;
    this.nearest = Number.POSITIVE_INFINITY;
    this.fastest = 0;
  }

  /** The body is there at this time; told from the start on. */
  see(time: number, x: number, y: number, z: number): void {
    const { at, last, first, goal, lastTime } = this;
    at[0] = x;
    at[1] = y;
    at[2] = z;
    if (lastTime < 0) first.set(at);
    if (goal.passes !== undefined) this.approach(goal.passes, time);
    last.set(at);
    this.lastTime = time;
  }

  /** It moves so fast at some moment [m/s]. */
  seeSpeed(speed: number): void {
    this.fastest = Math.max(this.fastest, speed);
  }

  /** It is so near the body that is to hit it [m]; 0: a blow. */
  seeOther(gap: number): void {
    this.nearest = Math.min(this.nearest, gap);
  }

  /** Distance of the place from the straight way since what was told last. */
  private approach(place: ArrayLike<number>, time: number): void {
    const { at, last, goal, lastTime } = this;
    if (goal.time === undefined) {
      this.nearest = Math.min(
        this.nearest,
        lastTime < 0 ? apart(at, at, 0, place) : nearestOn(last, at, place),
      );
      return;
    }
    if (lastTime < 0 ? time >= goal.time : goal.time > lastTime && goal.time <= time)
      this.nearest = apart(last, at, lastTime < 0 ? 1 : (goal.time - lastTime) / (time - lastTime), place);
    // a motion of whole steps may end a rounding before its duration
    else if (goal.time > time) this.nearest = apart(at, at, 0, place);
  }

  result(): GoalResult {
    const { goal, index, body, radius, naturalSpeed } = this;
    const [wish, off, unit, usual] = this.measured();
    const excess = Math.max(0, off - (goal.tolerance ?? usual));
    const natural = unit === 'm' ? radius : unit === 'm/s' ? naturalSpeed : SIDE_TOLERANCE;
    return { goal: index, body, wish, met: excess === 0, off, unit, excess: excess / natural };
  }

  private measured(): [GoalResult['wish'], number, GoalUnit, number] {
    const { goal, first, radius } = this;
    if (goal.startsIn !== undefined) return ['startsIn', outsideOf(goal.startsIn, first), 'm', 0];
    if (goal.from !== undefined) return ['from', this.turnedFrom(goal.from), '°', SIDE_TOLERANCE];
    if (goal.passes !== undefined) return ['passes', this.nearest, 'm', radius];
    if (goal.atMost !== undefined) return ['atMost', Math.max(0, this.fastest - goal.atMost), 'm/s', 0];
    return ['by', this.nearest, 'm', 0];
  }

  /** Between the side wished for and the one that it comes from, seen from above [degrees]. */
  private turnedFrom(from: ArrayLike<number>): number {
    const { first, last, up, radius } = this;
    const rise = dot(up, from);
    const climb = dot(up, first) - dot(up, last);
    let along = 0;
    let wished = 0;
    let came = 0;
    for (let k = 0; k < 3; k++) {
      const a = from[k] - rise * up[k];
      const b = first[k] - last[k] - climb * up[k];
      along += a * b;
      wished += a * a;
      came += b * b;
    }
    if (Math.sqrt(came) < 0.5 * radius) return NOWHERE;
    const cosine = along / Math.sqrt(wished * came);
    return (180 / Math.PI) * acos(Math.min(1, Math.max(-1, cosine)));
  }
}

/** Σ weight · excess² / 2: the exponent that pasts are drawn by. */
export function costOf(results: readonly GoalResult[], goals: readonly Goal[]): number {
  return results.reduce((sum, { goal, excess }) => sum + 0.5 * goals[goal].weight * excess * excess, 0);
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Of a place from what is this part of the way from one to the other. */
function apart(from: Float64Array, to: Float64Array, part: number, place: ArrayLike<number>): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = from[k] + part * (to[k] - from[k]) - place[k];
    square += d * d;
  }
  return Math.sqrt(square);
}

function nearestOn(from: Float64Array, to: Float64Array, place: ArrayLike<number>): number {
  let along = 0;
  let length = 0;
  for (let k = 0; k < 3; k++) {
    along += (place[k] - from[k]) * (to[k] - from[k]);
    length += (to[k] - from[k]) * (to[k] - from[k]);
  }
  return apart(from, to, length > 0 ? Math.min(1, Math.max(0, along / length)) : 0, place);
}
