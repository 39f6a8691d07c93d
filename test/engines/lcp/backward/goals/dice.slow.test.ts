import { expect, test } from 'vitest';
import { scene as dice } from '../../../../../examples/lcp/dice-from-the-left.ts';
import { takeSample } from '../../../../../src/engines/lcp/backward/measure-past.ts';
import { resolveScene } from '../../../../../src/scene/index.ts';
import { optionsOf } from '../scenes.ts';

test('a die whose way from the hand is barred by others goes through, and these look for another', () => {
  const { scene } = resolveScene(dice, { engines: ['lcp'] });
  // with this seed the fifth die was left 5 mm beside the hand
  const { sample } = takeSample(scene, optionsOf(scene.options as object), {
    seed: 2,
    duration: scene.duration,
  })!;
  expect(sample).toMatchObject({ strict: true, replays: true, verdict: 'good', goalCost: 0 });
  expect(sample.goals).toHaveLength(6);
  expect(sample.goals.every(({ met }) => met)).toBe(true);
});
