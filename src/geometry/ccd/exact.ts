// When two primitives moving along straight lines first touch, decided exactly.
//
// Coordinates are doubles, so they are integers after scaling by a power of two, and positions are
// linear polynomials in t with integer coefficients. Two primitives of three dimensions touch only
// while their four points are coplanar, at the roots of the cubic
//
//   f(t) = (p − a)·((b − a) × (c − a))       or       (b₀ − a₀)·((a₁ − a₀) × (b₁ − b₀))
//
// and at a root the signs of polynomials of degree four or less say whether they touch. Where f is
// zero at all times the motion stays in a (moving) plane; there two primitives meet first with a
// vertex of one on an edge of the other, because crossings in a plane do not appear from nothing.
// A point and an edge that stay collinear meet first at an end. So
//
//   point–triangle, edge–edge  →  point–edge  →  point–point
//
// covers every degenerate motion: flat triangles, zero-length edges, no motion at all.

import { EDGE_EDGE, type PairKind, POINT_EDGE, POINT_POINT, POINT_TRIANGLE, vertexTotal } from './kind.ts';
import {
  addPolynomials,
  isZero,
  multiplyPolynomials,
  type Polynomial,
  type Root,
  rootFloor,
  rootsInUnit,
  signAtRoot,
  startPoint,
  subtractPolynomials,
} from './polynomial.ts';

/** Three polynomials in t: a point or vector that moves. */
type Path = readonly [Polynomial, Polynomial, Polynomial];

const bitsOf = new DataView(new ArrayBuffer(8));

/** The integer m and the exponent e with value = m · 2^e. */
function decompose(value: number): [bigint, number] {
  bitsOf.setFloat64(0, value);
  const high = bitsOf.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(bitsOf.getUint32(4));
  const magnitude = exponent === 0 ? fraction : fraction | (1n << 52n);
  return [high >>> 31 === 1 ? -magnitude : magnitude, Math.max(exponent, 1) - 1075];
}

/** The pair's vertices as paths with integer coefficients, all scaled by one power of two. */
function integerPaths(x0: Float64Array, x1: Float64Array, vertices: readonly number[]): Path[] {
  const numbers: [bigint, number][] = [];
  for (const v of vertices)
    for (let k = 0; k < 3; k++) numbers.push(decompose(x0[v + k]), decompose(x1[v + k]));
  let lowest = Infinity;
  for (const [m, e] of numbers) {
    if (m === 0n) continue;
    let exponent = e;
    for (let odd = m; (odd & 1n) === 0n && exponent < lowest; odd >>= 1n) exponent++;
    lowest = Math.min(lowest, exponent);
  }
  const integers = numbers.map(([m, e]) => {
    if (m === 0n) return 0n;
    return e >= lowest ? m << BigInt(e - lowest) : m >> BigInt(lowest - e);
  });
  return vertices.map((_, v) => {
    const path = [0, 1, 2].map((k) => {
      const from = integers[6 * v + 2 * k];
      return subtractPolynomials([from, integers[6 * v + 2 * k + 1]], [0n, from]);
    });
    return [path[0], path[1], path[2]];
  });
}

const difference = (a: Path, b: Path): Path => [
  subtractPolynomials(a[0], b[0]),
  subtractPolynomials(a[1], b[1]),
  subtractPolynomials(a[2], b[2]),
];

function minor(a: Path, b: Path, i: number, j: number): Polynomial {
  return subtractPolynomials(multiplyPolynomials(a[i], b[j]), multiplyPolynomials(a[j], b[i]));
}

const cross = (a: Path, b: Path): Path => [minor(a, b, 1, 2), minor(a, b, 2, 0), minor(a, b, 0, 1)];

function dot(a: Path, b: Path): Polynomial {
  const xy = addPolynomials(multiplyPolynomials(a[0], b[0]), multiplyPolynomials(a[1], b[1]));
  return addPolynomials(xy, multiplyPolynomials(a[2], b[2]));
}

const vanishes = (v: Path, at: Root): boolean => v.every((component) => signAtRoot(component, at) === 0);

/** Whether p lies on the segment: collinear with its ends and not beyond either. */
function onSegment(p: Path, a: Path, b: Path, at: Root): boolean {
  const pa = difference(p, a);
  const pb = difference(p, b);
  return signAtRoot(dot(pa, pb), at) <= 0 && vanishes(cross(pa, pb), at);
}

