// Forty scenes as somebody writes them in the first five minutes, no option given, and what should come of each.

import {
  type BodyFile,
  box,
  cylinder,
  defineScene,
  floor,
  inline,
  type JointFile,
  primitive,
  type SceneFile,
  sphere,
} from '../../src/scene/index.ts';
import {
  bodyHeight,
  bodyPosition,
  bodySpeed,
  bodyTilt,
  bodyTravel,
  type Outcome,
} from '../../src/sim/index.ts';
import {
  box as boxShape,
  circle,
  extrude,
  lathe,
  reversedRing,
} from '../../src/geometry/primitives/index.ts';
import { joinMeshes, type Mesh, reversedFaces, translateMesh } from '../../src/geometry/index.ts';

type Vec3 = [number, number, number];

export interface FirstScene {
  readonly says: string;
  readonly file: SceneFile;
  /** What should be so in the end. */
  readonly holds?: (outcome: Outcome) => boolean;
  /** It is told instead: what the refusal, or a note, says. */
  readonly told?: RegExp;
}

const scene = (name: string, bodies: BodyFile[], rest: Partial<SceneFile> = {}): SceneFile =>
  defineScene({ name, duration: 0.3, frameRateHz: 20, bodies, ...rest });
const block = (name: string, position: Vec3, size: Vec3 = [0.1, 0.1, 0.1], rest: Partial<BodyFile> = {}) =>
  box({ name, position, size, ...rest });
const still = { motion: 'static' as const };

/** Nothing of it moved further than this [m]. */
const rests =
  (...names: string[]) =>
  (outcome: Outcome) =>
    names.every(
      (name) => bodyTravel(outcome, name, 'first', 'last') < 2e-3 && bodySpeed(outcome, name, 'last') < 0.02,
    );
const all =
  (...tests: ((outcome: Outcome) => boolean)[]) =>
  (outcome: Outcome) =>
    tests.every((test) => test(outcome));
const moves = (name: string, by: number) => (outcome: Outcome) =>
  bodyTravel(outcome, name, 'first', 'last') > by;
const above = (name: string, height: number) => (outcome: Outcome) =>
  bodyHeight(outcome, name, 'last') > height;

const stack = (count: number): BodyFile[] =>
  Array.from({ length: count }, (_, i) => block(`b${i}`, [0, 0.05 + 0.1 * i, 0]));

function wall(rows: number, columns: number): BodyFile[] {
  return Array.from({ length: rows * columns }, (_, k) => {
    const [row, column] = [Math.floor(k / columns), k % columns];
    return block(`brick${k}`, [0.2 * column + (row % 2) * 0.1, 0.05 + 0.1 * row, 0], [0.2, 0.1, 0.1]);
  });
}

function ballGrid(n: number): BodyFile[] {
  const d = 0.02;
  return Array.from({ length: n * n * n }, (_, k) => {
    const [i, j, l] = [k % n, Math.floor(k / n) % n, Math.floor(k / n / n)];
    return sphere({
      name: `ball${k}`,
      radius: d / 2,
      subdivisions: 1,
      position: [d * (i + 0.5), d * (j + 0.5), d * (l + 0.5)],
    });
  });
}

/** Walls of a bin about a grid of balls, without play. */
function bin(n: number): BodyFile[] {
  const [l, t] = [0.02 * n, 0.01];
  return [
    block('left', [-t / 2, l / 2, l / 2], [t, l, l], still),
    block('right', [l + t / 2, l / 2, l / 2], [t, l, l], still),
    block('front', [l / 2, l / 2, -t / 2], [l, l, t], still),
    block('back', [l / 2, l / 2, l + t / 2], [l, l, t], still),
  ];
}

const hinge = (a: string, b: string | undefined, at: Vec3, axis: 'x' | 'y' | 'z' = 'z'): JointFile => ({
  kind: 'hinge',
  a,
  ...(b === undefined ? {} : { b }),
  at,
  axis,
});

