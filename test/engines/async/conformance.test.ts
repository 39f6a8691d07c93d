import { asynchronous } from '../../../src/engines/async/engine.ts';
import { box, cloth, floor, resolveScene, type SceneFile } from '../../../src/scene/index.ts';
import { conform } from '../../sim/conformance.ts';
import { optionsOf } from './harness.ts';

/** A bit of everything: cloth held at a corner and drawn along at another, a turning box under it, particles. */
const file: SceneFile = {
  name: 'cloth, turning box and grains',
  duration: 0.1,
  frameRateHz: 40,
  bodies: [
    floor({ size: [1, 1], friction: 0.4 }),
    {
      ...box({ size: [0.06, 0.06, 0.06] }),
      name: 'mill',
      motion: 'kinematic',
      position: [0, 0.06, 0],
      angularVelocity: [0, 4, 0],
      friction: 0.5,
    },
    {
      ...box({ size: [0.02, 0.02, 0.1] }),
      name: 'pusher',
      position: [0.14, 0.03, 0],
      path: { keys: [{ time: 0 }, { time: 0.05, position: [0.1, 0.03, 0] }, { time: 0.1 }], after: 'repeat' },
    },
  ],
  deformables: [
    cloth({
      name: 'cloth',
      size: [0.12, 0.12],
      cells: [3, 3],
      position: [0, 0.1, 0],
      velocity: [0, -1, 0],
      thickness: 0.004,
      areaDensity: 0.3,
      stretchStiffness: 60,
      bendStiffness: 1e-4,
      stretchDamping: 1e-3,
      friction: 0.5,
      restitution: 0.2,
      pins: [
        { vertices: [0] },
        { vertices: [15], path: { keys: [{ time: 0 }, { time: 0.1, position: [0, 0.02, 0] }] } },
        { vertices: [3], force: [0, 0.01, 0] },
      ],
    }),
    {
      name: 'grains',
      kind: 'particles',
      shape: { kind: 'lattice', counts: [2, 1, 2], spacing: 0.012 },
      position: [0.09, 0.02, 0],
      velocity: [0.5, -1, 0],
      thickness: 0.008,
      mass: 0.004,
      friction: 0.3,
      restitution: 0.7,
    },
  ],
};
const { scene } = resolveScene(file);
const { scene: dynamic } = resolveScene({
  ...file,
  bodies: [...(file.bodies ?? []), { ...box(), name: 'free', position: [0, 5, 0] }],
});

/** Two plates close on a sheet: layers deepen until no step is left. */
const press = (y: number, to: number) => ({
  ...box({ size: [0.2, 0.02, 0.2] }),
  position: [0, y, 0] as [number, number, number],
  path: { keys: [{ time: 0 }, { time: 0.05, position: [0, to, 0] as [number, number, number] }] },
});
const { scene: squeezed } = resolveScene({
  name: 'squeezed flat',
  duration: 0.1,
  frameRateHz: 40,
  bodies: [
    { ...press(-0.013, 0), name: 'lower' },
    { ...press(0.013, 0), name: 'upper' },
  ],
  deformables: [cloth({ size: [0.1, 0.1], cells: [1, 1], thickness: 0.002, areaDensity: 0.1 })],
});

conform({
  engine: asynchronous,
  scene,
  options: optionsOf(scene, { mostLayers: 14 }),
  refused: dynamic,
  failing: squeezed,
  cuts: 4,
});
