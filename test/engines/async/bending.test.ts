// Sheets bend as stiffly as asked: a strip clamped at one end under its own weight is the heavy elastica. All meshes, buckling:
// bending.long.test.ts.

import { expect, test } from 'vitest';
import { cloth } from '../../../src/scene/index.ts';
import { columnOf, runScene, sceneOf } from './harness.ts';
import { elastica, elasticaRatios } from './strip.ts';

test('a strip of random diagonals hangs as the elastica', () => {
  const [drop, reach] = elasticaRatios('flipped', elastica[1], [20, 2, 0.1], { elasticStep: 0.35 });
  expect(Math.abs(drop - 1)).toBeLessThan(0.01);
  expect(Math.abs(reach - 1)).toBeLessThan(0.01);
});

test('a sheet rests in a rest shape that is bent, and swings about it where it starts flat', () => {
  const bent = (x: number) => 0.1 * x * x;
  const vertices = (height: (x: number) => number) =>
    Array.from(
      { length: 15 },
      (_, i) => [(i % 5) / 40, height(((i % 5) - 2) / 4), Math.floor(i / 5) / 40] as const,
    );
  const faces = [0, 1, 2, 3, 5, 6, 7, 8].flatMap((a) => [
    [a, a + 6, a + 1],
    [a, a + 5, a + 6],
  ]) as [number, number, number][];
  const sheet = {
    ...cloth({ name: 'sheet', size: [1, 1], cells: [1, 1] }),
    areaDensity: 0.1,
    stretchStiffness: 20,
    bendStiffness: 1e-3,
  };
  const energyOf = (start: (x: number) => number) => {
    const shape = { kind: 'inline', vertices: vertices(start), faces } as const;
    const rest = { kind: 'inline', vertices: vertices(bent), faces } as const;
    const scene = sceneOf({
      name: 'bent',
      gravity: 0,
      duration: 0.2,
      frameRateHz: 50,
      deformables: [{ ...sheet, shape, rest } as never],
    });
    // steps a quarter as long as usual, so that the ripple of a start so far from rest is below a percent
    const { frames } = runScene(scene, { elasticStep: 0.06 });
    return { total: columnOf(frames, 'energy'), kinetic: columnOf(frames, 'kineticEnergy') };
  };
  expect(Math.max(...energyOf(bent).total)).toBeLessThan(1e-20);
  const { total, kinetic } = energyOf(() => 0);
  expect(Math.max(...kinetic)).toBeGreaterThan(0.3 * total[0]);
  for (const energy of total) expect(Math.abs(energy / total[0] - 1)).toBeLessThan(0.01);
});
