// How deep two shapes overlap: the least translation that separates them.
//
// Of convex shapes it is the distance of the origin from the border of A ⊖ B, a polytope whose faces stand across the
// faces of A, the faces of B, and pairs of their edges whose arcs of normals cross (the Gauss map: Gregorius 2013). So
// trying these directions is exact. Every direction gives a way out of so many metres, so what comes of fewer of them,
// or of the hulls of shapes that are not convex, is never too small a bound.

import { signedVolume } from '../mass.ts';
import type { Mesh } from '../mesh.ts';
import { closednessOf } from '../surface/closedness.ts';
import { faceNormals } from '../surface/face-normals.ts';
import { convexHull } from '../surface/hull.ts';
import { meshTopology } from '../surface/topology.ts';

export interface Depth {
  /** [m]; 0 where they do not overlap. */
  readonly depth: number;
  /** Otherwise it is at most that. */
  readonly isExact: boolean;
}

/** Hulls of more vertices are not looked for, and of more pairs of edges not all are tried. */
const MOST_VERTICES = 20_000;
const MOST_PAIRS = 4_000_000;
/** Of its volume: convex up to rounding. */
const CONVEX = 1e-6;

/** Both in the same coordinates. */
export function overlapDepth(a: Mesh, b: Mesh): Depth {
  const [first, second] = [faceted(a), faceted(b)];
  const search = new Search(first.points, second.points);
  search.tryEach(first.normals);
  search.tryEach(second.normals);
  const areAll = search.tryPairs(first, second);
  return { depth: search.least, isExact: areAll && first.isConvex && second.isConvex };
}

/** What of a shape matters to directions: its corners, normals of faces, and edges with the normals at their sides. */
interface Faceted {
  readonly points: Float64Array;
  readonly normals: Float64Array;
  /** Three numbers an edge: along it, of a solid as the second of its sides times the first. */
  readonly edges: Float64Array;
  /** Six numbers an edge, where it is one of a solid: the normals of its two faces. */
  readonly sides: Float64Array | undefined;
  readonly isConvex: boolean;
}

function faceted(mesh: Mesh): Faceted {
  const isLarge = mesh.positions.length > 3 * MOST_VERTICES;
  const hull = isLarge ? undefined : convexHull(mesh.positions);
  if (hull === undefined) return flat(mesh, isLarge);
  const normals = faceNormals(hull);
  const { edges, facesOfEdge } = meshTopology(hull);
  const kept: number[] = [];
  const sides: number[] = [];
  for (let e = 0; e < edges.length / 2; e++) {
    const [f, g] = facesOfEdge.items.subarray(facesOfEdge.starts[e], facesOfEdge.starts[e] + 2);
    const [one, two] = [normals.subarray(3 * f, 3 * f + 3), normals.subarray(3 * g, 3 * g + 3)];
    // Within a flat side there is no edge.
    if (one[0] * two[0] + one[1] * two[1] + one[2] * two[2] > 1 - 1e-14) continue;
    const [p, q] = [3 * edges[2 * e], 3 * edges[2 * e + 1]];
    const along = [0, 1, 2].map((k) => hull.positions[q + k] - hull.positions[p + k]);
    const turn = [
      two[1] * one[2] - two[2] * one[1],
      two[2] * one[0] - two[0] * one[2],
      two[0] * one[1] - two[1] * one[0],
    ];
    const isAlong = along[0] * turn[0] + along[1] * turn[1] + along[2] * turn[2] > 0;
    kept.push(...(isAlong ? along : along.map((x) => -x)));
    sides.push(...one, ...two);
  }
  const volume = signedVolume(hull);
  const isConvex =
    closednessOf(mesh).closed && Math.abs(Math.abs(signedVolume(mesh)) - volume) <= CONVEX * volume;
  return {
    points: hull.positions,
    normals,
    edges: Float64Array.from(kept),
    sides: Float64Array.from(sides),
    isConvex,
  };
}

/** A sheet that lies in a plane, a wire, a point; or what is too large for a hull. */
function flat(mesh: Mesh, isLarge: boolean): Faceted {
  const { positions } = mesh;
  const normals = faceNormals(mesh);
  const { edges } = meshTopology(mesh);
  const along = isLarge ? new Float64Array(0) : new Float64Array((3 * edges.length) / 2);
  for (let i = 0; i < along.length; i++) {
    const [e, k] = [Math.floor(i / 3), i % 3];
    along[i] = positions[3 * edges[2 * e + 1] + k] - positions[3 * edges[2 * e] + k];
  }
  // Any direction will do for what is too large: no more than there is time for.
  const tried = isLarge ? normals.subarray(0, 3 * 256) : normals;
  const isConvex = !isLarge && mesh.faces.length > 0 && isConvexSheet(mesh, normals);
  return { points: positions, normals: tried, edges: along, sides: undefined, isConvex };
}

