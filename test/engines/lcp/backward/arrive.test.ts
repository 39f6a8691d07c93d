import { expect, test } from 'vitest';
import { takeSample } from '../../../../src/engines/lcp/backward/measure-past.ts';
import { dominoes } from './ends.ts';
import { optionsOf } from './scenes.ts';

test('fallen dominoes, which lean on each other in a row, come down together by the laws alone', () => {
  const { sample } = takeSample(dominoes(), optionsOf(), { seed: 3, duration: 3 })!;
  expect(sample).toMatchObject({ strict: true, replays: true, verdict: 'good', arrived: 1, ghosts: 0 });
  expect(sample.height).toBeGreaterThan(0.1);
});

test('groups are brought apart: a row that leans comes down, and one that lies by itself comes its own way', () => {
  const scene = dominoes();
  const lone = {
    ...scene.bodies[1],
    name: 'lone',
    pose: { position: [0, 0.015, 1.5], orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } as const,
  };
  const { sample, past } = takeSample({ ...scene, bodies: [...scene.bodies, lone] }, optionsOf(), {
    seed: 1,
    duration: 1.5,
  })!;
  expect(sample).toMatchObject({ strict: true, replays: true, verdict: 'good', arrived: 1 });
  const last = past.model.bodies - 1;
  // it rests from some moment on; the others come to rest as the engine stops them
  expect(past.log.restTicks[last]).toBeGreaterThan(0);
  expect(past.log.restTicks[last]).toBeLessThanOrEqual(past.ticks);
});
