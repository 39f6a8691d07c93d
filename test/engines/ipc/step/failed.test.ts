// A step that cannot be solved, however short, says who was on the way where and what was nearest, and changes nothing.

import { expect, test } from 'vitest';
import { ipc } from '../../../../src/engines/ipc/index.ts';
import { box, type BodyFile, floor, resolveScene } from '../../../../src/scene/index.ts';
import { defaultsOf, hashState, StepError } from '../../../../src/sim/index.ts';
import { lonelyContext, silent } from '../../../sim/tiny.ts';

const cube = (name: string, x: number, y: number): BodyFile => ({
  ...box({ size: [0.2, 0.2, 0.2], friction: 0.4 }),
  name,
  position: [x, y, 0],
});

const { scene } = resolveScene({
  name: 'hit',
  bodies: [
    floor({ friction: 0.3 }),
    cube('far', 3, 1),
    cube('low', 0, 0.1002),
    cube('high', 0.03, 0.3005),
    { ...cube('hits', -0.23, 0.25), velocity: [2, 0, 0.5], angularVelocity: [0, 3, 0] },
  ],
});

test('the fastest body and the tightest pair of the island are named, and all are where they were before the step', () => {
  const simulation = ipc.start(scene, { ...defaultsOf(ipc), maxIterations: 1 }, lonelyContext());
  let error: unknown;
  /** What moves; what is known of pairs is found anew. */
  const motion = (): string => {
    const { position, orientation, velocity, angularMomentum, clock } = simulation.state;
    return hashState({ position, orientation, velocity, angularMomentum, clock });
  };
  let before = motion();
  for (let k = 1; k < 30 && error === undefined; k++)
    try {
      before = motion();
      simulation.advance(0.01 * k, silent);
    } catch (thrown) {
      error = thrown;
    }
  expect(error).toBeInstanceOf(StepError);
  const { message, time, faults } = error as StepError;
  expect(message).toMatch(/^the step from 0\.\d+ s could not be solved: it did not converge in 1 iterations/);
  expect(time).toBeGreaterThan(0);
  const [{ what, where, value, remedy }] = faults;
  expect(where).toBe('bodies[4] "hits"');
  const [, speed, count] = /^still moves by (\S+) m\/s in an island of (\d) bodies$/.exec(what) ?? [];
  expect(Number(speed)).toBeGreaterThan(0);
  // at most as fast as it came, and a bit for the direction's absolute sums
  expect(Number(speed)).toBeLessThan(10);
  expect(Number(count)).toBe(3);
  const [, gap] = /^body \d "\w+" and body \d "\w+" are (\S+) m apart$/.exec(value ?? '') ?? [];
  expect(Number(gap)).toBeGreaterThan(0);
  expect(Number(gap)).toBeLessThan(1e-3);
  expect(remedy).toContain('halve timeStep');
  expect(motion()).toBe(before);
});
