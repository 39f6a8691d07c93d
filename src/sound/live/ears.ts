// Two ears for all bodies at once.
//
// The shadow of a head is linear in two low passes that never change (spherical-head.ts): a body adds itself, later at the far
// ear, to three buses an ear with weights of its own, and the low passes run once over the sums. Ears are whole samples apart; what
// moves fades from one place to the next within a quantum.

import { acos } from '../../num/elementary/index.ts';
import { earDirections } from '../ears/listener.ts';
import {
  HEAD_CORNERS,
  HEAD_RADIUS,
  headDetour,
  type HeadLowPass,
  headLowPass,
  headWeights,
} from '../ears/spherical-head.ts';
import { SPEED_OF_SOUND } from '../transfer.ts';
import { QUANTUM } from './ring.ts';
import type { Ringers } from './ringers.ts';

/** Where somebody listens: middle of the head [m], where the nose points, and the crown. */
export interface ListenerPose {
  /** World [m]. */
  readonly position: readonly [number, number, number];
  /** Where the nose points. */
  readonly facing: readonly [number, number, number];
  /** Where the crown is. */
  readonly up: readonly [number, number, number];
}

const weights = new Float64Array(2);

/** Places bodies about a head. */
export class Ears {
  private readonly rateHz: number;
  private readonly ringers: Ringers;
  private readonly passes: readonly HeadLowPass[];
  /** Of each ear and low pass: what it gave, and what it last got. */
  private readonly low = new Float64Array(4);
  private readonly last = new Float64Array(4);
  private readonly head = new Float64Array(3);
  private ears: readonly (readonly number[])[] = [];
  /** Of each body: its place, its radius, and for each ear delay and three gains, as they are and as they shall be. */
  private readonly places: Float64Array;
  private readonly radii: Float64Array;
  private readonly now: Float64Array;
  private readonly next: Float64Array;

  constructor(ringers: Ringers, bodies: number, rateHz: number) {
    this.rateHz = rateHz;
    this.ringers = ringers;
    this.passes = HEAD_CORNERS.map((corner) => headLowPass(corner, rateHz));
    this.places = new Float64Array(3 * bodies);
    this.radii = new Float64Array(bodies).fill(0.05);
    this.now = new Float64Array(EARS * bodies);
    this.next = new Float64Array(EARS * bodies);
    this.listen({ position: [0, 0, 0], facing: [0, 0, -1], up: [0, 1, 0] });
  }

  /** Moves the head. */
  listen({ position, facing, up }: ListenerPose): void {
    this.head.set(position);
    this.ears = earDirections({ facing, up });
    for (let body = 0; body < this.radii.length; body++) this.find(body);
  }

  /** Moves a body [m]. */
  place(body: number, x: number, y: number, z: number): void {
    this.places[3 * body] = x;
    this.places[3 * body + 1] = y;
    this.places[3 * body + 2] = z;
    this.find(body);
  }

  /** Nearer than its radius nothing gets louder. */
  setRadius(body: number, radius: number): void {
    this.radii[body] = Math.max(0.01, radius);
    this.find(body);
    // nobody hears it come from elsewhere
    this.settle(body);
  }

  /** Of the louder ear, of 1 Pa at 1 m. */
  loudnessOf(body: number): number {
    return Math.max(Math.abs(this.next[EARS * body + 1]), Math.abs(this.next[EARS * body + 5]));
  }

  /** What does not sound is where it is at once. */
  settle(body: number): void {
    for (let i = EARS * body; i < EARS * (body + 1); i++) this.now[i] = this.next[i];
  }

  /** Adds the quantum in `mono` to what both ears hear. */
  hear(body: number): void {
    const { now, next, ringers } = this;
    for (let ear = 0; ear < 2; ear++) {
      const at = EARS * body + 4 * ear;
      for (let bus = 0; bus < 3; bus++) {
        const from = now[at + 1 + bus];
        const to = next[at + 1 + bus];
        if (now[at] === next[at]) ringers.spread(3 * ear + bus, now[at], from, to);
        else {
          ringers.spread(3 * ear + bus, now[at], from, 0);
          ringers.spread(3 * ear + bus, next[at], 0, to);
        }
      }
    }
    this.settle(body);
  }

  /** Writes what came to both ears in this quantum, times a gain. @returns the largest magnitude; NaN where something is none */
  finish(left: Float32Array, right: Float32Array, gain: number): number {
    const { low, last, passes } = this;
    const { buses } = this.ringers;
    let largest = 0;
    for (let ear = 0; ear < 2; ear++) {
      const out = ear === 0 ? left : right;
      const direct = 6 * QUANTUM * ear;
      for (let n = 0; n < QUANTUM; n++) {
        let sum = buses[direct + n];
        for (let k = 0; k < 2; k++) {
          const input = buses[direct + 2 * QUANTUM * (k + 1) + n];
          const { decay, before, now } = passes[k];
          const i = 2 * ear + k;
          low[i] = decay * low[i] + before * last[i] + now * input;
          last[i] = input;
          sum += low[i];
        }
        const sample = gain * sum;
        out[n] = sample;
        const size = Math.abs(sample);
        if (!(size <= largest)) largest = size;
      }
    }
    for (let bus = 0; bus < 6; bus++) {
      const at = 2 * QUANTUM * bus;
      buses.copyWithin(at, at + QUANTUM, at + 2 * QUANTUM);
      buses.fill(0, at + QUANTUM, at + 2 * QUANTUM);
    }
    return largest;
  }

  /** After something that is no number. */
  clear(): void {
    this.low.fill(0);
    this.last.fill(0);
    this.ringers.buses.fill(0);
  }

  /** Delays and gains of a body where it is. */
  private find(body: number): void {
    const { places, head, next, ears } = this;
    const x = places[3 * body] - head[0];
    const y = places[3 * body + 1] - head[1];
    const z = places[3 * body + 2] - head[2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    const gain = 1 / Math.max(distance, this.radii[body]);
    for (let ear = 0; ear < 2; ear++) {
      const [ex, ey, ez] = ears[ear];
      const cosine = distance > 0 ? (ex * x + ey * y + ez * z) / distance : 0;
      const angle = acos(Math.max(-1, Math.min(1, cosine)));
      headWeights(angle, weights);
      const at = EARS * body + 4 * ear;
      const later = ((HEAD_RADIUS + headDetour(angle)) * this.rateHz) / SPEED_OF_SOUND;
      next[at] = Math.min(QUANTUM, Math.max(0, Math.round(later)));
      next[at + 1] = gain * (1 - weights[0] - weights[1]);
      next[at + 2] = gain * weights[0];
      next[at + 3] = gain * weights[1];
    }
  }
}

/** Numbers of a body: a delay and three gains for each ear. */
const EARS = 8;
