import { expect, test } from 'vitest';
import { Random } from '../../../src/num/index.ts';
import {
  ANGLE_GRADIENT,
  POTENTIAL,
  POTENTIAL_GRADIENT,
  SOLID_ANGLE,
  STATIC_SIZE,
  staticIntegrals,
} from '../../../src/sound/radiation/static-integrals.ts';
import { makePanels } from '../../../src/sound/radiation/panels.ts';

const { corners, normals, areas } = makePanels(
  Float64Array.of(0.1, 0, 0.2, 1.2, 0.3, 0.1, 0.4, 0.9, -0.2),
  Uint32Array.of(0, 1, 2),
);

function at(x: number, y: number, z: number): Float64Array {
  const out = new Float64Array(STATIC_SIZE);
  staticIntegrals(out, { corners, normals }, 0, x, y, z, false);
  return out;
}

/** Midpoints of m² small triangles. */
function byQuadrature(f: (x: number, y: number, z: number) => number, m = 160): number {
  let sum = 0;
  const point = (u: number, v: number, k: number): number =>
    corners[k] + u * (corners[3 + k] - corners[k]) + v * (corners[6 + k] - corners[k]);
  for (let i = 0; i < m; i++) {
    for (let j = 0; i + j < m; j++) {
      for (const third of i + j < m - 1 ? [1 / 3, 2 / 3] : [1 / 3]) {
        const u = (i + third) / m;
        const v = (j + third) / m;
        sum += f(point(u, v, 0), point(u, v, 1), point(u, v, 2));
      }
    }
  }
  return (sum * areas[0]) / (m * m);
}

test('potential and solid angle agree with fine quadrature, above and below', () => {
  for (const [x, y, z] of [
    [0.5, 0.4, 0.5],
    [0.5, 0.4, -0.7],
    [2, -1, 0.3],
    [0.55, 0.4, 0.35],
  ]) {
    const values = at(x, y, z);
    const r = (a: number, b: number, c: number) => Math.hypot(a - x, b - y, c - z);
    expect(values[POTENTIAL]).toBeCloseTo(
      byQuadrature((a, b, c) => 1 / r(a, b, c)),
      4,
    );
    const angle = byQuadrature(
      (a, b, c) => (normals[0] * (a - x) + normals[1] * (b - y) + normals[2] * (c - z)) / r(a, b, c) ** 3,
    );
    expect(values[SOLID_ANGLE]).toBeCloseTo(angle, 3);
  }
});

test('gradients are those of finite differences', () => {
  const random = new Random(3);
  const step = 1e-5;
  for (let trial = 0; trial < 50; trial++) {
    const x = [0, 1, 2].map(() => 2 * random.uniform() - 0.5);
    const values = at(x[0], x[1], x[2]);
    for (let k = 0; k < 3; k++) {
      const up = x.slice();
      const down = x.slice();
      up[k] += step;
      down[k] -= step;
      const above = at(up[0], up[1], up[2]);
      const below = at(down[0], down[1], down[2]);
      const slope = (quantity: number) => (above[quantity] - below[quantity]) / (2 * step);
      const scale = 1 + Math.abs(values[ANGLE_GRADIENT + k]);
      expect(Math.abs(values[POTENTIAL_GRADIENT + k] - slope(POTENTIAL)) / scale).toBeLessThan(1e-6);
      expect(Math.abs(values[ANGLE_GRADIENT + k] - slope(SOLID_ANGLE)) / scale).toBeLessThan(1e-5);
    }
  }
});

test('on the triangle the values are the limit of those of both sides', () => {
  const c = [0.3, 0.5, 0.2].reduce((sum, w, v) => sum.map((s, k) => s + w * corners[3 * v + k]), [0, 0, 0]);
  const on = new Float64Array(STATIC_SIZE);
  staticIntegrals(on, { corners, normals }, 0, c[0], c[1], c[2], true);
  const h = 1e-5;
  const [above, below] = [h, -h].map((d) =>
    at(c[0] + d * normals[0], c[1] + d * normals[1], c[2] + d * normals[2]),
  );
  expect(on[POTENTIAL]).toBeCloseTo(above[POTENTIAL], 3);
  expect(above[SOLID_ANGLE] + below[SOLID_ANGLE]).toBeCloseTo(0, 6);
  expect(above[SOLID_ANGLE]).toBeCloseTo(-2 * Math.PI, 3);
  const alongNormal = (values: Float64Array) =>
    [0, 1, 2].reduce((sum, k) => sum + normals[k] * values[ANGLE_GRADIENT + k], 0);
  expect(alongNormal(on)).toBeCloseTo(alongNormal(above), 4);
  expect(alongNormal(on)).toBeCloseTo(alongNormal(below), 4);
});
