// The candidates of one pair of bodies, and how they are found (seed 003 §4.2, 4.3): trees built once a body, one
// searched in the frame of the other.

import { CANDIDATE_STRIDE, FLIPPED } from '../../geometry/ccd/curved.ts';
import { EDGE_EDGE, POINT_EDGE, POINT_POINT, POINT_TRIANGLE } from '../../geometry/ccd/kind.ts';
import { mollifierThreshold } from '../../geometry/distance/mollifier.ts';
import { IndexList } from '../../geometry/index-list.ts';
import { findTreePairs, type RelativeMotion, relativeRest } from '../../geometry/tree-pairs.ts';
import { measure } from './contacts.ts';
import type { Model } from './model.ts';
import type { Pair } from './pairs.ts';
import type { Placed, Poses } from './poses.ts';
import type { Primitives } from './shape.ts';

export class Candidates {
  count = 0;
  /** Five integers each: kind (+ FLIPPED where the first primitive is of the pair's b), then vertices of the scene. */
  list = new Int32Array(0);
  /** Distance when last measured, plus the motion that could have shortened it by then [m]. */
  known = new Float64Array(0);
  /** Distance measured at the trial poses, -1 where it was not needed. */
  fresh = new Float64Array(0);
  /** Largest distance of its vertices from the pair's centre while the candidates hold [m]. */
  far = new Float64Array(0);
  /** ε of the parallel-edge mollifier [m⁴]. */
  mollifierThreshold = new Float64Array(0);
  /** Index of the first and second primitive within its own body's kind. */
  primitives = new Int32Array(0);

  clear(): void {
    this.count = 0;
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
    const size = Math.max(32, 2 * this.known.length);
    this.list = copied(this.list, new Int32Array(size * CANDIDATE_STRIDE));
    this.known = copied(this.known, new Float64Array(size));
    this.fresh = copied(this.fresh, new Float64Array(size));
    this.far = copied(this.far, new Float64Array(size));
    this.mollifierThreshold = copied(this.mollifierThreshold, new Float64Array(size));
    this.primitives = copied(this.primitives, new Int32Array(2 * size));
  }
}

function copied<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

const found = new IndexList(256);
const aToB = relativeRest(0);
const bToA = relativeRest(0);
const record = new Float64Array(8);

/** Finds the pair's candidates at the given poses for its present budgets and centre. */
export function findCandidates(model: Model, poses: Poses, pair: Pair): void {
  const { candidates } = pair;
  candidates.clear();
  const reach = pair.dHat + pair.separation + pair.linearBudget;
  setRelative(aToB, poses, pair.a, pair.b, reach);
  setRelative(bToA, poses, pair.b, pair.a, reach);
  aToB.turn = pair.angularBudget;
  bToA.turn = pair.angularBudget;
  aToB.pivot.set(pair.centre);
  placeInWorld(centre, poses, pair);
  unplace(bToA.pivot, poses, pair.a, centre);

  forEachNear(model, pair, aToB, bToA, (code, v0, v1, v2, v3, first, second) => {
    candidates.add(code, v0, v1, v2, v3, first, second);
    keepIfNear(model, poses, pair, reach);
  });
}

/** Takes a pair of primitives: kind (+ FLIPPED), four vertices of the scene, indices of the two primitives. */
type Take = (
  code: number,
  v0: number,
  v1: number,
  v2: number,
  v3: number,
  first: number,
  second: number,
) => void;

