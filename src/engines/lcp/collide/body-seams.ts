// Contacts of moving bodies of several pieces: what the seams between their own pieces add is taken away again.
//
// A ball that rolls over a bar of two halves is near the edge of the second before it is over it, and a box that slides with
// its seam over a corner is stopped by the half that has just come to it: contacts with slanting normals that no bar in
// one piece would have. So of the contacts that the pieces of a body have with one piece of another, one is left out where
// another says that the two touch flat there: it lies in the plane of that one, its piece does not stand out of this plane,
// and its own normal is another. And where two pieces tell the same contact, one does.
//
// A flat side that was cut into many pieces has their corners all over it. Of contacts with one normal only those are told
// that no others surround. The rest follows from these: laws of contacts look at velocities, not at gaps, and those between
// others are between theirs.

import type { ContactSet } from './contact-set.ts';
import type { Piece } from './piece.ts';

/** Relative to the piece: how near to the plane, and to each other. */
const NEAR = 1e-7;
/** 1 - cos of the largest angle between directions that are one. */
const SAME = 1e-13;
const FACE = 2;

/** Undefined where all moving bodies are in one piece. @param moving  how many pieces move; they come first */
export function seamsOf(bodies: number, pieces: readonly Piece[], moving: number): BodySeams | undefined {
  const counts = new Int32Array(bodies);
  for (let p = 0; p < moving; p++) counts[pieces[p].body]++;
  return counts.some((count) => count > 1) ? new BodySeams(pieces, counts) : undefined;
}

export class BodySeams {
  private readonly pieces: readonly Piece[];
  /** Moving pieces of each body. */
  private readonly counts: Int32Array;
  private drop = new Uint8Array(64);

  constructor(pieces: readonly Piece[], counts: Int32Array) {
    this.pieces = pieces;
    this.counts = counts;
  }

  /** @param set  sorted by bodies */
  filter(set: ContactSet): void {
    const { counts } = this;
    if (this.drop.length < set.count) this.drop = new Uint8Array(2 * set.count);
    const { drop } = this;
    drop.fill(0, 0, set.count);
    for (let first = 0, end = 0; first < set.count; first = end) {
      while (end < set.count && set.a[end] === set.a[first] && set.b[end] === set.b[first]) end++;
      // Decisions look at all contacts of the pair, so they are made before anything is left out.
      if (counts[set.a[first]] > 1) this.mark(set, first, end, set.pieceA, set.pieceB, 1);
      if (counts[set.b[first]] > 1) this.mark(set, first, end, set.pieceB, set.pieceA, -1);
      if (counts[set.a[first]] > 1 || counts[set.b[first]] > 1) this.thin(set, first, end);
    }
    set.filter((contact) => drop[contact] === 0);
  }

  /** @param own  pieces of the body that has several @param side  along the normal, where that body lies: 1 or -1 */
  private mark(
    set: ContactSet,
    first: number,
    end: number,
    own: Int32Array,
    other: Int32Array,
    side: number,
  ): void {
    const { drop, pieces } = this;
    for (let i = first; i < end; i++) {
      const piece = pieces[own[i]];
      const tolerance = NEAR * piece.size;
      for (let j = first; j < end && drop[i] === 0; j++) {
        if (own[j] === own[i] || other[j] !== other[i]) continue;
        if (isAlong(set, i, j)) {
          if (j < i && drop[j] === 0 && isSamePlace(set, i, j, tolerance)) drop[i] = 1;
        } else if (
          ((set.featureA[j] & 3) === FACE || (set.featureB[j] & 3) === FACE) &&
          isInPlane(set, i, j, side, tolerance) &&
          isBehind(piece, set, j, side, tolerance)
        )
          drop[i] = 1;
      }
    }
  }

  /** Marks contacts that others surround. */
  private thin(set: ContactSet, first: number, end: number): void {
    const { drop } = this;
    for (let i = first; i < end; i++)
      if (drop[i] === 0 && isSurrounded(set, i, first, end, drop)) drop[i] = SURROUNDED;
  }
}

