// Goals of pasts, in scenes: what comes of them by the laws alone.

import { describe, expect, test } from 'vitest';
import { rankPasts } from '../../../../../src/engines/lcp/backward/rank-pasts.ts';
import { type Sample, takeSample } from '../../../../../src/engines/lcp/backward/measure-past.ts';
import { box, type SceneFile, sphere } from '../../../../../src/scene/index.ts';
import { material, optionsOf, sceneOf } from '../scenes.ts';

const ball = sphere({ name: 'ball', radius: 0.1, position: [0, 0.1, 0], ...material });
const crate = box({ name: 'crate', size: [0.2, 0.14, 0.1], position: [0.6, 0.07, 0.4], ...material });

function pastsOf(goals: NonNullable<SceneFile['goals']>, bodies = [ball], seeds = 5): Sample[] {
  const scene = sceneOf(bodies, { duration: 1.5, goals });
  return Array.from(
    { length: seeds },
    (_, i) => takeSample(scene, optionsOf(), { seed: i + 1, duration: 1.5 })!.sample,
  );
}

const meeting = (samples: readonly Sample[]) =>
  samples.filter(({ verdict, goals }) => verdict === 'good' && goals.every(({ met }) => met)).length;

describe('goals are met, by the laws alone', () => {
  test('a ball starts in a region of its own size', () => {
    expect(meeting(pastsOf([{ body: 'ball', startsIn: { center: [-0.5, 0.9, 0.2], radius: 0.12 } }]))).toBe(
      5,
    );
  });

  test('a ball is at a place at a time, to a tenth of its size', () => {
    const goals = [
      { body: 'ball', passes: [-0.3, 0.7, 0.1] as [number, number, number], time: 0.1, tolerance: 0.02 },
    ];
    expect(meeting(pastsOf(goals))).toBe(5);
  });

  test('a crate that tumbles starts in a region, or is at a place at a time', () => {
    expect(
      meeting(
        pastsOf([{ body: 'crate', startsIn: { center: [-0.2, 0.8, 0.4], size: [0.5, 0.5, 0.5] } }], [crate]),
      ),
    ).toBeGreaterThanOrEqual(4);
    expect(meeting(pastsOf([{ passes: [0.2, 0.5, 0.4], time: 0.25 }], [crate]))).toBeGreaterThanOrEqual(4);
  });

  test('two come from one side, and not too fast', () => {
    const samples = pastsOf([{ from: [-1, 0, 0] }, { body: 'crate', atMost: 3.5 }], [ball, crate]);
    expect(samples[0].goals.map(({ goal, body }) => [goal, body])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(meeting(samples)).toBeGreaterThanOrEqual(4);
  });
});

test('a goal that is out of reach is missed by how much it is, and its past comes last', () => {
  const [far] = pastsOf([{ body: 'ball', startsIn: { center: [-40, 1, 0], radius: 0.2 } }], [ball], 1);
  expect(far.goals[0]).toMatchObject({ wish: 'startsIn', met: false, unit: 'm' });
  expect(far.goals[0].off).toBeGreaterThan(35);
  const [near] = pastsOf([{ body: 'ball', startsIn: { center: [-0.5, 0.9, 0], radius: 0.2 } }], [ball], 1);
  expect(rankPasts([{ ...far, energy: 0 }, near]).map(({ goalCost }) => goalCost)).toEqual([0, far.goalCost]);
});

test('with goals a past is the same every time, and another with another seed', () => {
  const goals = [{ body: 'crate', from: [0, 0, 1] as [number, number, number] }];
  const [a, b] = pastsOf(goals, [crate], 2);
  const [again] = pastsOf(goals, [crate], 1);
  expect({ ...again, wallSeconds: 0 }).toEqual({ ...a, wallSeconds: 0 });
  expect(a.energy).not.toBe(b.energy);
});
