// Sleep: what lies still stays to the bit, wakes when it is touched or pushed, and is part of the snapshot.

import { expect, test } from 'vitest';
import { box, floor, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { copyState, hashState } from '../../../src/sim/index.ts';
import { Trial } from './harness.ts';

/** Five boxes on each other, three beside them, and a ball that comes down on the five after two seconds. */
function scene(): SceneFile {
  const bodies: NonNullable<SceneFile['bodies']> = [floor({ friction: 0.5 })];
  for (let i = 0; i < 8; i++)
    bodies.push({
      ...box({ size: [0.2, 0.2, 0.2] }),
      name: `box ${i}`,
      position: [i < 5 ? 0 : 3, 0.1 + 0.2 * (i % 5), 0],
      friction: 0.5,
    });
  const ball = sphere({ radius: 0.1, subdivisions: 1 });
  bodies.push({ ...ball, name: 'ball', position: [0.13, 1.05 + 19.62, 0], restitution: 0.2 });
  return { name: 'sleepers', duration: 5, frameRateHz: 60, bodies };
}

const asleep = (trial: Trial): number =>
  (trial.simulation.state.sleeps as Uint32Array).filter(Boolean).length;

test('bodies fall asleep by groups, stay to the bit, and wake when they are hit', () => {
  const trial = new Trial(scene(), { sleepAfter: 0.5 });
  trial.to(0.4);
  expect(asleep(trial)).toBe(0);
  trial.to(0.7);
  expect(asleep(trial)).toBe(8);
  expect(trial.value('contacts')).toBe(0);
  const poses = trial.frame.poses.slice();
  trial.to(1.8);
  for (let b = 1; b <= 8; b++)
    expect(trial.frame.poses.slice(7 * b, 7 * b + 7)).toEqual(poses.slice(7 * b, 7 * b + 7));
  trial.to(2.1);
  // the ball has hit the five; the others sleep on
  expect(asleep(trial)).toBe(3);
  const top = 7 * trial.index('box 4');
  expect(Math.abs(trial.frame.poses[top] - poses[top])).toBeGreaterThan(1e-5);
});

test('a snapshot has who sleeps', () => {
  const trial = new Trial(scene(), { sleepAfter: 0.5 }).to(1);
  const kept = copyState(trial.simulation.state);
  const first = hashState(trial.to(3).simulation.state);
  trial.simulation.restore(kept);
  expect(hashState(trial.to(3).simulation.state)).toBe(first);
  expect(asleep(trial)).toBeGreaterThan(0);
});

test('an input wakes them, and without the option nobody sleeps', () => {
  const trial = new Trial(scene(), { sleepAfter: 0.5 }).to(1);
  const target = trial.index('box 7');
  trial.simulation.apply({ time: 1, kind: 'force', target, values: [400, 0, 0, 0, 0, 0] });
  trial.to(1.2);
  expect(trial.frame.velocities[6 * target]).toBeGreaterThan(0.5);
  expect(asleep(new Trial(scene()).to(1))).toBe(0);
});

test('what a joint holds stays awake: a motor that creeps goes on', () => {
  const box1 = { ...box({ size: [0.2, 0.2, 0.2] }), position: [0, 0.1, 0] as [number, number, number] };
  const file: SceneFile = {
    name: 'creeping',
    duration: 2,
    bodies: [
      floor({ friction: 0.2 }),
      { ...box1, name: 'driven' },
      { ...box1, name: 'free', position: [2, 0.1, 0] },
    ],
    joints: [
      { name: 'rail', kind: 'slider', a: 'driven', axis: 'x', motor: { targetSpeed: 1e-3, maxForce: 500 } },
    ],
  };
  const trial = new Trial(file, { sleepAfter: 0.3 }).to(2);
  // slower than what sleeps
  expect(trial.options.sleepSpeed).toBeGreaterThan(2e-3);
  expect(trial.position('driven')[0]).toBeCloseTo(2e-3, 5);
  expect([...(trial.simulation.state.sleeps as Uint32Array)].map(Boolean)).toEqual([false, false, true]);
});
