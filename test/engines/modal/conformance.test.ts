import { modal } from '../../../src/engines/modal/engine.ts';
import { box, floor, resolveScene, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { conform } from '../../sim/conformance.ts';
import { tinyCloth } from '../../sim/tiny.ts';
import { optionsOf } from './harness.ts';

const soft = {
  name: 'rubber',
  density: 1000,
  youngsModulus: 5e7,
  poissonRatio: 0.3,
  dampingAlpha: 2,
  dampingBeta: 1e-5,
};

/** A bit of everything: a shelf that is clamped and vibrates, what falls on it, a pusher, something that flies. */
const file: SceneFile = {
  name: 'shelf, pusher and flyer',
  duration: 0.08,
  frameRateHz: 50,
  bodies: [
    floor({ friction: 0.3 }),
    {
      ...box({ size: [0.4, 0.02, 0.1] }),
      name: 'shelf',
      motion: 'static',
      material: soft,
      position: [0, 0.3, 0],
      clamp: ['x<-0.19'],
    },
    { ...box({ size: [0.05, 0.05, 0.05] }), name: 'falls', position: [0.1, 0.337, 0], velocity: [0, -1, 0] },
    {
      ...sphere({ radius: 0.03 }),
      name: 'ball',
      position: [0.5, 0.034, 0],
      velocity: [0, -0.5, 0],
      restitution: 0.6,
    },
    {
      ...box({ size: [0.05, 0.1, 0.1] }),
      name: 'pusher',
      motion: 'kinematic',
      position: [0.43, 0.06, 0],
      path: {
        keys: [
          { time: 0, position: [0.43, 0.06, 0] },
          { time: 0.1, position: [0.46, 0.06, 0], rotation: { axis: 'y', degrees: 5 } },
        ],
        after: 'hold',
      },
    },
    {
      ...box({ size: [0.1, 0.2, 0.3] }),
      name: 'flyer',
      position: [2, 1, 0],
      angularVelocity: [3, 5, 1],
    },
  ],
};
const { scene } = resolveScene(file);

const { scene: calm } = resolveScene({
  name: 'too fast',
  duration: 0.5,
  frameRateHz: 40,
  bodies: [{ ...box({ size: [0.2, 0.2, 0.2] }), name: 'rocket' }],
});
const fast = { ...calm, bodies: [{ ...calm.bodies[0], mass: 1e-3, force: [1e308, 0, 0] } as const] };

conform({
  engine: modal,
  scene,
  options: optionsOf(scene, { flexible: 'held', mostModes: 6 }),
  refused: { ...scene, deformables: [tinyCloth()] },
  failing: fast,
  takes: ['impulse'],
  cuts: 3,
});