/** Every pair of primitives that may come near under the two relative motions, in an order that the trees alone give. */
export function forEachNear(
  model: Model,
  pair: Pair,
  ab: RelativeMotion,
  ba: RelativeMotion,
  take: Take,
): void {
  const a = model.shapes[pair.a];
  const b = model.shapes[pair.b];
  const va = model.vertexStart[pair.a];
  const vb = model.vertexStart[pair.b];
  const search = (kind: number, first: Primitives, second: Primitives, flipped: boolean): void => {
    const f = flipped ? vb : va;
    const s = flipped ? va : vb;
    const code = kind + (flipped ? FLIPPED : 0);
    const i = first.indices;
    const j = second.indices;
    const takeAll = (list: Int32Array, length: number): void => {
      for (let k = 0; k < length; k += 2) {
        const p = list[k];
        const q = list[k + 1];
        if (kind === POINT_TRIANGLE) {
          take(code, f + i[p], s + j[3 * q], s + j[3 * q + 1], s + j[3 * q + 2], i[p], q);
        } else if (kind === EDGE_EDGE) {
          take(code, f + i[2 * p], f + i[2 * p + 1], s + j[2 * q], s + j[2 * q + 1], p, q);
        } else if (kind === POINT_EDGE) take(code, f + i[p], s + j[2 * q], s + j[2 * q + 1], s, i[p], q);
        else take(code, f + i[p], s + j[q], s, s, i[p], j[q]);
      }
    };
    const motion = flipped ? ba : ab;
    if (model.native) {
      const { search: trees } = model.native;
      trees.begin(first.tree, second.tree, motion);
      for (let count = trees.next(); count > 0; count = trees.next()) takeAll(trees.found, 2 * count);
    } else {
      found.clear();
      findTreePairs(found, first.tree, second.tree, motion);
      takeAll(found.data, found.length);
    }
  };
  search(POINT_TRIANGLE, a.vertices, b.faces, false);
  search(POINT_TRIANGLE, b.vertices, a.faces, true);
  search(EDGE_EDGE, a.edges, b.edges, false);
  // Parallel wires have no edge–edge force (it is mollified away) and no faces to stand in for it: their ends do.
  search(POINT_EDGE, a.vertices, b.wires, false);
  search(POINT_EDGE, b.vertices, a.wires, true);
  search(POINT_POINT, a.points, b.points, false);
}

const centre = new Float64Array(3);

/** The pair's centre in the world. */
export function placeInWorld(out: Float64Array, { r, q }: Placed, pair: Pair): void {
  const m = 9 * pair.b;
  const c = pair.centre;
  for (let k = 0; k < 3; k++) {
    out[k] = r[m + 3 * k] * c[0] + r[m + 3 * k + 1] * c[1] + r[m + 3 * k + 2] * c[2] + q[3 * pair.b + k];
  }
}

/** A point of the world in body coordinates. */
export function unplace(out: Float64Array, { r, q }: Placed, body: number, point: Float64Array): void {
  const x = point[0] - q[3 * body];
  const y = point[1] - q[3 * body + 1];
  const z = point[2] - q[3 * body + 2];
  const m = 9 * body;
  for (let k = 0; k < 3; k++) out[k] = r[m + k] * x + r[m + 3 + k] * y + r[m + 6 + k] * z;
}

/** Measures the candidate just added and drops it again where it is out of reach. */
function keepIfNear(model: Model, poses: Poses, pair: Pair, reach: number): void {
  const { candidates } = pair;
  const c = candidates.count - 1;
  const at = c * CANDIDATE_STRIDE;
  const { list } = candidates;
  measure(record, 0, poses.x, list, at);
  const distance = Math.sqrt(record[7]);
  const kind = list[at] & 3;
  let far = 0;
  const vertices = kind === POINT_POINT ? 2 : kind === POINT_EDGE ? 3 : 4;
  for (let v = 1; v <= vertices; v++)
    far = Math.max(far, distanceSquared(poses.x, 3 * list[at + v], centre, 0));
  // while the budget lasts, vertices may get further from the centre
  far = Math.sqrt(far) * (1 + pair.angularBudget) + pair.linearBudget;
  if (distance > reach + pair.angularBudget * far) {
    candidates.count--;
    return;
  }
  candidates.known[c] = distance;
  candidates.fresh[c] = -1;
  candidates.far[c] = far;
  const { vertices: x } = model;
  candidates.mollifierThreshold[c] =
    kind === EDGE_EDGE
      ? mollifierThreshold(
          distanceSquared(x, 3 * list[at + 1], x, 3 * list[at + 2]),
          distanceSquared(x, 3 * list[at + 3], x, 3 * list[at + 4]),
        )
      : 0;
}

function distanceSquared(x: Float64Array, i: number, y: Float64Array, j: number): number {
  const dx = x[i] - y[j];
  const dy = x[i + 1] - y[j + 1];
  const dz = x[i + 2] - y[j + 2];
  return dx * dx + dy * dy + dz * dz;
}

/** Pose of body a seen from body b, into a relative motion at rest. */
export function setRelative(
  motion: RelativeMotion,
  poses: Placed,
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
    for (let j = 0; j < 3; j++) {
      motion.rotation[3 * i + j] = b0 * r[ra + j] + b1 * r[ra + 3 + j] + b2 * r[ra + 6 + j];
    }
    motion.translation[i] = b0 * dx + b1 * dy + b2 * dz;
  }
  motion.distance = distance;
}
