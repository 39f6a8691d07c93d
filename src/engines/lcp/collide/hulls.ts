// Contacts of two convex polytopes.
//
// The axis of largest separation (Gottschalk 1996; for polyhedra, Gregorius 2013, "The Separating Axis Test between
// convex polyhedra"): normals of faces of both, and cross products of edges whose arcs on the sphere of normals cross.
// Where that is a face, all contacts with this face are told (face-contacts.ts); where it is two edges, their one contact.
//
// Faces are preferred: two boxes lying flat have crossing edges with the same axis up to rounding. Of two faces that
// separate equally well the one of the second piece is taken (the static one, where there is one). The choice has no memory.
//
// Separated corners (corner to corner, corner to edge) have their nearest points farther apart than any of these axes
// says; they are found by looking at all features that are low enough to matter.

import type { Emitter } from './emitter.ts';
import { faceContacts, type Solid } from './face-contacts.ts';
import { between, closestOfSegments } from './nearest.ts';
import type { Piece } from './piece.ts';

/** Relative to size: by how much another axis must separate better than the preferred one. */
const PREFERENCE = 1e-6;

export function hullHull(out: Emitter, margin: number, first: Piece, second: Piece): void {
  if (!separatingFace(second, first, margin)) return;
  const faceOfSecond = axis.face;
  const separationOfSecond = axis.separation;
  if (!separatingFace(first, second, margin)) return;
  const faceOfFirst = axis.face;
  const separationOfFirst = axis.separation;
  const preference = PREFERENCE * Math.min(first.size, second.size);

  const useSecond = separationOfSecond >= separationOfFirst - preference;
  const face = useSecond ? faceOfSecond : faceOfFirst;
  const separation = Math.max(separationOfFirst, separationOfSecond);
  const reference = useSecond ? second : first;
  const other = useSecond ? first : second;

  findCrossing(first, second, reference, face, useSecond ? separationOfSecond : separationOfFirst, margin);
  if (crossing.separation > margin) return;
  const best = Math.max(separation, crossing.separation);
  if (crossing.separation > separation + preference) {
    edgeContact(out, margin, first, second);
  } else {
    faceContacts(out, margin, reference, face, other, useSecond);
    if (out.found === 0 && best <= 0) deepestCorner(out, reference, face, other, useSecond);
  }
  if (best > 0 && out.smallestGap > best + preference) {
    out.discard();
    nearestFeatures(out, margin, first, second);
  }
}

/** The face that separatingFace found last. */
export const axis = { face: 0, separation: 0 };

/** The face of `reference` that lies farthest below `other`; false where one separates them by more than the margin. */
export function separatingFace(reference: Piece, other: Piece, margin: number): boolean {
  const { normals, offsets } = reference;
  const x = other.vertices;
  axis.separation = -Infinity;
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
    if (separation > axis.separation) {
      axis.separation = separation;
      axis.face = f;
      if (separation > margin) return false;
    }
  }
  return true;
}

/** The crossing edges found last, the unit normal between them out of the second piece, and how far it separates them. */
export const crossing = { separation: 0, first: 0, second: 0, nx: 0, ny: 0, nz: 0 };

let nearFirst = new Int32Array(64);
let nearSecond = new Int32Array(64);

/**
 * The crossing edges that separate best. Pushed apart along the shallowest axis, their points come to lie on each other,
 * so both are within the depth of the best face from its plane: all others need no look.
 */
