// Scenes of bodies that vibrate, that sound, that are ends, and of a specification.

import { type BodyFile, box, degrees, floor, type SceneFile, sphere, turn } from './parts.ts';

const rubber = {
  name: 'rubber',
  density: 1000,
  youngsModulus: 5e7,
  poissonRatio: 0.3,
  dampingAlpha: 2,
  dampingBeta: 1e-5,
};

const ground = floor({ friction: 0.3 });
export const softBar = box({ size: [0.2, 0.03, 0.05], material: rubber, friction: 0.5 });
const soft = {
  ...softBar,
  name: 'block',
  position: [-0.6, 0.02, 0],
  velocity: [0.5, -1, 0],
} satisfies BodyFile;

/** A free block that lands flat, slides and vibrates. */
export const softBlock: SceneFile = {
  name: 'soft block',
  duration: 0.01,
  frameRateHz: 200,
  bodies: [ground, soft],
};

/** A clamped shelf that something falls on, a block that is held to be rigid, a ball that bounces. */
export const shelf: SceneFile = {
  name: 'shelf, block and ball',
  duration: 0.02,
  frameRateHz: 100,
  bodies: [
    ground,
    {
      ...box({ size: [0.4, 0.02, 0.1], material: rubber }),
      name: 'shelf',
      motion: 'static',
      position: [0, 0.3, 0],
      clamp: ['x<-0.19'],
    },
    { ...box({ size: [0.05, 0.05, 0.05] }), name: 'falls', position: [0.1, 0.337, 0], velocity: [0, -1, 0] },
    soft,
    {
      ...sphere({ radius: 0.03, restitution: 0.6 }),
      name: 'ball',
      position: [0.5, 0.034, 0],
      velocity: [0, -0.5, 0],
    },
  ],
};

export const bar = box({ size: [0.12, 0.02, 0.03], material: 'steel', friction: 0.5 });

/** Falls tilted, so that it sounds by impacts and then by lying and sliding. */
export const droppedBar: SceneFile = {
  name: 'dropped bar',
  duration: 0.3,
  frameRateHz: 60,
  bodies: [
    floor({ size: [2, 2], friction: 0.5 }),
    { ...bar, name: 'bar', position: [0, 0.06, 0], rotation: turn('z', degrees(12)) },
  ],
};

const bouncy = { restitution: 0.5, friction: 0.4 };
const rolling = (name: string, x: number, z: number) =>
  sphere({ name, radius: 0.1, position: [x, 0.1, z], ...bouncy });

/** Balls and a brick that lie: an end whose past is wished for. */
export const lying: SceneFile = {
  name: 'lying',
  engine: 'lcp',
  duration: 0.6,
  frameRateHz: 30,
  bodies: [
    floor(bouncy),
    rolling('one', 0, 0),
    rolling('two', 0.5, 0.1),
    rolling('three', -0.2, 0.6),
    box({ name: 'brick', size: [0.3, 0.2, 0.24], position: [1.5, 0.1, 0], ...bouncy }),
  ],
};

export const block: SceneFile = {
  name: 'block',
  engine: 'lcp',
  bodies: [
    floor(bouncy),
    box({ name: 'block', size: [0.2, 0.1, 0.14], density: 600, position: [0.3, 0.6, 0], ...bouncy }),
  ],
};
