// Candidates: all pairs of primitives that can come within reach while no body leaves its motion budget.
//
// Found from the poses at one instant with trees built once a body (seed 003 §4.2, 4.3) and then used for the
// barrier, for continuous collision and for the islands until a body has spent its budget, often for many steps.

import { CANDIDATE_STRIDE, FLIPPED } from '../../geometry/ccd/curved.ts';
import { EDGE_EDGE, POINT_EDGE, POINT_POINT, POINT_TRIANGLE } from '../../geometry/ccd/kind.ts';
import { mollifierThreshold } from '../../geometry/distance/mollifier.ts';
import { IndexList } from '../../geometry/index-list.ts';
import { findTreePairs, type RelativeMotion, relativeRest } from '../../geometry/tree-pairs.ts';
import { measure } from './contacts.ts';
import type { Model } from './model.ts';
import type { Pair } from './pairs.ts';
import type { Poses } from './poses.ts';
import type { Primitives } from './shape.ts';

export class Candidates {
  count = 0;
  /** Five integers each: kind (+ FLIPPED where the first primitive is of the pair's b), then vertices of the scene. */
  list = new Int32Array(64 * CANDIDATE_STRIDE);
  /** Distance when last measured, plus the pair's motion then [m]. */
  known = new Float64Array(64);
  /** Distance measured at the trial poses, -1 where it was not needed. */
  fresh = new Float64Array(64);
  /** ε of the parallel-edge mollifier [m⁴]. */
  mollifierThreshold = new Float64Array(64);
  /** Index of the first and second primitive within its own body's kind. */
  primitives = new Int32Array(128);
  pairs: Pair[] = [];

  clear(): void {
    this.count = 0;
    this.pairs = [];
  }

  add(kind: number, v0: number, v1: number, v2: number, v3: number, first: number, second: number): void {
    if (this.count === this.known.length) this.grow();
    const at = this.count * CANDIDATE_STRIDE;
    this.list[at] = kind;
    this.list[at + 1] = v0;
    this.list[at + 2] = v1;
    this.list[at + 3] = v2;
    this.list[at + 4] = v3;
    this.primitives[2 * this.count] = first;
    this.primitives[2 * this.count + 1] = second;
    this.count++;
  }

  private grow(): void {
    const size = 2 * this.known.length;
    const list = new Int32Array(size * CANDIDATE_STRIDE);
    list.set(this.list);
    this.list = list;
    const known = new Float64Array(size);
    known.set(this.known);
    this.known = known;
    this.fresh = new Float64Array(size);
    const threshold = new Float64Array(size);
    threshold.set(this.mollifierThreshold);
    this.mollifierThreshold = threshold;
    const primitives = new Int32Array(2 * size);
    primitives.set(this.primitives);
    this.primitives = primitives;
  }
}

const found = new IndexList(256);
const aToB = relativeRest(0);
const bToA = relativeRest(0);
const record = new Float64Array(8);

/** Finds the candidates of one pair; returns the pair where there are any. */
export function addPairCandidates(
  candidates: Candidates,
  model: Model,
  poses: Poses,
  pair: Pair,
  slack: number,
): boolean {
  const reach = pair.dHat + pair.separation + slack;
  setRelative(aToB, poses, pair.a, pair.b, reach);
  setRelative(bToA, poses, pair.b, pair.a, reach);
  const a = model.shapes[pair.a];
  const b = model.shapes[pair.b];
  const va = model.vertexStart[pair.a];
  const vb = model.vertexStart[pair.b];
  pair.start = candidates.count;
  const search = (kind: number, first: Primitives, second: Primitives, flipped: boolean): void => {
    found.clear();
    findTreePairs(found, first.tree, second.tree, flipped ? bToA : aToB);
    const f = flipped ? vb : va;
    const s = flipped ? va : vb;
    const code = kind + (flipped ? FLIPPED : 0);
    const i = first.indices;
    const j = second.indices;
    for (let k = 0; k < found.length; k += 2) {
      const p = found.data[k];
      const q = found.data[k + 1];
      if (kind === POINT_TRIANGLE)
        candidates.add(code, f + i[p], s + j[3 * q], s + j[3 * q + 1], s + j[3 * q + 2], i[p], q);
      else if (kind === EDGE_EDGE)
        candidates.add(code, f + i[2 * p], f + i[2 * p + 1], s + j[2 * q], s + j[2 * q + 1], p, q);
      else if (kind === POINT_EDGE)
        candidates.add(code, f + i[p], s + j[2 * q], s + j[2 * q + 1], s, i[p], q);
      else candidates.add(code, f + i[p], s + j[q], s, s, i[p], j[q]);
      keepIfNear(candidates, model, poses, reach);
    }
  };
  search(POINT_TRIANGLE, a.vertices, b.faces, false);
  search(POINT_TRIANGLE, b.vertices, a.faces, true);
  search(EDGE_EDGE, a.edges, b.edges, false);
  // Parallel wires have no edge–edge force (it is mollified away) and no faces to stand in for it: their ends do.
  search(POINT_EDGE, a.vertices, b.wires, false);
  search(POINT_EDGE, b.vertices, a.wires, true);
  search(POINT_POINT, a.points, b.points, false);
  pair.end = candidates.count;
  return pair.end > pair.start;
}

/** Measures the candidate just added and drops it again where it is out of reach. */
function keepIfNear(candidates: Candidates, model: Model, poses: Poses, reach: number): void {
  const c = candidates.count - 1;
  const at = c * CANDIDATE_STRIDE;
  const { list } = candidates;
  measure(record, 0, poses.x, list, at);
  const distance = Math.sqrt(record[7]);
  if (distance > reach) {
    candidates.count--;
    return;
  }
  candidates.known[c] = distance;
  candidates.fresh[c] = -1;
  candidates.mollifierThreshold[c] =
    (list[at] & 3) === EDGE_EDGE
      ? mollifierThreshold(
          lengthSquared(model.vertices, list[at + 1], list[at + 2]),
          lengthSquared(model.vertices, list[at + 3], list[at + 4]),
        )
      : 0;
}

function lengthSquared(x: Float64Array, i: number, j: number): number {
  const dx = x[3 * i] - x[3 * j];
  const dy = x[3 * i + 1] - x[3 * j + 1];
  const dz = x[3 * i + 2] - x[3 * j + 2];
  return dx * dx + dy * dy + dz * dz;
}

/** Pose of body a seen from body b, into a relative motion at rest. */
export function setRelative(
  motion: RelativeMotion,
  poses: Poses,
  a: number,
  b: number,
  distance: number,
): void {
  const { r, q } = poses;
  const ra = 9 * a;
  const rb = 9 * b;
  const dx = q[3 * a] - q[3 * b];
  const dy = q[3 * a + 1] - q[3 * b + 1];
  const dz = q[3 * a + 2] - q[3 * b + 2];
  for (let i = 0; i < 3; i++) {
    const b0 = r[rb + i];
    const b1 = r[rb + 3 + i];
    const b2 = r[rb + 6 + i];
    for (let j = 0; j < 3; j++)
      motion.rotation[3 * i + j] = b0 * r[ra + j] + b1 * r[ra + 3 + j] + b2 * r[ra + 6 + j];
    motion.translation[i] = b0 * dx + b1 * dy + b2 * dz;
  }
  motion.distance = distance;
}
