// Forces on deformables give momentum F (until - from), however they fall between the ticks of accelerations.

import { expect, test } from 'vitest';
import { cloth, type SceneFile } from '../../../src/scene/index.ts';
import { refusals } from '../../../src/sim/index.ts';
import { asynchronous } from '../../../src/engines/async/engine.ts';
import { columnOf, runScene, sceneOf } from './harness.ts';

const sheet = cloth({
  name: 'sheet',
  size: [0.2, 0.2],
  cells: [4, 4],
  thickness: 0.002,
  areaDensity: 0.15,
  stretchStiffness: 100,
  bendStiffness: 1e-4,
});

function pulled(forces: SceneFile['forces'], rest: Partial<SceneFile> = {}): SceneFile {
  return {
    name: 'pulled',
    gravity: 0,
    duration: 0.2,
    frameRateHz: 50,
    deformables: [sheet],
    forces,
    ...rest,
  };
}

test.each([
  [0, 0.1],
  [0.0123, 0.0247],
  [0.0503, 0.0505],
  [0.01, 10],
])('from %f s until %f s', (from, until) => {
  const { frames } = runScene(
    sceneOf(pulled([{ deformable: 'sheet', force: [0.3, -0.1, 0.2], from, until }])),
  );
  const time = Math.min(until, 0.2) - from;
  // a kick stands for the time before it: what came after the last is to come
  const late = until > 0.2 ? 1 / 1024 : 0;
  ['momentumX', 'momentumY', 'momentumZ'].forEach((name, k) => {
    const momentum = columnOf(frames, name).at(-1)!;
    const force = [0.3, -0.1, 0.2][k];
    expect(Math.abs(momentum - force * time)).toBeLessThanOrEqual(Math.abs(force) * late + 1e-12);
  });
});

test('on some vertices', () => {
  const file = pulled([
    { deformable: 'sheet', vertices: [0, 1], force: [0, 0.2, 0], until: 0.05 },
    {
      deformable: 'sheet',
      within: { min: [0.09, -1, -1], max: [1, 1, 1] },
      force: [0, -0.2, 0],
      until: 0.05,
    },
  ]);
  const { frames } = runScene(sceneOf(file));
  expect(columnOf(frames, 'momentumY').at(-1)).toBeCloseTo(0, 12);
  const [first, last] = [frames[0].frame.vertices, frames[frames.length - 1].frame.vertices];
  expect(last[1] - first[1]).toBeGreaterThan(0.005);
  expect(last[3 * 4 + 1] - first[3 * 4 + 1]).toBeLessThan(-0.002);
});

test('what makes no sense is refused', () => {
  expect(() => sceneOf(pulled([{ force: [1, 0, 0] }]))).toThrow(/name a body or a deformable/);
  expect(() => sceneOf(pulled([{ deformable: 'shet', force: [1, 0, 0] }]))).toThrow(/sheet/);
  expect(() => sceneOf(pulled([{ deformable: 'sheet', torque: [1, 0, 0] }]))).toThrow(/forces only/);
  expect(() => sceneOf(pulled([{ deformable: 'sheet', vertices: [99], force: [1, 0, 0] }]))).toThrow(
    /no such vertex/,
  );
  expect(refusals(asynchronous, sceneOf(pulled([{ deformable: 'sheet', force: [1, 0, 0] }])))).toEqual([]);
});
