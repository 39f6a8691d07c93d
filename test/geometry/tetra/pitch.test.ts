// What fillings are for: pitch. Closed forms of a ring and of a bar, by the methods that no analytic shape helps.

import { expect, test } from 'vitest';
import { makeMesh, type Mesh } from '../../../src/geometry/mesh.ts';
import { box } from '../../../src/geometry/primitives/box.ts';
import { fill } from '../../../src/geometry/tetra/fill.ts';
import { moveMesh } from '../../../src/geometry/transform.ts';
import { analyse } from '../../../src/modes/index.ts';

const material = { density: 2700, youngsModulus: 70e9, poissonRatio: 0.3 };

test('a thin ring bends as Rayleigh says, its two first modes alike', () => {
  const [radius, thickness] = [0.05, 0.002];
  // ω² = E I / (ρ A R⁴) n² (n² − 1)² / (n² + 1), n = 2
  const squared = ((70e9 * thickness ** 2) / 12 / (2700 * radius ** 4)) * ((4 * 9) / 5);
  const { mesh, quality } = fill(ring(radius, thickness, 0.004), undefined);
  expect(quality.method).toBe('walls');
  const { omegas } = analyse(mesh, material, { count: 2 }).modes;
  expect(Math.abs(omegas[0] / Math.sqrt(squared) - 1)).toBeLessThan(2e-3);
  expect(omegas[1] / omegas[0] - 1).toBeLessThan(1e-3);
});

test('a bar sounds the same mapped and stuffed', () => {
  const size = [0.08, 0.01, 0.02] as const;
  const surface = moveMesh(box.make({ size }), [0.6, 0, 0, 0.8], [0, 0, 0]);
  const [mapped, stuffed] = [
    fill(surface, { kind: 'box', size }),
    fill(surface, undefined, { method: 'stuffing' }),
  ].map((filled) => analyse(filled.mesh, material, { count: 2 }).modes.omegas);
  for (let m = 0; m < 2; m++) expect(Math.abs(stuffed[m] / mapped[m] - 1)).toBeLessThan(3e-3);
});

function ring(radius: number, thickness: number, height: number): Mesh {
  const positions: number[] = [];
  const n = 180;
  const [outer, inner] = [radius + thickness / 2, radius - thickness / 2];
  for (const [r, z] of [
    [outer, 0],
    [outer, height],
    [inner, height],
    [inner, 0],
  ])
    for (let s = 0; s < n; s++)
      positions.push(r * Math.cos((2 * Math.PI * s) / n), r * Math.sin((2 * Math.PI * s) / n), z);
  const faces: number[] = [];
  for (let k = 0; k < 4; k++)
    for (let s = 0; s < n; s++) {
      const [a, b] = [k * n + s, k * n + ((s + 1) % n)];
      const [d, e] = [((k + 1) % 4) * n + s, ((k + 1) % 4) * n + ((s + 1) % n)];
      faces.push(a, b, e, a, e, d);
    }
  return makeMesh(positions, faces);
}