function inTriangle(p: Path, a: Path, b: Path, c: Path, at: Root): boolean {
  const normal = cross(difference(b, a), difference(c, a));
  if (vanishes(normal, at)) return onSegment(p, a, b, at) || onSegment(p, b, c, at) || onSegment(p, c, a, at);
  const inner = (from: Path, to: Path): boolean =>
    signAtRoot(dot(cross(difference(to, from), difference(p, from)), normal), at) >= 0;
  return signAtRoot(dot(difference(p, a), normal), at) === 0 && inner(a, b) && inner(b, c) && inner(c, a);
}

function segmentsCross(a0: Path, a1: Path, b0: Path, b1: Path, at: Root): boolean {
  const a = difference(a1, a0);
  const b = difference(b1, b0);
  const normal = cross(a, b);
  if (vanishes(normal, at)) {
    return (
      onSegment(a0, b0, b1, at) ||
      onSegment(a1, b0, b1, at) ||
      onSegment(b0, a0, a1, at) ||
      onSegment(b1, a0, a1, at)
    );
  }
  if (signAtRoot(dot(difference(b0, a0), normal), at) !== 0) return false;
  const side = (line: Path, origin: Path, point: Path): number =>
    signAtRoot(dot(cross(line, difference(point, origin)), normal), at);
  return side(a, a0, b0) * side(a, a0, b1) <= 0 && side(b, b0, a0) * side(b, b0, a1) <= 0;
}

/** The first of f's roots at which `touches` holds, rounded down. */
function firstRoot(f: Polynomial, touches: (at: Root) => boolean): number {
  for (const root of rootsInUnit(f)) if (touches(root)) return rootFloor(root);
  return Infinity;
}

function pointPoint(p: Path, q: Path): number {
  const gap = difference(p, q);
  const moving = gap.find((component) => !isZero(component));
  return moving === undefined ? 0 : firstRoot(moving, (at) => vanishes(gap, at));
}

function pointEdge(p: Path, a: Path, b: Path): number {
  const area = cross(difference(p, a), difference(p, b));
  const moving = area.find((component) => !isZero(component));
  if (moving !== undefined) return firstRoot(moving, (at) => onSegment(p, a, b, at));
  if (onSegment(p, a, b, startPoint())) return 0;
  return Math.min(pointPoint(p, a), pointPoint(p, b));
}

function pointTriangle(p: Path, a: Path, b: Path, c: Path): number {
  const volume = dot(difference(p, a), cross(difference(b, a), difference(c, a)));
  if (!isZero(volume)) return firstRoot(volume, (at) => inTriangle(p, a, b, c, at));
  if (inTriangle(p, a, b, c, startPoint())) return 0;
  return Math.min(pointEdge(p, a, b), pointEdge(p, b, c), pointEdge(p, c, a));
}

function edgeEdge(a0: Path, a1: Path, b0: Path, b1: Path): number {
  const volume = dot(difference(b0, a0), cross(difference(a1, a0), difference(b1, b0)));
  if (!isZero(volume)) return firstRoot(volume, (at) => segmentsCross(a0, a1, b0, b1, at));
  if (segmentsCross(a0, a1, b0, b1, startPoint())) return 0;
  return Math.min(pointEdge(a0, b0, b1), pointEdge(a1, b0, b1), pointEdge(b0, a0, a1), pointEdge(b1, a0, a1));
}

/**
 * The time in [0, 1] at which a pair first touches, rounded down to a double; Infinity where it
 * never does. Exact for all finite coordinates.
 * @param vertices  offsets of the vertices' x coordinates, first primitive first
 */
export function exactFirstContact(
  kind: PairKind,
  x0: Float64Array,
  x1: Float64Array,
  vertices: readonly number[],
): number {
  const [a, b, c, d] = integerPaths(x0, x1, vertices.slice(0, vertexTotal(kind)));
  switch (kind) {
    case POINT_POINT:
      return pointPoint(a, b);
    case POINT_EDGE:
      return pointEdge(a, b, c);
    case POINT_TRIANGLE:
      return pointTriangle(a, b, c, d);
    case EDGE_EDGE:
      return edgeEdge(a, b, c, d);
  }
}
