import { describe, expect, test } from 'vitest';
import { whoWouldNotStay } from '../../../../src/engines/lcp/backward/judge/unreachable.ts';
import { verdictOf } from '../../../../src/engines/lcp/backward/judge/verdict.ts';
import { takeSample } from '../../../../src/engines/lcp/backward/measure-past.ts';
import { buildModel } from '../../../../src/engines/lcp/model.ts';
import { box, sphere } from '../../../../src/scene/index.ts';
import { rack } from './ends.ts';
import { material, optionsOf, sceneOf } from './scenes.ts';

const seen = {
  strict: true,
  replays: true,
  arrived: 1,
  moving: 1,
  topSpeed: 3,
  topSpinSpeed: 2,
  natural: 4,
};

describe('a past in one word', () => {
  test('is good only where most came, by the laws alone, no faster than is natural', () => {
    expect(verdictOf(seen)).toBe('good');
    expect(verdictOf({ ...seen, arrived: 0.4 })).toBe('few came');
    expect(verdictOf({ ...seen, topSpeed: 5 })).toBe('unnatural');
    expect(verdictOf({ ...seen, topSpinSpeed: 5 })).toBe('unnatural');
    expect(verdictOf({ ...seen, strict: false })).toBe('helped');
    expect(verdictOf({ ...seen, replays: false })).toBe('broken');
  });

  test('is no success where nothing happened, however strict', () => {
    const two = [0, 1].map((i) =>
      box({ name: `box-${i}`, size: [0.2, 0.2, 0.2], position: [0, 0.1 + 0.2 * i, 0], ...material }),
    );
    const hints = [1, 2].map((body) => ({ body, free: false }));
    const found = takeSample(sceneOf(two), optionsOf(), {
      seed: 1,
      duration: 0.3,
      hints,
      options: { patience: 0 },
    });
    expect(found?.sample).toMatchObject({ strict: true, arrived: 0, verdict: 'nothing happened' });
  });

  test('a ball that falls is natural, and how high it was is told', () => {
    const scene = sceneOf([sphere({ radius: 0.1, position: [0, 0.1, 0], ...material })]);
    const sample = takeSample(scene, optionsOf(), { seed: 1, duration: 1 })!.sample;
    expect(sample.verdict).toBe('good');
    expect(sample.height).toBeGreaterThan(0.2);
    expect(sample.natural).toBeCloseTo(1.5 * Math.sqrt(2 * 9.81 * sample.height), 2);
    expect(sample.topSpeed).toBeLessThan(sample.natural);
  });
});

test('whoever would not stay where it was put is named with how far it goes; whoever stays is not', () => {
  const tilted = box({
    name: 'tilted',
    size: [0.2, 0.2, 0.2],
    position: [0, 0.1409, 0],
    rotation: { axis: 'z', degrees: 40 },
    ...material,
  });
  const lying = box({ name: 'lying', size: [0.2, 0.2, 0.2], position: [1, 0.1, 0], ...material });
  const restless = whoWouldNotStay(buildModel(sceneOf([tilted, lying]), optionsOf()));
  expect(restless.map(({ name }) => name)).toEqual(['tilted']);
  expect(restless[0].moves.angle).toBeGreaterThan(0.1);
});

test('a rack of fifteen balls that touch comes, one after another, by the laws alone', () => {
  const { sample, past } = takeSample(rack(), optionsOf(), { seed: 1, duration: 3 })!;
  expect(sample.arrived).toBeGreaterThan(0.6);
  expect(sample).toMatchObject({ strict: true, replays: true, verdict: 'good' });
  expect(new Set(past.log.restTicks.subarray(1)).size).toBeGreaterThan(10);
});
