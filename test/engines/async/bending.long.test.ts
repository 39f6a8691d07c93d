// Sheets bend and twist as stiffly as asked, whatever their mesh: the heavy elastica, and strips on edge that tip over.

import { describe, expect, test } from 'vitest';
import type { SceneFile } from '../../../src/scene/index.ts';
import { elastica, elasticaRatios, meanOf, type Pattern, settle, stripOf, stripScene } from './strip.ts';

const patterns: readonly Pattern[] = ['diagonal', 'alternating', 'jittered', 'flipped'];

describe.each(patterns)('%s', (pattern) => {
  test.each(elastica)('the heavy elastica at Γ = %d', (...row) => {
    const [drop, reach] = elasticaRatios(pattern, row, [20, 4, 0.2]);
    expect(Math.abs(drop - 1)).toBeLessThan(0.01);
    expect(Math.abs(reach - 1)).toBeLessThan(0.01);
  });

  test('cells four times as wide as long', () => {
    const [drop, reach] = elasticaRatios(pattern, elastica[1], [20, 2, 0.4]);
    expect(Math.abs(drop - 1)).toBeLessThan(0.03);
    expect(Math.abs(reach - 1)).toBeLessThan(0.03);
  });
});

// After six periods the tip is still 2.4% short at Γ = 50: that is of its motion, and gone when it has come to rest.
describe.each(['diagonal', 'jittered'] as const)('narrow, and hardly stretching: %s', (pattern) => {
  test.each(elastica)('the heavy elastica at Γ = %d', (...row) => {
    const [drop, reach] = elasticaRatios(pattern, row, [20, 2, 0.05], {}, 3000, 18);
    expect(Math.abs(drop - 1)).toBeLessThan(0.006);
    expect(Math.abs(reach - 1)).toBeLessThan(0.006);
  });
});

describe('a strip on edge tips over sideways', () => {
  const [bend, width] = [1, 0.05];
  // the product of its stiffnesses sideways and in torsion, E I = D b and G J = 2 (1 - ν) D b, at ν = 0
  const root = Math.sqrt(bend * width * 2 * bend * width);
  const period = (2 * Math.PI) / 3.516;
  const strip = stripOf('flipped', 20, 2, width, true);

  /** How far the tip of a strip that was bent sideways by 1e-6 gets in one and a half of its periods. */
  function sideways(load: (file: SceneFile) => void): number {
    // along its plane 200 times as stiff, so that it hardly bends before it tips
    const file = stripScene(strip, bend, (200 * 12 * bend) / (width * width), 0);
    load(file);
    const flat = settle(file, 0.3 * period, 80);
    const sheet = file.deformables?.[0];
    if (!sheet) return Number.NaN;
    const vertices = strip.vertices.map(([x], i): [number, number, number] => [
      flat[3 * i],
      1e-6 * Math.max(0, x) * Math.max(0, x),
      flat[3 * i + 2],
    ]);
    const bent = { ...sheet, rest: sheet.shape, shape: { kind: 'inline', vertices, faces: strip.faces } };
    const moved = { ...file, deformables: [bent] } as SceneFile;
    return Math.abs(meanOf(settle(moved, 1.5 * period, 1), strip.tip, 1)) / 1e-6;
  }

  test.each([
    [
      'under its own weight',
      (share: number) => (file: SceneFile) => {
        file.gravity = [0, 0, (-share * 12.8538 * root) / width];
      },
    ],
    [
      'under a weight at its tip',
      (share: number) => (file: SceneFile) => {
        const force: [number, number, number] = [0, 0, (-share * 4.0126 * root) / strip.tip.length];
        file.gravity = [0, 0, 0];
        file.deformables?.[0].pins?.push({ vertices: strip.tip, force });
      },
    ],
  ])('%s, between 0.97 and 1.03 of the load', (_, load) => {
    expect(sideways(load(0.97))).toBeLessThan(1.2);
    expect(sideways(load(1.03))).toBeGreaterThan(2);
  });
});
