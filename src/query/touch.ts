// When an element that moves straight on first touches another.
//
// Elements that are apart first meet with a vertex on a face or an edge on an edge. For each such pair continuous collision
// (geometry/ccd/linear.ts) finds the time until which it is proven apart: never too late, and too early by no more than the
// roundings of that proof. Pairs nearer than about 2⁻⁴⁵ of their size count as touching.

import {
  EDGE_EDGE,
  linearAdvance,
  type PairKind,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
} from '../geometry/ccd/index.ts';

const end = new Float64Array(18);
const bounds = new Float64Array(12);

/**
 * When two elements touch, as a part of the way, if before `until`; otherwise `until`.
 * @param x     the vertices of the one that moves, then of the other, at the start
 * @param near  what placing them may have rounded [m]
 */
export function touchOf(
  x: Float64Array,
  countA: number,
  countB: number,
  way: Float64Array,
  near: number,
  until: number,
): number {
  writeBounds(bounds, 0, x, 0, countA);
  writeBounds(bounds, 6, x, 3 * countA, countB);
  if (boxesMeetAt(bounds, 0, bounds, 6, way, near) > until) return until;
  end.set(x);
  for (let i = 0; i < 3 * countA; i++) end[i] += way[i % 3];
  let earliest = until;
  for (const { kind, vertices } of contactsOf(countA, countB))
    earliest = Math.min(earliest, linearAdvance(kind, x, end, vertices, 0, 0, 0));
  return earliest;
}

/** Writes the box at `at` around `count` vertices of x. */
function writeBounds(out: Float64Array, at: number, x: Float64Array, from: number, count: number): void {
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = from + k; i < from + 3 * count; i += 3) {
      low = Math.min(low, x[i]);
      high = Math.max(high, x[i]);
    }
    out[at + k] = low;
    out[at + 3 + k] = high;
  }
}

/** When the box at `a`, which moves along the way, comes within `near` of the one at `b` [m]; infinite where it never does. */
export function boxesMeetAt(
  moving: Float64Array,
  a: number,
  still: Float64Array,
  b: number,
  way: Float64Array,
  near = 0,
): number {
  let enter = 0;
  let leave = 1;
  for (let k = 0; k < 3; k++) {
    const below = still[b + k] - moving[a + 3 + k] - near;
    const above = still[b + 3 + k] - moving[a + k] + near;
    const speed = way[k];
    if (speed === 0) {
      if (below > 0 || above < 0) return Infinity;
      continue;
    }
    enter = Math.max(enter, (speed > 0 ? below : above) / speed);
    leave = Math.min(leave, (speed > 0 ? above : below) / speed);
  }
  return enter <= leave ? enter : Infinity;
}

interface Contacts {
  readonly kind: PairKind;
  readonly vertices: readonly number[];
}

const contacts = new Map<number, readonly Contacts[]>();

/** How elements of so many vertices can first touch: a vertex and a face, an edge and an edge, and what is left of these. */
function contactsOf(countA: number, countB: number): readonly Contacts[] {
  const known = contacts.get(4 * countA + countB);
  if (known) return known;
  const a = Array.from({ length: countA }, (_, i) => 3 * i);
  const b = Array.from({ length: countB }, (_, i) => 3 * (countA + i));
  const made: Contacts[] = [];
  const kinds = [POINT_POINT, POINT_EDGE, POINT_TRIANGLE] as const;
  if (countA === 1 || countB === 3)
    for (const p of a) made.push({ kind: kinds[countB - 1], vertices: [p, ...b] });
  if ((countB === 1 && countA > 1) || countA === 3)
    for (const p of b) made.push({ kind: kinds[countA - 1], vertices: [p, ...a] });
  for (const [p, q] of edgesOf(a))
    for (const [r, s] of edgesOf(b)) made.push({ kind: EDGE_EDGE, vertices: [p, q, r, s] });
  contacts.set(4 * countA + countB, made);
  return made;
}

function edgesOf(vertices: readonly number[]): [number, number][] {
  if (vertices.length < 3) return vertices.length === 2 ? [[vertices[0], vertices[1]]] : [];
  return vertices.map((from, i) => [from, vertices[(i + 1) % 3]]);
}
