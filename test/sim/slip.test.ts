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

test('every axis of a turn takes part, and slip has nothing along any normal', () => {
  const out = Float64Array.of(100, 200, 300);
  const [v, w, r] = [
    [1, 2, 3],
    [5, 7, 11],
    [13, 17, 19],
  ];
  addPointVelocity(out, 2, Float64Array.from([...v, ...w]), 0, Float64Array.from(r), 0);
  const cross = [w[1] * r[2] - w[2] * r[1], w[2] * r[0] - w[0] * r[2], w[0] * r[1] - w[1] * r[0]];
  expect([...out]).toEqual([0, 1, 2].map((k) => 100 * (k + 1) + 2 * (v[k] + cross[k])));
  const row = blankContact();
  const normal = [2 / 7, 3 / 7, 6 / 7];
  Object.assign(row, { nx: normal[0], ny: normal[1], nz: normal[2] });
  writeSlip(row, Float64Array.of(3, 5, 8), 1);
  const along = 3 * normal[0] + 5 * normal[1] + 8 * normal[2];
  [row.sx, row.sy, row.sz].forEach((value, k) => {
    expect(value).toBeCloseTo([3, 5, 8][k] - along * normal[k], 12);
  });
});
