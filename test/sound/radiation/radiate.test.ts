import { describe, expect, test } from 'vitest';
import { closednessOf } from '../../../src/geometry/surface/index.ts';
import { makeMesh } from '../../../src/geometry/index.ts';
import { box, cylinder, sphere, torus } from '../../../src/geometry/primitives/index.ts';
import type { Modes } from '../../../src/modes/index.ts';
import { decimate, type Surface, volumeOf } from '../../../src/sound/radiation/decimate.ts';
import { makePanels } from '../../../src/sound/radiation/panels.ts';
import { radiate, transferOf } from '../../../src/sound/radiation/radiate.ts';
import { AIR_DENSITY, SPEED_OF_SOUND } from '../../../src/sound/transfer.ts';
import { refine } from './refine.ts';

/** A body with made-up modes: a displacement [1/√kg] as a function of the place, and frequencies by wave number. */
function made(
  surface: Surface,
  ks: readonly number[],
  shape: (x: number, y: number, z: number) => number[],
): Modes {
  const { positions, faces } = surface;
  const shapes = new Float64Array(ks.length * positions.length);
  for (let m = 0; m < ks.length; m++) {
    for (let v = 0; v < positions.length; v += 3)
      shapes.set(shape(positions[v], positions[v + 1], positions[v + 2]), m * positions.length + v);
  }
  return {
    count: ks.length,
    omegas: Float64Array.from(ks, (k) => k * SPEED_OF_SOUND),
    residuals: new Float64Array(ks.length),
    positions,
    faces,
    shapes,
    clamped: false,
    tetrahedra: 0,
    unknowns: 0,
  };
}

describe('decimation', () => {
  test.each<[string, Surface, number]>([
    ['a ball', sphere.make({ radius: 0.7, subdivisions: 4 }), 700],
    ['a ring', torus.make({}), 300],
    ['a thin plate', refine(box.make({ size: [1, 0.7, 0.02] }), 0.05), 500],
  ])('of %s stays closed, keeps its volume, and its triangles are even', (_, surface, most) => {
    const coarse = decimate(surface, most);
    expect(coarse.faces.length / 3).toBeLessThanOrEqual(most);
    expect(coarse.faces.length / 3).toBeGreaterThan(0.9 * Math.min(most, surface.faces.length / 3));
    expect(closednessOf(makeMesh(coarse.positions, coarse.faces)).closed).toBe(true);
    expect(volumeOf(coarse) / volumeOf(surface)).toBeCloseTo(1, 6);
    const { areas, sizes } = makePanels(coarse.positions, coarse.faces);
    const mean = areas.reduce((sum, a) => sum + a, 0) / areas.length;
    const longest = Math.max(...sizes);
    expect(longest * longest).toBeLessThan(14 * mean);
  });

  test('splits what is too coarse', () => {
    const coarse = decimate(box.make({ size: [1, 1, 1] }), 300);
    expect(coarse.faces.length / 3).toBeGreaterThan(150);
    expect(volumeOf(coarse)).toBeCloseTo(1, 2);
  });
});

test('a breathing ball sounds as a monopole, also where the inside resonates', () => {
  const ks = [1, Math.PI, 4.493409];
  const body = made(sphere.make({ radius: 1, subdivisions: 4 }), ks, (x, y, z) => [x, y, z]);
  const radiation = radiate(body, { mostPanels: 900, fewestPanels: 900 });
  const out = new Float64Array(2);
  ks.forEach((k, m) => {
    for (const [x, y, z] of [
      [3, 0, 0],
      [0.8, -0.8, 0],
      [0, 9, -12],
    ]) {
      radiation.amplitude(m, x, y, z, out);
      const r = Math.hypot(x, y, z);
      // p = ρ e^(ik(r−1)) / (r (1 − ik)); the transfer leaves e^(ikr) out
      const [c, s] = [Math.cos(k), -Math.sin(k)];
      const scale = AIR_DENSITY / (r * (1 + k * k));
      const exact = [scale * (c - s * k), scale * (s + c * k)];
      const error = Math.hypot(out[0] - exact[0], out[1] - exact[1]) / Math.hypot(...exact);
      expect(error).toBeLessThan(r < 1.2 ? 0.03 : 0.015);
    }
    expect(radiation.modes[m].method).toBe('boundary elements');
    expect(radiation.modes[m].residual).toBeLessThan(0.005);
    expect(radiation.modes[m].perWavelength).toBeGreaterThan(6);
  });
  // without the surfaces, too: waves alone outside
  const alone = new Float64Array(2);
  transferOf(radiation.waves).amplitude(1, 0, 9, -12, alone);
  radiation.amplitude(1, 0, 9, -12, out);
  expect([...alone]).toEqual([...out]);
});

test('a plate that shakes is a dipole: silent in its plane, loud and opposite on both sides', () => {
  const plate = refine(box.make({ size: [0.2, 0.15, 0.004] }), 0.01);
  const radiation = radiate(
    made(plate, [6], () => [0, 0, 1]),
    { mostPanels: 500, fewestPanels: 500 },
  );
  const heard = (x: number, y: number, z: number): number[] => {
    const out = new Float64Array(2);
    radiation.amplitude(0, x, y, z, out);
    return [...out];
  };
  const above = heard(0, 0, 1);
  const below = heard(0, 0, -1);
  const loud = Math.hypot(...above);
  expect(Math.hypot(above[0] + below[0], above[1] + below[1])).toBeLessThan(0.02 * loud);
  expect(Math.hypot(...heard(1, 0, 0))).toBeLessThan(0.02 * loud);
  expect(Math.hypot(...heard(Math.SQRT1_2, 0, Math.SQRT1_2)) / loud).toBeCloseTo(Math.SQRT1_2, 1);
});

test('a thin disc that shakes carries air along as theory says, far more than its own volume', () => {
  const [radius, k, r] = [0.1, 1, 20];
  const disc = refine(cylinder.make({ radius, length: 0.002, segments: 48, axis: 'z' }), 0.02);
  const flat = made(disc, [k], () => [0, 0, 1]);
  const out = new Float64Array(2);
  radiate(flat, { mostPanels: 900, fewestPanels: 900 }).amplitude(0, 0, 0, r, out);
  // a dipole of the force on the air, (8/3 a³ + V) ρ: |p| = k F / 4πr, and a little near field
  const force = AIR_DENSITY * ((8 / 3) * radius ** 3 + Math.PI * radius ** 2 * 0.002);
  const exact = (force * Math.hypot(1, k * r)) / (4 * Math.PI * r * r);
  expect(Math.abs(Math.hypot(out[0], out[1]) / exact - 1)).toBeLessThan(0.08);
});

test('a surface that cannot be made coarse is refused', () => {
  // tetrahedra that hang together nowhere: nothing can be collapsed
  const positions: number[] = [];
  const faces: number[] = [];
  for (let t = 0; t < 200; t++) {
    positions.push(t, 0, 0, t + 0.5, 0, 0, t, 0.5, 0, t, 0, 0.5);
    faces.push(...[0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3].map((v) => 4 * t + v));
  }
  const crumbs = { positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
  expect(() =>
    radiate(
      made(crumbs, [1], () => [0, 0, 1]),
      { mostPanels: 100 },
    ),
  ).toThrow(/800 triangles/);
});

test('where a wave is too short for the panels, plane waves are taken and told', () => {
  const body = made(sphere.make({ radius: 1, subdivisions: 3 }), [40], (x, y, z) => [x, y, z]);
  const radiation = radiate(body, { mostPanels: 500 });
  expect(radiation.modes[0].method).toBe('plane waves');
});
