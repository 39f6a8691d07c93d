// Energies are those of one time: what kicks have given too early or not yet is counted, so that they stray by the square of a step.

import { expect, test } from 'vitest';
import { cloth } from '../../../src/scene/index.ts';
import { columnOf, runScene, sceneOf } from './harness.ts';

test('a sheet in free fall has the energy it started with, whenever it is asked', () => {
  const [gravity, step, mass] = [9.81, 1 / 64, 0.1];
  const scene = sceneOf({
    name: 'falling',
    gravity: [0, 0, -gravity],
    duration: 1,
    frameRateHz: 37,
    deformables: [cloth({ name: 'sheet', size: [1, 1], cells: [2, 2], areaDensity: mass })],
  });
  const { frames } = runScene(scene, { accelerationStep: step });
  // half a kick is missing at the start, (g h / 2)²; a whole one, of which it was half a kick ahead, was m v g h / 2 = 0.75 J
  const most = (mass * (gravity * step) ** 2) / 8;
  const energy = columnOf(frames, 'energy');
  for (const e of energy) expect(Math.abs(e - energy[0])).toBeLessThan(1.01 * most);
  const kinetic = columnOf(frames, 'kineticEnergy');
  expect(kinetic[0]).toBe(0);
  expect(kinetic[37] / (0.5 * mass * gravity * gravity)).toBeCloseTo((1 - step / 2) ** 2, 6);
});

test.each(['plates', 'hinges'] as const)(
  'a sheet that swings strays by the square of its step, with %s',
  (bending) => {
    const strays = [0.3, 0.15].map((elasticStep) => {
      const scene = sceneOf({
        name: 'swinging',
        gravity: 0,
        duration: 0.3,
        frameRateHz: 1000,
        deformables: [
          {
            ...cloth({ name: 'sheet', size: [0.2, 0.2], cells: [6, 6], areaDensity: 0.1 }),
            angularVelocity: [3, 2, 1],
            stretchStiffness: 100,
            bendStiffness: 1e-4,
            stretchDamping: 0,
            bendDamping: 0,
            pins: [{ vertices: [0] }],
          },
        ],
      });
      const energy = columnOf(runScene(scene, { elasticStep, bending }).frames, 'energy');
      return Math.max(...energy.map((e) => Math.abs(e / energy[0] - 1)));
    });
    expect(strays[0]).toBeLessThan(5e-4);
    expect(strays[1] / strays[0]).toBeLessThan(0.36);
  },
);
