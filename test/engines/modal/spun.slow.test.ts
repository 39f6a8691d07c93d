import { expect, test } from 'vitest';
import { lathe } from '../../../src/geometry/primitives/index.ts';
import { modal } from '../../../src/engines/modal/engine.ts';
import { floor, type MaterialName, mesh, resolveScene } from '../../../src/scene/index.ts';
import { lonelyContext } from '../../sim/tiny.ts';
import { EngineTrial } from '../trial.ts';

const radius = 0.04;
const friction = 0.3;
const spin = 20;

/** The torque that brakes a body that spins on a stone floor, of μNR. */
function braking(profile: readonly number[], material: MaterialName, flexible: 'all' | 'none'): number {
  const { scene } = resolveScene({
    name: 'spun',
    up: 'z',
    duration: 1,
    bodies: [
      floor({ material: 'stone', friction, restitution: 0 }),
      {
        ...mesh(lathe(profile, 18), { material, friction, restitution: 0 }),
        name: 'body',
        angularVelocity: [0, 0, spin],
      },
    ],
  });
  const trial = new EngineTrial(modal, scene, { flexible, mostModes: 16 }, false, (which, options) =>
    modal.start(which, options, lonelyContext()),
  );
  const at = 6 * trial.index('body') + 5;
  trial.to(0.005);
  const before = trial.frame.velocities[at];
  trial.to(0.015);
  const { mass, inertia } = trial.scene.bodies[trial.index('body')];
  return ((before - trial.frame.velocities[at]) / 0.01) * (inertia[2] / (friction * mass * 9.81 * radius));
}

const high = 0.09;
const [wall, bottom] = [0.003, 0.004];
const inner = radius - wall;
const mug = [0, 0, radius, 0, radius, high, inner, high, inner, bottom, 0, bottom];

test('a spun mug of steel that bends is braked as by its rim, within 10%', () => {
  const byRim = braking(mug, 'steel', 'none');
  // the friction pyramid has eight corners
  expect(byRim).toBeGreaterThan(0.96);
  const bent = braking(mug, 'steel', 'all') / byRim;
  expect(bent).toBeGreaterThan(0.9);
  // its bottom carries itself
  expect(bent).toBeLessThan(1);
});

test('a disc of steel is too stiff to bend here and touches with its corners: as a rim', () => {
  expect(braking([0, 0, radius, 0, radius, 0.03, 0, 0.03], 'steel', 'all')).toBeGreaterThan(0.96);
});

test('a disc of rubber presses evenly: two thirds of a rim', () => {
  expect(
    Math.abs(braking([0, 0, radius, 0, radius, 0.03, 0, 0.03], 'rubber', 'all') / (2 / 3) - 1),
  ).toBeLessThan(0.06);
});
