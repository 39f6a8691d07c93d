import { describe, expect, test } from 'vitest';
import type { ModalOptions } from '../../../src/engines/modal/options.ts';
import { box, floor, resolveScene, sphere } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';
import type { WrittenModes } from './synthetic.ts';

const plate: WrittenModes = {
  omegas: [390, 910, 1430, 2470],
  alpha: 10,
  beta: 1e-6,
  edge: 0.07,
  shape: (m, x) => [0, 1.5 * Math.cos(((m + 2) * Math.PI * (x + 0.1)) / 0.2), 0],
};
const shelf: WrittenModes = {
  omegas: [200, 900, 2000],
  alpha: 5,
  beta: 1e-6,
  edge: 0.1,
  shape: (m, x) => [0, 1 - Math.cos(((m + 0.5) * Math.PI * (x + 0.3)) / 0.6), 0],
};

const { scene } = resolveScene({
  name: 'pile',
  duration: 1,
  bodies: [
    floor({ friction: 0.5 }),
    {
      ...box({ size: [0.6, 0.03, 0.4], density: 700 }),
      name: 'shelf',
      motion: 'static',
      position: [0, 0.3, 0],
      clamp: ['x<-0.29'],
      friction: 0.5,
    },
    ...[0, 1, 2].map((i) => ({
      ...box({ size: [0.2, 0.02, 0.1] as [number, number, number], density: 1500 }),
      name: `plate${i}`,
      position: [0.02 * i, 0.34 + 0.045 * i, 0.01 * i] as [number, number, number],
      rotation: { axis: [0.2 * i, 1, 0.3] as [number, number, number], degrees: 9 * i + 3 },
      velocity: [0, -0.5, 0] as [number, number, number],
      friction: 0.3,
    })),
    {
      ...sphere({ radius: 0.03, density: 3000 }),
      name: 'ball',
      position: [0.2, 0.36, 0.1],
      velocity: [-1, -1, 0],
      angularVelocity: [0, 30, 0],
    },
  ],
});

const variants: Partial<ModalOptions>[] = [
  {},
  { clocks: 'common' },
  { adaptive: false },
  { rules: 'literal' },
  { directions: 16, propagation: 'newmark' },
];

describe('a pile on a shelf that gives', () => {
  for (const changes of variants)
    test(`solves every problem to 1e-8 and gains no energy: ${JSON.stringify(changes)}`, () => {
      const trial = new Trial(scene, changes, { shelf, plate1: plate }).to(0);
      const begun = trial.value('energy');
      let problems = 0;
      for (let i = 1; i <= 8; i++) {
        trial.to(0.01 * i);
        problems += trial.value('problems');
        expect(trial.value('by failed')).toBe(0);
        expect(trial.value('energy')).toBeLessThan(begun + 1e-3);
        expect(trial.value('depth')).toBeLessThan(5e-3);
      }
      expect(problems).toBeGreaterThan(30);
      expect(trial.residual).toBeLessThan(1e-8);
    });
});
