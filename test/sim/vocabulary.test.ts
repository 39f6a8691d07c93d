// What an engine does not know is told by its name and place, and nothing else is.

import { describe, expect, test } from 'vitest';
import type { Joint, JointKind, Pose, Scene } from '../../src/scene/index.ts';
import { type SceneWord, unknownWords, type Vocabulary } from '../../src/sim/vocabulary.ts';
import { tinyBody, tinyCloth, tinyScene } from './tiny.ts';

const here: Pose = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };
const WORDS: readonly SceneWord[] = [
  'wind',
  'damping',
  'surfaceVelocity',
  'enabled',
  'goals',
  'rod',
  'solid',
  'pressure',
  'stitches',
  'glue',
  'strainLimit',
];

function joint(kind: JointKind, more: Partial<Joint> = {}): Joint {
  return { name: 'j', kind, a: 0, b: 1, frameA: here, frameB: here, length: 0, collide: false, ...more };
}

function told(scene: Partial<Scene>, vocabulary: Partial<Vocabulary> = {}): string[] {
  const known = { joints: {}, words: [], ...vocabulary };
  return unknownWords('e', tinyScene(scene), known).map(
    ({ what, where, value = '-' }) => `${where}: ${what} (${value})`,
  );
}

const still = tinyBody({ name: 'still' });

describe('words of a scene', () => {
  const scenes: readonly (readonly [SceneWord, Partial<Scene>, string])[] = [
    ['wind', { wind: [1, 2, 3] }, 'wind: e does not know wind yet (1 2 3)'],
    [
      'surfaceVelocity',
      { bodies: [still, tinyBody({ name: 'belt', surfaceVelocity: [1, 0, 0] })] },
      'bodies[1] "belt": e does not know surface velocities yet (1 0 0 m/s)',
    ],
    [
      'damping',
      { bodies: [still, tinyBody({ name: 'slow', damping: { linear: 1, angular: 2 } })] },
      'bodies[1] "slow": e does not know damping yet (linear 1, angular 2 1/s)',
    ],
    [
      'damping',
      { damping: { linear: 1, angular: 0 } },
      'damping: e does not know damping yet (linear 1, angular 0 1/s)',
    ],
    [
      'enabled',
      { bodies: [still, tinyBody({ name: 'off', enabled: false })] },
      'bodies[1] "off": e does not know bodies that are absent at the start yet (-)',
    ],
    [
      'goals',
      { goals: [{ bodies: [0], atMost: 2, weight: 1 }] },
      'goals: e does not know goals of pasts yet (-)',
    ],
    [
      'rod',
      { deformables: [tinyCloth(), { ...tinyCloth(), kind: 'rod', name: 'r' }] },
      'deformables[1] "r": e does not know rods yet (rod)',
    ],
    [
      'solid',
      { deformables: [tinyCloth(), { ...tinyCloth(), kind: 'solid', name: 's' }] },
      'deformables[1] "s": e does not know solids yet (solid)',
    ],
    [
      'pressure',
      { deformables: [tinyCloth(), { ...tinyCloth(), name: 'p', pressure: 5 }] },
      'deformables[1] "p": e does not know pressure yet (5 Pa)',
    ],
    [
      'pressure',
      { deformables: [tinyCloth(), { ...tinyCloth(), name: 'p', gas: { outside: 1e5 } }] },
      'deformables[1] "p": e does not know pressure yet (-)',
    ],
    [
      'stitches',
      { stitches: [{ a: 0, b: 0, vertices: [0, 1], closing: 0 }] },
      'stitches: e does not know stitches yet (-)',
    ],
    [
      'glue',
      {
        bodies: [still],
        deformables: [tinyCloth(), { ...tinyCloth(), name: 'g', pins: [{ vertices: [0], body: 0 }] }],
      },
      'deformables[1] "g", pins[0]: e does not know glue yet (still)',
    ],
    [
      'strainLimit',
      { deformables: [tinyCloth(), { ...tinyCloth(), name: 'l', strainLimit: 1.1 }] },
      'deformables[1] "l": e does not know strain limits yet (1.1)',
    ],
  ];

  test.each(scenes)('%s is refused by who does not know it, and taken by who does', (word, scene, fault) => {
    expect(told(scene)).toEqual([fault]);
    expect(told(scene, { words: WORDS.filter((other) => other !== word) })).toEqual([fault]);
    expect(told(scene, { words: [word] })).toEqual([]);
  });

  test('a plain scene has none, and neither has a body that is there by its own word', () => {
    expect(told({})).toEqual([]);
    expect(told({ bodies: [tinyBody({ enabled: true })], deformables: [tinyCloth()] })).toEqual([]);
  });

  test('all of them are told', () => {
    const all = Object.assign({}, ...scenes.map(([, scene]) => scene)) as Partial<Scene>;
    const bodies = scenes.flatMap(([, scene]) => scene.bodies ?? []);
    expect(
      told({ ...all, bodies, deformables: scenes.flatMap(([, s]) => s.deformables ?? []) }),
    ).toHaveLength(13);
  });
});

describe('words of joints', () => {
  test('a kind that is not known is one fault, whatever it has', () => {
    const scene = { joints: [joint('hinge', { limits: [0, 1] }), joint('ball')] };
    expect(told(scene, { joints: { ball: [] } })).toEqual([
      'joints[0] "j": e does not know hinge joints yet (hinge)',
    ]);
    expect(told(scene, { joints: { ball: [], hinge: ['limits'] } })).toEqual([]);
  });

  test('what a joint has beside its kind is told word by word', () => {
    const motor = { kind: 'speed', target: 1, maxForce: 1 } as unknown as NonNullable<Joint['motor']>;
    const spring = { stiffness: 1, damping: 0, rest: 0 } as NonNullable<Joint['spring']>;
    const scene = {
      joints: [joint('hinge', { limits: [0, 1], motor, spring, breakForce: 3, breakTorque: 4 })],
    };
    const wordsTold = (known: Vocabulary['joints']['hinge']) =>
      unknownWords('e', tinyScene(scene), { joints: { hinge: known }, words: [] }).map(({ value }) => value);
    expect(wordsTold([])).toEqual(['limits', 'spring', 'motor', 'breakForce', 'breakTorque']);
    expect(wordsTold(['limits', 'motor', 'breakTorque'])).toEqual(['spring', 'breakForce']);
  });

  test('what a coordinate of a joint has counts as the joint’s own', () => {
    const rule = (more: object) =>
      ({ coordinates: { x: {}, y: more } }) as unknown as Pick<Joint, 'coordinates'>;
    for (const word of ['limits', 'spring', 'motor'] as const)
      expect(told({ joints: [joint('hinge', rule({ [word]: {} }))] }, { joints: { hinge: [] } })).toEqual([
        `joints[0] "j": e does not know ${word} of hinge joints yet (${word})`,
      ]);
    // and nothing else of it does
    expect(told({ joints: [joint('hinge', rule({ cone: 1 }))] }, { joints: { hinge: [] } })).toEqual([]);
  });
});
