// What fails to compile: the compiler reads this file too, and says where an expected error is none.

import { expect, test } from 'vitest';
import { startLive } from '../../src/live/index.ts';
import { box, defineScene } from '../../src/scene/index.ts';
import { simulate, start } from '../../src/world/index.ts';

test('mistakes in names and options fail to compile', () => {
  const mistakes = [
    // @ts-expect-error no such engine
    () => defineScene({ name: 'x', engine: 'icp' }),
    // @ts-expect-error no such material
    () => box({ material: 'woood' }),
    // @ts-expect-error no such choice
    () => defineScene({ name: 'x', engine: 'ipc', options: { integrator: 'nonsense' } }),
    // @ts-expect-error no such choice of any engine that it may get
    () => defineScene({ name: 'x', options: { integrator: 'nonsense', machine: 'typescript' } }),
    // @ts-expect-error an option of another engine
    () => defineScene({ name: 'x', engine: 'flight', options: { integrator: 'first order' } }),
    // @ts-expect-error no such engine
    () => simulate({ name: 'x' }, { engine: 'icp' }),
    // @ts-expect-error no such choice
    () => simulate({ name: 'x' }, { engine: 'ipc', options: { integrator: 'nonsense' } }),
    // @ts-expect-error a number is meant
    () => start({ name: 'x' }, { engine: 'lcp', options: { timeStep: 'short' } }),
    // @ts-expect-error no such option
    () => startLive({ scene: { name: 'x' }, engine: 'lcp', options: { timestep: 1 } }),
  ];
  expect(mistakes.length).toBe(9);
  const right = defineScene({ name: 'x', engine: 'ipc', options: { integrator: 'second order' } });
  expect(right.options).toEqual({ integrator: 'second order' });
});
