import { expect, test } from 'vitest';
import { box, lathe, sphere } from '../../../src/geometry/primitives/index.ts';
import { createArena } from '../../../src/num/kernels/index.ts';
import { decimate } from '../../../src/sound/radiation/decimate.ts';
import {
  planeWaves,
  pressureAt,
  type SurfaceSound,
  solveBytes,
  solveSurface,
} from '../../../src/sound/radiation/exterior.ts';
import { makePanels, type Panels } from '../../../src/sound/radiation/panels.ts';
import { refine } from './refine.ts';

const arena = createArena({ maximumBytes: solveBytes(2400) });
const ball = sphere.make({ radius: 1, subdivisions: 3 });
const panels = makePanels(ball.positions, ball.faces);

function magnitude(panels: Panels, sound: SurfaceSound, x: number, y: number, z: number): number {
  const out = new Float64Array(2);
  pressureAt(panels, sound, x, y, z, out);
  return Math.hypot(out[0], out[1]);
}

test('a pulsating sphere of 1 m at 0.1 m/s gives 2.442 Pa in 15 m at 100 Hz (NAFEMS CA1)', () => {
  const [rho, c, omega] = [1.225, 340, 2 * Math.PI * 100];
  // q = iωρv
  const q = new Float64Array(panels.count).fill(omega * rho * 0.1);
  const sound = solveSurface(arena, panels, omega / c, new Float64Array(panels.count), q);
  for (const [x, y, z] of [
    [15, 0, 0],
    [0, -15, 0],
    [9, 0, 12],
  ])
    expect(Math.abs(magnitude(panels, sound, x, y, z) / 2.442 - 1)).toBeLessThan(0.01);
});

// 3.14159 and 4.49341 are resonances of the inside: the plain integral equation has no unique solution there
test.each([0.05, 1, Math.PI, 4.493409, 6])(
  'pulsating and oscillating spheres within a hundredth, ka = %d',
  (k) => {
    const { count, normals } = panels;
    // both at once: even and odd part of what is heard on opposite sides
    const q = Float64Array.from({ length: count }, (_, i) => 1 + normals[3 * i + 2]);
    const sound = solveSurface(arena, panels, k, q, new Float64Array(count));
    const out = new Float64Array(4);
    const parts = (x: number, y: number, z: number): [number, number] => {
      pressureAt(panels, sound, x, y, z, out);
      const [re, im] = out;
      pressureAt(panels, sound, -x, -y, -z, out);
      return [Math.hypot(re + out[0], im + out[1]) / 2, Math.hypot(re - out[0], im - out[1]) / 2];
    };
    const pulsating = 1 / (5 * Math.hypot(1, k));
    // p = B cosθ (1 − ikr) e^(ikr)/r², ∂p/∂r = B cosθ e^(ik)(2ik − 2 + k²) at r = 1
    const shaking = Math.hypot(1, 5 * k) / (25 * Math.hypot(k * k - 2, 2 * k));
    for (const [x, z] of [
      [0, 5],
      [3, 4],
      [5, 0],
    ]) {
      const [even, odd] = parts(x, 0, z);
      expect(Math.abs(even / pulsating - 1)).toBeLessThan(0.01);
      expect(Math.abs(odd / shaking - z / 5)).toBeLessThan(0.01);
    }
  },
);

type Source = readonly [x: number, y: number, z: number, strength: number];

/** Σ strength e^(ikr)/r and its gradient along n: real and imaginary parts. */
function fieldOf(
  sources: readonly Source[],
  k: number,
  at: ArrayLike<number>,
  n: ArrayLike<number>,
): number[] {
  const sum = [0, 0, 0, 0];
  for (const [x, y, z, strength] of sources) {
    const [dx, dy, dz] = [at[0] - x, at[1] - y, at[2] - z];
    const r = Math.hypot(dx, dy, dz);
    const along = (dx * n[0] + dy * n[1] + dz * n[2]) / r;
    const [c, s] = [(strength * Math.cos(k * r)) / r, (strength * Math.sin(k * r)) / r];
    sum[0] += c;
    sum[1] += s;
    sum[2] += along * (-c / r - k * s);
    sum[3] += along * (-s / r + k * c);
  }
  return sum;
}