const chairSeat = 0.4;
const chair: BodyFile[] = [
  ...[0, 1, 2, 3].map((i) =>
    block(`leg${i}`, [i % 2 ? 0.18 : -0.18, chairSeat / 2, i > 1 ? 0.18 : -0.18], [0.04, chairSeat, 0.04]),
  ),
  block('seat', [0, chairSeat + 0.02, 0], [0.4, 0.04, 0.4]),
  block('back', [0, chairSeat + 0.04 + 0.2, -0.18], [0.4, 0.4, 0.04]),
];

const insideOut = (mesh: Mesh): Mesh => ({ ...mesh, faces: reversedFaces(mesh.faces) });
const hollow = (outer: number, inner: number): Mesh =>
  joinMeshes([
    boxShape.make({ size: [outer, outer, outer] }),
    insideOut(boxShape.make({ size: [inner, inner, inner] })),
  ]);

/** Turned about z: radii and heights [m] by turns, from the axis to the axis. */
const spun = (...profile: number[]): BodyFile['shape'] => inline(lathe(profile, 24));
/** A ring along z whose hole has the flats of a pin of this radius. */
const bushing = (hole: number, outer: number, length: number): BodyFile['shape'] =>
  inline(extrude([circle(outer, 24), reversedRing(circle(hole, 24))], -length / 2, length / 2));
const upright = { up: 'z' as const };

/** A tube with a square hole: four walls in one mesh, overlapping nowhere. */
const socket = (inner: number, wallThickness: number, height: number): BodyFile['shape'] => {
  const [w, t] = [inner, wallThickness];
  const side = (x: number, z: number, sx: number, sz: number) =>
    translateMesh(boxShape.make({ size: [sx, height, sz] }), [x, 0, z]);
  return inline(joinMeshes([side(-(w + t) / 2, 0, t, w + 2 * t), side((w + t) / 2, 0, t, w + 2 * t)]));
};

const cubeMesh = boxShape.make({ size: [0.1, 0.1, 0.1] });
const openCube: Mesh = { ...cubeMesh, faces: cubeMesh.faces.slice(6) };

