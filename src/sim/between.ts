// The configuration between two frames: along the knots that the engine checked, where they were recorded.
//
// Between two knots, and between a knot and a frame, a body moves with constant velocity and turns with constant
// angular velocity about a fixed axis; a vertex of a deformable moves straight between its turns, or between knots of them all. Frames lie on that
// motion, so they may stand for knots. Where none were recorded the frames alone are blended in the same way.

import type { Frame, Knots, Turns, VertexKnots } from '../record/index.ts';
import { blendPose } from './blend-pose.ts';

const none = new Float64Array(0);

/** A frame and how the motion came there from the frame before. */
export interface Arrival {
  /** The frame. */
  readonly frame: Frame;
  /** Knots of the rigid bodies on the way. */
  readonly path: Knots;
  /** Turns of vertices on the way. */
  readonly turns: Turns;
  /** Knots of deformables that move together. */
  readonly vertexKnots?: readonly VertexKnots[];
}

/** Writes the configuration at a time [s] after the frame `from` and not after `to`, the frame that follows it. */
export function writeBetween(time: number, from: Frame, to: Arrival, out: Frame): void {
  out.time = time;
  writePoses(time, from, to, out.poses);
  writeVertices(time, from, to, out.vertices);
  writeBends(time, from, to.frame, out);
  // who is absent in a frame was so since the frame before
  out.absent = to.frame.absent;
}

/** Straight from frame to frame: vibration in between was not recorded. */
function writeBends(time: number, from: Frame, to: Frame, out: Frame): void {
  const { bends: a = none } = from;
  const { bends: b = none } = to;
  const s = fraction(time, from.time, to.time);
  for (let i = 0; out.bends && i < a.length; i++) out.bends[i] = a[i] + s * (b[i] - a[i]);
}

function writePoses(time: number, from: Frame, { frame, path }: Arrival, out: Float64Array): void {
  const next = firstAfter(path.times, time);
  const size = from.poses.length;
  const before = next > 0 ? path.times[next - 1] : from.time;
  const after = next < path.times.length ? path.times[next] : frame.time;
  const [a, aAt] = next > 0 ? [path.poses, size * (next - 1)] : [from.poses, 0];
  const [b, bAt] = next < path.times.length ? [path.poses, size * next] : [frame.poses, 0];
  const s = fraction(time, before, after);
  for (let p = 0; p < size; p += 7) blendPose(out, p, a, aAt + p, b, bAt + p, s);
}

function writeVertices(time: number, from: Frame, to: Arrival, out: Float64Array): void {
  const { frame, turns, vertexKnots = [] } = to;
  const s = fraction(time, from.time, frame.time);
  const { vertices: a } = from;
  const { vertices: b } = frame;
  for (let i = 0; i < a.length; i++) out[i] = a[i] + s * (b[i] - a[i]);
  if (turns.times.length > 0) writeTurning(time, from, frame, turns, out);
  for (const knots of vertexKnots) writeTogether(time, from, frame, knots, out);
}

/** All vertices of a deformable, between the knots around the time; the frames stand for the first and the last. */
function writeTogether(time: number, from: Frame, to: Frame, knots: VertexKnots, out: Float64Array): void {
  const { times, positions, firstVertex } = knots;
  const first = 3 * firstVertex;
  const size = positions.length / times.length;
  const next = firstAfter(times, time);
  const before = next > 0 ? times[next - 1] : from.time;
  const after = next < times.length ? times[next] : to.time;
  const [a, aAt] = next > 0 ? [positions, size * (next - 1)] : [from.vertices, first];
  const [b, bAt] = next < times.length ? [positions, size * next] : [to.vertices, first];
  const s = fraction(time, before, after);
  for (let i = 0; i < size; i++) out[first + i] = a[aAt + i] + s * (b[bAt + i] - a[aAt + i]);
}

/** For every vertex that turns: its last turn until now, and its first one afterwards. */
function writeTurning(time: number, from: Frame, to: Frame, turns: Turns, out: Float64Array): void {
  const around = new Map<number, { last: number; next: number }>();
  turns.vertices.forEach((vertex, turn) => {
    const own = around.get(vertex) ?? { last: -1, next: -1 };
    around.set(vertex, own);
    if (turns.times[turn] <= time) own.last = later(turns.times, own.last, turn);
    else if (own.next < 0 || turns.times[turn] < turns.times[own.next]) own.next = turn;
  });
  for (const [vertex, { last, next }] of around) {
    const [a, aAt] = last >= 0 ? [turns.positions, 3 * last] : [from.vertices, 3 * vertex];
    const [b, bAt] = next >= 0 ? [turns.positions, 3 * next] : [to.vertices, 3 * vertex];
    const before = last >= 0 ? turns.times[last] : from.time;
    const after = next >= 0 ? turns.times[next] : to.time;
    const s = fraction(time, before, after);
    for (let k = 0; k < 3; k++) out[3 * vertex + k] = a[aAt + k] + s * (b[bAt + k] - a[aAt + k]);
  }
}

/** Of two turns at the same time the one that was told last is where the vertex went. */
function later(times: Float64Array, known: number, turn: number): number {
  return known < 0 || times[turn] >= times[known] ? turn : known;
}

/** How many of the times, which never decrease, are not after this one. */
function firstAfter(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function fraction(time: number, before: number, after: number): number {
  return after > before ? Math.min(1, Math.max(0, (time - before) / (after - before))) : 1;
}