/** Dipoles across a sheet, weaker towards its edges: a plate that bends. */
function bendingSheet(): Source[] {
  const sources: Source[] = [];
  for (let x = -0.45; x < 0.451; x += 0.015) {
    for (let y = -0.36; y < 0.361; y += 0.015) {
      const strength = Math.cos(3.4 * x) * Math.cos(4.3 * y);
      sources.push([x, y, 0.004, strength], [x, y, -0.004, -strength]);
    }
  }
  return sources;
}

test.each<[string, readonly [number, number, number], number, number, readonly Source[], number]>([
  ['a cube', [1, 1, 1], 0.13, 4, [[0.1, -0.15, 0.04, 1]], 0.02],
  ['a thin plate', [1, 0.8, 0.06], 0.1, 5, bendingSheet(), 0.04],
])('sources inside %s are heard outside as if nothing were there', (_, size, longest, k, sources, bound) => {
  const solid = refine(box.make({ size }), longest);
  const panels = makePanels(solid.positions, solid.faces);
  const { count, centroids, normals } = panels;
  const qRe = new Float64Array(count);
  const qIm = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    [, , qRe[i], qIm[i]] = fieldOf(sources, k, centroids.subarray(3 * i), normals.subarray(3 * i));
  }
  const sound = solveSurface(arena, panels, k, qRe, qIm);
  const out = new Float64Array(2);
  const loudest = Math.hypot(...fieldOf(sources, k, [0, 0, 2], [0, 0, 0]));
  for (const at of [
    [0, 0, 2],
    [0, 0, -2],
    [1.6, 0, 1.2],
    [2, 0.3, 0.1],
    [-1, 1.3, -0.8],
  ]) {
    pressureAt(panels, sound, at[0], at[1], at[2], out);
    const exact = fieldOf(sources, k, at, [0, 0, 0]);
    expect(Math.hypot(out[0] - exact[0], out[1] - exact[1]) / loudest).toBeLessThan(bound);
  }
});

test('an open cup with thin walls resonates at a quarter wave of its depth, end correction included', () => {
  const [inner, depth] = [0.037, 0.087];
  const cup = refine(lathe([0, 0, 0.04, 0, 0.04, 0.09, inner, 0.09, inner, 0.003, 0, 0.003], 32), 0.008);
  const coarse = decimate(cup, 800);
  const panels = makePanels(coarse.positions, coarse.faces);
  const { count, normals, centroids, areas } = panels;
  // its floor moves
  const q = new Float64Array(count);
  let area = 0;
  for (let i = 0; i < count; i++) {
    if (!(normals[3 * i + 2] > 0.9 && centroids[3 * i + 2] < 0.01)) continue;
    q[i] = -1;
    area += areas[i];
  }
  const still = new Float64Array(count);
  const gain = (k: number): number =>
    (magnitude(panels, solveSurface(arena, panels, k, q, still), 0, 0, 1) * 4 * Math.PI) / area;
  // kL = π/2, L = depth + 0.6 radius of an unflanged end
  const k = Math.PI / 2 / (depth + 0.61 * inner);
  const [below, at, above] = [gain(0.88 * k), gain(k), gain(1.12 * k)];
  expect(at).toBeGreaterThan(1.8 * below);
  expect(at).toBeGreaterThan(1.8 * above);
  expect(at).toBeGreaterThan(10);
});

test('short waves leave a large body as plane waves', () => {
  const k = 7;
  const q = new Float64Array(panels.count).fill(1);
  const still = new Float64Array(panels.count);
  const plane = planeWaves(k, q, still);
  const exact = 1 / (8 * Math.hypot(1, k));
  expect(Math.abs(magnitude(panels, plane, 0, 0, 8) / exact - 1)).toBeLessThan(0.1);
});
