import { ipc } from '../../../src/engines/ipc/engine.ts';
import { box, floor, resolveScene, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { changes } from '../../sim/conform-inputs.ts';
import { conform } from '../../sim/conformance.ts';
import { tinyCloth } from '../../sim/tiny.ts';
import { optionsOf } from './harness.ts';

const cube = box({ size: [0.2, 0.2, 0.2] });

/** A bit of everything that touches: a pile, something scripted that pushes it, something that spins. */
const file: SceneFile = {
  name: 'pile and pusher',
  duration: 0.2,
  frameRateHz: 40,
  bodies: [
    floor({ friction: 0.3 }),
    { ...cube, name: 'low', position: [0, 0.1003, 0], friction: 0.4 },
    { ...cube, name: 'high', position: [0.05, 0.32, 0.02], friction: 0.4, velocity: [0, -1, 0] },
    {
      ...sphere({ radius: 0.1, subdivisions: 1 }),
      name: 'ball',
      position: [0.3, 0.12, 0],
      velocity: [-3, 0, 0.2],
      angularVelocity: [0, 5, 30],
      friction: 0.2,
    },
    {
      ...box({ size: [0.05, 0.2, 0.3] }),
      name: 'pusher',
      position: [-0.2, 0.15, 0],
      path: {
        keys: [
          { time: 0, position: [-0.2, 0.15, 0] },
          { time: 0.15, position: [-0.1, 0.15, 0], rotation: { axis: 'x', degrees: 5 } },
        ],
        after: 'hold',
      },
    },
  ],
};
const { scene } = resolveScene(file);

const { scene: overlapping } = resolveScene({
  ...file,
  bodies: [...(file.bodies ?? []), { ...cube, name: 'inside', position: [0.02, 0.1, 0] }],
});

/** Pressed against a wall by a script. */
const { scene: blocked } = resolveScene({
  name: 'blocked',
  duration: 0.5,
  frameRateHz: 40,
  bodies: [
    { ...cube, name: 'wall', motion: 'static' },
    { ...cube, name: 'load', position: [0.25, 0, 0] },
    { ...cube, name: 'press', motion: 'kinematic', position: [0.5, 0, 0], velocity: [-1, 0, 0] },
  ],
  gravity: 0,
});

conform({
  engine: ipc,
  scene,
  options: optionsOf(scene),
  refused: { ...overlapping, deformables: [tinyCloth()] },
  failing: blocked,
  takes: changes,
  cuts: 6,
});
