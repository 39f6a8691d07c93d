import { expect, test } from 'vitest';
import { solidAngle } from '../../src/sound/solid-angle.ts';

test('three axes span an eighth of the sphere, with the sign of their order', () => {
  const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  expect(solidAngle(axes, 0, 3, 6, 0, 0, 0)).toBeCloseTo(Math.PI / 2, 14);
  expect(solidAngle(axes, 0, 6, 3, 0, 0, 0)).toBeCloseTo(-Math.PI / 2, 14);
});

test('a triangle far away is as large as its area over the square of the distance', () => {
  const triangle = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  expect(solidAngle(triangle, 0, 3, 6, 0, 0, -1000)).toBeCloseTo(0.5e-6, 9);
});

test('in the plane beside a triangle it is nothing', () => {
  const triangle = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  expect(solidAngle(triangle, 0, 3, 6, 2, 2, 0)).toBeCloseTo(0, 14);
});
