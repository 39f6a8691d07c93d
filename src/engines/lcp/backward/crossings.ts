// Where bodies are at which time, to see whether another way comes near one that is taken already: a hash of cells of
// space and time. Ways are sampled. Between two samples balls count as going straight; other bodies are taken for boxes,
// and must be as far apart as they may come nearer until the next sample.

import { boxGap } from './box-gap.ts';

/** Cells a slot; powers of two. */
const smallest = 1 << 12;

export class Crossings {
  private readonly samples: number;
  private readonly cell: number;
  private readonly paths = new Map<number, Float32Array>();
  private readonly radii: Float64Array;
  private readonly halves: Float64Array;
  /** Numbers a sample: xyz, or xyz and a quaternion where some are not balls. */
  readonly width: number;
  private heads = new Int32Array(smallest).fill(-1);
  private next = new Int32Array(smallest);
  private owner = new Int32Array(smallest);
  /** Cell of each entry, to tell it from others of its slot. */
  private keys = new Int32Array(4 * smallest);
  private count = 0;

  /**
   * @param samples  how many a way has
   * @param radii    of the balls about bodies [m]
   * @param halves   half sizes of the boxes about them, three a body; zero of balls
   */
  constructor(samples: number, radii: Float64Array, halves: Float64Array) {
    this.samples = samples;
    this.radii = radii;
    this.halves = halves;
    this.width = halves.every((half) => half === 0) ? 3 : 7;
    let most = 0;
    for (const radius of radii) most = Math.max(most, radius);
    this.cell = 4 * most;
  }

  /** The way of a body: `width` numbers a sample. What it is told of later stands beside what was told before. */
  add(body: number, path: Float32Array, from: number, to: number): void {
    this.paths.set(body, path);
    for (let s = from; s <= to; s++) {
      const i = this.width * s;
      this.insert(s, this.at(path[i]), this.at(path[i + 1]), this.at(path[i + 2]), body);
    }
  }

  /** Whether a body on its way between the samples s and s + 1 comes near another one: within `room` [m] of touching. */
  meets(body: number, path: Float32Array, s: number, room: number): boolean {
    const i = this.width * s;
    const j = i + this.width;
    const step =
      Math.abs(path[j] - path[i]) + Math.abs(path[j + 1] - path[i + 1]) + Math.abs(path[j + 2] - path[i + 2]);
    const reach = this.radii[body] + this.cell / 4 + room + 2 * step;
    const [x0, x1] = [this.at(path[i] - reach), this.at(path[i] + reach)];
    const [y0, y1] = [this.at(path[i + 1] - reach), this.at(path[i + 1] + reach)];
    const [z0, z1] = [this.at(path[i + 2] - reach), this.at(path[i + 2] + reach)];
    for (let x = x0; x <= x1; x++)
      for (let y = y0; y <= y1; y++)
        for (let z = z0; z <= z1; z++) {
          for (let e = this.heads[this.slot(s, x, y, z)]; e >= 0; e = this.next[e]) {
            const k = 4 * e;
            const here =
              this.keys[k] === s &&
              this.keys[k + 1] === x &&
              this.keys[k + 2] === y &&
              this.keys[k + 3] === z;
            const other = this.owner[e];
            if (!here || other === body) continue;
            if (this.isNear(body, path, other, s, room)) return true;
          }
        }
    return false;
  }

  private isNear(body: number, path: Float32Array, other: number, s: number, room: number): boolean {
    const { halves, radii } = this;
    const way = this.paths.get(other)!;
    if (this.distance(path, way, s) >= radii[body] + radii[other] + room) return false;
    if (halves[3 * body] === 0 && halves[3 * other] === 0) return true;
    const i = this.width * s;
    const nearer = 0.5 * (this.travel(body, path, s) + this.travel(other, way, s));
    return boxGap(path, i, halves, 3 * body, way, i, halves, 3 * other) < room + nearer;
  }

  /** No point of a body goes further than this from one sample to the next [m]. */
  private travel(body: number, path: Float32Array, s: number): number {
    const i = this.width * s;
    const j = s < this.samples - 1 ? i + this.width : i;
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

  /** Smallest between two samples, both going straight [m]. */
  private distance(a: Float32Array, b: Float32Array, s: number): number {
    const i = this.width * s;
    const j = s < this.samples - 1 ? i + this.width : i;
    const dx = a[i] - b[i];
    const dy = a[i + 1] - b[i + 1];
    const dz = a[i + 2] - b[i + 2];
    const ux = a[j] - b[j] - dx;
    const uy = a[j + 1] - b[j + 1] - dy;
    const uz = a[j + 2] - b[j + 2] - dz;
    const square = ux * ux + uy * uy + uz * uz;
    const t = square > 0 ? Math.min(1, Math.max(0, -(dx * ux + dy * uy + dz * uz) / square)) : 0;
    const x = dx + t * ux;
    const y = dy + t * uy;
    const z = dz + t * uz;
    return Math.sqrt(x * x + y * y + z * z);
  }

  private at(x: number): number {
    return Math.floor(x / this.cell);
  }

  private slot(s: number, x: number, y: number, z: number): number {
    let h =
      Math.imul(s, 0x9e3779b1) ^
      Math.imul(x, 0x85ebca6b) ^
      Math.imul(y, 0xc2b2ae35) ^
      Math.imul(z, 0x27d4eb2f);
    h ^= h >>> 15;
    h = Math.imul(h, 0x2c1b3c6d);
    h ^= h >>> 13;
    return h & (this.heads.length - 1);
  }

  private insert(s: number, x: number, y: number, z: number, body: number): void {
    if (this.count === this.next.length) this.grow();
    const e = this.count++;
    this.owner[e] = body;
    this.keys[4 * e] = s;
    this.keys[4 * e + 1] = x;
    this.keys[4 * e + 2] = y;
    this.keys[4 * e + 3] = z;
    this.link(e);
  }

  private link(e: number): void {
    const k = 4 * e;
    const slot = this.slot(this.keys[k], this.keys[k + 1], this.keys[k + 2], this.keys[k + 3]);
    this.next[e] = this.heads[slot];
    this.heads[slot] = e;
  }

  private grow(): void {
    const twice = (old: Int32Array) => {
      const bigger = new Int32Array(2 * old.length);
      bigger.set(old);
      return bigger;
    };
    this.next = twice(this.next);
    this.owner = twice(this.owner);
    this.keys = twice(this.keys);
    this.heads = new Int32Array(2 * this.heads.length).fill(-1);
    for (let e = 0; e < this.count; e++) this.link(e);
  }
}
