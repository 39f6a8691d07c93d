// What came of a run, in memory and read synchronously: what the expectations of an example ask about.
//
//   export const expectations: Expectation[] = [
//     { says: 'the cards never touch', holds: (r) => smallestGap(r) > 0 },
//     { says: 'the house still stands', holds: (r) => bodyHeight(r, 'top', 'last') > 0.08 },
//   ];

import { atan2 } from '../num/elementary/index.ts';
import {
  conjugateQuaternion,
  multiplyQuaternions,
  rotateByQuaternion,
  rotationVectorFromQuaternion,
} from '../num/index.ts';
import { type Column, type Recording, columnAt } from '../record/index.ts';
import { spellingHint } from '../scene/fault/index.ts';
import type { Scene, Vec3 } from '../scene/index.ts';

/** Something that should happen in an example, and the test of it. */
export interface Expectation {
  /** A sentence that is true when it holds: "the arch still stands". */
  readonly says: string;
  /** Whether it came so. */
  readonly holds: (outcome: Outcome) => boolean;
}

/** A run in memory. */
export interface Outcome {
  /** What was simulated. */
  readonly scene: Scene;
  /** The columns of the reports. */
  readonly columns: readonly Column[];
  /** [s], one a frame. */
  readonly times: Float64Array;
  /** Seven numbers a body, frame after frame. */
  readonly poses: Float64Array;
  /** Six numbers a body, frame after frame. */
  readonly velocities: Float64Array;
  /** Three numbers a vertex of the deformables, frame after frame. */
  readonly vertices: Float64Array;
  /** One number a column, frame after frame. */
  readonly reports: Float64Array;
}

/** A frame: the first, the last, or the one nearest to a time [s]. */
export type Moment = 'first' | 'last' | number;

/** Reads a whole recording. */
export async function readOutcome(recording: Recording): Promise<Outcome> {
  const { scene, columns, frameCount } = recording;
  const first = await recording.frame(0);
  const take = (numbers: Float64Array) => new Float64Array(numbers.length * frameCount);
  const poses = take(first.poses);
  const velocities = take(first.velocities);
  const vertices = take(first.vertices);
  for (let i = 0; i < frameCount; i++) {
    const frame = await recording.frame(i);
    poses.set(frame.poses, i * frame.poses.length);
    velocities.set(frame.velocities, i * frame.velocities.length);
    vertices.set(frame.vertices, i * frame.vertices.length);
  }
  const times = await recording.times();
  return { scene, columns, times, poses, velocities, vertices, reports: await recording.reports() };
}

/** One number a frame of a column of the engine's report. */
export function column(outcome: Outcome, name: string): Float64Array {
  const { columns, reports, times } = outcome;
  const at = columnAt(columns, name);
  if (at < 0) {
    const known = columns.map((one) => one.name);
    throw new Error(`the report has no column "${name}"; ${spellingHint(name, known)}`);
  }
  return Float64Array.from(times, (_, frame) => reports[frame * columns.length + at]);
}

/** The smallest distance [m] between bodies that the engine saw in the whole run. */
export function smallestGap(outcome: Outcome): number {
  return column(outcome, 'smallestGap').reduce(
    (least, gap) => Math.min(least, gap),
    Number.POSITIVE_INFINITY,
  );
}

/** The number of the frame at a moment. */
export function frameAt({ times }: Outcome, moment: Moment): number {
  if (moment === 'first') return 0;
  if (moment === 'last') return times.length - 1;
  let best = 0;
  for (let i = 1; i < times.length; i++) {
    if (Math.abs(times[i] - moment) < Math.abs(times[best] - moment)) best = i;
  }
  return best;
}

/** Names of the bodies that match, in the scene's order. */
export function bodyNames({ scene }: Outcome, pattern: RegExp): string[] {
  return scene.bodies.map(({ name }) => name).filter((name) => pattern.test(name));
}

