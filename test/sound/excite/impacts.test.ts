import fc from 'fast-check';
import { expect, test } from 'vitest';
import { opening } from '../../../src/sound/excite/impacts.ts';

test('an opening takes away what lasts fewer than three steps, and nothing else', () => {
  expect([...opening(Float64Array.of(5, 8, 1, 1, 1, 1))]).toEqual([1, 1, 1, 1, 1, 1]);
  expect([...opening(Float64Array.of(2, 2, 2, 9, 9, 9, 2))]).toEqual([2, 2, 2, 9, 9, 9, 2]);
  expect([...opening(Float64Array.of(7, 7))]).toEqual([0, 0]);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { maxLength: 30 }), (forces) => {
      const opened = opening(Float64Array.from(forces));
      forces.forEach((force, k) => {
        expect(opened[k]).toBeLessThanOrEqual(force);
      });
      expect([...opening(opened)]).toEqual([...opened]);
    }),
  );
});
