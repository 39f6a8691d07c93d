// What strips of scenes hang like at rest, and under which weight one on edge tips over: of the elements themselves, no motion being left.

import { expect, test } from 'vitest';
import type { AsyncOptions } from '../../../src/engines/async/options.ts';
import type { SceneFile } from '../../../src/scene/index.ts';
import { columnOf, runScene, sceneOf } from './harness.ts';
import { Statics } from './statics.ts';
import { elastica, meanOf, type Pattern, stripOf, stripScene } from './strip.ts';

const patterns: readonly Pattern[] = ['diagonal', 'alternating', 'jittered', 'flipped'];

test.each(patterns)('narrow strips that hardly stretch hang as the elastica: %s', (pattern) => {
  const strip = stripOf(pattern, 20, 2, 0.05);
  for (const [gamma, drop, reach] of elastica) {
    const x = new Statics(stripScene(strip, 1 / gamma, 3000, 0)).settle(8);
    expect(Math.abs(-meanOf(x, strip.tip, 2) / drop - 1)).toBeLessThan(0.005);
    expect(Math.abs(meanOf(x, strip.tip, 0) / reach - 1)).toBeLessThan(0.005);
  }
});

test('the engine stays where that is', () => {
  const strip = stripOf('flipped', 20, 2, 0.05);
  const file = stripScene(strip, 1 / 20, 300, 0);
  const x = new Statics(file).settle(8);
  const sheet = file.deformables?.[0];
  const vertices = strip.vertices.map((_, v): [number, number, number] => [
    x[3 * v],
    x[3 * v + 1],
    x[3 * v + 2],
  ]);
  const hung = { ...sheet, rest: sheet?.shape, shape: { kind: 'inline', vertices, faces: strip.faces } };
  const scene = sceneOf({ ...file, duration: 0.5, frameRateHz: 10, deformables: [hung] } as SceneFile);
  const given: Partial<AsyncOptions> = { detection: 'certificates' };
  const { frames } = runScene(scene, given);
  for (const kinetic of columnOf(frames, 'kineticEnergy')) expect(kinetic).toBeLessThan(1e-7);
});

test('a strip on edge tips over at 12.8538 √(E I · G J), the narrower the nearer', () => {
  const critical = [0.025, 0.05].map((width) => {
    const strip = stripOf('alternating', 20, 2, width, true);
    const root = Math.sqrt(2) * width;
    const file = stripScene(strip, 1, (200 * 12) / (width * width), 0);
    file.gravity = [0, 0, (-12.8538 * root) / width];
    let [low, high] = [0.9, 1.1];
    for (let i = 0; i < 7; i++) {
      const middle = 0.5 * (low + high);
      if (new Statics(file).isFirm(middle)) low = middle;
      else high = middle;
    }
    return 0.5 * (low + high);
  });
  expect(critical[1]).toBeLessThan(1.02);
  expect(Math.abs(critical[0] - 1)).toBeLessThan(critical[1] - 1);
});