/** Of the centre of mass [m]. */
export function bodyPosition(outcome: Outcome, name: string, moment: Moment): Vec3 {
  const at = poseAt(outcome, name, frameAt(outcome, moment));
  const { poses } = outcome;
  return [poses[at], poses[at + 1], poses[at + 2]];
}

/** Of the centre of mass along the up axis [m]. */
export function bodyHeight(outcome: Outcome, name: string, moment: Moment): number {
  return bodyPosition(outcome, name, moment)[outcome.scene.up === 'y' ? 1 : 2];
}

/** Between the centres of mass of two bodies [m]. */
export function distanceBetween(outcome: Outcome, a: string, b: string, moment: Moment): number {
  const p = bodyPosition(outcome, a, moment);
  const q = bodyPosition(outcome, b, moment);
  return length(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** How far the centre of mass has gone from where it was [m], straight. */
export function bodyTravel(outcome: Outcome, name: string, from: Moment, to: Moment): number {
  const p = bodyPosition(outcome, name, from);
  const q = bodyPosition(outcome, name, to);
  return length(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** Of the centre of mass [m/s]. */
export function bodySpeed(outcome: Outcome, name: string, moment: Moment): number {
  const at = 6 * (frameAt(outcome, moment) * outcome.scene.bodies.length + bodyIndex(outcome, name));
  const { velocities: v } = outcome;
  return length(v[at], v[at + 1], v[at + 2]);
}

/** The angle [rad], 0 to π, by which the body is turned between two moments about whatever axis. */
export function bodyTurn(outcome: Outcome, name: string, from: Moment, to: Moment): number {
  return length(...rotationBetween(outcome, name, frameAt(outcome, from), frameAt(outcome, to)));
}

/**
 * How far [rad] the body has turned about a world axis since the start, whole turns counted: the sum over frames,
 * so it needs less than half a turn a frame.
 */
export function bodyAngle(outcome: Outcome, name: string, axis: Vec3, moment: Moment): number {
  let angle = 0;
  for (let frame = frameAt(outcome, moment); frame > 0; frame--) {
    const turn = rotationBetween(outcome, name, frame - 1, frame);
    angle += turn[0] * axis[0] + turn[1] * axis[1] + turn[2] * axis[2];
  }
  return angle;
}

/**
 * The angle [rad] by which what pointed up in the body at the start now leans from the up axis.
 * @param along  instead what pointed along x (0), y (1) or z (2)
 */
export function bodyTilt(outcome: Outcome, name: string, moment: Moment, along?: number): number {
  const up = outcome.scene.up === 'y' ? 1 : 2;
  const axis = new Float64Array(3);
  axis[along ?? up] = 1;
  relativeTurn(outcome, name, 0, frameAt(outcome, moment));
  rotateByQuaternion(axis, 0, between, 0, axis, 0);
  const across = up === 1 ? length(axis[0], axis[2], 0) : length(axis[0], axis[1], 0);
  return atan2(across, axis[up]);
}

const between = new Float64Array(4);
const vector = new Float64Array(3);

function relativeTurn(outcome: Outcome, name: string, from: number, to: number): void {
  conjugateQuaternion(between, 0, outcome.poses, poseAt(outcome, name, from) + 3);
  multiplyQuaternions(between, 0, outcome.poses, poseAt(outcome, name, to) + 3, between, 0);
}

function rotationBetween(outcome: Outcome, name: string, from: number, to: number): Vec3 {
  relativeTurn(outcome, name, from, to);
  rotationVectorFromQuaternion(vector, 0, between, 0);
  return [vector[0], vector[1], vector[2]];
}

function poseAt(outcome: Outcome, name: string, frame: number): number {
  return 7 * (frame * outcome.scene.bodies.length + bodyIndex(outcome, name));
}

function bodyIndex({ scene }: Outcome, name: string): number {
  const index = scene.bodies.findIndex((body) => body.name === name);
  if (index < 0) {
    const known = scene.bodies.map((body) => body.name);
    throw new Error(`the scene has no body "${name}"; ${spellingHint(name, known)}`);
  }
  return index;
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
