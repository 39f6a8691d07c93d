import { expect, test } from 'vitest';
import { takeSample } from '../../../../src/engines/lcp/backward/measure-past.ts';
import { bowl } from './ends.ts';
import { optionsOf } from './scenes.ts';

test('balls that keep each other in place in a bowl are let go above it, and the engine alone brings them there', () => {
  const { sample } = takeSample(bowl(), optionsOf(), { seed: 5, duration: 3 })!;
  expect(sample).toMatchObject({ strict: true, replays: true, verdict: 'good', arrived: 1 });
  expect(sample.collisions).toBeGreaterThan(0);
});
