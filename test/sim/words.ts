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
  damping: plainScene({ damping: { linear: 2, angular: 3 } }),
  'damping of all': plainScene({}, { damping: 2 }),
  sensor: plainScene({ sensor: true }),
  enabled: plainScene({ enabled: false }),
  goals: plainScene({}, { goals: [{ body: 'box', atMost: 2 }] }),
};

type Cloth = NonNullable<SceneFile['deformables']>[number];

/** A cloth that falls onto a ball on a stick, held at one corner; nothing touches at the start. */
export function clothScene(
  cloth: Partial<Cloth> = {},
  rest: Partial<SceneFile> = {},
  ball: Partial<Body> = {},
): SceneFile {
  return {
    name: 'words',
    duration: 0.05,
    frameRateHz: 40,
    engine: 'async',
    bodies: [
      {
        name: 'ball',
        shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
        motion: 'static',
        position: [0, -0.056, 0],
        ...ball,
      } as Body,
    ],
    deformables: [
      {
        name: 'cloth',
        kind: 'cloth',
        shape: { kind: 'grid', size: [0.3, 0.3], cells: [3, 3] },
        velocity: [0.5, -1, 0],
        friction: 0.3,
        thickness: 0.002,
        areaDensity: 0.2,
        stretchStiffness: 50,
        bendStiffness: 1e-4,
        pins: [{ vertices: [0] }],
        ...cloth,
      } as Cloth,
    ],
    ...rest,
  };
}

export const clothWords: Readonly<Record<string, SceneFile>> = {
  gravity: clothScene({}, { gravity: [0, -500, 0] }),
  wind: clothScene({}, { wind: [30, 0, 0] }),
  velocity: clothScene({ velocity: [0, -1, 0] }),
  angularVelocity: clothScene({ angularVelocity: [0, 3, 0] }),
  areaDensity: clothScene({ areaDensity: 0.4 }),
  mass: clothScene({ areaDensity: undefined, mass: 1 } as Partial<Cloth>),
  thickness: clothScene({ thickness: 0.005 }),
  stretchStiffness: clothScene({ stretchStiffness: 500 }),
  bendStiffness: clothScene({ bendStiffness: 1e-2 }),
  stretchDamping: clothScene({ stretchDamping: 1e-3 }),
  bendDamping: clothScene({ bendDamping: 1e-2 }),
  rest: clothScene({ rest: { kind: 'grid', size: [0.32, 0.3], cells: [3, 3] } }),
  pressure: clothScene({ pressure: 50 }),
  'no pins': clothScene({ pins: [] }),
  'a pin that moves': clothScene({
    pins: [{ vertices: [0], path: { keys: [{ time: 0 }, { time: 1, position: [0, 1, 0] }] } }],
  }),
  'a pin that is let go': clothScene({
    pins: [
      {
        vertices: [0],
        path: { keys: [{ time: 0 }, { time: 0.02, position: [0, 0.02, 0] }], after: 'release' },
      },
    ],
  }),
  'a pin that turns': clothScene({
    pins: [
      {
        vertices: [0, 1],
        path: { keys: [{ time: 0 }, { time: 0.1, rotation: { axis: 'y', degrees: 90 } }] },
      },
    ],
  }),
  'a pin that pulls': clothScene({ pins: [{ vertices: [0], force: [0, 5, 0] }] }),
  rod: clothScene({
    kind: 'rod',
    shape: {
      kind: 'inline',
      vertices: [
        [0, 0, 0],
        [0.1, 0, 0],
      ],
      edges: [[0, 1]],
    },
    areaDensity: undefined,
    mass: 0.01,
  } as Partial<Cloth>),
  solid: clothScene({
    kind: 'solid',
    shape: { kind: 'box', size: [0.1, 0.05, 0.1] },
    position: [0, 0.1, 0],
    areaDensity: undefined,
    pins: [],
  } as Partial<Cloth>),
  friction: clothScene({ friction: 2 }, {}, { friction: 2 }),
  restitution: clothScene({ restitution: 0.9 }, {}, { restitution: 0.9 }),
  group: clothScene({ group: 1 }, {}, { group: 1 }),
  layers: clothScene({ layers: 'a', touches: 'a' }),
  pairs: clothScene({}, { pairs: [{ a: 'ball', b: 'cloth', collide: false }] }),
  'pair friction': clothScene({}, { pairs: [{ a: 'ball', b: 'cloth', friction: 3 }] }),
  'pair restitution': clothScene({}, { pairs: [{ a: 'ball', b: 'cloth', restitution: 1 }] }),
  kinematic: clothScene({}, {}, { motion: 'kinematic', velocity: [0, 0.2, 0] }),
  path: clothScene(
    {},
    {},
    {
      motion: 'kinematic',
      path: {
        keys: [
          { time: 0, position: [0, -0.056, 0] },
          { time: 1, position: [1, -0.056, 0] },
        ],
      },
    },
  ),
  'a body that moves by itself': clothScene({}, {}, { motion: 'dynamic' }),
  surfaceVelocity: clothScene({}, {}, { surfaceVelocity: [2, 0, 0] }),
  'damping of all': clothScene({}, { damping: 2 }),
  sensor: clothScene({}, {}, { sensor: true }),
  enabled: clothScene({}, {}, { enabled: false }),
  forces: clothScene({}, { forces: [{ body: 'ball', force: [5, 0, 0] }] }),
};

