// Folds are looked at in lanes, two at a time (elastic/fold-pair.part.as.ts), and one by one in TypeScript: the same bits at every angle.

import { expect, test } from 'vitest';
import { Random } from '../../../src/num/index.ts';
import type { SceneFile } from '../../../src/scene/index.ts';
import { runScene, sceneOf } from './harness.ts';
import { stripOf, stripScene } from './strip.ts';

/** A strip whose vertices are off, so that its folds are flat but for their last bits, gentle, sharp, or anything. */
function crumpled(size: number): SceneFile {
  const random = new Random(7);
  const off = () => size * (random.uniform() - 0.5);
  const strip = stripOf('flipped', 8, 3, 0.4);
  const vertices = strip.vertices.map(([x, y, z]): [number, number, number] => [
    x + off(),
    y + off(),
    z + off(),
  ]);
  const file = stripScene({ ...strip, vertices }, 1e-3, 10, 0.3);
  return { ...file, duration: 0.02, frameRateHz: 50, pairs: [{ a: 'strip', b: 'strip', collide: false }] };
}

test.each([0, 1e-12, 0.02, 0.1, 1])('folds of a sheet whose vertices are off by up to %d', (size) => {
  const scene = sceneOf(crumpled(size));
  const [lanes, alone] = ['wasm', 'typescript'].map((machine) => runScene(scene, { machine }));
  expect(lanes.hash).toBe(alone.hash);
});
