// The modes of one body, rung while somebody listens: what the synthesis of recordings does (src/sound/synth), sample by
// sample and without sleep or contacts.
//
//   z = (ω q − f/ω, q̇),   z ← z − (Δf/ω, 0),   y = l·(P − 1) z,   z ← P z
//
// y is pressure [Pa]. ringer.test.ts holds it to `strikeSound`.

import { pulsePassed, sinc, writePropagator, writePulse } from '../../../../src/sound/index.ts';

interface Pulse {
  /** Of each mode, U·J [m√kg/s]. */
  readonly forces: Float64Array;
  /** Sample it began at, and how long it is [s]. */
  readonly first: number;
  readonly length: number;
}

/** Softer than this nothing is left [Pa]. */
const FLOOR = 1e-9;
/** Samples that pulses are written for at once. */
const MOST = 256;

export class Ringer {
  private readonly h: number;
  private readonly count: number;
  private readonly x: Float64Array;
  private readonly v: Float64Array;
  /** Four numbers a mode. */
  private readonly propagators: Float64Array;
  private readonly inputGain: Float64Array;
  private readonly outputGain: Float64Array;
  private readonly heardX: Float64Array;
  private readonly heardV: Float64Array;
  private readonly profile = new Float64Array(MOST);
  private pulses: Pulse[] = [];
  private sample = 0;

  /**
   * @param omegas  [rad/s]
   * @param rates   α + βω² of each [1/s]
   * @param h       of a sample [s]
   */
  constructor(omegas: Float64Array, rates: Float64Array, h: number) {
    this.h = h;
    this.count = omegas.length;
    this.x = new Float64Array(this.count);
    this.v = new Float64Array(this.count);
    this.heardX = new Float64Array(this.count);
    this.heardV = new Float64Array(this.count);
    this.propagators = new Float64Array(4 * this.count);
    const p = new Float64Array(4);
    const attenuations = omegas.map((omega) => Math.max(0.5, sinc(0.5 * omega * h)));
    this.inputGain = omegas.map((omega, m) => -1 / (omega * attenuations[m]));
    this.outputGain = attenuations.map((attenuation) => 1 / (h * attenuation));
    for (let m = 0; m < this.count; m++) {
      writePropagator(p, omegas[m], rates[m], h);
      this.propagators.set(p, 4 * m);
    }
  }

  /** How each mode is heard: T of src/sound/transfer.ts. */
  hear(re: Float64Array, im: Float64Array): void {
    for (let m = 0; m < this.count; m++) {
      this.heardV[m] = re[m] * this.outputGain[m];
      this.heardX[m] = im[m] * this.outputGain[m];
    }
  }

  /** A blow that begins now. @param length  [s] */
  strike(forces: Float64Array, length: number): void {
    this.pulses.push({ forces, first: this.sample, length });
  }

  /** What is left of all blows is taken away. */
  hush(): void {
    this.pulses = [];
    this.x.fill(0);
    this.v.fill(0);
  }

  /** Adds the next samples, at most 256 [Pa]; false where there was nothing to add. */
  addTo(out: Float32Array | Float64Array): boolean {
    const { x, v, profile, propagators, heardX, heardV } = this;
    const samples = out.length;
    const inputs = this.pulses.map(({ forces, first, length }) => {
      writePulse(profile, 0, samples, this.sample - first, this.h, 0, length);
      return { forces, profile: profile.slice(0, samples) };
    });
    let loudest = 0;
    for (let m = 0; m < this.count; m++) {
      if (inputs.length === 0 && x[m] === 0 && v[m] === 0) continue;
      const p11 = propagators[4 * m];
      const p12 = propagators[4 * m + 1];
      const p21 = propagators[4 * m + 2];
      const p22 = propagators[4 * m + 3];
      let a = x[m];
      let b = v[m];
      let largest = 0;
      for (let n = 0; n < samples; n++) {
        for (const input of inputs) a += input.profile[n] * input.forces[m] * this.inputGain[m];
        const nextA = p11 * a + p12 * b;
        const nextB = p21 * a + p22 * b;
        const y = heardX[m] * (nextA - a) + heardV[m] * (nextB - b);
        out[n] += y;
        largest = Math.max(largest, Math.abs(y));
        a = nextA;
        b = nextB;
      }
      const isOver = inputs.length === 0 && largest < FLOOR;
      x[m] = isOver ? 0 : a;
      v[m] = isOver ? 0 : b;
      loudest = Math.max(loudest, largest);
    }
    this.sample += samples;
    this.pulses = this.pulses.filter(
      ({ first, length }) => pulsePassed(((this.sample - first - 1) * this.h) / length) < 1,
    );
    return loudest > 0;
  }
}
