// Contacts with static pieces that lie side by side: what a seam between them adds is taken away again.
//
// A ball on a floor of two slabs is near the edge of the second long before it is over it, and that contact has a
// slanting normal that no single floor would have; the front of a sliding box would even be stopped by it. So a piece that
// does not stand out of the plane of another piece's face, which is touched too, and is itself touched only in that plane
// and not along its normal, is left out. And where two faces of a mesh tell the same contact, one does.

import type { ContactSet } from './contact-set.ts';
import type { Piece } from './piece.ts';

/** Relative to the moving piece: how near to the plane, and to each other. */
const NEAR = 1e-7;
/** 1 - cos of the largest angle between directions that are one. */
const SAME = 1e-13;
const FACE = 2;

export class Seams {
  /** Contacts of the static piece g: starts[g] … starts[g + 1] - 1. */
  private starts = new Int32Array(64);
  private groups = 0;
  private readonly pieces: Piece[] = [];

  begin(set: ContactSet): void {
    this.groups = 0;
    this.starts[0] = set.count;
  }

  /** All contacts since the last call belong to this static piece. */
  next(set: ContactSet, piece: Piece): void {
    if (set.count === this.starts[this.groups]) return;
    if (this.groups + 2 > this.starts.length) {
      const longer = new Int32Array(2 * this.starts.length);
      longer.set(this.starts);
      this.starts = longer;
    }
    this.pieces[this.groups] = piece;
    this.starts[++this.groups] = set.count;
  }

  /** @param size  of the moving piece [m] */
  finish(set: ContactSet, size: number): void {
    const { groups, starts } = this;
    if (groups < 2) return;
    const tolerance = NEAR * size;
    const first = starts[0];
    let kept = first;
    // Decisions look at all contacts, so they are made before anything moves.
    const drop: boolean[] = [];
    for (let g = 0; g < groups; g++) {
      const seam = this.isSeam(set, g, tolerance);
      for (let i = starts[g]; i < starts[g + 1]; i++)
        drop.push(seam || this.isRepeated(set, g, i, tolerance));
    }
    for (let i = first; i < set.count; i++) {
      if (drop[i - first]) continue;
      if (kept !== i) set.move(i, kept);
      kept++;
    }
    set.count = kept;
  }

  private isSeam(set: ContactSet, g: number, tolerance: number): boolean {
    const { starts, groups, pieces } = this;
    for (let i = starts[g]; i < starts[g + 1]; i++) {
      let covered = false;
      for (let j = starts[0]; j < starts[groups] && !covered; j++) {
        if (j >= starts[g] && j < starts[g + 1]) continue;
        covered =
          (set.featureB[j] & 3) === FACE &&
          Math.abs(heightOf(set, i, j)) <= tolerance &&
          !isAlong(set, i, j) &&
          isBelow(pieces[g], set, j, tolerance);
      }
      if (!covered) return false;
    }
    return true;
  }

  /** Whether a contact of another piece is the same; of two equal ones the one named first stays. */
  private isRepeated(set: ContactSet, g: number, i: number, tolerance: number): boolean {
    const { starts, groups } = this;
    for (let j = starts[0]; j < starts[groups]; j++) {
      if (j >= starts[g] && j < starts[g + 1]) continue;
      if (set.b[i] !== set.b[j] || !isSame(set, i, j, tolerance)) continue;
      if (set.featureA[i] !== set.featureA[j]) {
        if (set.featureA[j] < set.featureA[i]) return true;
      } else if (set.featureB[j] < set.featureB[i]) return true;
      else if (set.featureB[j] === set.featureB[i] && j < i) return true;
    }
    return false;
  }
}

/** How high the static side of contact i is above the plane of contact j. */
function heightOf({ points, normals, gaps }: ContactSet, i: number, j: number): number {
  let h = 0.5 * gaps[j];
  for (let k = 0; k < 3; k++) {
    const q = points[3 * i + k] - 0.5 * gaps[i] * normals[3 * i + k];
    h += normals[3 * j + k] * (q - points[3 * j + k]);
  }
  return h;
}

function isAlong({ normals }: ContactSet, i: number, j: number): boolean {
  let along = 0;
  for (let k = 0; k < 3; k++) along += normals[3 * i + k] * normals[3 * j + k];
  return along > 1 - SAME;
}

/** Whether a piece does not stand out of the plane of contact j. */
function isBelow(piece: Piece, { points, normals, gaps }: ContactSet, j: number, tolerance: number): boolean {
  if (piece.radius > 0) return false;
  const { vertices: x } = piece;
  const nx = normals[3 * j];
  const ny = normals[3 * j + 1];
  const nz = normals[3 * j + 2];
  const plane = nx * points[3 * j] + ny * points[3 * j + 1] + nz * points[3 * j + 2] - 0.5 * gaps[j];
  for (let i = 0; i < x.length; i += 3)
    if (nx * x[i] + ny * x[i + 1] + nz * x[i + 2] > plane + tolerance) return false;
  return true;
}

function isSame(set: ContactSet, i: number, j: number, tolerance: number): boolean {
  const { points } = set;
  for (let k = 0; k < 3; k++) if (Math.abs(points[3 * i + k] - points[3 * j + k]) > tolerance) return false;
  return isAlong(set, i, j);
}
