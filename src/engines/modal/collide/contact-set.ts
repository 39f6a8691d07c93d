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

  /** Overwrites contact n by contact c of a set, which may be this one. */
  put(n: number, from: ContactSet, c: number): void {
    this.a[n] = from.a[c];
    this.b[n] = from.b[c];
    this.gaps[n] = from.gaps[c];
    this.friction[n] = from.friction[c];
    this.restitution[n] = from.restitution[c];
    this.ids[n] = from.ids[c];
    for (let k = 0; k < 3; k++) {
      this.points[3 * n + k] = from.points[3 * c + k];
      this.normals[3 * n + k] = from.normals[3 * c + k];
      this.armsA[3 * n + k] = from.armsA[3 * c + k];
      this.armsB[3 * n + k] = from.armsB[3 * c + k];
      this.placesA[3 * n + k] = from.placesA[3 * c + k];
      this.placesB[3 * n + k] = from.placesB[3 * c + k];
      this.weightsA[3 * n + k] = from.weightsA[3 * c + k];
      this.weightsB[3 * n + k] = from.weightsB[3 * c + k];
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
