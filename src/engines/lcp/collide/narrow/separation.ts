// How far apart two convex polytopes are along the axis that parts them best.
//
// The axis of largest separation (Gottschalk 1996; for polyhedra, Gregorius 2013, "The Separating Axis Test between
// convex polyhedra"): normals of faces of both, and cross products of edges whose arcs on the sphere of normals cross.
//
// Faces are preferred: two boxes lying flat have crossing edges with the same axis up to rounding. Of two faces that
// separate equally well the one of the second piece is taken (the static one, where there is one). The choice has no memory.

import type { Piece } from '../piece.ts';

/** Relative to size: by how much another axis must separate better than the preferred one. */
export const PREFERENCE = 1e-6;

/** Two crossing edges, the unit normal between them out of the second piece, and how far it separates them. */
export class Crossing {
  separation = 0;
  first = 0;
  second = 0;
  nx = 0;
  ny = 0;
  nz = 0;
}

/** A face of a piece, and how far it is from another piece. */
export interface SeparatingFace {
  face: number;
  separation: number;
}

/** The face chosen of two pieces, how far the better face separates them, and the best crossing edges. */
export class Separation implements SeparatingFace {
  reference = undefined as unknown as Piece;
  other = undefined as unknown as Piece;
  face = 0;
  useSecond = true;
  separation = 0;
  readonly crossing = new Crossing();
}

const axis: SeparatingFace = { face: 0, separation: 0 };

/** How far two polytopes are parted by the best axis, below 0 where they overlap; only said to be beyond the margin there. */
export function hullSeparation(out: Separation, first: Piece, second: Piece, margin: number): number {
  if (!separatingFace(axis, second, first, margin)) return axis.separation;
  const faceOfSecond = axis.face;
  const separationOfSecond = axis.separation;
  if (!separatingFace(axis, first, second, margin)) return axis.separation;
  const preference = PREFERENCE * Math.min(first.size, second.size);
  out.useSecond = separationOfSecond >= axis.separation - preference;
  out.face = out.useSecond ? faceOfSecond : axis.face;
  out.separation = Math.max(axis.separation, separationOfSecond);
  out.reference = out.useSecond ? second : first;
  out.other = out.useSecond ? first : second;
  const chosen = out.useSecond ? separationOfSecond : axis.separation;
  findCrossing(out.crossing, first, second, out.reference, out.face, chosen, margin);
  return Math.max(out.separation, out.crossing.separation);
}

/** The face of `reference` that lies farthest below `other`; false where one separates them by more than the margin. */
export function separatingFace(out: SeparatingFace, reference: Piece, other: Piece, margin: number): boolean {
  const { normals, offsets } = reference;
  const x = other.vertices;
  out.separation = -Infinity;
  for (let f = 0; f < offsets.length; f++) {
    const nx = normals[3 * f];
    const ny = normals[3 * f + 1];
    const nz = normals[3 * f + 2];
    let least = Infinity;
    for (let i = 0; i < x.length; i += 3) {
      const h = nx * x[i] + ny * x[i + 1] + nz * x[i + 2];
      if (h < least) least = h;
    }
    const separation = least - offsets[f];
    if (separation > out.separation) {
      out.separation = separation;
      out.face = f;
      if (separation > margin) return false;
    }
  }
  return true;
}

/** Edges of each piece that may touch the other. */
const near = { first: new Int32Array(64), second: new Int32Array(64) };

/**
 * The crossing edges that separate best. Pushed apart along the shallowest axis, their points come to lie on each other,
 * so both are within the depth of the best face from its plane: all others need no look.
 */
export function findCrossing(
  out: Crossing,
  first: Piece,
  second: Piece,
  reference: Piece,
  face: number,
  separation: number,
  margin: number,
): void {
  out.separation = -Infinity;
  const other = reference === first ? second : first;
  const nx = reference.normals[3 * face];
  const ny = reference.normals[3 * face + 1];
  const nz = reference.normals[3 * face + 2];
  const offset = reference.offsets[face];
  const depth = Math.abs(separation) + margin + SLACK * (first.size + second.size);
  const onReference = reference === first;
  if (near.first.length < first.polytope.edgeNames.length)
    near.first = new Int32Array(2 * first.polytope.edgeNames.length);
  if (near.second.length < second.polytope.edgeNames.length)
    near.second = new Int32Array(2 * second.polytope.edgeNames.length);
  const others = edgesBelow(onReference ? near.second : near.first, other, nx, ny, nz, offset + depth);
  if (others === 0) return;
  const own = edgesBelow(
    onReference ? near.first : near.second,
    reference,
    -nx,
    -ny,
    -nz,
    2 * depth - offset,
  );
  const countFirst = onReference ? own : others;
  const countSecond = onReference ? others : own;
  for (let i = 0; i < countFirst; i++)
    for (let j = 0; j < countSecond; j++) crossEdges(out, first, near.first[i], second, near.second[j]);
}

