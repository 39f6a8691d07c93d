// Lateral buckling: a strip that stands on its narrow edge, clamped at one end and loaded at the other, leaves its plane at
//
//   P = 4.0126 √(EI GJ)/L²,   I = b t³/12,   J = b t³/3 (1 − 0.63 t/b)

import { expect, test } from 'vitest';
import type { SceneFile } from '../../../../src/scene/index.ts';
import { Trial } from '../harness.ts';

const critical = 11.43e-3;
const [length, width] = [0.3, 0.02];
const [along, across] = [20, 2];
/** Beyond the free length: the first column of faces is held, which is a clamp. */
const cell = length / along;
const aside = 5e-6;

/** How far the middle of the tip is out of the plane under a load, and a little force aside [m]. */
function leaves(load: number): number {
  const end = (length + cell) / 2;
  const tip = { min: [end - 1e-4, -1, -1], max: [1, 1, 1] } as const;
  const scene: SceneFile = {
    name: 'strip',
    duration: 100,
    gravity: [0, 0, 0],
    deformables: [
      {
        name: 'strip',
        kind: 'ribbon',
        shape: { kind: 'grid', size: [length + cell, width], cells: [along + 1, across], upright: true },
        thickness: 5e-4,
        youngsModulus: 1e9,
        material: { poissonRatio: 0.3 },
        density: 1000,
        pins: [{ within: { min: [-1, -1, -1], max: [-end + cell + 1e-4, 1, 1] } }],
      },
    ],
    forces: [
      { deformable: 'strip', within: { min: [...tip.min], max: [...tip.max] }, force: [0, -load, aside] },
    ],
  };
  const trial = new Trial(scene, { timeStep: 0.5, tolerance: 1e-7 });
  let before = Number.NaN;
  let now = Number.NaN;
  for (let step = 1; step <= 60; step++) {
    trial.to(0.5 * step);
    const { vertices } = trial.frame;
    before = now;
    now = 0;
    let count = 0;
    const { positions } = trial.scene.meshes[0];
    for (let i = 0; i < positions.length; i += 3)
      if (positions[i] > end - 1e-4) {
        now += vertices[i + 2];
        count++;
      }
    now /= count;
    if (Math.abs(now - before) < 1e-5 * Math.abs(now)) break;
  }
  return now;
}

test('a strip on its edge leaves its plane at the load of theory to 3%', () => {
  // near the critical load 1/δ is a straight line over P², and zero there
  const loads = [0.85, 0.95].map((share) => share * critical);
  const [a, b] = loads.map((load) => 1 / leaves(load));
  const [p, q] = loads.map((load) => load * load);
  const found = Math.sqrt(p + (a * (q - p)) / (a - b));
  expect(Math.abs(found / critical - 1)).toBeLessThan(0.03);
});
