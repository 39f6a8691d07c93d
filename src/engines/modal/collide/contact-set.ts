// All contacts of one moment, in flat arrays that are used again from step to step.
//
// Contact k pushes body a along +n and body b along -n. Both sides are taken at one world point, half-way across the
// gap, so that equal and opposite impulses have no moment together. Where that point is on each body, for U: three
// vertices of its surface and weights.

export class ContactSet {
  count = 0;
  a: Int32Array;
  b: Int32Array;
  /** World points [m] and unit normals out of b into a, xyz a contact. */
  points: Float64Array;
  normals: Float64Array;
  /** From each body's centre of mass to the point [m], world axes. */
  armsA: Float64Array;
  armsB: Float64Array;
  /** Below 0 where the surfaces overlap [m]. */
  gaps: Float64Array;
  friction: Float64Array;
  restitution: Float64Array;
  /** The same feature of the same pair has the same number at every time. */
  ids: Float64Array;
  /** Vertices of the surface and their weights, three a contact on each side. */
  placesA: Int32Array;
  placesB: Int32Array;
  weightsA: Float64Array;
  weightsB: Float64Array;
  private room: number;

  constructor(room = 64) {
    this.room = room;
    this.a = new Int32Array(room);
    this.b = new Int32Array(room);
    this.points = new Float64Array(3 * room);
    this.normals = new Float64Array(3 * room);
    this.armsA = new Float64Array(3 * room);
    this.armsB = new Float64Array(3 * room);
    this.gaps = new Float64Array(room);
    this.friction = new Float64Array(room);
    this.restitution = new Float64Array(room);
    this.ids = new Float64Array(room);
    this.placesA = new Int32Array(3 * room);
    this.placesB = new Int32Array(3 * room);
    this.weightsA = new Float64Array(3 * room);
    this.weightsB = new Float64Array(3 * room);
  }

  clear(): void {
    this.count = 0;
  }

  /** The number of a new contact, whose entries are still to be written. */
  add(): number {
    if (this.count === this.room) this.grow();
    return this.count++;
  }

  /** Overwrites contact `to` by contact `from`. */
  move(to: number, from: number): void {
    if (to === from) return;
    this.a[to] = this.a[from];
    this.b[to] = this.b[from];
    this.gaps[to] = this.gaps[from];
    this.friction[to] = this.friction[from];
    this.restitution[to] = this.restitution[from];
    this.ids[to] = this.ids[from];
    for (let k = 0; k < 3; k++) {
      this.points[3 * to + k] = this.points[3 * from + k];
      this.normals[3 * to + k] = this.normals[3 * from + k];
      this.armsA[3 * to + k] = this.armsA[3 * from + k];
      this.armsB[3 * to + k] = this.armsB[3 * from + k];
      this.placesA[3 * to + k] = this.placesA[3 * from + k];
      this.placesB[3 * to + k] = this.placesB[3 * from + k];
      this.weightsA[3 * to + k] = this.weightsA[3 * from + k];
      this.weightsB[3 * to + k] = this.weightsB[3 * from + k];
    }
  }

  private grow(): void {
    const longer = <T extends Float64Array | Int32Array>(array: T): T => {
      const copy = new (array.constructor as new (n: number) => T)(2 * array.length);
      copy.set(array);
      return copy;
    };
    this.room *= 2;
    this.a = longer(this.a);
    this.b = longer(this.b);
    this.points = longer(this.points);
    this.normals = longer(this.normals);
    this.armsA = longer(this.armsA);
    this.armsB = longer(this.armsB);
    this.gaps = longer(this.gaps);
    this.friction = longer(this.friction);
    this.restitution = longer(this.restitution);
    this.ids = longer(this.ids);
    this.placesA = longer(this.placesA);
    this.placesB = longer(this.placesB);
    this.weightsA = longer(this.weightsA);
    this.weightsB = longer(this.weightsB);
  }
}
