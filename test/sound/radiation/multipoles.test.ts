import { expect, test } from 'vitest';
import { sphere } from '../../../src/geometry/primitives/index.ts';
import { Random } from '../../../src/num/index.ts';
import { pressureAt, type SurfaceSound } from '../../../src/sound/radiation/exterior.ts';
import { harmonics, harmonicsAndSlopes } from '../../../src/sound/radiation/harmonics.ts';
import { evaluateMultipoles, makeDirection, multipolesOf } from '../../../src/sound/radiation/multipoles.ts';
import { makePanels } from '../../../src/sound/radiation/panels.ts';
import { besselJ, besselSlopes, besselY } from '../../../src/sound/radiation/spherical-bessel.ts';

test('spherical Bessel functions: known values, and the Wronskian at every degree', () => {
  const j = new Float64Array(42);
  const y = new Float64Array(42);
  const slopes = new Float64Array(42);
  besselJ(3, 1, j);
  besselY(3, 1, y);
  expect(j[3]).toBeCloseTo(0.00900658111711, 13);
  expect(y[3]).toBeCloseTo(-16.6433145401, 9);
  for (const x of [0.01, 0.5, Math.PI, 4.493409, 12, 45]) {
    besselJ(41, x, j);
    besselY(41, x, y);
    besselSlopes(40, x, j, slopes);
    // j_{l+1} y_l − j_l y_{l+1} = 1/x²
    for (let l = 0; l < 41; l++) {
      expect(Math.abs((j[l + 1] * y[l] - j[l] * y[l + 1]) * x * x - 1)).toBeLessThan(1e-9);
      if (l > 0 && l < 40)
        expect(slopes[l]).toBeCloseTo((l * j[l - 1] - (l + 1) * j[l + 1]) / (2 * l + 1), 12);
    }
  }
});

test('harmonics are orthonormal, and their slopes those of finite differences, at the poles too', () => {
  const degree = 5;
  const size = (degree + 1) ** 2;
  const values = new Float64Array(size);
  const gram = new Float64Array(size * size);
  const [bands, around] = [60, 24];
  for (let b = 0; b < bands; b++) {
    const theta = (Math.PI * (b + 0.5)) / bands;
    for (let a = 0; a < around; a++) {
      const phi = (2 * Math.PI * a) / around;
      harmonics(
        degree,
        Math.sin(theta) * Math.cos(phi),
        Math.sin(theta) * Math.sin(phi),
        Math.cos(theta),
        values,
      );
      const weight = ((Math.PI / bands) * Math.sin(theta) * 2 * Math.PI) / around;
      for (let i = 0; i < size; i++)
        for (let j = 0; j < size; j++) gram[i * size + j] += weight * values[i] * values[j];
    }
  }
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) expect(gram[i * size + j]).toBeCloseTo(i === j ? 1 : 0, 2);

  const slopes = new Float64Array(size);
  const [up, down] = [new Float64Array(size), new Float64Array(size)];
  for (const [u, t] of [
    [
      [0, 0, 1],
      [1, 0, 0],
    ],
    [
      [0, 0, -1],
      [0.6, 0.8, 0],
    ],
    [
      [0.6, 0, 0.8],
      [0.8 * 0.6, 0.8, -0.6 * 0.6],
    ],
  ]) {
    harmonicsAndSlopes(degree, u, t, values, slopes);
    const e = 1e-5;
    const at = (s: number, out: Float64Array) =>
      harmonics(
        degree,
        ...(u.map((x, k) => x * Math.cos(s) + t[k] * Math.sin(s)) as [number, number, number]),
        out,
      );
    at(e, up);
    at(-e, down);
    for (let i = 0; i < size; i++) expect(slopes[i]).toBeCloseTo((up[i] - down[i]) / (2 * e), 7);
  }
});

test.each([0.02, 1, 5, 9])('waves about the origin give the field of the surface outside, kR = %d', (k) => {
  const ball = sphere.make({ radius: 1, subdivisions: 2 });
  const panels = makePanels(ball.positions, ball.faces);
  const random = new Random(4);
  const some = () => Float64Array.from({ length: panels.count }, () => random.uniform() - 0.5);
  // any surface data have a field: they need not be a solution
  const sound: SurfaceSound = { k, pRe: some(), pIm: some(), qRe: some(), qIm: some() };
  const waves = multipolesOf(panels, sound);
  const direction = makeDirection();
  const [exact, found] = [new Float64Array(2), new Float64Array(2)];
  let error = 0;
  let size = 0;
  for (let trial = 0; trial < 40; trial++) {
    const u = [0, 1, 2].map(() => random.uniform() - 0.5);
    const r = 2 + 4 * random.uniform();
    const [x, y, z] = u.map((c) => (c * r) / Math.hypot(...u));
    pressureAt(panels, sound, x, y, z, exact);
    evaluateMultipoles(waves, direction, x, y, z, found);
    const [c, s] = [Math.cos(k * r), Math.sin(k * r)];
    error = Math.max(
      error,
      Math.hypot(found[0] * c - found[1] * s - exact[0], found[1] * c + found[0] * s - exact[1]),
    );
    size = Math.max(size, Math.hypot(exact[0], exact[1]));
  }
  expect(error / size).toBeLessThan(0.004);
});
