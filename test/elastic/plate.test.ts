// Plates against finite differences, under turns, projected, and bent to cylinders, saddles and bowls on random meshes.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explicitStep, explicitSwing } from '../../src/elastic/explicit-step.ts';
import { PLATE_HESSIAN_ROOM, plateHessian } from '../../src/elastic/plate-hessian.ts';
import { plateStiffness } from '../../src/elastic/plate-stiffness.ts';
import { plateEnergy, plateGradient } from '../../src/elastic/plate.ts';
import { type Plate, platesOf } from '../../src/elastic/plates.ts';
import { Sheet } from '../../src/elastic/sheet.ts';
import { makeMesh } from '../../src/geometry/index.ts';
import { meshTopology } from '../../src/geometry/surface/index.ts';
import { Random } from '../../src/num/index.ts';
import { eigenSymmetric } from '../../src/num/dense/index.ts';
import { workOn } from '../../src/num/kernels/machine.ts';

const SIZE = 21;
const memory = new Float64Array(2048);
const [X, PLATE, NEAR, GRADIENT, ROOM, HESSIAN] = [0, 32, 64, 96, 128, 128 + PLATE_HESSIAN_ROOM];

const flat = [0, 0, 0, 1, 0, 0, 0.3, 0.8, 0, 0.5, -0.7, 0, 1.1, 0.9, 0, -0.6, 0.6, 0];
const shift = fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: SIZE, maxLength: SIZE });
const kinds = fc.array(fc.constantFrom('inner', 'clamped', 'rim'), { minLength: 3, maxLength: 3 });

/** Each kind of edge at each place; unknowns from flat by `by`. */
function place(by: readonly number[], edges: readonly string[]): void {
  workOn(memory);
  memory.fill(0);
  for (let i = 0; i < SIZE; i++) memory[X + i] = (flat[i] ?? 0) + by[i];
  const isRim = edges.map((kind) => kind === 'rim');
  memory.set([0.2, -0.1, 0.3], PLATE);
  memory.set(
    edges.map((kind) => ({ inner: 0.5, clamped: 1, rim: 0 })[kind] ?? 0),
    PLATE + 3,
  );
  memory.set(
    edges.map((kind, k) => (kind === 'inner' ? (k === 1 ? -1 : 1) : 0)),
    PLATE + 6,
  );
  memory.set(plateStiffness([1, 0.3, 0.8], 2, 0.3, isRim), PLATE + 9);
}

const gradient = () => {
  plateGradient(X, PLATE, NEAR, GRADIENT);
  return memory.slice(GRADIENT, GRADIENT + SIZE);
};
const hessian = (projected: boolean) => {
  plateHessian(X, PLATE, NEAR, projected, ROOM, HESSIAN);
  return memory.slice(HESSIAN, HESSIAN + SIZE * SIZE);
};

