import { expect, test } from 'vitest';
import { cross3, dot3, norm3, normalize3 } from '../../src/num/vec3.ts';

test('do what their formulas say, in place too', () => {
  const v = new Float64Array([9, 1, 2, 3, -4, 5, 6]);
  const out = new Float64Array(3);
  expect(dot3(v, 1, v, 4)).toBe(24);
  cross3(v, 1, v, 1, v, 4); // over its own input
  expect([...v]).toEqual([9, -3, -18, 13, -4, 5, 6]);
  expect(norm3(new Float64Array([2, 3, 6]), 0)).toBe(7);
  expect(normalize3(out, 0, new Float64Array([0, 3, 4]), 0)).toBe(5);
  expect(norm3(out, 0)).toBeCloseTo(1, 15);
  expect(normalize3(out, 0, new Float64Array(3), 0)).toBe(0);
  expect([...out]).toEqual([0, 0, 0]);
});
