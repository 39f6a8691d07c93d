// Contacts of two convex polytopes.
//
// Where the axis that parts them best (separation.ts) is the normal of a face, all contacts with this face are told
// (face-contacts.ts); where it is that of two edges, their one contact.
//
// Separated corners (corner to corner, corner to edge) have their nearest points farther apart than any of these axes
// says; they are found by looking at all features that are low enough to matter.

import { boxSeparation } from './boxes.ts';
import type { Emitter } from '../emitter.ts';
import { faceContacts, type Solid } from './face-contacts.ts';
import { closestOfSegments, NearPair } from './nearest.ts';
import { BOX, type Piece } from '../piece.ts';
import { type Crossing, hullSeparation, PREFERENCE, Separation } from './separation.ts';

const between = new NearPair();
const parted = new Separation();

/** @param ahead  how much farther apart than the margin contacts are told; those that touch are the same */
export function hullHull(out: Emitter, touching: number, first: Piece, second: Piece, ahead = 0): void {
  const margin = touching + ahead;
  const best =
    first.kind === BOX && second.kind === BOX
      ? boxSeparation(parted, first, second, margin)
      : hullSeparation(parted, first, second, margin);
  if (best > margin) return;
  const { reference, face, other, useSecond, crossing } = parted;
  const preference = PREFERENCE * Math.min(first.size, second.size);
  if (crossing.separation > parted.separation + preference) {
    edgeContact(out, margin, first, second, crossing);
    // Nearly flat on each other and deep: the edges part first, but what lies deep elsewhere must not sink on.
    if (best < -touching && isFlat(crossing, reference, face))
      faceContacts(out, margin, reference, face, other, useSecond);
  } else {
    faceContacts(out, margin, reference, face, other, useSecond);
    if (out.found === 0 && best <= 0) deepestCorner(out, margin, reference, face, other, useSecond);
  }
  if (best > 0 && out.smallestGap > best + preference) {
    out.discard();
    nearestFeatures(out, margin, first, second);
  }
}

/** cos of the angle up to which two hulls whose edges cross count as lying on each other with a face. */
const FLAT = 0.998;

function isFlat({ nx, ny, nz }: Crossing, { normals }: Piece, face: number): boolean {
  return Math.abs(nx * normals[3 * face] + ny * normals[3 * face + 1] + nz * normals[3 * face + 2]) > FLAT;
}

export function edgeContact(
  out: Emitter,
  margin: number,
  first: Piece,
  second: Piece,
  crossing: Crossing,
): void {
  const { nx, ny, nz, separation } = crossing;
  const e = crossing.first;
  const f = crossing.second;
  const { edgeNames: namesA } = first.polytope;
  const { edgeNames: namesB } = second.polytope;
  nearEdges(first, e, second, f);
  // Beyond their ends the edges do not touch here, and the corners are looked at instead.
  if (separation > 0) {
    const gap = Math.sqrt(between.squared);
    if (gap > separation + PREFERENCE * Math.min(first.size, second.size)) return;
  }
  if (separation > margin) return;
  out.along(nx, ny, nz);
  emitBetween(out, namesA[e], namesB[f], separation);
}

/** Where preference for a face left no corner of the overlap: the corner that is deepest below it. */
export function deepestCorner(
  out: Emitter,
  margin: number,
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
  if (gap > margin) return;
  const down = thickness + 0.5 * gap;
  const px = x[at] - down * nx;
  const py = x[at + 1] - down * ny;
  const pz = x[at + 2] - down * nz;
  const corner = other.polytope.vertexNames[at / 3];
  const name = reference.polytope.faceNames[face];
  if (second) out.along(nx, ny, nz);
  else out.along(-nx, -ny, -nz);
  out.emit(second ? corner : name, second ? name : corner, px, py, pz, gap);
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
  const nameA = s === 0 ? cornersA[edgesA[2 * e]] : s === 1 ? cornersA[edgesA[2 * e + 1]] : namesA[e];
  const nameB = t === 0 ? cornersB[edgesB[2 * f]] : t === 1 ? cornersB[edgesB[2 * f + 1]] : namesB[f];
  out.along((px - qx) / gap, (py - qy) / gap, (pz - qz) / gap);
  emitBetween(out, nameA, nameB, gap);
}

/** A contact in the middle of the nearest points found last. */
function emitBetween(out: Emitter, nameA: number, nameB: number, gap: number): void {
  const { px, py, pz, qx, qy, qz } = between;
  out.emit(nameA, nameB, 0.5 * (px + qx), 0.5 * (py + qy), 0.5 * (pz + qz), gap);
}

function nearEdges(first: Piece, i: number, second: Piece, j: number): void {
  const { edges: edgesA } = first.polytope;
  const { edges: edgesB } = second.polytope;
  closestOfSegments(
    between,
    first.vertices,
    3 * edgesA[2 * i],
    3 * edgesA[2 * i + 1],
    second.vertices,
    3 * edgesB[2 * j],
    3 * edgesB[2 * j + 1],
  );
}
