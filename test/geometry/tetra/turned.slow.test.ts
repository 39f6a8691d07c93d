// Thin bodies of revolution ring as their profiles say, computed apart: by tetrahedra alone a glass on its stem was 4 to 7% flat, its
// pairs of modes beat, and nothing said so.

import { describe, expect, test } from 'vitest';
import { box } from '../../../src/geometry/primitives/box.ts';
import { lathe } from '../../../src/geometry/primitives/lathe.ts';
import { fill } from '../../../src/geometry/tetra/index.ts';
import { analyse, frequencyHz } from '../../../src/modes/index.ts';
import { turnedFrequencies } from './turned-oracle.ts';

const glass = { density: 2500, youngsModulus: 7e10, poissonRatio: 0.22 };
const tin = { density: 7800, youngsModulus: 2e11, poissonRatio: 0.29 };

/** Foot, stem of 4 mm, bowl of 1.2 mm. */
function wineGlass(): number[] {
  const foot = [0, 0, 0.034, 0, 0.034, 0.002, 0.012, 0.0035, 0.006, 0.008, 0.004, 0.02, 0.004, 0.075];
  const bowl = (radius: number, from: number): [number, number][] => {
    const curve = Array.from({ length: 15 }, (_, i): [number, number] => {
      const angle = (Math.PI / 2) * (i / 14);
      return [radius * Math.sin(angle), from + (0.115 - from) * (1 - Math.cos(angle))];
    });
    const side = [1, 2, 3, 4].map((i): [number, number] => [radius - 0.001 * i, 0.115 + 0.0125 * i]);
    return [...curve, ...side];
  };
  const outside = bowl(0.036, 0.08).filter(([r]) => r > 0.0055);
  const inside = bowl(0.0348, 0.0812).reverse();
  return [...foot, ...outside.flat(), ...inside.flat()];
}

/** A can of 0.3 mm: bottom and side. */
function can(): number[] {
  return [0, 0, 0.035, 0, 0.035, 0.08, 0.0347, 0.08, 0.0347, 0.0003, 0, 0.0003];
}

/** Frequencies of these orders, ascending, pairs twice. */
function known(
  profile: readonly number[],
  material: typeof glass,
  size: number,
  orders: readonly number[],
  clamped?: (r: number, z: number) => boolean,
): { hertz: number; order: number }[] {
  const list: { hertz: number; order: number }[] = [];
  for (const order of orders)
    for (const hertz of turnedFrequencies(
      { profile, ...material, size, ...(clamped ? { clamped } : {}) },
      order,
      3,
    ))
      for (let twice = 0; twice < (order === 0 ? 1 : 2); twice++) list.push({ hertz, order });
  return list.sort((a, b) => a.hertz - b.hertz);
}

describe('a wine glass', () => {
  const profile = wineGlass();
  const { mesh } = fill(lathe(profile, 64), undefined);
  const { modes, complete } = analyse(mesh, glass, { count: 14 });
  const hertz = Array.from(modes.omegas, frequencyHz);
  const expected = known(profile, glass, 0.0012, [0, 1, 2, 3, 4, 5]);

  test('rings within 1% of its profile computed apart, in torsion and sway too', () => {
    expect(complete).toBe(true);
    hertz.forEach((f, m) => {
      expect(Math.abs(f / expected[m].hertz - 1)).toBeLessThan(0.01);
    });
  });

  test('keeps its pairs, and no beat is heard', () => {
    expected.slice(0, 13).forEach(({ order, hertz: f }, m) => {
      if (order > 0 && expected[m + 1].hertz === f) expect(hertz[m + 1]).toBe(hertz[m]);
    });
  });

  test('says about how far off it is, and that is true', () => {
    hertz.forEach((f, m) => {
      const error = modes.errors?.[m] ?? 0;
      expect(error).toBeLessThan(0.02);
      // the polygon of the surface given is a little smaller than the round body
      expect(Math.abs(f / expected[m].hertz - 1)).toBeLessThan(error + 5e-3);
    });
  });
});

test('a tin can of 0.3 mm rings within 1% of its profile, held by its bottom too', () => {
  const profile = can();
  const { mesh } = fill(lathe(profile, 96), undefined);
  const free = analyse(mesh, tin, { count: 7 });
  const expected = known(profile, tin, 0.0006, [0, 2, 3, 4]);
  free.modes.omegas.forEach((omega, m) => {
    expect(Math.abs(frequencyHz(omega) / expected[m].hertz - 1)).toBeLessThan(0.01);
  });
  const least = Math.min(...mesh.positions.filter((_, i) => i % 3 === 2));
  const held = analyse(mesh, tin, { count: 6, clamped: (_x, _y, z) => z < least + 1e-5 });
  const heldThere = known(profile, tin, 0.0006, [3, 4, 5], (_r, z) => z < 1e-5);
  expect(held.rigid).toBe(0);
  held.modes.omegas.forEach((omega, m) => {
    expect(Math.abs(frequencyHz(omega) / heldThere[m].hertz - 1)).toBeLessThan(0.01);
  });
});

test('a bowl has shapes that move no mass and turn none, in tetrahedra as well', () => {
  const { mesh } = fill(
    lathe([0, 0, 0.03, 0, 0.05, 0.03, 0.046, 0.03, 0.028, 0.004, 0, 0.004], 48),
    undefined,
  );
  const { inertia } = analyse(mesh, glass, { count: 3, inertia: true }).modes;
  for (const total of inertia?.totals ?? [1]) expect(Math.abs(total)).toBeLessThan(1e-9);
  for (const at of [0, 2, 5]) {
    const c = inertia?.pairs.subarray(9 * at, 9 * at + 9) ?? [];
    expect(Math.abs(c[0] + c[4] + c[8] - 1)).toBeLessThan(0.01);
  }
});

test('foil of 0.1 mm by 0.1 m is filled and rings as Leissa has it, or says how far off it may be', () => {
  const shape = { kind: 'box', size: [0.1, 0.1, 1e-4] } as const;
  const { mesh } = fill(box.make({ size: shape.size }), shape, { mostElements: 6000 });
  const { omegas, errors } = analyse(mesh, { ...tin, poissonRatio: 0.3 }, { count: 3 }).modes;
  const rigidity = Math.sqrt((2e11 * 1e-4 * 1e-4) / (12 * (1 - 0.09) * 7800)) / 0.01;
  // λ² = ω a² √(ρ h / D) of a free square plate
  [13.468, 19.596, 24.27].forEach((lambda, m) => {
    const off = Math.abs(omegas[m] / (lambda * rigidity) - 1);
    expect(off).toBeLessThan(Math.max(0.01, errors?.[m] ?? 0));
  });
});
