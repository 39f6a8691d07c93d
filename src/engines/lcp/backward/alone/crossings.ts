// Where bodies are at which time, to see whether another way comes near one that is taken already.
//
// Ways are sampled, and lie in a hash of cells of space and time, an entry a sample. Where a body rests until the end is one
// entry of another hash, of space alone, with the sample it begins at: thousands of bodies rest for half of the time.
// Between two samples balls count as going straight; other bodies are taken for boxes, and must be as far apart as they may
// come nearer until the next sample.

import { boxGap } from './box-gap.ts';

const smallest = 1 << 12;
/** Numbers of an entry: the next of its slot, whose it is, its sample. One line of memory has them all. */
const entrySize = 3;

/** Entries by slot. */
class Slots {
  heads: Int32Array;
  entries: Int32Array;
  count = 0;

  constructor(expected: number) {
    let size = smallest;
    while (size < expected) size *= 2;
    this.heads = new Int32Array(size).fill(-1);
    this.entries = new Int32Array(entrySize * size);
  }

  /** Slot of a cell; neighbours along x lie side by side. */
  slot(s: number, x: number, y: number, z: number): number {
    let h = Math.imul(s, 0x9e3779b1) ^ Math.imul(y, 0xc2b2ae35) ^ Math.imul(z, 0x27d4eb2f);
    h ^= h >>> 15;
    h = Math.imul(h, 0x2c1b3c6d);
    h ^= h >>> 13;
    return (h + x) & (this.heads.length - 1);
  }

  insert(slot: number, owner: number, sample: number): void {
    const e = entrySize * this.count++;
    this.entries[e] = this.heads[slot];
    this.entries[e + 1] = owner;
    this.entries[e + 2] = sample;
    this.heads[slot] = e;
  }

  get isFull(): boolean {
    return this.count === this.heads.length;
  }
}

export class Crossings {
  private readonly samples: number;
  private readonly radii: Float64Array;
  private readonly halves: Float64Array;
  /** Numbers a sample: xyz, or xyz and a quaternion where some are not balls. */
  readonly width: number;
  /** Radius of the largest body, and the size of cells [m]. */
  private readonly most: number;
  private readonly cell: number;
  private readonly paths: (Float32Array | undefined)[];
  private ways: Slots;
  private readonly resting: Slots;
  /** Where bodies rest, `width` numbers each, and from which sample on; the box about them. */
  private readonly places: Float32Array;
  private readonly since: Int32Array;
  private readonly low = new Float64Array(3).fill(Number.POSITIVE_INFINITY);
  private readonly high = new Float64Array(3).fill(Number.NEGATIVE_INFINITY);

  /**
   * @param samples   how many a way has
   * @param radii     of the balls about bodies [m]
   * @param halves    half sizes of the boxes about them, three a body; zero of balls
   * @param expected  samples of all ways together
   */
  constructor(samples: number, radii: Float64Array, halves: Float64Array, expected = 0) {
    this.samples = samples;
    this.radii = radii;
    this.halves = halves;
    this.width = halves.every((half) => half === 0) ? 3 : 7;
    let most = 0;
    for (const radius of radii) most = Math.max(most, radius);
    this.most = most;
    // a search then looks at two cells along each axis, seldom three
    this.cell = 8 * most;
    this.paths = new Array<Float32Array | undefined>(radii.length).fill(undefined);
    this.ways = new Slots(expected);
    this.resting = new Slots(2 * radii.length);
    this.places = new Float32Array(this.width * radii.length);
    this.since = new Int32Array(radii.length).fill(-1);
  }

  /** The way of a body, `width` numbers a sample, as far as it moves: to sample `to`. */
  addWay(body: number, path: Float32Array, to: number): void {
    this.paths[body] = path;
    for (let s = 0; s <= to; s++) {
      if (this.ways.isFull) this.grow();
      this.ways.insert(this.slotAt(s, path), body, s);
    }
  }

  /** A body rests at a place (`width` numbers) from a sample on; said again, from an earlier one. */
  addRest(body: number, place: Float32Array, from: number): void {
    const i = this.width * body;
    const isNew = this.since[body] < 0;
    this.since[body] = from;
    // a way that it had is given up
    this.paths[body] = undefined;
    if (!isNew) return;
    for (let k = 0; k < this.width; k++) this.places[i + k] = place[k];
    for (let k = 0; k < 3; k++) {
      this.low[k] = Math.min(this.low[k], this.places[i + k]);
      this.high[k] = Math.max(this.high[k], this.places[i + k]);
    }
    const { resting, places } = this;
    const slot = resting.slot(0, this.at(places[i]), this.at(places[i + 1]), this.at(places[i + 2]));
    resting.insert(slot, body, 0);
  }

