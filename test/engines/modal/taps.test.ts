// Impulses from outside: what flies is pushed, what is held rings.

import { expect, test } from 'vitest';
import { box, resolveScene, type SceneFile } from '../../../src/scene/index.ts';
import { FaultError } from '../../../src/scene/fault/index.ts';
import { copyState, hashState, restoreState } from '../../../src/sim/index.ts';
import { silent } from '../../sim/tiny.ts';
import { simulate, Trial } from './harness.ts';
import type { WrittenModes } from './synthetic.ts';

const flyer: SceneFile = {
  name: 'flyer',
  bodies: [{ ...box({ size: [0.1, 0.2, 0.3] }), name: 'box', angularVelocity: [0, 2, 0] }],
};
const impulse = [1, -2, 0.5, 0, 0.01, 0, 0.05, 0.1, 0];

test('an impulse changes the momentum of what flies by itself', () => {
  const [tapped, alone] = [new Trial(flyer, { flexible: 'none' }), new Trial(flyer, { flexible: 'none' })];
  const { mass } = tapped.scene.bodies[0];
  for (const trial of [tapped, alone]) trial.to(0.01);
  const [lx, ly, lz] = tapped.simulation.state.momenta;
  const [x, y, z, w] = tapped.orientation('box');
  tapped.simulation.apply({ time: 0.01, kind: 'impulse', target: 0, values: impulse });
  for (const trial of [tapped, alone]) trial.to(0.05);
  const [before, after] = [alone.velocity('box'), tapped.velocity('box')];
  for (let k = 0; k < 3; k++) expect(mass * (after[k] - before[k])).toBeCloseTo(impulse[k], 9);
  // the body turns about y by 2 rad/s: its arm is where it was then, to a step of less than a millisecond
  const [cos, sin] = [w * w + y * y - x * x - z * z, 2 * w * y];
  const arm = [cos * 0.05, 0.1, -sin * 0.05];
  const wanted = [arm[1] * 0.5 - arm[2] * -2, arm[2] * 1 - arm[0] * 0.5 + 0.01, arm[0] * -2 - arm[1] * 1];
  const now = tapped.simulation.state.momenta;
  [lx, ly, lz].forEach((l, k) => {
    expect(Math.abs(now[k] - l - wanted[k])).toBeLessThan(1e-3);
  });
});

/** A ruler of 0.3 m held at its low end. */
const written: WrittenModes = {
  omegas: [2 * Math.PI * 40],
  alpha: 1,
  beta: 0,
  edge: 0.03,
  shape: (_, x) => [0, 6 * (1 - Math.cos((0.5 * Math.PI * (x + 0.15)) / 0.3)), 0],
};
const { scene: held } = resolveScene({
  name: 'held',
  bodies: [
    {
      ...box({ size: [0.3, 0.002, 0.03], density: 7800 }),
      name: 'ruler',
      motion: 'static',
      clamp: ['x<-0.14'],
    },
  ],
});
const tap = { time: 0, kind: 'impulse' as const, target: 0, values: [0, 0.01, 0, 0, 0, 0, 0.15, 0, 0] };

test.each([true, false])('what is held rings as far as the tap says (adaptive: %s)', (adaptive) => {
  const trial = new Trial(held, { adaptive }, { ruler: written }).to(0.01);
  trial.simulation.apply(tap);
  let most = 0;
  for (let i = 1; i <= 200; i++) most = Math.max(most, trial.to(0.01 + i * 1e-4).simulation.state.modal[0]);
  // q̇ = U·J, and then a quarter of a swing
  expect(most / ((6 * 0.01) / (2 * Math.PI * 40))).toBeCloseTo(1, 1);
});

test('a snapshot between the input and the kick has it', () => {
  const [one, two] = [simulate(held, {}, { ruler: written }), simulate(held, {}, { ruler: written })];
  one.advance(0.01, silent);
  one.apply(tap);
  restoreState(two, copyState(one.state));
  for (const each of [one, two]) each.advance(0.03, silent);
  expect(hashState(two.state)).toBe(hashState(one.state));
  expect(one.state.modal[0]).not.toBe(0);
  expect(Object.keys(one.state)).not.toContain('taps');
});

test('what would put a body elsewhere is refused by name', () => {
  const trial = new Trial(flyer, { flexible: 'none' }).to(0.01);
  for (const kind of ['velocity', 'pose', 'enable', 'disable'] as const) {
    const apply = () => trial.simulation.apply({ time: 0.01, kind, target: 0, values: [] });
    expect(apply).toThrow(FaultError);
    expect(apply).toThrow(kind);
  }
});
