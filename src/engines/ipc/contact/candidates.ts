// The candidates of one pair of bodies, and how they are found (Ferguson et al. 2021, §4.2, 4.3): trees built once a body, one
// searched in the frame of the other.

import { seeFrom } from '../../../num/index.ts';
import {
  CANDIDATE_STRIDE,
  EDGE_EDGE,
  FLIPPED,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
} from '../../../geometry/ccd/index.ts';
import { mollifierThreshold } from '../../../geometry/distance/index.ts';
import {
  findTreePairs,
  IndexList,
  type PlacedTree,
  type RelativeMotion,
  relativeRest,
} from '../../../geometry/tree/index.ts';
import { measure } from './contacts.ts';
import type { Model } from '../model.ts';
import type { Pair } from './pairs.ts';
import { turnToBody, turnToWorld } from '../step/axes.ts';
import type { Placed, Poses } from '../step/poses.ts';
import type { Primitives } from './shape.ts';
import type { Surface } from '../surface/surface.ts';

const noIntegers = new Int32Array(0);
const noNumbers = new Float64Array(0);

export class Candidates {
  count = 0;
  /** Five integers each: kind (+ FLIPPED where the first primitive is of the pair's b), then vertices of the scene. */
  list = noIntegers;
  /** Distance when last measured, plus the motion that could have shortened it by then [m]. */
  known = noNumbers;
  /** Distance measured at the trial poses, -1 where it was not needed. */
  fresh = noNumbers;
  /** Largest distance of its vertices from the pair's centre while the candidates hold [m]. */
  far = noNumbers;
  /** ε of the parallel-edge mollifier [m⁴]. */
  mollifierThreshold = noNumbers;
  /** How much they push, at most 1: those of 0, which triangulation alone has made, are only kept clear of. */
  share = noNumbers;
  /** The surfaces of the pair's a and b, and their first vertices in the scene. */
  surfaces: readonly Surface[] = [];
  readonly starts = new Int32Array(2);
  /** Index of the first and second primitive within its own body's kind. */
  primitives = noIntegers;

  clear(): void {
    this.count = 0;
  }

  /** Adds the pair at list[at…] with its primitives at primitives[first…]. */
  add(list: Int32Array, at: number, primitives: Int32Array, first: number): void {
    if (this.count === this.known.length) this.grow();
    const to = this.count * CANDIDATE_STRIDE;
    for (let k = 0; k < CANDIDATE_STRIDE; k++) this.list[to + k] = list[at + k];
    this.primitives[2 * this.count] = primitives[first];
    this.primitives[2 * this.count + 1] = primitives[first + 1];
    this.count++;
  }

  private grow(): void {
    const size = Math.max(8, 2 * this.known.length);
    this.list = copied(this.list, new Int32Array(size * CANDIDATE_STRIDE));
    this.known = copied(this.known, new Float64Array(size));
    this.fresh = copied(this.fresh, new Float64Array(size));
    this.far = copied(this.far, new Float64Array(size));
    this.mollifierThreshold = copied(this.mollifierThreshold, new Float64Array(size));
    this.share = copied(this.share, new Float64Array(size));
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
  candidates.surfaces = [model.shapes[pair.a].surface, model.shapes[pair.b].surface];
  candidates.starts[0] = model.vertexStart[pair.a];
  candidates.starts[1] = model.vertexStart[pair.b];
  const reach = pair.dHat + pair.separation + pair.linearBudget;
  setRelative(aToB, poses, pair.a, pair.b, reach);
  setRelative(bToA, poses, pair.b, pair.a, reach);
  aToB.turn = pair.angularBudget;
  bToA.turn = pair.angularBudget;
  aToB.pivot.set(pair.centre);
  placeInWorld(centre, poses, pair);
  unplace(bToA.pivot, poses, pair.a, centre);

  forEachNear(model, pair, aToB, bToA, (list, primitives, count) => {
    for (let c = 0; c < count; c++) {
      candidates.add(list, CANDIDATE_STRIDE * c, primitives, 2 * c);
      keepIfNear(model, poses, pair, reach);
    }
  });
}

/** Takes some pairs of primitives, as candidates are kept: kinds and vertices, and the indices of the primitives. */
type Take = (list: Int32Array, primitives: Int32Array, count: number) => void;

/** Pairs that are taken at once. */
const batchSize = 16384;
const batch = new Int32Array(batchSize * CANDIDATE_STRIDE);
const batchPrimitives = new Int32Array(2 * batchSize);

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
  search(model, POINT_TRIANGLE, a.vertices, va, b.faces, vb, ab, take);
  search(model, POINT_TRIANGLE + FLIPPED, b.vertices, vb, a.faces, va, ba, take);
  search(model, EDGE_EDGE, a.edges, va, b.edges, vb, ab, take);
  // Parallel wires have no edge–edge force (it is mollified away) and no faces to stand in for it: their ends do.
  search(model, POINT_EDGE, a.vertices, va, b.wires, vb, ab, take);
  search(model, POINT_EDGE + FLIPPED, b.vertices, vb, a.wires, va, ba, take);
  search(model, POINT_POINT, a.points, va, b.points, vb, ab, take);
}

