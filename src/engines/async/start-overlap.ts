// Starts that intersect: found exactly, named by both primitives. And how near the nearest primitives start.
//
// Two faces that share one vertex meet there by rights; they intersect besides where the opposite edge of one goes
// through the other. Two that share an edge cannot cross. What nothing pushes is not looked at.

import { buildTree, findSelfPairs, IndexList, writePrimitiveBoxes } from '../../geometry/tree/index.ts';
import {
  edgeEdgeDistanceSquared,
  pointPointDistanceSquared,
  pointTriangleDistanceSquared,
} from '../../geometry/distance/index.ts';
import { segmentIntersectsTriangle, simplicesIntersect } from '../../geometry/predicates/index.ts';
import type { Fault } from '../../scene/fault/index.ts';
import { itemName, type Model } from './model/model.ts';

/** More faults than this help nobody. */
const MOST_FAULTS = 20;

/** Faces, wires and points of the scene in one list. */
interface Simplices {
  readonly count: number;
  /** First vertex of each in `corners`, and the end. */
  readonly start: Int32Array;
  readonly corners: Int32Array;
  /** Number of the face or edge within its item, or of the vertex. */
  readonly id: Int32Array;
}

export function findStartOverlaps(model: Model): Fault[] {
  const faults: Fault[] = [];
  forNearSimplices(model, 0, (simplices, i, j) => {
    if (faults.length >= MOST_FAULTS || !intersect(model, simplices, i, j)) return;
    const [a, b] = [itemOf(model, simplices, i), itemOf(model, simplices, j)];
    const self = a === b;
    faults.push({
      what: self
        ? `intersects itself at the start (its ${describe(simplices, i)} and ${describe(simplices, j)})`
        : `intersects ${itemName(model, b)} at the start (its ${describe(simplices, i)} and the other's ${describe(simplices, j)})`,
      where: itemName(model, a),
      remedy: 'move them apart, or untangle the start',
      code: 'overlap',
    });
  });
  return faults;
}

export interface Nearness {
  /** Pairs of primitives that start nearer than their η₁: their layers push from the first instant. */
  readonly count: number;
  /** The smallest distance over η₁, 1 where none is nearer. */
  readonly share: number;
  /** Both items of that pair, −1 where there is none. */
  readonly a: number;
  readonly b: number;
}

/** What starts nearer than the thickness asks. */
export function startNearness(model: Model): Nearness {
  let count = 0;
  let share = 1;
  let [nearA, nearB] = [-1, -1];
  const { items, rules } = model;
  forNearSimplices(model, rules.thickest, (simplices, i, j) => {
    const [a, b] = [itemOf(model, simplices, i), itemOf(model, simplices, j)];
    const thickness = rules.thickness[a * items + b];
    const least = Math.sqrt(distanceSquared(model, simplices, i, j)) / thickness;
    if (!(least < 1)) return;
    count++;
    if (least < share) [share, nearA, nearB] = [least, a, b];
  });
  return { count, share, a: nearA, b: nearB };
}

function forNearSimplices(
  model: Model,
  distance: number,
  visit: (simplices: Simplices, i: number, j: number) => void,
): void {
  const simplices = simplicesOf(model);
  const boxes = new Float64Array(6 * simplices.count);
  for (let i = 0; i < simplices.count; i++) {
    const corners = simplices.corners.subarray(simplices.start[i], simplices.start[i + 1]);
    writePrimitiveBoxes(boxes.subarray(6 * i, 6 * i + 6), model.positions, corners, corners.length);
  }
  const found = new IndexList(256);
  findSelfPairs(found, buildTree(boxes), distance);
  for (let k = 0; k < found.length; k += 2) {
    const [i, j] = [found.data[k], found.data[k + 1]];
    if (mayPush(model, simplices, i, j)) visit(simplices, i, j);
  }
}