export const firstScenes: readonly FirstScene[] = [
  {
    says: 'a box on the floor rests',
    file: scene('box', [floor(), block('box', [0, 0.05, 0])]),
    holds: rests('box'),
  },
  {
    says: 'five boxes exactly on each other stand',
    file: scene('stack', [floor(), ...stack(5)]),
    holds: rests('b0', 'b4'),
  },
  {
    says: 'a wall of bricks stands',
    file: scene('wall', [floor(), ...wall(3, 4)], { duration: 0.2 }),
    holds: rests('brick0', 'brick11'),
  },
  {
    says: 'a row of dominoes falls when the first is pushed',
    file: scene(
      'dominoes',
      [
        floor(),
        ...Array.from({ length: 4 }, (_, i) =>
          block(
            `d${i}`,
            [0.03 * i, 0.025, 0],
            [0.008, 0.05, 0.025],
            i === 0 ? { angularVelocity: [0, 0, -15], velocity: [0.4, 0, 0] } : {},
          ),
        ),
      ],
      { duration: 0.6 },
    ),
    holds: (outcome) => bodyTilt(outcome, 'd3', 'last') > 0.5,
  },
  {
    says: 'a ball in a bowl stays in it',
    file: scene(
      'bowl',
      [
        { name: 'bowl', ...still, shape: spun(0, 0, 0.1, 0, 0.1, 0.06, 0.09, 0.06, 0.05, 0.02, 0, 0.01) },
        sphere({ name: 'ball', radius: 0.015, position: [0.02, 0, 0.04] }),
      ],
      upright,
    ),
    holds: all(above('ball', 0.02), (outcome) => bodyHeight(outcome, 'ball', 'last') < 0.04),
  },
  {
    says: 'a ball on a tip starts there and falls off or balances',
    file: scene(
      'tip',
      [
        floor(),
        { name: 'tip', ...still, shape: spun(0, 0, 0.05, 0, 0, 0.1) },
        sphere({ name: 'ball', radius: 0.03, position: [0, 0, 0.13] }),
      ],
      upright,
    ),
    holds: above('ball', 0.02),
  },
  {
    says: 'a chair of six parts stands',
    file: scene('chair', [floor(), ...chair]),
    holds: rests('seat', 'back'),
  },
  {
    says: 'a table with four legs that touch it stands',
    file: scene('table', [
      floor(),
      block('top', [0, 0.41, 0], [0.8, 0.02, 0.5]),
      ...[0, 1, 2, 3].map((i) =>
        block(`leg${i}`, [i % 2 ? 0.35 : -0.35, 0.2, i > 1 ? 0.2 : -0.2], [0.04, 0.4, 0.04]),
      ),
    ]),
    holds: rests('top', 'leg0'),
  },
  {
    says: 'a hinge with zero clearance turns',
    file: scene(
      'hinge',
      [
        { name: 'pin', ...still, shape: inline(extrude([circle(0.005, 24)], -0.05, 0.05)) },
        { name: 'leaf', shape: bushing(0.005, 0.015, 0.04), angularVelocity: [0, 0, 5] },
      ],
      { ...upright, gravity: [0, -9.81, 0] },
    ),
    holds: (outcome) => Math.abs(bodyPosition(outcome, 'leaf', 'last')[1]) < 1e-3,
  },
  {
    says: 'a gear pair with zero backlash starts',
    file: scene(
      'gears',
      [
        primitive('gear', { name: 'driver', teeth: 12, backlash: 0, bore: 0.01, position: [0, 0, 0] }),
        // A tooth meets a gap.
        primitive('gear', {
          name: 'wheel',
          teeth: 12,
          backlash: 0,
          bore: 0.01,
          position: [0.06, 0, 0],
          rotation: { axis: 'z', degrees: 15 },
        }),
      ],
      {
        ...upright,
        gravity: 0,
        duration: 0.05,
        joints: [hinge('driver', undefined, [0, 0, 0]), hinge('wheel', undefined, [0.06, 0, 0])],
      },
    ),
    holds: (outcome) => bodySpeed(outcome, 'wheel', 'last') < 0.1,
  },
  {
    says: 'a nut on a bolt, as CAD gives them, starts',
    file: scene(
      'bolt',
      [
        primitive('bolt', { name: 'bolt', ...still, turns: 4, segments: 12 }),
        primitive('nut', { name: 'nut', clearance: 0, turns: 1, segments: 12, position: [0, 0, 0.003] }),
      ],
      { ...upright, gravity: 0, duration: 0.03 },
    ),
    holds: (outcome) => bodySpeed(outcome, 'nut', 'last') < 0.1,
  },
  {
    says: 'nested cups rest in each other',
    file: scene(
      'cups',
      [
        floor(),
        ...[0, 1].map((i) => ({
          name: `cup${i}`,
          position: [0, 0, 0.04 * i] as Vec3,
          shape: spun(0, 0, 0.02, 0, 0.03, 0.08, 0.025, 0.08, 0.0188, 0.03, 0, 0.03),
        })),
      ],
      upright,
    ),
    holds: above('cup1', 0.005),
  },
  {
    says: 'a coin on its edge stands or rolls, and stays above the floor',
    file: scene('coin', [
      floor(),
      cylinder({
        name: 'coin',
        radius: 0.012,
        length: 0.002,
        segments: 48,
        axis: 'z',
        position: [0, 0.012, 0],
      }),
    ]),
    holds: above('coin', 0.0005),
  },
  {
    says: 'a card that leans against a block stays above the floor',
    file: scene('card', [
      floor(),
      block('block', [0.05, 0.025, 0], [0.05, 0.05, 0.05]),
      block('card', [0, 0.04, 0], [0.001, 0.08, 0.05], { rotation: { axis: 'z', degrees: -25 } }),
    ]),
    holds: above('card', 0.0004),
  },
  {
    says: 'a ladder of rails and rungs stands against nothing and falls',
    file: scene(
      'ladder',
      [
        floor(),
        block('left', [-0.2, 0.5, 0], [0.04, 1, 0.04]),
        block('right', [0.2, 0.5, 0], [0.04, 1, 0.04]),
        ...[0, 1, 2].map((i) => block(`rung${i}`, [0, 0.25 + 0.25 * i, 0], [0.36, 0.03, 0.03])),
      ],
      {
        joints: [0, 1, 2].flatMap((i) => [
          { kind: 'fixed' as const, a: 'left', b: `rung${i}`, at: [-0.18, 0.25 + 0.25 * i, 0] as Vec3 },
          { kind: 'fixed' as const, a: 'right', b: `rung${i}`, at: [0.18, 0.25 + 0.25 * i, 0] as Vec3 },
        ]),
      },
    ),
    holds: above('rung0', 0.02),
  },
  {
    says: 'a seesaw tips to the heavy side',
    file: scene(
      'seesaw',
      [
        floor(),
        block('plank', [0, 0.2, 0], [1, 0.02, 0.2]),
        block('heavy', [0.4, 0.26, 0], [0.1, 0.1, 0.1], { density: 5000 }),
        block('light', [-0.4, 0.26, 0], [0.1, 0.1, 0.1], { density: 500 }),
      ],
      { joints: [hinge('plank', undefined, [0, 0.2, 0])] },
    ),
    holds: (outcome) => bodyHeight(outcome, 'heavy', 'last') < bodyHeight(outcome, 'light', 'last'),
  },
  {
    says: 'a rope of links over a pulley hangs',
    file: scene(
      'pulley',
      [
        cylinder({ name: 'pulley', ...still, radius: 0.05, length: 0.1, axis: 'z', position: [0, 1, 0] }),
        ...Array.from({ length: 4 }, (_, i) =>
          block(`link${i}`, [0.08, 0.9 - 0.05 * i, 0], [0.01, 0.05, 0.01]),
        ),
      ],
      {
        joints: [
          { kind: 'ball', a: 'link0', at: [0.08, 0.925, 0] },
          ...[1, 2, 3].map((i) => ({
            kind: 'ball' as const,
            a: `link${i}`,
            b: `link${i - 1}`,
            at: [0.08, 0.925 - 0.05 * i, 0] as Vec3,
          })),
        ],
      },
    ),
    holds: (outcome) => bodyHeight(outcome, 'link3', 'last') > 0.7,
  },
  {
    says: 'a pendulum by a joint swings and keeps its length',
    file: scene('pendulum', [sphere({ name: 'bob', radius: 0.05, position: [0.5, 1, 0] })], {
      joints: [hinge('bob', undefined, [0, 1, 0])],
      duration: 0.5,
    }),
    holds: all(moves('bob', 0.3), (outcome) => {
      const [x, y, z] = bodyPosition(outcome, 'bob', 'last');
      return Math.abs(Math.hypot(x, y - 1, z) - 0.5) < 1e-3;
    }),
  },
  {
    says: 'a car of joints on a ramp rolls down',
    file: scene(
      'car',
      [
        block('ramp', [0, 0, 0], [4, 0.1, 1], { ...still, rotation: { axis: 'z', degrees: 10 } }),
        ...carOn(10, 0.05),
      ],
      {
        joints: [0, 1, 2, 3].map((i) => hinge(`wheel${i}`, 'car', wheelPlace(i, 10, 0.05), 'z')),
        duration: 0.5,
      },
    ),
    holds: moves('car', 0.05),
  },
  {
    says: 'newton’s cradle, its balls touching, starts',
    file: scene(
      'cradle',
      Array.from({ length: 5 }, (_, i) =>
        sphere({ name: `ball${i}`, radius: 0.02, position: [0.04 * i, 0, 0], restitution: 1 }),
      ),
      {
        joints: Array.from({ length: 5 }, (_, i) => hinge(`ball${i}`, undefined, [0.04 * i, 0.2, 0])),
      },
    ),
    holds: (outcome) => Math.abs(bodyHeight(outcome, 'ball2', 'last')) < 0.01,
  },
  {
    says: 'a marble runs down two rails',
    file: scene('marble-run', [
      block('rail1', [0, 0.2, 0.012], [0.6, 0.01, 0.01], { ...still, rotation: { axis: 'z', degrees: -15 } }),
      block('rail2', [0, 0.2, -0.012], [0.6, 0.01, 0.01], {
        ...still,
        rotation: { axis: 'z', degrees: -15 },
      }),
      sphere({ name: 'marble', radius: 0.01, position: [-0.25, 0.285, 0] }),
    ]),
    holds: moves('marble', 0.05),
  },
  {
    says: 'a bin filled by a grid of balls without play starts, and none leaves',
    file: scene('bin', [floor(), ...bin(3), ...ballGrid(3)], { duration: 0.1 }),
    holds: all(above('ball0', 0.005), above('ball26', 0.02)),
  },
  {
    says: 'letter blocks in a row on a shelf rest',
    file: scene('letters', [
      block('shelf', [0, 0, 0], [1, 0.02, 0.2], still),
      ...[0, 1, 2].map((i) => block(`block${i}`, [0.05 * i, 0.035, 0], [0.05, 0.05, 0.05])),
    ]),
    holds: rests('block0', 'block2'),
  },
  {
    says: 'a book between books stands',
    file: scene('books', [
      floor(),
      block('left', [-0.13, 0.1, 0], [0.1, 0.2, 0.15], still),
      ...[0, 1, 2].map((i) => block(`book${i}`, [-0.06 + 0.04 * i, 0.1, 0], [0.04, 0.2, 0.15])),
      block('right', [0.09, 0.1, 0], [0.1, 0.2, 0.15], still),
    ]),
    holds: rests('book1'),
  },
  {
    says: 'a picture on a nail hangs',
    file: scene(
      'picture',
      [
        block('wall', [0, 1, -0.05], [2, 2, 0.1], still),
        block('nail', [0, 1.2, 0.02], [0.01, 0.01, 0.04], still),
        block('picture', [0, 1.045, 0.01], [0.4, 0.3, 0.02]),
      ],
      { joints: [hinge('picture', 'nail', [0, 1.195, 0.01])] },
    ),
    holds: (outcome) => bodyHeight(outcome, 'picture', 'last') > 1,
  },
  {
    says: 'a key in a lock of its own size starts',
    file: scene(
      'key',
      [
        { name: 'lock', ...still, shape: socket(0.01, 0.01, 0.04) },
        block('key', [0, 0, 0], [0.01, 0.04, 0.02]),
      ],
      { gravity: 0 },
    ),
    holds: rests('key'),
  },
  {
    says: 'a box in a box with no play starts',
    file: scene('tight', [
      { name: 'outer', ...still, shape: inline(hollow(0.14, 0.1)) },
      block('inner', [0, 0, 0]),
    ]),
    holds: rests('inner'),
  },
  {
    says: 'a mesh in millimetres is small',
    file: scene('millimetres', [
      floor(),
      {
        name: 'part',
        shape: { ...inline(boxShape.make({ size: [100, 100, 100] })), units: 'mm' } as never,
        position: [0, 0.05, 0],
      },
    ]),
    holds: rests('part'),
  },
  {
    says: 'a mesh that is inside out is turned',
    file: scene('inside-out', [
      floor(),
      { name: 'part', shape: inline(insideOut(cubeMesh)), position: [0, 0.05, 0] },
    ]),
    holds: rests('part'),
  },
  {
    says: 'an open mesh is told what it lacks, or rests',
    file: scene('open', [floor(), { name: 'part', shape: inline(openCube), position: [0, 0.05, 0] }]),
    holds: above('part', 0.01),
  },
  {
    says: 'two parts as one mesh move as one',
    file: scene('two-parts', [
      floor(),
      {
        name: 'parts',
        shape: inline(
          joinMeshes([translateMesh(cubeMesh, [-0.1, 0, 0]), translateMesh(cubeMesh, [0.1, 0, 0])]),
        ),
        position: [0, 0.05, 0],
      },
    ]),
    holds: rests('parts'),
  },
  {
    says: 'a mesh of many faces rests or rolls on the floor',
    file: scene(
      'many-faces',
      [floor(), sphere({ name: 'ball', radius: 0.1, subdivisions: 4, position: [0, 0.1, 0] })],
      { duration: 0.05 },
    ),
    holds: above('ball', 0.09),
  },
  {
    says: 'a scene of a kilometre works',
    file: scene('large', [floor({ size: [5000, 5000] }), block('tower', [0, 500, 0], [1000, 1000, 1000])]),
    holds: (outcome) => bodyTravel(outcome, 'tower', 'first', 'last') < 1,
  },
  {
    says: 'a scene of a millimetre works',
    file: scene('small', [
      floor({ size: [0.1, 0.1] }),
      block('grain', [0, 0.0005, 0], [0.001, 0.001, 0.001]),
    ]),
    holds: above('grain', 0.0004),
  },
  {
    says: 'gravity sideways pushes it along',
    file: scene('sideways', [floor(), block('box', [0, 0.05, 0])], { gravity: [9.81, 0, 0] }),
    holds: moves('box', 0.3),
  },
  {
    says: 'without gravity it stays',
    file: scene('weightless', [floor(), block('box', [0, 0.05, 0])], { gravity: 0 }),
    holds: rests('box'),
  },
  {
    says: 'a body at rest far away does not matter',
    file: scene('far', [floor(), block('box', [0, 0.05, 0]), block('far', [1e5, 1e5, 0])]),
    holds: rests('box'),
  },
  {
    says: 'a hundred boxes in a grid on the floor rest',
    file: scene(
      'many',
      [
        floor(),
        ...Array.from({ length: 100 }, (_, i) =>
          block(`b${i}`, [0.1 * (i % 10), 0.05, 0.1 * Math.floor(i / 10)]),
        ),
      ],
      { duration: 0.05 },
    ),
    holds: rests('b0', 'b55'),
  },
  {
    says: 'a body below the floor is told',
    file: scene('below', [floor(), block('box', [0, -1, 0])]),
    told: /starts below "floor"/,
  },
  {
    says: 'a body half in the floor is told with its depth',
    file: scene('half', [floor(), block('box', [0, 0, 0])]),
    told: /overlaps.*depth 50 mm/,
  },
  {
    says: 'coincident bodies are told with their depth',
    file: scene('coincident', [floor(), block('one', [0, 1, 0]), block('two', [0, 1, 0])]),
    told: /depth 100 mm/,
  },
  {
    says: 'a joint to nothing is told',
    file: scene('nothing', [floor(), block('box', [0, 0.05, 0])], {
      joints: [hinge('box', 'dor', [0, 0, 0])],
    }),
    told: /there is no body of this name/,
  },
];