describe('a plate', () => {
  test('pulls along the slope of its energy, and stiffens as its pull changes', () => {
    fc.assert(
      fc.property(shift, kinds, (by, edges) => {
        place(by, edges);
        const g = gradient();
        const H = hessian(false);
        const h = 1e-6;
        for (let j = 0; j < SIZE; j++) {
          memory[X + j] += h;
          const more = plateEnergy(X, PLATE, NEAR);
          const above = gradient();
          memory[X + j] -= 2 * h;
          const less = plateEnergy(X, PLATE, NEAR);
          const below = gradient();
          memory[X + j] += h;
          expect(Math.abs((more - less) / (2 * h) - g[j])).toBeLessThan(1e-6 * (1 + Math.abs(g[j])));
          for (let i = 0; i < SIZE; i++) {
            const wanted = (above[i] - below[i]) / (2 * h);
            expect(Math.abs(wanted - H[SIZE * i + j])).toBeLessThan(1e-4 * (1 + Math.abs(wanted)));
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('projected, has no direction in which it gives way', () => {
    fc.assert(
      fc.property(shift, kinds, (by, edges) => {
        place(by, edges);
        const { values } = eigenSymmetric(hessian(true), SIZE);
        expect(Math.min(...values)).toBeGreaterThanOrEqual(-1e-12 * (1 + Math.max(...values)));
      }),
      { numRuns: 40 },
    );
  });

  test('does not feel where it is nor how it is turned: no force, no torque', () => {
    fc.assert(
      fc.property(shift, kinds, (by, edges) => {
        place(by, edges);
        const g = gradient();
        const size = 1 + Math.max(...g.map(Math.abs));
        for (let k = 0; k < 3; k++) {
          const [i, j] = [(k + 1) % 3, (k + 2) % 3];
          let force = 0;
          let torque = 0;
          for (let v = 0; v < 18; v += 3) {
            force += g[v + k];
            torque += memory[X + v + i] * g[v + j] - memory[X + v + j] * g[v + i];
          }
          expect(Math.abs(force)).toBeLessThan(1e-12 * size);
          expect(Math.abs(torque)).toBeLessThan(1e-12 * size);
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** A grid over the unit square, its inner vertices moved and its diagonals drawn at random, some faces the other way round. */
function randomSheet(seed: number, cells: number, isOriented: boolean) {
  const random = new Random(seed);
  const positions: number[] = [];
  for (let j = 0; j <= cells; j++)
    for (let i = 0; i <= cells; i++) {
      const isInner = i > 0 && j > 0 && i < cells && j < cells;
      const jitter = () => (isInner ? 0.5 * (random.uniform() - 0.5) : 0);
      positions.push((i + jitter()) / cells, (j + jitter()) / cells, 0);
    }
  const faces: number[] = [];
  const add = (a: number, b: number, c: number) =>
    faces.push(...(isOriented || random.uniform() < 0.5 ? [a, b, c] : [a, c, b]));
  for (let j = 0; j < cells; j++)
    for (let i = 0; i < cells; i++) {
      const a = j * (cells + 1) + i;
      const [b, c, d] = [a + 1, a + cells + 2, a + cells + 1];
      if (random.uniform() < 0.5) {
        add(a, b, c);
        add(a, c, d);
      } else {
        add(a, b, d);
        add(b, c, d);
      }
    }
  return { positions, faces };
}

describe('a patch of constant curvature on random meshes', () => {
  test.each([
    ['cylinder', 1, 0, 0],
    ['cylinder across', 0, 1, 0],
    ['twist', 0, 0, 1],
    ['bowl', 1, 1, 0],
    ['saddle', 1, -1, 0.5],
  ])('%s: each plate has its part of the energy, and all are in balance', (_, xx, yy, xy) => {
    for (const isOriented of [true, false]) {
      const { positions, faces } = randomSheet(7, 6, isOriented);
      const mesh = makeMesh(positions, faces);
      const topology = meshTopology(mesh);
      const sheet = new Sheet(mesh.faces, mesh.positions, topology);
      const [D, nu, small] = [3, 0.3, 1e-5];
      const height = (x: number, y: number) => small * (0.5 * xx * x * x + 0.5 * yy * y * y + xy * x * y);
      // rims would need moments to keep the curvature: of every face only those without
      const plates = platesOf(sheet, topology.faceEdges, D, nu, () => 1).filter(({ edges }) =>
        edges.every((e) => e >= 0),
      );
      expect(plates.length).toBeGreaterThan(40);
      const force = new Float64Array(mesh.positions.length);
      const torque = new Float64Array(topology.edges.length / 2);
      const met = new Int32Array(topology.edges.length / 2);
      for (const plate of plates) {
        workOn(memory);
        memory.fill(0);
        plate.vertices.forEach((v, i) => {
          const [x, y] = sheet.place(v);
          memory.set([x, y, height(x, y)], X + 3 * i);
        });
        memory.set(plate.reals, PLATE);
        for (let k = 0; k < 3; k++) memory[X + 18 + k] = small * tiltOf(sheet, plate, k, [xx, yy, xy]);
        const [x1, , y2] = sheet.restShape(plate.face);
        const part = 0.5 * (0.5 * x1 * y2) * D * small * small;
        const wanted = part * ((1 - nu) * (xx * xx + yy * yy + 2 * xy * xy) + nu * (xx + yy) * (xx + yy));
        expect(Math.abs(plateEnergy(X, PLATE, NEAR) / wanted - 1)).toBeLessThan(1e-4);
        const g = gradient();
        plate.vertices.forEach((v, i) => {
          for (let k = 0; k < 3; k++) force[3 * v + k] += g[3 * i + k];
        });
        plate.edges.forEach((e, k) => {
          torque[e] += g[18 + k];
          met[e]++;
        });
      }
      torque.forEach((value, e) => {
        if (met[e] === 2) expect(Math.abs(value)).toBeLessThan(1e-4 * D * small);
      });
      // the vertex in the middle, about which everything is counted
      expect(Math.abs(force[3 * 24 + 2])).toBeLessThan(1e-4 * D * small);
    }
  });
});

/** φ of the exact normal at the middle of edge k, of the height ½ xx x² + ½ yy y² + xy x y. */
function tiltOf(
  sheet: Sheet,
  { vertices, reals }: Plate,
  k: number,
  [xx, yy, xy]: readonly number[],
): number {
  const [a, b, c] = [0, 1, 2].map((i) => sheet.place(vertices[(k + i) % 3]));
  const d = sheet.place(vertices[3 + k]);
  const h = (p: ArrayLike<number>) => 0.5 * xx * p[0] * p[0] + 0.5 * yy * p[1] * p[1] + xy * p[0] * p[1];
  const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.sqrt(ex * ex + ey * ey);
  // the slope along a direction across the edge, in a face through it and its corner p
  const slope = (p: ArrayLike<number>, [nx, ny]: readonly number[]) => {
    const [px, py] = [p[0] - a[0], p[1] - a[1]];
    const area = ex * py - ey * px;
    const along = (h(b) - h(a)) / area;
    const up = (h(p) - h(a)) / area;
    return along * (py * nx - px * ny) + up * (ex * ny - ey * nx);
  };
  const isUp = ex * (c[1] - a[1]) - ey * (c[0] - a[0]) > 0;
  const out = [ey / length, -ex / length].map((value) => (isUp ? value : -value));
  const [mx, my] = [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
  const exact = (xx * mx + xy * my) * out[0] + (yy * my + xy * mx) * out[1];
  // bent up along its normal, which points down where the face runs clockwise
  const alpha = (exact - slope(c, out)) * (isUp ? 1 : -1);
  const theta = (slope(d, out) - slope(c, out)) * (isUp ? 1 : -1);
  return reals[6 + k] * (alpha - 0.5 * theta);
}

test('what a step allows is what asks for it', () => {
  for (const [swing, tau] of [
    [4e6, 0],
    [4e6, 1e-2],
  ])
    expect(explicitSwing(explicitStep(1, tau, swing, 0.25), tau, 0.25)).toBeCloseTo(swing, 0);
});