function simplicesOf(model: Model): Simplices {
  const start = [0];
  const corners: number[] = [];
  const id: number[] = [];
  const add = (vertices: Iterable<number>, number: number): void => {
    corners.push(...vertices);
    start.push(corners.length);
    id.push(number);
  };
  for (let item = 0; item < model.items; item++) {
    for (let f = model.firstFace[item]; f < model.firstFace[item + 1]; f++)
      add(model.faces.subarray(3 * f, 3 * f + 3), f - model.firstFace[item]);
    const wires = model.firstEdge[item] + model.topologies[item].faceEdgeCount;
    for (let e = wires; e < model.firstEdge[item + 1]; e++)
      add(model.edges.subarray(2 * e, 2 * e + 2), e - model.firstEdge[item]);
  }
  for (const v of model.points) add([v], v - model.firstVertex[model.itemOfVertex[v]]);
  return {
    count: id.length,
    start: Int32Array.from(start),
    corners: Int32Array.from(corners),
    id: Int32Array.from(id),
  };
}

function itemOf(model: Model, { start, corners }: Simplices, i: number): number {
  return model.itemOfVertex[corners[start[i]]];
}

function mayPush(model: Model, simplices: Simplices, i: number, j: number): boolean {
  const [a, b] = [itemOf(model, simplices, i), itemOf(model, simplices, j)];
  if (model.rules.collide[a * model.items + b] === 0) return false;
  return [i, j].some((one) => {
    for (let c = simplices.start[one]; c < simplices.start[one + 1]; c++) {
      if (model.inverseMasses[simplices.corners[c]] > 0) return true;
    }
    return false;
  });
}

const x = new Float64Array(18);

function intersect(model: Model, simplices: Simplices, i: number, j: number): boolean {
  const a = cornersOf(simplices, i);
  const b = cornersOf(simplices, j);
  const shared = a.filter((v) => b.includes(v));
  const at = (v: number): number => 3 * v;
  if (shared.length === 0) {
    for (const [k, v] of [...a, ...b].entries()) x.set(model.positions.subarray(3 * v, 3 * v + 3), 3 * k);
    return simplicesIntersect(x, a.length, b.length);
  }
  if (shared.length > 1 || a.length < 3 || b.length < 3) return false;
  const [p, q] = a.filter((v) => v !== shared[0]);
  const [r, s] = b.filter((v) => v !== shared[0]);
  return (
    segmentIntersectsTriangle(model.positions, at(p), at(q), at(b[0]), at(b[1]), at(b[2])) ||
    segmentIntersectsTriangle(model.positions, at(r), at(s), at(a[0]), at(a[1]), at(a[2]))
  );
}

/** Over the primitives of both that share no vertex; infinite where there are none. */
function distanceSquared(model: Model, simplices: Simplices, i: number, j: number): number {
  const p = model.positions;
  const a = cornersOf(simplices, i);
  const b = cornersOf(simplices, j);
  let least = Number.POSITIVE_INFINITY;
  const offer = (squared: number): void => {
    least = Math.min(least, squared);
  };
  for (const [one, other] of [
    [a, b],
    [b, a],
  ]) {
    if (other.length < 3) continue;
    for (const v of one) {
      if (other.includes(v)) continue;
      offer(pointTriangleDistanceSquared(p, 3 * v, 3 * other[0], 3 * other[1], 3 * other[2]));
    }
  }
  for (const [u, v] of edgesOf(a)) {
    for (const [s, t] of edgesOf(b)) {
      if (u === s || u === t || v === s || v === t) continue;
      offer(edgeEdgeDistanceSquared(p, 3 * u, 3 * v, 3 * s, 3 * t));
    }
  }
  if (a.length === 1 && b.length === 1) offer(pointPointDistanceSquared(p, 3 * a[0], 3 * b[0]));
  return least;
}

function cornersOf({ start, corners }: Simplices, i: number): number[] {
  return [...corners.subarray(start[i], start[i + 1])];
}

function edgesOf(corners: readonly number[]): [number, number][] {
  if (corners.length === 2) return [[corners[0], corners[1]]];
  if (corners.length < 3) return [];
  return corners.map((v, k) => [v, corners[(k + 1) % 3]]);
}

function describe(simplices: Simplices, i: number): string {
  const corners = simplices.start[i + 1] - simplices.start[i];
  const kind = corners === 3 ? 'face' : corners === 2 ? 'edge' : 'vertex';
  return `${kind} ${simplices.id[i]}`;
}
