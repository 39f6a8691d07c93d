// Polytopes are bounded in lanes (kinetic/rows.part.as.ts), and one axis after the other in TypeScript: the same bits, so every question that
// is asked of them has the same answer, and all that is counted is the same.

import { expect, test } from 'vitest';
import { box, cloth } from '../../../../../src/scene/index.ts';
import { sceneOf, startScene } from '../../harness.ts';

test('both machines prove the same of a sheet that falls on an edge and folds', () => {
  const scene = sceneOf({
    name: 'falling',
    bodies: [
      { ...box({ size: [0.1, 0.4, 0.4] }), name: 'box', motion: 'static', position: [0.03, -0.21, 0.05] },
    ],
    deformables: [
      cloth({
        name: 'sheet',
        size: [1, 1],
        cells: [9, 8],
        thickness: 0.02,
        areaDensity: 0.2,
        stretchStiffness: 50,
        bendStiffness: 1e-5,
        angularVelocity: [0.5, 0, 2],
      }),
    ],
  } as never);
  const [lanes, alone] = ['wasm', 'typescript'].map((machine) => {
    const simulation = startScene(scene, { machine }) as ReturnType<typeof startScene> & {
      profile(): Readonly<Record<string, number>>;
    };
    const nothing = () => {};
    const sink = { wants: { path: false, contacts: false }, knot: nothing, turn: nothing, stray: nothing };
    simulation.advance(0.25, { ...sink, contact: nothing } as never);
    return simulation.profile();
  });
  expect(lanes.fits).toBeGreaterThan(1000);
  expect(lanes.confirmed).toBeGreaterThan(100);
  expect(lanes).toEqual(alone);
});
