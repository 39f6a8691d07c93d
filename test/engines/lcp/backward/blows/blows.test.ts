// Pasts in which one body is hit by another, as goals ask: the other's blow is what sets it moving.

import { describe, expect, test } from 'vitest';
import { strikesOf } from '../../../../../src/engines/lcp/backward/blows/seek-blows.ts';
import { restingPoses } from '../../../../../src/engines/lcp/backward/blows/resting-poses.ts';
import { takeSample } from '../../../../../src/engines/lcp/backward/measure-past.ts';
import { Replay } from '../../../../../src/engines/lcp/backward/replay.ts';
import { endOf } from '../../../../../src/engines/lcp/backward/rewind.ts';
import { bodySpeed, isStill } from '../../../../../src/engines/lcp/backward/body-speed.ts';
import { buildModel } from '../../../../../src/engines/lcp/model.ts';
import { box, type Goal, type Scene, sphere } from '../../../../../src/scene/index.ts';
import { material, optionsOf, sceneOf } from '../scenes.ts';

const fallen = box({
  name: 'domino',
  size: [0.03, 0.2, 0.1],
  position: [0, 0.015, 0],
  rotation: { axis: 'z', degrees: 90 },
  ...material,
});
const die = box({ name: 'die', size: [0.016, 0.016, 0.016], position: [0, 0.008, 0], ...material });
const ballOf = (radius: number, x: number, z: number, rollingFriction: number) =>
  sphere({ name: 'ball', radius, position: [x, radius, z], rollingFriction, ...material });

function pastOf(scene: Scene, seed: number) {
  return takeSample(scene, optionsOf(), { seed, duration: scene.duration })!;
}

describe('who is to be hit is hit, by the laws alone', () => {
  test('a ball hits a domino that rested until then, and both come to their ends', () => {
    const scene = sceneOf([fallen, ballOf(0.05, 0.3, 0.1, 0.01)], {
      duration: 2,
      goals: [{ body: 'domino', by: 'ball' }],
    });
    const { sample, past } = pastOf(scene, 1);
    expect(sample).toMatchObject({ strict: true, replays: true, verdict: 'good' });
    expect(sample.goals).toMatchObject([{ wish: 'by', met: true, off: 0 }]);
    // the domino, body 1, does not move before the ball, body 2, touches it
    const replay = new Replay(past.model, past.start, past.rest, past.log);
    expect(isStill(past.start.motion, 1)).toBe(true);
    while (bodySpeed(past.model, replay.motion, 1) < 1e-6 && replay.tick < past.ticks) replay.step();
    const { a, b, count } = replay.contacts;
    const touch = Array.from({ length: count }, (_, c) => [a[c], b[c]].sort((x, y) => x - y).join());
    expect(touch).toContain('1,2');
  });

  test('a ball hits a die', () => {
    const scene = sceneOf([die, ballOf(0.01, 0.05, 0.03, 0.001)], {
      duration: 1.5,
      goals: [{ body: 'die', by: 'ball' }],
    });
    const { sample } = pastOf(scene, 1);
    expect(sample).toMatchObject({ strict: true, replays: true, verdict: 'good', goalCost: 0 });
  });
});

test('whoever has to do with a third is not looked for as a pair', () => {
  const goal = (bodies: number[], by?: number): Goal => ({
    bodies,
    weight: 1,
    ...(by === undefined ? {} : { by }),
  });
  expect(strikesOf([goal([1], 2), goal([4, 5], 3), goal([6])])).toEqual([{ struck: 1, striker: 2 }]);
  expect(strikesOf([goal([1], 2), goal([2], 1), goal([1], 2)])).toEqual([{ struck: 1, striker: 2 }]);
});

test('a domino can stand in six ways, on its small faces too', () => {
  const model = buildModel(sceneOf([fallen]), optionsOf());
  const up = Float64Array.of(0, 1, 0);
  const heights = (body: number) =>
    restingPoses(model, body, up, endOf(model))
      .map((pose) => Math.round(1000 * pose[1]))
      .sort((x, y) => x - y);
  expect(heights(1)).toEqual([15, 15, 50, 50, 100, 100]);
});
