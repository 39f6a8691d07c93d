import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rotateFreely } from '../../src/num/free-rotation.ts';

const part = fc.double({ min: -1, max: 1, noNaN: true });
const moment = fc.double({ min: 0.1, max: 3, noNaN: true });

// Up to five radians: near the middle axis rounding grows e-fold with about every radian.
test('a turn back undoes a turn, also of many inner steps', () => {
  fc.assert(
    fc.property(
      fc.tuple(part, part, part, part),
      fc.tuple(part, part, part),
      fc.tuple(moment, moment, moment),
      fc.double({ min: 0.01, max: 30, noNaN: true }),
      (orientation, axis, inertia, speed) => {
        const length = Math.hypot(...orientation);
        fc.pre(length > 0.1);
        const q = Float64Array.from(orientation, (value) => value / length);
        const before = q.slice();
        const momentum = Float64Array.from(axis, (value) => speed * Math.min(...inertia) * value);
        const moments = Float64Array.from(inertia);
        rotateFreely(q, 0, momentum, 0, moments, 0, 0.1);
        rotateFreely(q, 0, momentum, 0, moments, 0, -0.1);
        for (let k = 0; k < 4; k++) expect(Math.abs(q[k] - before[k])).toBeLessThan(1e-11);
      },
    ),
    { numRuns: 300 },
  );
});