export const largeScenes: readonly FirstScene[] = [
  {
    says: 'five hundred boxes on each other stand',
    file: scene('tower', [floor(), ...stack(500)], { duration: 0.02, frameRateHz: 100 }),
    holds: rests('b0', 'b499'),
  },
  {
    says: 'five hundred boxes in a wall stand',
    file: scene('long-wall', [floor(), ...wall(10, 50)], { duration: 0.02, frameRateHz: 100 }),
    holds: rests('brick0', 'brick499'),
  },
  {
    says: 'a bin filled by a thousand balls without play starts',
    file: scene('full-bin', [floor(), ...bin(10), ...ballGrid(10)], { duration: 0.02, frameRateHz: 100 }),
    holds: above('ball0', 0.005),
  },
  {
    says: 'a mesh of a hundred thousand faces rests on the floor',
    file: scene(
      'fine',
      [floor(), sphere({ name: 'ball', radius: 0.1, subdivisions: 7, position: [0, 0.1, 0] })],
      { duration: 0.02, frameRateHz: 100 },
    ),
    holds: above('ball', 0.09),
  },
];

/** On a ramp that is turned about z [degrees] and whose top is so high above its middle [m]. */
function onRamp(x: number, y: number, z: number, degrees: number, top: number): Vec3 {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [x * c - (y + top) * s, x * s + (y + top) * c, z];
}

function wheelPlace(i: number, degrees: number, top: number): Vec3 {
  return onRamp(i % 2 ? 0.15 : -0.15, 0.05, i > 1 ? 0.13 : -0.13, degrees, top);
}

function carOn(degrees: number, top: number): BodyFile[] {
  const rotation = { axis: 'z' as const, degrees };
  return [
    block('car', onRamp(0, 0.08, 0, degrees, top), [0.4, 0.06, 0.2], { rotation }),
    ...[0, 1, 2, 3].map(
      (i): BodyFile => ({
        ...primitive('cylinder', { radius: 0.05, length: 0.04, segments: 32, axis: 'z' }),
        name: `wheel${i}`,
        position: wheelPlace(i, degrees, top),
        rotation,
      }),
    ),
  ];
}
