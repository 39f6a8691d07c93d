// Wind and pressure on what deforms.

import { describe, expect, test } from 'vitest';
import { signedVolume } from '../../../../src/geometry/index.ts';
import { type DeformableFile, resolveScene, type SceneFile } from '../../../../src/scene/index.ts';
import { Trial } from '../harness.ts';

const sheet: DeformableFile = {
  name: 'sheet',
  kind: 'cloth',
  shape: { kind: 'grid', size: [0.4, 0.4], cells: [3, 3] },
  thickness: 0.002,
  areaDensity: 0.3,
  stretchStiffness: 200,
  bendStiffness: 1e-4,
};

const file = (deformables: DeformableFile[], more: Partial<SceneFile> = {}): SceneFile => ({
  name: 'loads',
  duration: 1,
  frameRateHz: 50,
  deformables,
  ...more,
});

/** Mean velocity downwards after so many seconds [m/s]. */
function fallOf(deformable: DeformableFile, time: number): number {
  const trial = new Trial(file([deformable], { wind: [0, 0, 0] }), { timeStep: 0.02 });
  const mean = (): number => {
    const { vertices } = trial.frame;
    let sum = 0;
    for (let i = 1; i < vertices.length; i += 3) sum += vertices[i];
    return sum / (vertices.length / 3);
  };
  trial.to(time - 0.2);
  const before = mean();
  trial.to(time);
  return (before - mean()) / 0.2;
}

describe('wind', () => {
  test('in still air things fall as fast as drag lets them', () => {
    const swiftest = (weight: number, drag: number, area: number): number =>
      Math.sqrt((2 * weight * 9.81) / (1.2 * drag * area));
    expect(fallOf(sheet, 2) / swiftest(0.3, 1.28, 1)).toBeCloseTo(1, 3);
    const wire: DeformableFile = {
      name: 'wire',
      kind: 'rod',
      shape: {
        kind: 'inline',
        vertices: [
          [0, 0, 0],
          [0.1, 0, 0],
          [0.2, 0, 0],
        ],
        edges: [
          [0, 1],
          [1, 2],
        ],
      },
      thickness: 0.002,
      mass: 1e-4,
    };
    expect(fallOf(wire, 2) / swiftest(1e-4, 1.1, 0.2 * 0.002)).toBeCloseTo(1, 2);
    const grain: DeformableFile = {
      name: 'grain',
      kind: 'particles',
      shape: { kind: 'inline', vertices: [[0, 0, 0]] },
      thickness: 0.01,
      mass: 1e-5,
    };
    expect(fallOf(grain, 2) / swiftest(1e-5, 0.47, Math.PI * 0.005 ** 2)).toBeCloseTo(1, 2);
  });

  test('a gale carries a light sheet along and never faster', () => {
    const trial = new Trial(
      file([{ ...sheet, areaDensity: 0.01 }], { wind: [3, 60, 0], gravity: [0, 0, 0] }),
    );
    let fastest = 0;
    for (let step = 1; step <= 40; step++) {
      trial.to(step / 100);
      const { velocity } = trial.simulation.state;
      for (let i = 0; i < 16; i++) fastest = Math.max(fastest, velocity[3 * i + 1]);
    }
    expect(fastest).toBeGreaterThan(50);
    expect(fastest).toBeLessThan(62);
  });
});

describe('pressure', () => {
  const ball: DeformableFile = {
    name: 'ball',
    kind: 'shell',
    shape: { kind: 'sphere', radius: 0.1 },
    thickness: 0.001,
    youngsModulus: 1e6,
    density: 1000,
    material: { poissonRatio: 0.3 },
    stretchDamping: 0.01,
    bendDamping: 0.01,
  };
  const radiusOf = (trial: Trial): number => {
    const { vertices } = trial.frame;
    let sum = 0;
    for (let i = 0; i < vertices.length; i += 3)
      sum += Math.hypot(vertices[i], vertices[i + 1], vertices[i + 2]) / (vertices.length / 3);
    return sum;
  };

  test('a sphere grows by p R² (1 - ν)/(2 E t), without anything to hold it', () => {
    const trial = new Trial(file([{ ...ball, pressure: 100 }], { gravity: [0, 0, 0] }), { timeStep: 0.05 });
    const before = radiusOf(trial.to(0));
    const grown = radiusOf(trial.to(0.5)) - before;
    expect(grown / ((100 * 0.01 * 0.7) / (2 * 1e6 * 1e-3))).toBeCloseTo(1, 1);
  });

  test('a balloon of rubber, G = 100 kPa, grows to 1.2 times its size at 1,108 Pa', () => {
    const balloon: DeformableFile = {
      ...ball,
      youngsModulus: 3e5,
      material: { poissonRatio: 0.499 },
      pressure: 1108,
    };
    const trial = new Trial(file([balloon], { gravity: [0, 0, 0] }), { timeStep: 0.05 });
    const before = radiusOf(trial.to(0));
    const grown = radiusOf(trial.to(0.6)) / before;
    // what it would grow to by so much at 2 G t/R (1/λ − 1/λ⁷)
    expect(Math.abs((2000 * (1 / grown - grown ** -7)) / 1108 - 1)).toBeLessThan(0.01);
    expect(Math.abs(grown / 1.2 - 1)).toBeLessThan(0.005);
  });

  test('an open sheet goes along its normal, with p over its mass', () => {
    const trial = new Trial(file([{ ...sheet, pressure: 0.3 }], { gravity: [0, 0, 0] }));
    const [, y] = trial.to(1).frame.vertices;
    // faces of a grid look up; implicit Euler is half a step ahead
    expect(y).toBeCloseTo(0.5 * (1 + 0.01), 3);
  });

  test('a gas keeps its volume where what holds it is squeezed', () => {
    const pressed: DeformableFile = {
      ...ball,
      shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
      stretchStiffness: 100,
      stretchDamping: 0.1,
      pins: [
        { within: { min: [-1, -1, -1], max: [1, 0, 1] }, force: [0, 1, 0] },
        { within: { min: [-1, 0, -1], max: [1, 1, 1] }, force: [0, -1, 0] },
      ],
    };
    const volumeOf = (more: Partial<DeformableFile>): number => {
      const trial = new Trial(file([{ ...pressed, ...more }], { gravity: [0, 0, 0] })).to(0.5);
      const mesh = trial.scene.meshes[trial.scene.deformables[0].mesh];
      return signedVolume({ ...mesh, positions: trial.frame.vertices }) / signedVolume(mesh);
    };
    expect(volumeOf({})).toBeLessThan(0.98);
    // 4 N on 4 dm² are a thousandth of an atmosphere
    expect(volumeOf({ gas: {} })).toBeGreaterThan(0.997);
  });

  test.each<[Partial<DeformableFile>, string]>([
    [{ gas: {}, shape: { kind: 'grid', size: [1, 1], cells: [2, 2] } }, 'an open surface holds no gas'],
    [{ gas: { outside: 100 }, pressure: -200 }, 'a gas presses outwards'],
    [
      { pressure: 5, kind: 'particles', shape: { kind: 'inline', vertices: [[0, 0, 0]] } },
      'a particles has no faces to press on',
    ],
  ])('%j is refused with a sentence', (words, sentence) => {
    expect(() => resolveScene(file([{ ...ball, ...words }]))).toThrow(sentence);
  });
});
