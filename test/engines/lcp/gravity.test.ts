import { expect, test } from 'vitest';
import { gravityStrength, upDirection } from '../../../src/engines/lcp/gravity.ts';
import type { Model } from '../../../src/engines/lcp/model.ts';

const under = (...gravity: number[]) => ({ gravity: Float64Array.from(gravity) }) as unknown as Model;

test('up is against gravity, or along z where there is none', () => {
  expect([...upDirection(under(0, -9.81, 0))]).toEqual([-0, 1, -0]);
  expect([...upDirection(under(3, 0, -4))]).toEqual([-0.6, -0, 0.8]);
  expect([...upDirection(under(0, 0, 0))]).toEqual([0, 0, 1]);
  expect(gravityStrength(under(3, 0, -4))).toBe(5);
});