/** A pendulum of a specification beside a wall that is only seen. */
export function specifiedScene(rest: Partial<SceneFile> = {}, wall: Partial<Body> = {}): SceneFile {
  return {
    name: 'words',
    up: 'z',
    duration: 0.1,
    frameRateHz: 20,
    engine: 'program',
    specification: `system Pendulum;
const L = 1;
param g = 9.81 in 0 .. 20;
frame Arm turn x(30 deg) {
  frame Bob at (0, 0, -L) { shape sphere(0.1) color red; }
}
vary Rx(Arm);
mass Bob = point(1);
potential(o) = Mass(o) * g * AbsTrans(o).z;
`,
    bodies: [
      {
        name: 'wall',
        shape: { kind: 'box', size: [1, 1, 1] },
        motion: 'static',
        position: [0, 5, 0],
        touches: [],
        ...wall,
      } as Body,
    ],
    ...rest,
  };
}

/** A specification says by itself what pulls down; a scene has gravity in any case, so that word is not among these. */
export const specifiedWords: Readonly<Record<string, SceneFile>> = {
  'another specification': specifiedScene({
    specification: specifiedScene().specification?.replace('L = 1', 'L = 2'),
  } as Partial<SceneFile>),
  parameters: specifiedScene({
    specification: specifiedScene().specification?.replace('g = 9.81', 'g = 5'),
  } as Partial<SceneFile>),
  wind: specifiedScene({ wind: [30, 0, 0] }),
  forces: specifiedScene({ forces: [{ body: 'wall', force: [5, 0, 0] }] }),
  pairs: specifiedScene({ pairs: [{ a: 'wall', b: 'wall 2', friction: 1 }], bodies: [...walls()] }),
  joints: specifiedScene({ joints: [{ kind: 'ball', a: 'wall', b: 'wall 2' }], bodies: [...walls()] }),
  'a wall that touches': specifiedScene({}, { touches: 'default' }),
  'a body that moves by itself': specifiedScene({}, { motion: 'dynamic' }),
  'a body that is moved': specifiedScene({}, { motion: 'kinematic', velocity: [1, 0, 0] }),
  surfaceVelocity: specifiedScene({}, { surfaceVelocity: [2, 0, 0] }),
  damping: specifiedScene({ damping: 2 }),
  enabled: specifiedScene({}, { enabled: false }),
  deformables: specifiedScene({
    deformables: [{ name: 'cloth', kind: 'cloth', shape: { kind: 'grid', size: [1, 1], cells: [1, 1] } }],
  }),
};

function walls(): Body[] {
  const [wall] = specifiedScene().bodies ?? [];
  return [wall, { ...wall, name: 'wall 2', position: [0, 8, 0] }];
}
