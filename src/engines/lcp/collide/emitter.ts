// Takes the contacts of one pair of pieces, in whichever order the pieces were looked at, and puts them into the set.

import type { ContactSet } from './contact-set.ts';

export class Emitter {
  set: ContactSet;
  private a = 0;
  private b = 0;
  private flip = false;
  private pieceA = 0;
  private pieceB = 0;
  /** Of the contacts to come. */
  private readonly normal = new Float64Array(3);
  /** Number of the pair's first contact in the set. */
  private first = 0;

  constructor(set: ContactSet) {
    this.set = set;
  }

  /** The pieces of a and of b that the next pair is. */
  of(pieceA: number, pieceB: number): void {
    this.pieceA = pieceA;
    this.pieceB = pieceB;
  }

  /** @param a, b  as the set wants them @param flip  whether the pieces are looked at as (b, a) */
  begin(a: number, b: number, flip: boolean): void {
    this.a = a;
    this.b = b;
    this.flip = flip;
    this.first = this.set.count;
  }

  /** How many contacts the pair has so far. */
  get found(): number {
    return this.set.count - this.first;
  }

  /** The smallest gap of the pair so far, ∞ without contacts. */
  get smallestGap(): number {
    let least = Infinity;
    for (let i = this.first; i < this.set.count; i++) least = Math.min(least, this.set.gaps[i]);
    return least;
  }

  /** Forgets the pair's contacts. */
  discard(): void {
    this.set.count = this.first;
  }

  /** The normal of the contacts to come: unit, out of the second piece into the first. */
  along(nx: number, ny: number, nz: number): void {
    const { normal } = this;
    normal[0] = nx;
    normal[1] = ny;
    normal[2] = nz;
  }

  /** A contact at p, midway between the surfaces. */
  emit(featureFirst: number, featureSecond: number, px: number, py: number, pz: number, gap: number): void {
    const { a, b, flip, set, normal } = this;
    const i = flip
      ? set.append(a, b, featureSecond, featureFirst)
      : set.append(a, b, featureFirst, featureSecond);
    set.pieceA[i] = this.pieceA;
    set.pieceB[i] = this.pieceB;
    const { points, normals } = set;
    points[3 * i] = px;
    points[3 * i + 1] = py;
    points[3 * i + 2] = pz;
    normals[3 * i] = flip ? -normal[0] : normal[0];
    normals[3 * i + 1] = flip ? -normal[1] : normal[1];
    normals[3 * i + 2] = flip ? -normal[2] : normal[2];
    set.gaps[i] = gap;
  }

  /** A contact where q lies on the second piece. */
  emitOver(
    featureFirst: number,
    featureSecond: number,
    qx: number,
    qy: number,
    qz: number,
    gap: number,
  ): void {
    const { normal: n } = this;
    const half = 0.5 * gap;
    this.emit(featureFirst, featureSecond, qx + half * n[0], qy + half * n[1], qz + half * n[2], gap);
  }

  /** Like emit, unless the pair already has a contact nearer than `tolerance` [m] to p. */
  emitOnce(
    tolerance: number,
    featureFirst: number,
    featureSecond: number,
    px: number,
    py: number,
    pz: number,
    gap: number,
  ): void {
    const { points } = this.set;
    for (let i = 3 * this.first; i < 3 * this.set.count; i += 3) {
      const dx = points[i] - px;
      const dy = points[i + 1] - py;
      const dz = points[i + 2] - pz;
      if (dx * dx + dy * dy + dz * dz <= tolerance * tolerance) return;
    }
    this.emit(featureFirst, featureSecond, px, py, pz, gap);
  }
}