/** By the volume of the prism over it. */
function isConvexSheet(mesh: Mesh, normals: Float64Array): boolean {
  const { positions, faces } = mesh;
  const doubled = new Float64Array(2 * positions.length);
  doubled.set(positions);
  for (let i = 0; i < positions.length; i++) doubled[positions.length + i] = positions[i] + normals[i % 3];
  const prism = convexHull(doubled);
  if (prism === undefined) return false;
  let area = 0;
  for (let f = 0; f < faces.length; f += 3) {
    const [p, q, r] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    const u = [0, 1, 2].map((k) => positions[q + k] - positions[p + k]);
    const v = [0, 1, 2].map((k) => positions[r + k] - positions[p + k]);
    const [x, y, z] = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    area += Math.sqrt(x * x + y * y + z * z) / 2;
  }
  const volume = signedVolume(prism);
  return Math.abs(area - volume) <= CONVEX * volume;
}

class Search {
  least = Number.POSITIVE_INFINITY;
  private readonly a: Float64Array;
  private readonly b: Float64Array;

  constructor(a: Float64Array, b: Float64Array) {
    this.a = a;
    this.b = b;
    // Axes, so that there is an answer whatever the shapes are.
    this.tryEach(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1));
  }

  tryEach(normals: Float64Array): void {
    for (let i = 0; i < normals.length; i += 3) this.tryOne(normals[i], normals[i + 1], normals[i + 2]);
  }

  /** Whether all pairs of edges were tried that may matter. */
  tryPairs(one: Faceted, other: Faceted): boolean {
    const [m, n] = [one.edges.length / 3, other.edges.length / 3];
    if (m * n > MOST_PAIRS) return false;
    const [u, v, s, t] = [one.edges, other.edges, one.sides, other.sides];
    for (let e = 0; e < m; e++) {
      for (let f = 0; f < n; f++) {
        if (s !== undefined && t !== undefined && !doArcsCross(s, 6 * e, u, 3 * e, t, 6 * f, v, 3 * f))
          continue;
        const x = u[3 * e + 1] * v[3 * f + 2] - u[3 * e + 2] * v[3 * f + 1];
        const y = u[3 * e + 2] * v[3 * f] - u[3 * e] * v[3 * f + 2];
        const z = u[3 * e] * v[3 * f + 1] - u[3 * e + 1] * v[3 * f];
        this.tryOne(x, y, z);
      }
    }
    return true;
  }

  /** Out along the direction, and out against it. */
  private tryOne(x: number, y: number, z: number): void {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 1e-150)) return;
    const [nx, ny, nz] = [x / length, y / length, z / length];
    const { a, b } = this;
    let [lowA, highA, lowB, highB] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < a.length; i += 3) {
      const h = nx * a[i] + ny * a[i + 1] + nz * a[i + 2];
      if (h < lowA) lowA = h;
      if (h > highA) highA = h;
    }
    for (let i = 0; i < b.length; i += 3) {
      const h = nx * b[i] + ny * b[i + 1] + nz * b[i + 2];
      if (h < lowB) lowB = h;
      if (h > highB) highB = h;
    }
    this.least = Math.min(this.least, Math.max(0, Math.min(highA - lowB, highB - lowA)));
  }
}

/**
 * Whether the arc of normals at an edge crosses the one at an edge of the other, turned around; what rounding cannot tell
 * counts as crossing.
 */
function doArcsCross(
  s: Float64Array,
  i: number,
  u: Float64Array,
  e: number,
  t: Float64Array,
  j: number,
  v: Float64Array,
  f: number,
): boolean {
  // How high the ends of each arc are above the plane of the other, whose normal is the edge.
  const c = -(t[j] * u[e] + t[j + 1] * u[e + 1] + t[j + 2] * u[e + 2]);
  const d = -(t[j + 3] * u[e] + t[j + 4] * u[e + 1] + t[j + 5] * u[e + 2]);
  const a = s[i] * v[f] + s[i + 1] * v[f + 1] + s[i + 2] * v[f + 2];
  const b = s[i + 3] * v[f] + s[i + 4] * v[f + 1] + s[i + 5] * v[f + 2];
  const tiny = 1e-12 * (Math.abs(a) + Math.abs(b)) * (Math.abs(c) + Math.abs(d));
  if (c * d > tiny || a * b > tiny) return false;
  // On the same half of the sphere.
  return c * b > -tiny;
}
