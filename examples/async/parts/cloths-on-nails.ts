// Two cloths, one on the other, that fall onto a bed of nails; the upper one is then tugged away by an edge.

import { cloth, defineScene, type SceneFile } from '../../../src/scene/index.ts';
import { bedOfNails } from './nails.ts';

/** @param cells  a side; the finer, the thinner the cloth, which has to be thinner than a cell */
export function clothsOnNails(name: string, cells: number): SceneFile {
  const sheet = {
    size: [0.3, 0.3] as [number, number],
    cells: [cells, cells] as [number, number],
    thickness: cells > 20 ? 0.002 : 0.004,
    areaDensity: 0.2,
    stretchStiffness: 40,
    bendStiffness: 1e-5,
    // the finer the mesh, the faster its springs swing, and the shorter damping lets them step
    stretchDamping: 3.6e-3 / cells,
    bendDamping: cells > 20 ? 2e-4 : 1e-3,
    friction: 0.3,
  };
  const edge = Array.from({ length: cells + 1 }, (_, j) => (cells + 1) * j + cells);
  return defineScene({
    name,
    engine: 'async',
    duration: 0.4,
    frameRateHz: 60,
    camera: { position: [0.38, 0.24, 0.42], target: [0.03, 0.04, 0] },
    bodies: bedOfNails({ count: 4, pitch: 0.07, length: 0.06, foot: 0.012 }),
    deformables: [
      cloth({ ...sheet, name: 'lower', position: [0, 0.066, 0], color: '#2a9d8f' }),
      cloth({
        ...sheet,
        name: 'upper',
        position: [0.003, 0.072, 0.002],
        color: '#e76f51',
        pins: [
          {
            vertices: edge,
            path: { keys: [{ time: 0 }, { time: 0.2 }, { time: 0.4, position: [0.12, 0.02, 0] }] },
          },
        ],
      }),
    ],
  });
}
