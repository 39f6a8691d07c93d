import { expect, test } from 'vitest';
import { blankContact } from '../../src/record/index.ts';
import { addPointVelocity, writeSlip } from '../../src/sim/index.ts';

test('a point of a turning body has the velocity of the centre and what the arm adds', () => {
  const out = new Float64Array(3);
  // 2 rad/s about z, an arm of 3 m along x: 6 m/s along y
  addPointVelocity(out, 1, Float64Array.of(9, 1, 0, 0, 0, 0, 2), 1, Float64Array.of(9, 3, 0, 0), 1);
  expect([...out]).toEqual([1, 6, 0]);
  addPointVelocity(out, -1, Float64Array.of(1, 0, 0, 0, 0, 0), 0, Float64Array.of(5, 5, 5), 0);
  expect([...out]).toEqual([0, 6, 0]);
});

test('slip is what of a velocity is across the normal, of the other side the opposite', () => {
  const row = blankContact();
  Object.assign(row, { nx: 0.6, ny: 0.8, nz: 0 });
  writeSlip(row, Float64Array.of(1, 0, 2), 1);
  expect(row.sx).toBeCloseTo(0.64, 12);
  expect(row.sy).toBeCloseTo(-0.48, 12);
  expect(row.sz).toBe(2);
  const one = [row.sx, row.sy, row.sz];
  Object.assign(row, { nx: -0.6, ny: -0.8, nz: 0 });
  writeSlip(row, Float64Array.of(1, 0, 2), -1);
  expect([row.sx, row.sy, row.sz]).toEqual(one.map((v) => -v));
});
