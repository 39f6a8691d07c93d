// Distances and motions written another way than the kernels, to judge them by.

import { cos, sin } from '../../../src/num/elementary/index.ts';
import { CANDIDATE_STRIDE, FLIPPED } from '../../../src/geometry/ccd/candidate.ts';
import { firstCount, type PairKind } from '../../../src/geometry/ccd/kind.ts';
import { rigidAdvance } from '../../../src/geometry/ccd/rigid-collision.ts';

type Vector = [number, number, number];

const at = (x: ArrayLike<number>, v: number): Vector => [x[v], x[v + 1], x[v + 2]];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vector, b: Vector, s: number): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const length = (a: Vector): number => Math.sqrt(dot(a, a));

function pointSegment(p: Vector, a: Vector, b: Vector): number {
  const e = minus(b, a);
  const ee = dot(e, e);
  const s = ee > 0 ? Math.max(0, Math.min(1, dot(minus(p, a), e) / ee)) : 0;
  return length(minus(p, plus(a, e, s)));
}

function pointTriangle(p: Vector, a: Vector, b: Vector, c: Vector): number {
  let least = Math.min(pointSegment(p, a, b), pointSegment(p, b, c), pointSegment(p, c, a));
  const n = cross(minus(b, a), minus(c, a));
  const nn = dot(n, n);
  if (nn > 0) {
    const foot = plus(p, n, -dot(minus(p, a), n) / nn);
    const inside = [
      [a, b],
      [b, c],
      [c, a],
    ].every(([from, to]) => dot(cross(minus(to, from), minus(foot, from)), n) >= 0);
    if (inside) least = Math.min(least, Math.abs(dot(minus(p, a), n)) / Math.sqrt(nn));
  }
  return least;
}

function segmentSegment(a: Vector, b: Vector, c: Vector, d: Vector): number {
  let least = Math.min(
    pointSegment(a, c, d),
    pointSegment(b, c, d),
    pointSegment(c, a, b),
    pointSegment(d, a, b),
  );
  const n = cross(minus(b, a), minus(d, c));
  const nn = dot(n, n);
  if (nn > 0) {
    const w = minus(c, a);
    const s = dot(cross(w, minus(d, c)), n) / nn;
    const t = dot(cross(w, minus(b, a)), n) / nn;
    if (s > 0 && s < 1 && t > 0 && t < 1) least = Math.min(least, Math.abs(dot(w, n)) / Math.sqrt(nn));
  }
  return least;
}

/** The distance of a pair whose vertices stand in x, first primitive first. */
export function measuredGap(kind: PairKind, x: ArrayLike<number>): number {
  if (kind === 0) return length(minus(at(x, 0), at(x, 3)));
  if (kind === 1) return pointSegment(at(x, 0), at(x, 3), at(x, 6));
  if (kind === 2) return pointTriangle(at(x, 0), at(x, 3), at(x, 6), at(x, 9));
  return segmentSegment(at(x, 0), at(x, 3), at(x, 6), at(x, 9));
}

/** A rigid motion as the kernels take it: R, q, ω, u. */
export type Motion = Float64Array;

export function makeMotion(
  R: readonly number[],
  q: readonly number[],
  w: readonly number[],
  u: readonly number[],
): Motion {
  return Float64Array.from([...R, ...q, ...w, ...u]);
}

export const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Where a body-frame point is at time t, by quaternion rather than by Rodrigues' formula. */
export function movedPoint(motion: Motion, p: ArrayLike<number>, v: number, t: number): Vector {
  const r: Vector = [0, 1, 2].map(
    (k) => motion[3 * k] * p[v] + motion[3 * k + 1] * p[v + 1] + motion[3 * k + 2] * p[v + 2],
  ) as Vector;
  const w = at(motion, 12);
  const speed = length(w);
  const half = 0.5 * speed * t;
  const k: Vector = speed > 0 ? [w[0] / speed, w[1] / speed, w[2] / speed] : [0, 0, 0];
  const axis: Vector = [sin(half) * k[0], sin(half) * k[1], sin(half) * k[2]];
  const once = cross(axis, r);
  const turned = plus(plus(r, once, 2 * cos(half)), cross(axis, once), 2);
  return [0, 1, 2].map((i) => motion[9 + i] + t * motion[15 + i] + turned[i]) as Vector;
}

/** Where the vertices of two moving bodies are at time t, the first body's first. */
export function movedVertices(
  motionFirst: Motion,
  first: ArrayLike<number>,
  motionSecond: Motion,
  second: ArrayLike<number>,
  t: number,
): number[] {
  const x: number[] = [];
  for (let v = 0; v < first.length; v += 3) x.push(...movedPoint(motionFirst, first, v, t));
  for (let v = 0; v < second.length; v += 3) x.push(...movedPoint(motionSecond, second, v, t));
  return x;
}

/** The gap of a pair of two moving bodies at time t. */
export function movedGap(
  kind: PairKind,
  motionFirst: Motion,
  first: ArrayLike<number>,
  motionSecond: Motion,
  second: ArrayLike<number>,
  t: number,
): number {
  return measuredGap(kind, movedVertices(motionFirst, first, motionSecond, second, t));
}

/** A rotation matrix from a rotation vector, row-major. */
export function rotationMatrix(w: readonly number[]): number[] {
  const motion = makeMotion(IDENTITY, [0, 0, 0], w, [0, 0, 0]);
  const columns = [0, 1, 2].map((k) =>
    movedPoint(
      motion,
      [0, 1, 2].map((i) => (i === k ? 1 : 0)),
      0,
      1,
    ),
  );
  return [0, 1, 2].flatMap((row) => columns.map((column) => column[row]));
}

/** rigidAdvance of two bodies that have their vertices each in an array of its own. */
export function advanceBodies(
  a: Float64Array,
  motionA: Motion,
  b: Float64Array,
  motionB: Motion,
  candidates: Int32Array,
  { separation = 0, keep = 0.1, reach = Infinity } = {},
): number {
  const list = candidates.slice();
  for (let at = 0; at < list.length; at += CANDIDATE_STRIDE) {
    const first = firstCount(list[at] & 3);
    for (let v = 0; v < 4; v++) {
      if (v < first === list[at] >= FLIPPED) list[at + 1 + v] += a.length / 3;
    }
  }
  const vertices = Float64Array.of(...a, ...b);
  const motions = Float64Array.of(...motionA, ...motionB);
  const count = list.length / CANDIDATE_STRIDE;
  return rigidAdvance(vertices, motions, list, count, separation, keep, reach, 1);
}

/** When the candidates first come within `separation`, never later than the true time; Infinity: not until t = 1. */
export function firstContact(
  a: Float64Array,
  motionA: Motion,
  b: Float64Array,
  motionB: Motion,
  candidates: Int32Array,
  separation = 0,
): number {
  const time = advanceBodies(a, motionA, b, motionB, candidates, {
    separation,
    keep: 1.4551915228366852e-11,
  });
  return time < 1 ? time : Infinity;
}
