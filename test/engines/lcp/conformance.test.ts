import { lcp } from '../../../src/engines/lcp/engine.ts';
import { box, floor, resolveScene, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { changes } from '../../sim/conform-inputs.ts';
import { conform } from '../../sim/conformance.ts';
import { tinyCloth } from '../../sim/tiny.ts';
import { optionsOf } from './harness.ts';

const cube = box({ size: [0.2, 0.2, 0.2] });

/** A bit of everything: a pile, something scripted that pushes it, something that spins, something that swings. */
const file: SceneFile = {
  name: 'pile, pusher and pendulum',
  duration: 0.3,
  frameRateHz: 40,
  bodies: [
    floor({ friction: 0.3 }),
    { ...cube, name: 'low', position: [0, 0.1, 0], friction: 0.4 },
    { ...cube, name: 'high', position: [0.05, 0.31, 0.02], friction: 0.4, velocity: [0, -1, 0] },
    {
      ...sphere({ radius: 0.1, subdivisions: 1 }),
      name: 'ball',
      position: [0.3, 0.12, 0],
      velocity: [-3, 0, 0.2],
      angularVelocity: [0, 5, 30],
      friction: 0.2,
      restitution: 0.6,
      rollingFriction: 0.001,
    },
    {
      ...box({ size: [0.05, 0.2, 0.3] }),
      name: 'pusher',
      motion: 'kinematic',
      position: [-0.2, 0.15, 0],
      path: {
        keys: [
          { time: 0, position: [-0.2, 0.15, 0] },
          { time: 0.15, position: [-0.1, 0.15, 0], rotation: { axis: 'x', degrees: 5 } },
        ],
        after: 'hold',
      },
    },
    { ...cube, name: 'bob', position: [1, 1, 0], angularVelocity: [0, 0, 2] },
  ],
  joints: [{ kind: 'ball', a: 'bob', at: [1, 1.3, 0] }],
};
const { scene } = resolveScene(file);

const { scene: calm } = resolveScene({
  name: 'too fast',
  duration: 0.5,
  frameRateHz: 40,
  bodies: [{ ...cube, name: 'rocket' }],
});
const fast = {
  ...calm,
  bodies: [{ ...calm.bodies[0], mass: 1e-3, force: [1e308, 0, 0] } as const],
};

conform({
  engine: lcp,
  scene,
  options: optionsOf(scene),
  refused: { ...scene, deformables: [tinyCloth()] },
  failing: fast,
  takes: changes,
  cuts: 6,
});
