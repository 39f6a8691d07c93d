import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMaterial, type Material, withRayleigh } from '../../src/scene/index.ts';
import { fitDamping } from '../../src/sound/fit-damping.ts';
import { isInside } from '../../src/sound/inside.ts';
import { simpleSources } from '../../src/sound/simple-sources.ts';
import { strikeLength, strikeSound } from '../../src/sound/strike.ts';
import { surfacePlaces } from '../../src/sound/surface-places.ts';
import { Random } from '../../src/num/index.ts';
import { fakeModes } from './fake-modes.ts';

const steel = findMaterial('steel') as Material;

describe('damping from a recorded hit', () => {
  test('is what it was made with', () => {
    const modes = fakeModes([390, 815, 1540, 2720, 4100, 6650], 9);
    for (const [alpha, beta] of [
      [6, 1e-7],
      [2, 3e-8],
      [30, 8e-8],
    ]) {
      const material = withRayleigh(steel, { dampingAlpha: alpha, dampingBeta: beta });
      const hit = {
        point: [0.05, 0.02, 0.01] as const,
        direction: [0, 0, -1] as const,
        impulse: 0.1,
        duration: 5e-5,
      };
      const seconds = strikeLength(modes, material, 3);
      const sound = strikeSound(modes, material, simpleSources(modes), hit, [0.3, 0.2, 1], 44100, seconds);
      const fit = fitDamping(sound, 44100);
      expect(fit).toBeDefined();
      expect(Math.abs((fit?.alpha ?? 0) / alpha - 1)).toBeLessThan(0.05);
      expect(Math.abs((fit?.beta ?? 0) / beta - 1)).toBeLessThan(0.05);
    }
  });

  test('is not found in noise, silence or a click', () => {
    const random = new Random(1);
    expect(fitDamping(new Float64Array(44100), 44100)).toBeUndefined();
    expect(fitDamping(new Float64Array(100).fill(1), 44100)).toBeUndefined();
    const click = new Float64Array(44100);
    click[20000] = 1;
    expect(fitDamping(click, 44100)).toBeUndefined();
    const noise = new Float64Array(44100).map(() => random.between(-1, 1));
    const fit = fitDamping(noise, 44100);
    expect(fit === undefined || Number.isFinite(fit.alpha)).toBe(true);
  });
});

test('a breathing surface is heard as its volume says', () => {
  const modes = fakeModes([200], 2);
  // every vertex moves outward with its own position: a volume rate of three times the volume
  const breathing = { ...modes, shapes: modes.positions.slice() };
  const volume = 0.1 * 0.04 * 0.02;
  const out = new Float64Array(2);
  simpleSources(breathing, { compact: true }).amplitude(0, 0, 0, 5, out);
  expect(out[0]).toBeCloseTo((1.204 / (4 * Math.PI * 5)) * 3 * volume, 12);
  simpleSources(breathing).amplitude(0, 0, 0, 5, out);
  expect(out[0]).toBeCloseTo((1.204 / (4 * Math.PI * 5)) * 3 * volume, 7);
});

test('points are inside of a box or not', () => {
  const { positions, faces } = fakeModes([1]);
  const mesh = { positions, faces, wires: new Uint32Array(0), points: new Uint32Array(0) };
  const between = (size: number) => fc.double({ min: -size, max: size, noNaN: true });
  fc.assert(
    fc.property(between(0.1), between(0.04), between(0.02), (x, y, z) => {
      const inside = Math.abs(x) < 0.05 && Math.abs(y) < 0.02 && Math.abs(z) < 0.01;
      const far = Math.min(
        Math.abs(Math.abs(x) - 0.05),
        Math.abs(Math.abs(y) - 0.02),
        Math.abs(Math.abs(z) - 0.01),
      );
      fc.pre(far > 1e-9);
      expect(isInside(mesh, x, y, z)).toBe(inside);
    }),
  );
});

test('places lie on the surface, with its normal', () => {
  for (const { point, normal } of surfacePlaces(fakeModes([1]), new Random(3), 200)) {
    const on = [point[0] / 0.05, point[1] / 0.02, point[2] / 0.01];
    const face = normal.findIndex((n) => Math.abs(n) > 0.5);
    expect(on[face] * normal[face]).toBeCloseTo(1, 9);
  }
});