  /**
   * Whether a body on its way between the samples s and s + 1 comes near another one: within `room` [m] of touching.
   * @param ignores  others that it may come near
   * @param mayPass  others that it may come near on their ways, but not where they rest
   */
  meets(
    body: number,
    path: Float32Array,
    s: number,
    room: number,
    ignores?: (other: number) => boolean,
    mayPass?: (other: number) => boolean,
  ): boolean {
    const { ways, resting, low, high } = this;
    const i = this.width * s;
    const j = i + this.width;
    const step =
      Math.abs(path[j] - path[i]) + Math.abs(path[j + 1] - path[i + 1]) + Math.abs(path[j + 2] - path[i + 2]);
    const reach = this.radii[body] + this.most + room + 2 * step;
    const x0 = this.at(path[i] - reach);
    const x1 = this.at(path[i] + reach);
    const y0 = this.at(path[i + 1] - reach);
    const y1 = this.at(path[i + 1] + reach);
    const z0 = this.at(path[i + 2] - reach);
    const z1 = this.at(path[i + 2] + reach);
    let meetsResting = true;
    for (let k = 0; k < 3; k++)
      meetsResting &&= path[i + k] + reach >= low[k] && path[i + k] - reach <= high[k];
    for (let z = z0; z <= z1; z++)
      for (let y = y0; y <= y1; y++)
        for (let x = x0; x <= x1; x++) {
          const { entries } = ways;
          for (let e = ways.heads[ways.slot(s, x, y, z)]; e >= 0; e = entries[e]) {
            const other = entries[e + 1];
            if (entries[e + 2] !== s || other === body || ignores?.(other) || mayPass?.(other)) continue;
            const way = this.paths[other];
            if (way && this.isNear(body, path, s, other, way, i, j, room)) return true;
          }
          if (!meetsResting) continue;
          for (let e = resting.heads[resting.slot(0, x, y, z)]; e >= 0; e = resting.entries[e]) {
            const other = resting.entries[e + 1];
            if (this.since[other] > s || other === body || ignores?.(other)) continue;
            const place = this.width * other;
            if (this.isNear(body, path, s, other, this.places, place, place, room)) return true;
          }
        }
    return false;
  }

  /** @param from, to  where in `way` the other one is at the two samples */
  private isNear(
    body: number,
    path: Float32Array,
    s: number,
    other: number,
    way: Float32Array,
    from: number,
    to: number,
    room: number,
  ): boolean {
    const { halves, radii, width } = this;
    const i = width * s;
    const isLast = s >= this.samples - 1;
    const j = isLast ? i : i + width;
    const end = isLast ? from : to;
    const apart = distance(path, i, j, way, from, end) - radii[body] - radii[other];
    if (apart >= room) return false;
    if (halves[3 * body] === 0 && halves[3 * other] === 0) return apart < this.roomOf(body, other, room);
    const nearer = 0.5 * (this.travel(body, path, i, j) + this.travel(other, way, from, end));
    const gap = boxGap(path, i, halves, 3 * body, way, from, halves, 3 * other);
    return gap < room + nearer && gap < this.roomOf(body, other, room) + nearer;
  }

  /** Two that rest nearer to each other than `room` may be as near on their ways, nearly. */
  private roomOf(body: number, other: number, room: number): number {
    if (this.since[body] < 0 || this.since[other] < 0) return room;
    const { halves, radii, width, places } = this;
    const i = width * body;
    const j = width * other;
    const gap =
      halves[3 * body] === 0 && halves[3 * other] === 0
        ? distance(places, i, i, places, j, j) - radii[body] - radii[other]
        : boxGap(places, i, halves, 3 * body, places, j, halves, 3 * other);
    return Math.min(room, Math.max(0, 0.8 * gap));
  }

  /** No point of a body goes further than this from one sample, at i, to the next, at j [m]. */
  private travel(body: number, path: Float32Array, i: number, j: number): number {
    const x = path[j] - path[i];
    const y = path[j + 1] - path[i + 1];
    const z = path[j + 2] - path[i + 2];
    const straight = Math.sqrt(x * x + y * y + z * z);
    if (this.halves[3 * body] === 0) return straight;
    let cosine = 0;
    for (let k = 3; k < 7; k++) cosine += path[i + k] * path[j + k];
    // |q − q′| = 2 sin(angle / 4) ≤ angle / 2
    const chord = Math.sqrt(Math.max(0, 2 - 2 * Math.abs(cosine)));
    return straight + 2.2 * chord * this.radii[body];
  }

  private at(x: number): number {
    return Math.floor(x / this.cell);
  }

  private slotAt(s: number, path: Float32Array): number {
    const i = this.width * s;
    return this.ways.slot(s, this.at(path[i]), this.at(path[i + 1]), this.at(path[i + 2]));
  }

  private grow(): void {
    const { entries, count } = this.ways;
    this.ways = new Slots(2 * count);
    for (let e = 0; e < entrySize * count; e += entrySize) {
      const body = entries[e + 1];
      const path = this.paths[body];
      if (path) this.ways.insert(this.slotAt(entries[e + 2], path), body, entries[e + 2]);
    }
  }
}

/** Smallest between two samples, both going straight: a from i to j, b from k to l [m]. */
function distance(a: Float32Array, i: number, j: number, b: Float32Array, k: number, l: number): number {
  const dx = a[i] - b[k];
  const dy = a[i + 1] - b[k + 1];
  const dz = a[i + 2] - b[k + 2];
  const ux = a[j] - b[l] - dx;
  const uy = a[j + 1] - b[l + 1] - dy;
  const uz = a[j + 2] - b[l + 2] - dz;
  const square = ux * ux + uy * uy + uz * uz;
  const t = square > 0 ? Math.min(1, Math.max(0, -(dx * ux + dy * uy + dz * uz) / square)) : 0;
  const x = dx + t * ux;
  const y = dy + t * uy;
  const z = dz + t * uz;
  return Math.sqrt(x * x + y * y + z * z);
}
