import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALPHA,
  BETA,
  DELTA,
  FACTORS,
  GAMMA,
  type Propagation,
  stepEnergy,
  WEIGHT,
  writeFactors,
} from '../../../../src/engines/modal/advance/propagator.ts';

const TAU = 2 * Math.PI;

/** A mode stepped by mean velocities, with impulses between steps. */
class Mode {
  q: number;
  rate: number;
  energy = 0;
  private readonly factors = new Float64Array(FACTORS);
  private readonly omega: number;
  private readonly h: number;

  constructor(omega: number, damping: number, h: number, propagation: Propagation, q: number, rate: number) {
    this.omega = omega;
    this.h = h;
    this.q = q;
    this.rate = rate;
    writeFactors(this.factors, 0, omega, damping, h, propagation);
  }

  step(load = 0, impulse = 0): void {
    const { factors, omega, h } = this;
    const p = load - omega * omega * this.q;
    const u = factors[ALPHA] * this.rate + factors[BETA] * p + factors[WEIGHT] * impulse;
    const rate = (u - factors[BETA] * p) / factors[ALPHA];
    this.energy = stepEnergy(factors, 0, omega, h, this.q - load / (omega * omega), u);
    this.q += h * u;
    this.rate = factors[GAMMA] * p + factors[DELTA] * rate;
  }
}

describe('the exact flow', () => {
  test('is that of a damped oscillator, below and above critical damping', () => {
    for (const [omega, damping] of [
      [1, 0],
      [1, 0.3],
      [1, 2],
      [1, 5],
    ]) {
      const mode = new Mode(omega, damping, 0.5, 'exact', 0.7, -0.2);
      for (let i = 0; i < 20; i++) mode.step(0.4);
      // many small steps of the classical fourth-order method
      let q = 0.7;
      let v = -0.2;
      const h = 10 / 20000;
      const a = (x: number, y: number): number => 0.4 - damping * y - omega * omega * x;
      for (let i = 0; i < 20000; i++) {
        const [k1, l1] = [v, a(q, v)];
        const [k2, l2] = [v + 0.5 * h * l1, a(q + 0.5 * h * k1, v + 0.5 * h * l1)];
        const [k3, l3] = [v + 0.5 * h * l2, a(q + 0.5 * h * k2, v + 0.5 * h * l2)];
        const [k4, l4] = [v + h * l3, a(q + h * k3, v + h * l3)];
        q += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
        v += (h / 6) * (l1 + 2 * l2 + 2 * l3 + l4);
      }
      expect(mode.q).toBeCloseTo(q, 10);
      expect(mode.rate).toBeCloseTo(v, 10);
    }
  });

  test('keeps the energy of a free mode, and Newmark does too', () => {
    for (const propagation of ['exact', 'newmark'] as const) {
      const mode = new Mode(TAU, 0, 1 / 6.5, propagation, 1, 0.5);
      mode.step();
      const first = mode.energy;
      for (let i = 0; i < 5000; i++) {
        mode.step();
        expect(Math.abs(mode.energy / first - 1)).toBeLessThan(1e-10);
      }
    }
  });

  test('is in tune at six and a half steps a period, where Newmark is 7% flat', () => {
    const periods = (propagation: Propagation): number => {
      const mode = new Mode(TAU, 0, 1 / 6.5, propagation, 1, 0);
      let crossings = 0;
      for (let i = 0; i < 6500; i++) {
        const before = mode.q;
        mode.step();
        if (before < 0 && mode.q >= 0) crossings++;
      }
      return crossings;
    };
    expect(Math.abs(periods('exact') - 1000)).toBeLessThanOrEqual(1);
    expect(periods('newmark') / 1000).toBeGreaterThan(0.925);
    expect(periods('newmark') / 1000).toBeLessThan(0.937);
  });

  test('rests exactly where a lasting load of impulses holds it', () => {
    for (const propagation of ['exact', 'newmark'] as const) {
      const omega = TAU * 3000;
      const h = 1 / (6.5 * 3000);
      const mode = new Mode(omega, 0, h, propagation, 0, 0);
      const factors = new Float64Array(FACTORS);
      writeFactors(factors, 0, omega, 0, h, propagation);
      const force = 25;
      mode.q = force / (omega * omega);
      // just before an impulse it is pulled back by half of one
      mode.rate = -(factors[BETA] * force) / factors[ALPHA];
      for (let i = 0; i < 1000; i++) mode.step(0, force * h);
      expect(mode.q / (force / (omega * omega))).toBeCloseTo(1, 10);
    }
  });
});

test('energy never grows in free motion, whatever damping, step and start', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1.9, noNaN: true }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.constantFrom<Propagation>('exact', 'newmark'),
      (damping, h, q, rate, propagation) => {
        const mode = new Mode(1, damping, h, propagation, q, rate);
        mode.step();
        for (let i = 0; i < 50; i++) {
          const before = mode.energy;
          mode.step();
          expect(mode.energy).toBeLessThanOrEqual(before * (1 + 1e-9) + 1e-14);
        }
      },
    ),
  );
});

test('an impulse that ends an approach takes energy, half of impulse times speed', () => {
  const mode = new Mode(1, 0, 0.9, 'exact', 0.3, -1);
  mode.step();
  const before = mode.energy;
  const factors = new Float64Array(FACTORS);
  writeFactors(factors, 0, 1, 0, 0.9, 'exact');
  const last = mode.q;
  // the mean velocity of the last step, and the impulse that brings the next one to zero
  const probe = new Mode(1, 0, 0.9, 'exact', 0.3, -1);
  const from = probe.q;
  probe.step();
  const u = (probe.q - from) / 0.9;
  const predicted = factors[ALPHA] * mode.rate - factors[BETA] * mode.q;
  const impulse = -predicted / factors[WEIGHT];
  mode.step(0, impulse);
  expect(mode.q).toBeCloseTo(last, 12);
  expect(mode.energy - before).toBeCloseTo(0.5 * impulse * u, 12);
});
