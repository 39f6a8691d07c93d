// Forces and drags on bodies that turn as they like: what pushes is in the world, wherever the body's own axes point.

import { expect, test } from 'vitest';
import { type BodyFile, box, type SceneFile } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';

const inSpace = (body: BodyFile, more: Partial<SceneFile> = {}): SceneFile => ({
  name: 'pushed',
  gravity: [0, 0, 0],
  bodies: [body],
  ...more,
});

test('a force at a point turns by its arm, and only while it acts', () => {
  const slab: BodyFile = { ...box({ size: [0.1, 0.2, 0.3] }), name: 'slab' };
  const forces: SceneFile['forces'] = [
    { body: 'slab', force: [3, -2, 1], at: [0.05, 0.1, -0.15], from: 0, until: 0.004 },
  ];
  const trial = new Trial(inSpace(slab, { forces }), { flexible: 'none', timeStep: 1e-4 }).to(0.02);
  const { mass } = trial.scene.bodies[0];
  const momentum = trial.velocity('slab').map((v) => mass * v);
  for (const [k, f] of [3, -2, 1].entries()) expect(momentum[k]).toBeCloseTo(0.004 * f, 9);
  // at the start the arm is as given, and so little time turns it by less than a hundredth
  const torque = [0.1 * 1 - -0.15 * -2, -0.15 * 3 - 0.05 * 1, 0.05 * -2 - 0.1 * 3];
  for (const [k, t] of torque.entries())
    expect(Math.abs(trial.simulation.state.momenta[k] / (0.004 * t) - 1)).toBeLessThan(0.01);
});

test('a drag of a turning cube is the same however its axes lie', () => {
  const dragged = (rotation: BodyFile['rotation'], point: readonly number[]) => {
    const cube: BodyFile = {
      ...box({ size: [0.1, 0.1, 0.1] }),
      name: 'cube',
      rotation,
      angularVelocity: [3, -5, 2],
    };
    const trial = new Trial(inSpace(cube), { flexible: 'none', timeStep: 1e-4 }).to(0);
    trial.simulation.apply({ time: 0, kind: 'drag', target: 0, values: [200, 3, ...point, 0.1, 0.2, -0.1] });
    trial.to(0.2);
    return [...trial.position('cube'), ...trial.velocity('cube'), ...trial.spin('cube')];
  };
  const straight = dragged(undefined, [0.05, 0.03, -0.02]);
  // after a quarter turn about z, x of the body is y of the world, and y is -x
  const turned = dragged({ axis: 'z', degrees: 90 }, [0.03, -0.05, -0.02]);
  expect(Math.hypot(...straight.slice(0, 3))).toBeGreaterThan(0.02);
  // about which axis a step turns first is its own, so they agree as steps get short
  for (const [i, value] of straight.entries()) expect(turned[i]).toBeCloseTo(value, 4);
});
