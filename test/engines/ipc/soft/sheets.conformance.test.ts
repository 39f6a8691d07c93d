// Cloth among bodies keeps what every engine must: snapshots, resumes, threads, inputs and failures.

import { ipc } from '../../../../src/engines/ipc/engine.ts';
import { box, floor, resolveScene, type SceneFile } from '../../../../src/scene/index.ts';
import { changes } from '../../../sim/conform-inputs.ts';
import { conform } from '../../../sim/conformance.ts';
import { optionsOf } from '../harness.ts';

/** A cloth that is held by a corner and led by another, and a box that falls onto it, above the floor. */
const file: SceneFile = {
  name: 'cloth',
  duration: 0.1,
  frameRateHz: 40,
  bodies: [
    floor({ friction: 0.3 }),
    {
      ...box({ size: [0.1, 0.1, 0.1] }),
      name: 'box',
      position: [0.02, 0.205, 0.01],
      velocity: [0, -1, 0],
      friction: 0.4,
      mass: 0.1,
    },
  ],
  deformables: [
    {
      name: 'cloth',
      kind: 'cloth',
      shape: { kind: 'grid', size: [0.4, 0.4], cells: [3, 3] },
      position: [0, 0.15, 0],
      thickness: 0.004,
      areaDensity: 0.3,
      stretchStiffness: 200,
      bendStiffness: 1e-4,
      stretchDamping: 0.002,
      friction: 0.4,
      pins: [
        { vertices: [0] },
        {
          vertices: [3],
          path: {
            keys: [
              { time: 0, position: [0, 0, 0] },
              { time: 0.2, position: [0.02, 0.01, 0] },
            ],
          },
        },
      ],
    },
  ],
};
const { scene } = resolveScene(file);

const { scene: overlapping } = resolveScene({
  ...file,
  bodies: [
    ...(file.bodies ?? []),
    { ...box({ size: [0.02, 0.5, 0.02] }), name: 'post', position: [-0.1, 0.3, 0.03] },
  ],
});

/** A sheet pressed against a wall by a script. */
const { scene: blocked } = resolveScene({
  name: 'blocked',
  duration: 0.5,
  frameRateHz: 40,
  bodies: [
    { ...box({ size: [0.2, 0.2, 0.2] }), name: 'wall', motion: 'static' },
    {
      ...box({ size: [0.2, 0.2, 0.2] }),
      name: 'press',
      motion: 'kinematic',
      position: [0, 0.5, 0],
      velocity: [0, -1, 0],
    },
  ],
  deformables: [
    {
      name: 'sheet',
      kind: 'cloth',
      shape: { kind: 'grid', size: [0.1, 0.1], cells: [1, 1] },
      position: [0, 0.15, 0],
      thickness: 0.01,
      areaDensity: 1,
      stretchStiffness: 200,
      bendStiffness: 1e-4,
    },
  ],
  gravity: 0,
});

conform({
  engine: ipc,
  scene,
  options: optionsOf(scene),
  refused: overlapping,
  failing: blocked,
  takes: changes,
  cuts: 4,
});
