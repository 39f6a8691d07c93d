// The contacts of one instant, as columns: what both directions of time see at the midpoint of a step.
//
// A contact is a point p, a unit normal n and a gap between two bodies. It depends on the poses alone: no velocity and
// no memory enters (but for what a run forward looks ahead to: look-ahead.ts), so that a step backward finds exactly the contacts that the step forward will find (Twigg, James
// 2008, §3, takes this for granted). Its *key* names the features that touch; sorted by bodies and key, the order of
// contacts does not depend on how they were found.

export class ContactSet {
  count = 0;
  /** Indices of bodies: a < b, except that a static or kinematic body always stands second. */
  a = new Int32Array(64);
  b = new Int32Array(64);
  /** What of each body touches: 4 × index + (0 vertex, 1 edge, 2 face), as recordings want it. */
  featureA = new Uint32Array(64);
  featureB = new Uint32Array(64);
  /** Pieces of the bodies that touch, as the collider numbers them. */
  pieceA = new Int32Array(64);
  pieceB = new Int32Array(64);
  /** Number of the point among those of the same two features (0 unless a feature pair gives several). */
  part = new Uint32Array(64);
  /** World [m], midway between the two surfaces; xyz a contact. */
  points = new Float64Array(192);
  /** Unit, out of b into a; xyz a contact. */
  normals = new Float64Array(192);
  /** Signed distance [m], negative inside. */
  gaps = new Float64Array(64);
  /** How fast the two may still close, since they do not touch yet [m/s]: 0 but where a step forward looks ahead. */
  ahead = new Float64Array(64);

  clear(): void {
    this.count = 0;
  }

  /** Appends a contact of these features and returns its number; its point, normal and gap are the caller's to fill. */
  append(a: number, b: number, featureA: number, featureB: number): number {
    const i = this.count++;
    if (i === this.a.length) this.reserve(2 * i);
    this.a[i] = a;
    this.b[i] = b;
    this.featureA[i] = featureA;
    this.featureB[i] = featureB;
    this.part[i] = 0;
    this.ahead[i] = 0;
    return i;
  }

  /** Copies contact `from` over contact `to`. */
  move(from: number, to: number): void {
    this.a[to] = this.a[from];
    this.b[to] = this.b[from];
    this.featureA[to] = this.featureA[from];
    this.featureB[to] = this.featureB[from];
    this.pieceA[to] = this.pieceA[from];
    this.pieceB[to] = this.pieceB[from];
    this.part[to] = this.part[from];
    this.gaps[to] = this.gaps[from];
    this.ahead[to] = this.ahead[from];
    this.points.copyWithin(3 * to, 3 * from, 3 * from + 3);
    this.normals.copyWithin(3 * to, 3 * from, 3 * from + 3);
  }

  /** Drops the contacts that are not to be kept; the others stay in their order. */
  filter(isKept: (contact: number) => boolean): void {
    let count = 0;
    for (let c = 0; c < this.count; c++) {
      if (!isKept(c)) continue;
      if (c !== count) this.move(c, count);
      count++;
    }
    this.count = count;
  }

  /** Makes room for so many contacts; what is there stays. */
  reserve(capacity: number): void {
    if (this.a.length >= capacity) return;
    const longer = <T extends Int32Array | Uint32Array | Float64Array>(old: T, width: number): T => {
      const bigger = new (old.constructor as new (length: number) => T)(width * capacity);
      bigger.set(old);
      return bigger;
    };
    this.a = longer(this.a, 1);
    this.b = longer(this.b, 1);
    this.featureA = longer(this.featureA, 1);
    this.featureB = longer(this.featureB, 1);
    this.pieceA = longer(this.pieceA, 1);
    this.pieceB = longer(this.pieceB, 1);
    this.part = longer(this.part, 1);
    this.points = longer(this.points, 3);
    this.normals = longer(this.normals, 3);
    this.gaps = longer(this.gaps, 1);
    this.ahead = longer(this.ahead, 1);
  }

  /** Exchanges all columns with another set, which has as much room; counts stay. */
  exchange(other: ContactSet): void {
    const { a, b, featureA, featureB, pieceA, pieceB, part, points, normals, gaps, ahead } = this;
    Object.assign(this, {
      a: other.a,
      b: other.b,
      featureA: other.featureA,
      featureB: other.featureB,
      pieceA: other.pieceA,
      pieceB: other.pieceB,
      part: other.part,
      points: other.points,
      normals: other.normals,
      gaps: other.gaps,
      ahead: other.ahead,
    });
    Object.assign(other, { a, b, featureA, featureB, pieceA, pieceB, part, points, normals, gaps, ahead });
  }
}