export function findCrossing(
  first: Piece,
  second: Piece,
  reference: Piece,
  face: number,
  separation: number,
  margin: number,
): void {
  crossing.separation = -Infinity;
  const other = reference === first ? second : first;
  const nx = reference.normals[3 * face];
  const ny = reference.normals[3 * face + 1];
  const nz = reference.normals[3 * face + 2];
  const offset = reference.offsets[face];
  const depth = Math.abs(separation) + margin + SLACK * (first.size + second.size);
  const onReference = reference === first;
  if (nearFirst.length < first.polytope.edgeNames.length)
    nearFirst = new Int32Array(2 * first.polytope.edgeNames.length);
  if (nearSecond.length < second.polytope.edgeNames.length)
    nearSecond = new Int32Array(2 * second.polytope.edgeNames.length);
  const others = edgesBelow(onReference ? nearSecond : nearFirst, other, nx, ny, nz, offset + depth);
  if (others === 0) return;
  const own = edgesBelow(onReference ? nearFirst : nearSecond, reference, -nx, -ny, -nz, 2 * depth - offset);
  const countFirst = onReference ? own : others;
  const countSecond = onReference ? others : own;
  for (let i = 0; i < countFirst; i++)
    for (let j = 0; j < countSecond; j++) crossEdges(first, nearFirst[i], second, nearSecond[j]);
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
function crossEdges(first: Piece, e: number, second: Piece, f: number): void {
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
  if (separation <= crossing.separation) return;
  crossing.separation = separation;
  crossing.first = e;
  crossing.second = f;
  crossing.nx = nx;
  crossing.ny = ny;
  crossing.nz = nz;
}

/** sin² of the angle below which edges are parallel and have no axis between them. */
const PARALLEL = 1e-16;

export function edgeContact(out: Emitter, margin: number, first: Piece, second: Piece): void {
  const { nx, ny, nz, separation } = crossing;
  const e = crossing.first;
  const f = crossing.second;
  const { edges: edgesA, edgeNames: namesA } = first.polytope;
  const { edges: edgesB, edgeNames: namesB } = second.polytope;
  closestOfSegments(
    first.vertices,
    3 * edgesA[2 * e],
    3 * edgesA[2 * e + 1],
    second.vertices,
    3 * edgesB[2 * f],
    3 * edgesB[2 * f + 1],
  );
  // Beyond their ends the edges do not touch here, and the corners are looked at instead.
  if (separation > 0) {
    const gap = Math.sqrt(between.squared);
    if (gap > separation + PREFERENCE * Math.min(first.size, second.size)) return;
  }
  if (separation > margin) return;
  out.emit(
    namesA[e],
    namesB[f],
    0.5 * (between.px + between.qx),
    0.5 * (between.py + between.qy),
    0.5 * (between.pz + between.qz),
    nx,
    ny,
    nz,
    separation,
  );
}

/** Where preference for a face left no corner of the overlap: the corner that is deepest below it. */
export function deepestCorner(
  out: Emitter,
  reference: Piece,
  face: number,
  other: Solid,
  second: boolean,
  thickness = 0,
): void {
  const nx = reference.normals[3 * face];
  const ny = reference.normals[3 * face + 1];
  const nz = reference.normals[3 * face + 2];
  const x = other.vertices;
  let least = Infinity;
  let at = 0;
  for (let i = 0; i < x.length; i += 3) {
    const h = nx * x[i] + ny * x[i + 1] + nz * x[i + 2];
    if (h < least) {
      least = h;
      at = i;
    }
  }
  const gap = least - reference.offsets[face] - thickness;
  const down = thickness + 0.5 * gap;
  const px = x[at] - down * nx;
  const py = x[at + 1] - down * ny;
  const pz = x[at + 2] - down * nz;
  const corner = other.polytope.vertexNames[at / 3];
  const name = reference.polytope.faceNames[face];
  if (second) out.emit(corner, name, px, py, pz, nx, ny, nz, gap);
  else out.emit(name, corner, px, py, pz, -nx, -ny, -nz, gap);
}

/**
 * The nearest points of two separated polytopes whose nearest features are corners: of all pairs of edges that can be
 * within the margin of the other piece.
 */
export function nearestFeatures(out: Emitter, margin: number, first: Piece, second: Piece): void {
  const { edges: edgesA, edgeNames: namesA, vertexNames: cornersA } = first.polytope;
  const { edges: edgesB, edgeNames: namesB, vertexNames: cornersB } = second.polytope;
  let least = Infinity;
  let e = 0;
  let f = 0;
  for (let i = 0; i < namesA.length; i++) {
    for (let j = 0; j < namesB.length; j++) {
      nearEdges(first, i, second, j);
      // Neighbouring edges share their corners: the first one keeps it, unless truly nearer.
      if (between.squared < least) {
        least = between.squared;
        e = i;
        f = j;
      }
    }
  }
  const gap = Math.sqrt(least);
  if (gap > margin || !(gap > 0)) return;
  nearEdges(first, e, second, f);
  const { s, t, px, py, pz, qx, qy, qz } = between;
  out.emit(
    s === 0 ? cornersA[edgesA[2 * e]] : s === 1 ? cornersA[edgesA[2 * e + 1]] : namesA[e],
    t === 0 ? cornersB[edgesB[2 * f]] : t === 1 ? cornersB[edgesB[2 * f + 1]] : namesB[f],
    0.5 * (px + qx),
    0.5 * (py + qy),
    0.5 * (pz + qz),
    (px - qx) / gap,
    (py - qy) / gap,
    (pz - qz) / gap,
    gap,
  );
}

function nearEdges(first: Piece, i: number, second: Piece, j: number): void {
  const { edges: edgesA } = first.polytope;
  const { edges: edgesB } = second.polytope;
  closestOfSegments(
    first.vertices,
    3 * edgesA[2 * i],
    3 * edgesA[2 * i + 1],
    second.vertices,
    3 * edgesB[2 * j],
    3 * edgesB[2 * j + 1],
  );
}
