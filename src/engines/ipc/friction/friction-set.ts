// The contacts that friction was lagged at, pair after pair: what a pass keeps of each.

import {
  appliedAt,
  epsilonAt,
  keyAt,
  laggedStride,
  pointsAt,
  rolledAt,
  slipAt,
  tangentsAt,
} from './lagged-layout.ts';

export * from './lagged-layout.ts';

/** Room of a new set, contacts and pairs: sets are made anew in the middle of a step, and most hold few. */
const few = 4;

export class FrictionSet {
  count = 0;
  /**
   * μλ [kg m]; body-frame points (3 + 3); tangents (3 + 3); ε [m]; which primitives; friction on the pair's a in the solve
   * that has ended, times h² [kg m] (3), and slip of a on b in it [m] (3), world axes; expected friction over −μλ (2), along
   * the tangents (expected-friction.ts); rolling that is no slip [m] (2), along the tangents (rolling.ts).
   */
  data = new Float64Array(few * laggedStride);
  /** Where each pair's contacts begin. */
  start = new Int32Array(few + 1);

  clear(pairs: number): void {
    this.count = 0;
    if (this.start.length < pairs + 1) this.start = new Int32Array(2 * (pairs + 1));
  }

  /** Appends the contacts of pair i as another set has them. */
  take(from: FrictionSet, i: number): void {
    const begin = from.start[i] * laggedStride;
    const end = from.start[i + 1] * laggedStride;
    while (this.count * laggedStride + end - begin > this.data.length) this.grow();
    for (let k = begin; k < end; k++) this.data[this.count * laggedStride + k - begin] = from.data[k];
    this.count += (end - begin) / laggedStride;
  }

  private grow(): void {
    const data = new Float64Array(2 * this.data.length);
    data.set(this.data);
    this.data = data;
  }

  /** Appends contact c of another set, without its force. */
  addLost(from: FrictionSet, c: number): void {
    if ((this.count + 1) * laggedStride > this.data.length) this.grow();
    const at = this.count * laggedStride;
    for (let k = 0; k < laggedStride; k++) this.data[at + k] = from.data[c * laggedStride + k];
    this.data[at] = 0;
    this.count++;
  }

  /** Makes the slip below which contacts stick so many times as large. */
  soften(factor: number): void {
    if (factor !== 1) for (let c = 0; c < this.count; c++) this.data[c * laggedStride + epsilonAt] *= factor;
  }

  /** Adds one contact; `force` is μλ, points in body coordinates of the pair's a and b, tangents in the world. */
  add(
    force: number,
    pa: Float64Array,
    pb: Float64Array,
    tangents: Float64Array,
    epsilon: number,
    key = 0,
    rolled: Float64Array = still,
  ): void {
    if ((this.count + 1) * laggedStride > this.data.length) this.grow();
    const at = this.count * laggedStride;
    this.data[at] = force;
    for (let k = 0; k < 3; k++) {
      this.data[at + pointsAt + k] = pa[k];
      this.data[at + pointsAt + 3 + k] = pb[k];
    }
    for (let k = 0; k < 6; k++) this.data[at + tangentsAt + k] = tangents[k];
    this.data[at + epsilonAt] = epsilon;
    this.data[at + keyAt] = key;
    this.data.fill(0, at + appliedAt, at + laggedStride);
    this.data[at + rolledAt] = rolled[0];
    this.data[at + rolledAt + 1] = rolled[1];
    this.count++;
  }
}

const still = new Float64Array(2);

/** A set as it was. */
export function copyFriction(to: FrictionSet, from: FrictionSet, pairs: number): void {
  to.clear(pairs);
  const { data, start } = from;
  if (to.data.length < data.length) to.data = new Float64Array(data.length);
  for (let k = 0; k < from.count * laggedStride; k++) to.data[k] = data[k];
  for (let i = 0; i <= pairs; i++) to.start[i] = start[i];
  to.count = from.count;
}

/** Friction on the pair's body a at contact c in the solve that has ended, times h² [kg m]; the opposite acted on b. */
export function readApplied({ data }: FrictionSet, c: number, to: Float64Array): void {
  for (let k = 0; k < 3; k++) to[k] = data[c * laggedStride + appliedAt + k];
}

/** How far the pair's body a slipped on b at contact c in the solve that has ended [m]. */
export function readSlip({ data }: FrictionSet, c: number, to: Float64Array): void {
  for (let k = 0; k < 3; k++) to[k] = data[c * laggedStride + slipAt + k];
}

/** A contact as it was lagged: body-frame points on a and b, tangents, what it is between. */
export interface Lagged {
  readonly points: Float64Array;
  readonly tangents: Float64Array;
  key: number;
}

export function readLagged({ data }: FrictionSet, c: number, to: Lagged): void {
  for (let k = 0; k < 6; k++) {
    to.points[k] = data[c * laggedStride + pointsAt + k];
    to.tangents[k] = data[c * laggedStride + tangentsAt + k];
  }
  to.key = data[c * laggedStride + keyAt];
}