/** sin of the angle below which directions are one, or opposite. */
const IN_LINE = 1e-7;
/** Contacts dropped for this still surround others. */
const SURROUNDED = 2;

/**
 * Whether contacts with the normal of contact i lie around it: seen from it they fill more than half a turn. What was seen so far lies between the directions r and l, less than half a turn to the left of r.
 */
function isSurrounded(set: ContactSet, i: number, first: number, end: number, drop: Uint8Array): boolean {
  const { points: p, normals: n } = set;
  const nx = n[3 * i];
  const ny = n[3 * i + 1];
  const nz = n[3 * i + 2];
  let seen = false;
  let rx = 0;
  let ry = 0;
  let rz = 0;
  let lx = 0;
  let ly = 0;
  let lz = 0;
  for (let j = first; j < end; j++) {
    if (j === i || drop[j] === 1 || !isAlong(set, i, j)) continue;
    const vx = p[3 * j] - p[3 * i];
    const vy = p[3 * j + 1] - p[3 * i + 1];
    const vz = p[3 * j + 2] - p[3 * i + 2];
    if (vx === 0 && vy === 0 && vz === 0) continue;
    if (!seen) {
      seen = true;
      [rx, ry, rz, lx, ly, lz] = [vx, vy, vz, vx, vy, vz];
      continue;
    }
    const leftOfL = nx * (ly * vz - lz * vy) + ny * (lz * vx - lx * vz) + nz * (lx * vy - ly * vx);
    const leftOfR = nx * (ry * vz - rz * vy) + ny * (rz * vx - rx * vz) + nz * (rx * vy - ry * vx);
    // What lies in one line with it but for rounding decides nothing.
    const length = Math.sqrt(vx * vx + vy * vy + vz * vz);
    const fromL = IN_LINE * length * Math.sqrt(lx * lx + ly * ly + lz * lz);
    const fromR = IN_LINE * length * Math.sqrt(rx * rx + ry * ry + rz * rz);
    if (leftOfL > fromL) {
      if (leftOfR < -fromR) return true;
      if (leftOfR > fromR) [lx, ly, lz] = [vx, vy, vz];
    } else if (leftOfR < -fromR && leftOfL < -fromL) [rx, ry, rz] = [vx, vy, vz];
  }
  return false;
}

/** Whether contact i lies where the two bodies overlap along the normal of contact j. */
function isInPlane(set: ContactSet, i: number, j: number, side: number, tolerance: number): boolean {
  const { points, normals, gaps } = set;
  let h = 0;
  for (let k = 0; k < 3; k++) {
    const own = points[3 * i + k] + 0.5 * side * gaps[i] * normals[3 * i + k];
    const plane = points[3 * j + k] + 0.5 * side * gaps[j] * normals[3 * j + k];
    h += side * normals[3 * j + k] * (own - plane);
  }
  return h >= -tolerance && h <= Math.max(0, -gaps[j]) + tolerance;
}

/** Whether a piece does not stand out of the plane of contact j towards the other body. */
function isBehind(piece: Piece, set: ContactSet, j: number, side: number, tolerance: number): boolean {
  if (piece.radius > 0) return false;
  const { points, normals, gaps } = set;
  const nx = side * normals[3 * j];
  const ny = side * normals[3 * j + 1];
  const nz = side * normals[3 * j + 2];
  const plane = nx * points[3 * j] + ny * points[3 * j + 1] + nz * points[3 * j + 2] + 0.5 * gaps[j];
  const { vertices: x } = piece;
  for (let i = 0; i < x.length; i += 3)
    if (nx * x[i] + ny * x[i + 1] + nz * x[i + 2] < plane - tolerance) return false;
  return true;
}

function isAlong({ normals }: ContactSet, i: number, j: number): boolean {
  let along = 0;
  for (let k = 0; k < 3; k++) along += normals[3 * i + k] * normals[3 * j + k];
  return along > 1 - SAME;
}

function isSamePlace({ points }: ContactSet, i: number, j: number, tolerance: number): boolean {
  for (let k = 0; k < 3; k++) if (Math.abs(points[3 * i + k] - points[3 * j + k]) > tolerance) return false;
  return true;
}
