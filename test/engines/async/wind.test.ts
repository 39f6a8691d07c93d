// Wind on sheets, threads and grains, against closed forms: ½ ρ c A u².

import { expect, test } from 'vitest';
import { cloth, type SceneFile } from '../../../src/scene/index.ts';
import { columnOf, runScene, sceneOf } from './harness.ts';

const AIR = 1.2;
const DRAG = 1.28;
const G = 9.81;

const sheet = {
  name: 'sheet',
  size: [0.2, 0.2] as [number, number],
  cells: [4, 4] as [number, number],
  thickness: 0.002,
  areaDensity: 0.15,
  stretchStiffness: 100,
  bendStiffness: 1e-3,
  stretchDamping: 1e-3,
  bendDamping: 1e-2,
};

function run(file: Partial<SceneFile>): ReturnType<typeof runScene> {
  return runScene(sceneOf({ name: 'wind', frameRateHz: 10, duration: 1, ...file } as SceneFile));
}

/** Mean velocity [m/s] between the last two frames, along an axis. */
function speedAtEnd({ frames }: ReturnType<typeof runScene>, axis: number, rate: number): number {
  const mean = (x: Float64Array): number => {
    let sum = 0;
    for (let i = axis; i < x.length; i += 3) sum += x[i];
    return (3 * sum) / x.length;
  };
  const [before, last] = frames.slice(-2).map(({ frame }) => mean(frame.vertices));
  return (last - before) * rate;
}

test('a sheet falls as fast as its weight is its drag', () => {
  const terminal = Math.sqrt((2 * sheet.areaDensity * G) / (AIR * DRAG));
  const done = run({ wind: [0, 0, 0], deformables: [cloth(sheet)], duration: 1.2 });
  // v = v_t tanh(g t / v_t), so that it has come v_t²/g ln cosh(g t / v_t)
  const fallen = (t: number): number => ((terminal * terminal) / G) * Math.log(Math.cosh((G * t) / terminal));
  const rate = (fallen(1.2) - fallen(1.1)) / 0.1;
  expect(-speedAtEnd(done, 1, 10) / rate).toBeCloseTo(1, 2);
});

test('a strip that hangs in the wind stands askew by drag over weight', () => {
  const speed = 1;
  const tangent = (0.5 * AIR * DRAG * speed * speed) / (sheet.areaDensity * G);
  const { frames } = run({
    wind: [0, 0, speed],
    duration: 4,
    deformables: [
      cloth({
        ...sheet,
        size: [0.05, 0.2],
        cells: [1, 4],
        upright: true,
        bendStiffness: 1e-2,
        bendDamping: 3e-2,
        stretchStiffness: 1000,
        pins: [{ within: { min: [-1, 0.0999, -1], max: [1, 1, 1] } }],
      }),
    ],
  });
  const x = frames[frames.length - 1].frame.vertices;
  let [low, out] = [0, 0];
  for (let i = 0; i < x.length; i += 3) if (x[i + 1] < low) [low, out] = [x[i + 1], x[i + 2]];
  expect(out / (0.1 - low) / tangent).toBeCloseTo(1, 1);
  expect(Math.abs(out / (0.1 - low) / tangent - 1)).toBeLessThan(0.02);
});

test('a grain falls as fast as its weight is its drag', () => {
  const [radius, mass] = [0.004, 1e-5];
  const area = Math.PI * radius * radius;
  const terminal = Math.sqrt((2 * mass * G) / (AIR * 0.47 * area));
  const done = run({
    wind: [0, 0, 0],
    duration: 2,
    deformables: [
      {
        name: 'grain',
        kind: 'particles',
        shape: { kind: 'lattice', counts: [1, 1, 1], spacing: 0.1 },
        thickness: 2 * radius,
        mass,
      },
    ],
  });
  expect(-speedAtEnd(done, 1, 10) / terminal).toBeCloseTo(1, 2);
});

test('a gale takes a light sheet along and does not shake it to pieces', () => {
  const done = run({
    wind: [300, 0, 0],
    gravity: 0,
    duration: 0.2,
    deformables: [cloth({ ...sheet, areaDensity: 0.01, upright: true, position: [0, 1, 0] })],
  });
  const kinetic = columnOf(done.frames, 'kineticEnergy');
  const most = 0.5 * 0.01 * 0.04 * 300 * 300;
  for (const energy of kinetic) expect(energy).toBeLessThan(1.05 * most);
});
