// Pairs of bodies that are clear of each other: so far apart that nothing of them comes within reach for a while, whatever they
// do there. Most pairs of a heap that falls are, and cost nothing but to count how far they move against each other.
//
// What separates the boxes of two bodies along an axis, theirs or a product of theirs, is a lower bound on their distance (Gottschalk et
// al. 1996, "OBBTree", uses its sign). Bodies that are not convex may be nearer to each other than their boxes: their
// candidates tell.

import type { Placed } from '../step/poses.ts';
import type { Work } from '../step/work.ts';
import type { Pair, PairMotion } from './pairs.ts';
import { placeCentre } from './refresh.ts';
import type { Box } from './shape.ts';

/** Bounds how far a pair comes from the present poses by a motion of its bodies: by its approach while it is clear, else as it says itself. */
export function boundPair(work: Work, pair: Pair, motion: PairMotion): void {
  const { poses, model } = work;
  if (pair.clear >= 0) {
    pair.approach = pair.approachOf(model.coreRadius, motion);
    if (pair.approach <= pair.clear) return;
    pair.clear = Math.max(pair.clear, clearanceOf(work, pair));
    if (pair.approach <= pair.clear) return;
    pair.endClear();
    placeCentre(work, pair);
    pair.setBase(poses);
  }
  pair.bound(poses, model.coreRadius, motion);
}

/** Before a step by which the bodies of a pair may come nearer by `approach`: whether they stay clear, as is noted. */
export function becomesClear(work: Work, pair: Pair, approach: number): boolean {
  const clear = clearanceOf(work, pair);
  if (!(clear >= approach)) return false;
  pair.beginClear(clear);
  pair.approach = approach;
  return true;
}

/** How much nearer two bodies may come before anything of them can be within reach [m]; below zero where that is not known. */
function clearanceOf({ model, poses }: Work, { a, b, dHat, separation }: Pair): number {
  const { shapes } = model;
  return (1 - 1e-9) * boxDistance(shapes[a].box, shapes[b].box, poses, a, b) - dHat - separation;
}

/** The box of b seen from that of a: its axes in columns, how long they are on those of a, and its centre. */
const turn = new Float64Array(9);
const size = new Float64Array(9);
const apart = new Float64Array(3);

/** A lower bound on the distance of two boxes that move with bodies a and b [m], below zero where they may overlap. */
export function boxDistance(one: Box, other: Box, { q, r }: Placed, a: number, b: number): number {
  const ra = 9 * a;
  const rb = 9 * b;
  const { centre: c, half: h } = one;
  const { centre: d, half: k } = other;
  const x = q[3 * b] - q[3 * a] + r[rb] * d[0] + r[rb + 1] * d[1] + r[rb + 2] * d[2];
  const y = q[3 * b + 1] - q[3 * a + 1] + r[rb + 3] * d[0] + r[rb + 4] * d[1] + r[rb + 5] * d[2];
  const z = q[3 * b + 2] - q[3 * a + 2] + r[rb + 6] * d[0] + r[rb + 7] * d[1] + r[rb + 8] * d[2];
  let most = -Infinity;
  for (let i = 0; i < 3; i++) {
    const ax = r[ra + i];
    const ay = r[ra + 3 + i];
    const az = r[ra + 6 + i];
    apart[i] = ax * x + ay * y + az * z - c[i];
    let reach = h[i];
    for (let j = 0; j < 3; j++) {
      const along = ax * r[rb + j] + ay * r[rb + 3 + j] + az * r[rb + 6 + j];
      turn[3 * i + j] = along;
      size[3 * i + j] = Math.abs(along);
      reach += k[j] * size[3 * i + j];
    }
    most = Math.max(most, Math.abs(apart[i]) - reach);
  }
  for (let j = 0; j < 3; j++) {
    const way = apart[0] * turn[j] + apart[1] * turn[3 + j] + apart[2] * turn[6 + j];
    const reach = k[j] + h[0] * size[j] + h[1] * size[3 + j] + h[2] * size[6 + j];
    most = Math.max(most, Math.abs(way) - reach);
  }
  return Math.max(most, acrossEdges(h, k));
}

/** The same along the products of the boxes' axes, as far as these are axes. */
function acrossEdges(h: ArrayLike<number>, k: ArrayLike<number>): number {
  let most = -Infinity;
  for (let i = 0; i < 3; i++) {
    const i1 = (i + 1) % 3;
    const i2 = (i + 2) % 3;
    for (let j = 0; j < 3; j++) {
      const j1 = (j + 1) % 3;
      const j2 = (j + 2) % 3;
      // e_i × b_j, of which the part along a's axis i is zero
      const squared = 1 - turn[3 * i + j] * turn[3 * i + j];
      if (squared < 1e-6) continue;
      const way = apart[i2] * turn[3 * i1 + j] - apart[i1] * turn[3 * i2 + j];
      const reach =
        h[i1] * size[3 * i2 + j] +
        h[i2] * size[3 * i1 + j] +
        k[j1] * size[3 * i + j2] +
        k[j2] * size[3 * i + j1];
      most = Math.max(most, (Math.abs(way) - reach) / Math.sqrt(squared));
    }
  }
  return most;
}
