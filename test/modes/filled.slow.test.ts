// Surfaces as people bring them, filled and analysed without further advice, against textbooks.

import { describe, expect, test } from 'vitest';
import { extrude } from '../../src/geometry/primitives/index.ts';
import { fill } from '../../src/geometry/tetra/index.ts';
import { analyse, frequencyHz } from '../../src/modes/modes.ts';
import { timoshenko } from './oracles.ts';

const material = { density: 2700, youngsModulus: 7e10, poissonRatio: 0.3 };
const { density, youngsModulus, poissonRatio } = material;
const off = (found: number, known: number): number => Math.abs(found / known - 1);

const circle = (radius: number, corners: number, way = 1): number[] =>
  Array.from({ length: corners }, (_, i) => {
    const angle = (way * 2 * Math.PI * i) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  }).flat();

describe('filled surfaces', () => {
  test('a ring bends in its plane: ω² = (E t²/12ρR⁴) n²(n² − 1)²/(n² + 1)', () => {
    const [radius, thick] = [0.1, 0.004];
    const outline = [circle(radius + thick / 2, 48), circle(radius - thick / 2, 48, -1)];
    const { mesh } = fill(extrude(outline, -0.003, 0.003), undefined);
    const { omegas } = analyse(mesh, material, { count: 6 }).modes;
    const known = (n: number): number =>
      (Math.sqrt(youngsModulus / 12 / density) * thick * n * (n * n - 1)) /
      (radius * radius * Math.sqrt(n * n + 1));
    // pairs, with one out of the plane between
    for (const [mode, n] of [[0, 2], [1, 2], [4, 3], [5, 3]]) // biome-ignore format: one a mode
      expect(off(omegas[mode], known(n))).toBeLessThan(0.005);
  });

  test('a bar that is tapered to a hundredth, clamped at its thick end', () => {
    const [length, thick, tip, width] = [0.3, 0.01, 0.0001, 0.02];
    const outline = [0, -thick / 2, length, -tip / 2, length, tip / 2, 0, thick / 2];
    const { mesh } = fill(extrude([outline], -width / 2, width / 2), undefined);
    const { omegas } = analyse(mesh, material, { count: 1, clamped: (x) => x < 1e-9 }).modes;
    const height = (s: number): number => thick + (tip - thick) * s;
    const [known] = timoshenko({ length, height, width, clamped: true, ...material });
    expect(off(frequencyHz(omegas[0]), known)).toBeLessThan(0.01);
  });

  test('a round plate clamped at its rim (Leissa: 10.2158, 21.26, 21.26)', () => {
    const [radius, thick] = [0.1, 0.003];
    const { mesh } = fill(extrude([circle(radius, 64)], -thick / 2, thick / 2), {
      kind: 'cylinder',
      radius,
      length: thick,
      axis: [0, 0, 1],
    });
    const rim = 0.998 * radius; // a circle of 64 corners is that much narrower between them
    const { omegas } = analyse(mesh, material, { count: 3, clamped: (x, y) => Math.hypot(x, y) > rim }).modes;
    const stiffness = (youngsModulus * thick * thick) / 12 / (1 - poissonRatio * poissonRatio);
    [10.2158, 21.26, 21.26].forEach((known, mode) => {
      const omega = (known / radius / radius) * Math.sqrt(stiffness / density);
      expect(off(omegas[mode], omega)).toBeLessThan(0.01);
    });
  });
});