const SLACK = 1e-9;

/** Lists the edges that have an end with n · x ≤ limit. */
function edgesBelow(
  list: Int32Array,
  piece: Piece,
  nx: number,
  ny: number,
  nz: number,
  limit: number,
): number {
  const { edges } = piece.polytope;
  const x = piece.vertices;
  let count = 0;
  for (let e = 0; 2 * e < edges.length; e++) {
    const p = 3 * edges[2 * e];
    const q = 3 * edges[2 * e + 1];
    if (
      nx * x[p] + ny * x[p + 1] + nz * x[p + 2] <= limit ||
      nx * x[q] + ny * x[q + 1] + nz * x[q + 2] <= limit
    )
      list[count++] = e;
  }
  return count;
}

/** Takes edges e and f for the best crossing if they are one, and separate better. */
function crossEdges(out: Crossing, first: Piece, e: number, second: Piece, f: number): void {
  const { edges: edgesA, edgeFaces: facesA } = first.polytope;
  const { edges: edgesB, edgeFaces: facesB } = second.polytope;
  const x = first.vertices;
  const y = second.vertices;
  const p = 3 * edgesA[2 * e];
  const q = 3 * edgesA[2 * e + 1];
  const r = 3 * edgesB[2 * f];
  const s = 3 * edgesB[2 * f + 1];
  const ux = x[q] - x[p];
  const uy = x[q + 1] - x[p + 1];
  const uz = x[q + 2] - x[p + 2];
  const vx = y[s] - y[r];
  const vy = y[s + 1] - y[r + 1];
  const vz = y[s + 2] - y[r + 2];
  // The arc between the normals of e's faces and the mirrored arc of f's cross where e and f can touch. The arc of e lies
  // in the plane across e: u is its normal.
  const n = first.normals;
  const m = second.normals;
  const a = 3 * facesA[2 * e];
  const b = 3 * facesA[2 * e + 1];
  const c = 3 * facesB[2 * f];
  const d = 3 * facesB[2 * f + 1];
  const cu = -(m[c] * ux + m[c + 1] * uy + m[c + 2] * uz);
  const du = -(m[d] * ux + m[d + 1] * uy + m[d + 2] * uz);
  if (!(cu * du < 0)) return;
  const av = n[a] * vx + n[a + 1] * vy + n[a + 2] * vz;
  const bv = n[b] * vx + n[b + 1] * vy + n[b + 2] * vz;
  if (!(av * bv < 0)) return;
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const scale = ux * ux + uy * uy + uz * uz;
  if (!(length * length > PARALLEL * scale * (vx * vx + vy * vy + vz * vz))) return;
  // Out of the second: against the normals of the first's faces, and along those of the second's.
  const outFirst = (n[a] + n[b]) * nx + (n[a + 1] + n[b + 1]) * ny + (n[a + 2] + n[b + 2]) * nz;
  const outSecond = (m[c] + m[d]) * nx + (m[c + 1] + m[d + 1]) * ny + (m[c + 2] + m[d + 2]) * nz;
  // Both arcs cross the same point, not opposite ones.
  if (!(outFirst * outSecond < 0)) return;
  const turn = (outSecond > 0 ? 1 : -1) / length;
  nx *= turn;
  ny *= turn;
  nz *= turn;
  const separation = nx * (x[p] - y[r]) + ny * (x[p + 1] - y[r + 1]) + nz * (x[p + 2] - y[r + 2]);
  if (separation <= out.separation) return;
  out.separation = separation;
  out.first = e;
  out.second = f;
  out.nx = nx;
  out.ny = ny;
  out.nz = nz;
}

/** sin² of the angle below which edges are parallel and have no axis between them. */
const PARALLEL = 1e-16;
