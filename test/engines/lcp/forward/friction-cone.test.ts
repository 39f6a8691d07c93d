// One contact on its own, against the laws themselves.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { relaxInRectangle, solveInDisc } from '../../../../src/engines/lcp/forward/friction-cone.ts';
import { second, third, workOn } from '../../../../src/num/kernels/machine.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** The local matrix of a contact, then its impulses. */
const memory = new Float64Array(9);
const f = memory.subarray(6);

function inDisc(local: readonly number[], friction: number, pulls: boolean, q: readonly number[]): void {
  workOn(memory);
  memory.set(local);
  f[0] = solveInDisc(0, friction, pulls, q[0], q[1], q[2]);
  f[1] = second();
  f[2] = third();
}

/** W of a contact from S and couplings, in the principal axes of S: positive definite. */
const contact = fc.record({
  nn: number(0.1, 10),
  n1: number(-3, 3),
  n2: number(-3, 3),
  s1: number(0.01, 5),
  s2: number(0.01, 5),
  friction: fc.oneof(fc.constant(0), number(1e-6, 2)),
  q: fc.tuple(number(-5, 5), number(-5, 5), number(-5, 5)),
});

test('the law of the cone holds to rounding', () => {
  fc.assert(
    fc.property(contact, ({ nn, n1, n2, s1, s2, friction, q }) => {
      inDisc([nn, n1, n2, s1, s2], friction, false, q);
      const w11 = s1 + (n1 * n1) / nn;
      const w22 = s2 + (n2 * n2) / nn;
      const w12 = (n1 * n2) / nn;
      const un = q[0] + nn * f[0] + n1 * f[1] + n2 * f[2];
      const u1 = q[1] + n1 * f[0] + w11 * f[1] + w12 * f[2];
      const u2 = q[2] + n2 * f[0] + w12 * f[1] + w22 * f[2];
      const size = Math.hypot(...f);
      const scale = 1e-9 * (Math.hypot(...q) + (nn + w11 + w22) * size + 1e-9);
      expect(f[0]).toBeGreaterThanOrEqual(0);
      expect(un).toBeGreaterThan(-scale - 1e-100);
      if (f[0] > 0) expect(Math.abs(un)).toBeLessThan(scale);
      const ft = Math.hypot(f[1], f[2]);
      const slip = Math.hypot(u1, u2);
      expect(ft).toBeLessThanOrEqual(friction * f[0] * (1 + 1e-12));
      if (f[0] === 0 || slip < scale) return;
      // it slides: as much friction as there can be, against the slip
      expect(ft).toBeCloseTo(friction * f[0], 9);
      expect(f[1] * u2 - f[2] * u1).toBeLessThan(scale * (1 + ft));
      expect(f[1] * u1 + f[2] * u2).toBeLessThanOrEqual(scale);
    }),
    { numRuns: 2000 },
  );
});

test('a contact that may pull ends at rest along the normal, with no friction while it pulls', () => {
  inDisc([2, 0.3, -0.2, 1, 1], 0.5, true, [3, 1, 1]);
  expect([...f]).toEqual([-1.5, 0, 0]);
});

test('sweeps in the rectangle end at its law', () => {
  fc.assert(
    fc.property(contact, ({ nn, s1, s2, friction, q }) => {
      const local = [nn, 0.1 * nn, -0.05 * nn, s1 + nn, s2 + nn, 0.02 * nn];
      workOn(memory);
      memory.set(local);
      f.fill(0);
      for (let i = 0; i < 200; i++) {
        f[0] = relaxInRectangle(0, friction, friction, false, q[0], q[1], q[2], 6);
        f[1] = second();
        f[2] = third();
      }
      const u1 = q[1] + local[1] * f[0] + local[3] * f[1] + local[5] * f[2];
      const un = q[0] + nn * f[0] + local[1] * f[1] + local[2] * f[2];
      expect(Math.min(f[0] * nn, un)).toBeCloseTo(0, 9);
      const bound = friction * f[0];
      expect(Math.abs(f[1])).toBeLessThanOrEqual(bound * (1 + 1e-12));
      if (Math.abs(u1) > 1e-9) expect(f[1]).toBeCloseTo(u1 > 0 ? -bound : bound, 9);
    }),
    { numRuns: 300 },
  );
});
