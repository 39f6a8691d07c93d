// Words of a scene, each as a change of one small scene: an engine honours it, so that something comes out differently, or
// refuses it.

import type { SceneFile } from '../../src/scene/index.ts';

type Body = NonNullable<SceneFile['bodies']>[number];

/** A box that slides on a floor and meets a second one; nothing touches at the start. */
export function plainScene(
  box: Partial<Body> = {},
  rest: Partial<SceneFile> = {},
  other: Partial<Body> = {},
): SceneFile {
  return {
    name: 'words',
    duration: 0.1,
    frameRateHz: 20,
    bodies: [
      { name: 'floor', shape: { kind: 'box', size: [4, 0.1, 4] }, motion: 'static', position: [0, -0.05, 0] },
      {
        name: 'box',
        shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
        position: [0, 0.052, 0],
        velocity: [1, 0, 0],
        friction: 0.2,
        ...box,
      } as Body,
      {
        name: 'other',
        shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
        position: [0.15, 0.052, 0],
        ...other,
      } as Body,
    ],
    ...rest,
  };
}

/** What a word is held against, where it is not the plain scene. */
export const without: Readonly<Record<string, SceneFile>> = {
  mass: plainScene({ force: [5, 0, 0] }),
  'fixed turns': plainScene({ torque: [0, 0.1, 0] }),
  restitution: plainScene({ velocity: [1, -2, 0] }),
};

/** Words that say how things touch: in an engine without contact there is nothing to honour. */
const CONTACT = ['friction', 'restitution', 'group', 'layers', 'pairs', 'pair friction', 'sensor'];
export const isAboutContact = (word: string): boolean => CONTACT.includes(word);

export const words: Readonly<Record<string, SceneFile>> = {
  gravity: plainScene({}, { gravity: [0, -5, 0] }),
  velocity: plainScene({ velocity: [0.5, 0, 0] }),
  angularVelocity: plainScene({ angularVelocity: [0, 3, 0] }),
  force: plainScene({ force: [5, 0, 0] }),
  torque: plainScene({ torque: [0, 0.1, 0] }),
  mass: plainScene({ mass: 50, force: [5, 0, 0] }),
  fixed: plainScene({ fixed: [true, false, false, false, false, false] }),
  'fixed turns': plainScene({ fixed: [false, false, false, true, true, true], torque: [0, 0.1, 0] }),
  static: plainScene({ motion: 'static', velocity: [0, 0, 0] }),
  kinematic: plainScene({ motion: 'kinematic' }),
  path: plainScene({
    motion: 'kinematic',
    velocity: [0, 0, 0],
    path: {
      keys: [
        { time: 0, position: [0, 0.2, 0] },
        { time: 1, position: [0, 1, 0] },
      ],
    },
  }),
  'a path that releases': plainScene({
    motion: 'kinematic',
    velocity: [0, 0, 0],
    path: {
      keys: [
        { time: 0, position: [0, 0.2, 0] },
        { time: 0.05, position: [0, 0.25, 0] },
      ],
      after: 'release',
    },
  }),
  friction: plainScene({ friction: 2 }),
  restitution: plainScene({ restitution: 0.9, velocity: [1, -2, 0] }),
  group: plainScene({ group: 1 }, {}, { group: 1 }),
  layers: plainScene({ layers: 'a', touches: 'a' }),
  pairs: plainScene({}, { pairs: [{ a: 'box', b: 'floor', collide: false }] }),
  'pair friction': plainScene({}, { pairs: [{ a: 'box', b: 'floor', friction: 3 }] }),
  forces: plainScene({}, { forces: [{ body: 'box', force: [5, 0, 0], from: 0, until: 1 }] }),
  wind: plainScene({}, { wind: [30, 0, 0] }),
  surfaceVelocity: plainScene({ surfaceVelocity: [2, 0, 0] }),
  sensor: plainScene({ sensor: true }),
  enabled: plainScene({ enabled: false }),
};
