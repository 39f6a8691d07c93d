import { expect, test } from 'vitest';
import { takeSample } from '../../../../src/engines/lcp/backward/measure-past.ts';
import { sphere } from '../../../../src/scene/index.ts';
import { material, optionsOf, sceneOf } from './scenes.ts';

test('a sample of a ball at rest is strict, and says what it costs', () => {
  const scene = sceneOf([sphere({ radius: 0.1, position: [0, 0.1, 0], ...material })]);
  const found = takeSample(scene, optionsOf(), { seed: 1, duration: 1 });
  expect(found?.sample.strict).toBe(true);
  expect(found?.sample.moving).toBe(1);
  expect(found?.sample.arrived).toBe(1);
  expect(found?.sample.energy).toBeGreaterThan(0);
  expect(takeSample(scene, optionsOf(), { seed: 1, duration: 1, stop: () => true })).toBeUndefined();
});
