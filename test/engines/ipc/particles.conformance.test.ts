import { ipc } from '../../../src/engines/ipc/engine.ts';
import { box, floor, resolveScene, type SceneFile } from '../../../src/scene/index.ts';
import { changes } from '../../sim/conform-inputs.ts';
import { conform } from '../../sim/conformance.ts';
import { tinyCloth } from '../../sim/tiny.ts';
import { optionsOf } from './harness.ts';

const plate = box({ size: [0.2, 0.02, 0.2] });

/** Grains that fall onto a plate that falls onto the floor, some held or led by a path, and others that are poured into them. */
const file: SceneFile = {
  name: 'grains',
  duration: 0.2,
  frameRateHz: 40,
  bodies: [
    floor({ friction: 0.3 }),
    { ...plate, name: 'plate', position: [0.02, 0.03, 0.01], friction: 0.4, density: 500 },
  ],
  deformables: [
    {
      name: 'sand',
      kind: 'particles',
      shape: { kind: 'lattice', counts: [2, 2, 2], spacing: 0.05 },
      position: [0, 0.1, 0],
      velocity: [0, -1, 0],
      thickness: 0.04,
      density: 2000,
      friction: 0.4,
      pins: [
        { vertices: [0] },
        {
          vertices: [1],
          path: {
            keys: [
              { time: 0, position: [0, 0, 0] },
              { time: 0.2, position: [0.05, 0, 0] },
            ],
          },
        },
      ],
    },
    {
      name: 'gravel',
      kind: 'particles',
      shape: { kind: 'lattice', counts: [1, 2, 2], spacing: 0.05 },
      position: [0.01, 0.25, 0.01],
      velocity: [0, -3, 0],
      thickness: 0.03,
      restitution: 0.5,
    },
  ],
};
const { scene } = resolveScene(file);

const { scene: overlapping } = resolveScene({
  ...file,
  bodies: [...(file.bodies ?? []), { ...plate, name: 'inside', position: [0, 0.1, 0] }],
});

/** A particle pressed against a wall by a script. */
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
      position: [0.5, 0, 0],
      velocity: [-1, 0, 0],
    },
  ],
  deformables: [
    {
      name: 'grain',
      kind: 'particles',
      shape: { kind: 'inline', vertices: [[0.25, 0, 0]], faces: [] },
      thickness: 0.04,
      density: 2000,
    },
  ],
  gravity: 0,
});

conform({
  engine: ipc,
  scene,
  options: optionsOf(scene),
  refused: { ...overlapping, deformables: [...overlapping.deformables, tinyCloth()] },
  failing: blocked,
  takes: changes,
  cuts: 6,
});