function search(
  { native }: Model,
  code: number,
  first: Primitives,
  firstVertex: number,
  second: Primitives,
  secondVertex: number,
  motion: RelativeMotion,
  take: Take,
): void {
  if (first.tree.count === 0 || second.tree.count === 0) return;
  if (native) {
    const { trees } = native;
    trees.begin(first.tree as PlacedTree, second.tree as PlacedTree, motion);
    for (let count = trees.next(); count > 0; count = trees.next()) {
      fillBatch(code, first.indices, firstVertex, second.indices, secondVertex, trees.found, 0, count);
      take(batch, batchPrimitives, count);
    }
    return;
  }
  found.clear();
  findTreePairs(found, first.tree, second.tree, motion);
  for (let from = 0; from < found.length; from += 2 * batchSize) {
    const count = Math.min(batchSize, (found.length - from) / 2);
    fillBatch(code, first.indices, firstVertex, second.indices, secondVertex, found.data, from, count);
    take(batch, batchPrimitives, count);
  }
}

/** Writes the vertices of the primitives in pairs[from…], two a pair, into the batch. */
function fillBatch(
  code: number,
  i: Uint32Array,
  f: number,
  j: Uint32Array,
  s: number,
  pairs: Int32Array,
  from: number,
  count: number,
): void {
  const kind = code & 3;
  let at = 0;
  for (let k = 0; k < count; k++) {
    const p = pairs[from + 2 * k];
    const q = pairs[from + 2 * k + 1];
    batch[at] = code;
    if (kind === EDGE_EDGE) {
      batch[at + 1] = f + i[2 * p];
      batch[at + 2] = f + i[2 * p + 1];
      batch[at + 3] = s + j[2 * q];
      batch[at + 4] = s + j[2 * q + 1];
    } else {
      const corners = kind === POINT_TRIANGLE ? 3 : kind === POINT_EDGE ? 2 : 1;
      batch[at + 1] = f + i[p];
      batch[at + 2] = s + j[corners * q];
      batch[at + 3] = corners > 1 ? s + j[corners * q + 1] : s;
      batch[at + 4] = corners > 2 ? s + j[corners * q + 2] : s;
    }
    batchPrimitives[2 * k] = kind === EDGE_EDGE ? p : i[p];
    batchPrimitives[2 * k + 1] = kind === POINT_POINT ? j[q] : q;
    at += CANDIDATE_STRIDE;
  }
}

const centre = new Float64Array(3);

/** The pair's centre in the world. */
export function placeInWorld(out: Float64Array, { r, q }: Placed, pair: Pair): void {
  turnToWorld(out, 0, r, 9 * pair.b, pair.centre, 0);
  for (let k = 0; k < 3; k++) out[k] += q[3 * pair.b + k];
}

/** A point of the world in body coordinates. */
export function unplace(out: Float64Array, { r, q }: Placed, body: number, point: Float64Array): void {
  const x = point[0] - q[3 * body];
  const y = point[1] - q[3 * body + 1];
  const z = point[2] - q[3 * body + 2];
  turnToBody(out, r, 9 * body, x, y, z);
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
  candidates.mollifierThreshold[c] =
    kind === EDGE_EDGE
      ? mollifierThreshold(
          distanceSquared(model.vertices, 3 * list[at + 1], model.vertices, 3 * list[at + 2]),
          distanceSquared(model.vertices, 3 * list[at + 3], model.vertices, 3 * list[at + 4]),
        )
      : 0;
  candidates.share[c] = shareOf(candidates, c);
}

/** How sharp the two edges of a candidate are, or its vertex. */
function shareOf({ list, primitives, surfaces }: Candidates, c: number): number {
  const code = list[c * CANDIDATE_STRIDE];
  const first = surfaces[code >= FLIPPED ? 1 : 0];
  if ((code & 3) !== EDGE_EDGE) return first.vertexSharpness[primitives[2 * c]];
  return first.edgeSharpness[primitives[2 * c]] * surfaces[1].edgeSharpness[primitives[2 * c + 1]];
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
  seeFrom(motion.rotation, motion.translation, poses.r, poses.q, a, b);
  motion.distance = distance;
}
