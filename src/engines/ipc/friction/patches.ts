// Contacts of a polygon that stands for a curve rub as one.
//
// A ring touches a floor with several of its corners at once. They are at different heights, so when it rolls they slip against each other,
// and friction would brake it, which it does not brake a circle. So contacts within a patch, as long as the curve is within
// the barrier's reach, have one point and one normal in friction: the means of theirs, by their normal forces.

import { barrierSlope } from '../contact/barrier.ts';
import { type ContactPoint, describeTouch } from '../contact/contact-point.ts';
import type { ContactSet } from '../contact/contact-set.ts';
import type { Pair } from '../contact/pairs.ts';
import type { Poses } from '../step/poses.ts';

/** Cosine of the largest angle between normals of one patch. */
const alike = 0.99;
/** Numbers of a patch: arms on a and b, normal towards a, all times weight; weight; arm on a and normal of its first contact. */
const size = 16;

export class Patches {
  private data = new Float64Array(8 * size);
  private count = 0;
  /** The patch of each contact of the pair, −1 where it is none. */
  private readonly of: number[] = [];
  private first = 0;

  /** Finds the patches of a pair's contacts, `first` to the one before `end`. */
  load(poses: Poses, pair: Pair, contacts: ContactSet, first: number, end: number): void {
    this.count = 0;
    this.first = first;
    this.of.length = 0;
    if (pair.patch === 0) return;
    for (let c = first; c < end; c++) {
      const force = -contacts.strength[c] * barrierSlope(contacts.gap[c], pair.dHat);
      this.of.push(force > 0 ? this.add(describeTouch(poses, pair, contacts, c), force, pair.patch) : -1);
    }
  }

  /** Puts the touch of contact c where its patch is. */
  place(p: ContactPoint, c: number): void {
    const patch = this.of.length === 0 ? -1 : this.of[c - this.first];
    if (patch < 0) return;
    const { data } = this;
    const at = size * patch;
    const weight = data[at + 9];
    const f = at + p.first / 2;
    const s = at + 3 - p.first / 2;
    p.fx = data[f] / weight;
    p.fy = data[f + 1] / weight;
    p.fz = data[f + 2] / weight;
    p.sx = data[s] / weight;
    p.sy = data[s + 1] / weight;
    p.sz = data[s + 2] / weight;
    const n = at + 6;
    const length = Math.sqrt(data[n] * data[n] + data[n + 1] * data[n + 1] + data[n + 2] * data[n + 2]);
    const sign = (p.first === 0 ? 1 : -1) / length;
    p.nx = sign * data[n];
    p.ny = sign * data[n + 1];
    p.nz = sign * data[n + 2];
  }

  private add(p: ContactPoint, force: number, reach: number): number {
    const sign = p.first === 0 ? 1 : -1;
    const [nx, ny, nz] = [sign * p.nx, sign * p.ny, sign * p.nz];
    const [ax, ay, az] = p.first === 0 ? [p.fx, p.fy, p.fz] : [p.sx, p.sy, p.sz];
    const [bx, by, bz] = p.first === 0 ? [p.sx, p.sy, p.sz] : [p.fx, p.fy, p.fz];
    let patch = 0;
    for (; patch < this.count; patch++) {
      const at = size * patch + 10;
      const d = this.data;
      const [x, y, z] = [d[at] - ax, d[at + 1] - ay, d[at + 2] - az];
      const along = d[at + 3] * nx + d[at + 4] * ny + d[at + 5] * nz;
      if (along > alike && x * x + y * y + z * z < reach * reach) break;
    }
    if (patch === this.count) this.begin(ax, ay, az, nx, ny, nz);
    const sums = [ax, ay, az, bx, by, bz, nx, ny, nz, 1];
    for (let k = 0; k < 10; k++) this.data[size * patch + k] += force * sums[k];
    return patch;
  }

  private begin(...seed: readonly number[]): void {
    if ((this.count + 1) * size > this.data.length) {
      const larger = new Float64Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    const at = size * this.count++;
    this.data.fill(0, at, at + 10);
    for (let k = 0; k < 6; k++) this.data[at + 10 + k] = seed[k];
  }
}
