// A curtain, held along its upper edge, and a small hard ball thrown into it.

import { cloth, defineScene, type SceneFile } from '../../../src/scene/index.ts';

/** @param extensionLimit  edges get no longer than 1 + this; 0: springs alone */
export function curtain(name: string, extensionLimit: number, cells = 10): SceneFile {
  return defineScene({
    name,
    engine: 'async',
    duration: 0.25,
    frameRateHz: 100,
    camera: { position: [0.7, 0.55, 0.9], target: [0, 0.28, -0.05] },
    options: extensionLimit > 0 ? { extensionLimit } : {},
    deformables: [
      cloth({
        name: 'curtain',
        size: [0.6, 0.6],
        cells: [cells, cells],
        upright: true,
        position: [0, 0.3, 0],
        thickness: 0.004,
        areaDensity: 0.15,
        stretchStiffness: 40,
        bendStiffness: 1e-5,
        // the finer the mesh, the faster its springs swing, and the shorter damping lets them step
        stretchDamping: 3e-3 / cells,
        friction: 0.3,
        pins: [{ within: { min: [-1, 0.599, -1], max: [1, 1, 1] } }],
        color: '#2a9d8f',
      }),
      {
        name: 'ball',
        kind: 'shell',
        shape: { kind: 'sphere', radius: 0.04, subdivisions: cells > 20 ? 2 : 1 },
        position: [0.02, 0.28, 0.1],
        velocity: [0, 0, -8],
        thickness: 0.004,
        mass: 0.03,
        stretchStiffness: 400,
        bendStiffness: 0.02,
        stretchDamping: 1e-4,
        friction: 0.3,
        color: '#e76f51',
      },
    ],
  });
}
