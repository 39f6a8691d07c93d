// recording.json and bending.json from strangers: everything else trusts what passes here.

import { describe, expect, test } from 'vitest';
import { checkOutline } from '../../src/record/bending-members.ts';
import { RecordingError } from '../../src/record/error.ts';
import { checkHeader, makeHeader } from '../../src/record/header.ts';
import { sizesOf } from '../../src/record/layout/streams.ts';
import { packScene } from '../../src/scene/index.ts';
import { description, scene } from './synthetic.ts';

const sizes = sizesOf(scene, description.columns.length);
const header = makeHeader(description, packScene(scene), sizes) as unknown as Record<string, unknown>;
const MOST = 0x7fffffff;

/** What is no count, of the kinds that a file can say. */
const NO_COUNTS = [-1, 1.5, MOST + 1, '3', null, undefined, Number.NaN];

function expectRefused(wrong: unknown, where: string): void {
  const found = check(wrong);
  expect(found, JSON.stringify(wrong)).toBeInstanceOf(RecordingError);
  expect((found as RecordingError).message).toContain(where);
}

function check(value: unknown): unknown {
  try {
    return checkHeader(value);
  } catch (error) {
    return error;
  }
}

describe('a header', () => {
  test('is what a run says, and what its scene has', () => {
    expect(checkHeader(header)).toBe(header);
    expect(header).toMatchObject({ format: 'carom recording', formatVersion: 2, bodies: 2, vertices: 4 });
    expect(header).not.toHaveProperty('apart');
    const streams = header['streams'] as { name: string; row: number[]; differences?: number }[];
    expect(streams.find(({ name }) => name === 'pose')).toMatchObject({ row: [2, 7] });
    expect(streams.find(({ name }) => name === 'motion/pose')).toMatchObject({ differences: 2 });
    expect(streams.some(({ name }) => name === 'bends')).toBe(false);
    const apart = [{ body: 1, moved: [0, 0, 1e-6] as const, inset: 0 }];
    const moved = makeHeader({ ...description, apart }, packScene(scene), sizes);
    expect(moved.apart).toEqual(apart);
    expect(makeHeader({ ...description, apart: [] }, packScene(scene), sizes)).not.toHaveProperty('apart');
  });

  const refused: readonly (readonly [string, readonly unknown[], string])[] = [
    ['format', ['carom', undefined], 'is not the header'],
    ['formatVersion', [0, 3, '2', undefined], 'format version'],
    ['bodies', NO_COUNTS, 'bodies is not a count'],
    ['vertices', NO_COUNTS, 'vertices is not a count'],
    ['reportColumns', NO_COUNTS, 'reportColumns is not a count'],
    ['lastFrame', NO_COUNTS, 'lastFrame is not a count'],
    ['joints', [-1, 1.5, MOST + 1, '3', null], 'joints is not a count'],
    [
      'columns',
      [
        {},
        undefined,
        [],
        description.columns.slice(1),
        [description.columns[0], null],
        [description.columns[0], []],
        [description.columns[0], { name: 'a', unit: 'b' }],
        [description.columns[0], { name: 'a', unit: 3, doc: 'c' }],
      ],
      'columns are wrong',
    ],
    ['engine', [3, undefined], 'engine is not a name'],
    ['version', [3, undefined], 'version is not a text'],
    ['platform', [3, undefined], 'version is not a text'],
    ['seed', ['3', undefined], 'seed is not a number'],
    ['frameRateHz', [0, -1, '30', undefined, Number.NaN], 'frameRateHz is not positive'],
    ['options', [undefined, null, [], 'x', { a: null }, { a: 1, b: {} }, { a: [1] }], 'options are wrong'],
    [
      'promise',
      [
        undefined,
        null,
        'none',
        {},
        { kind: 'some' },
        { kind: 'depth' },
        { kind: 'depth', limit: -1e-9 },
        { kind: 'depth', limit: '1' },
        { kind: 'separation', least: -1e-9 },
      ],
      'promise is none',
    ],
    ['keeps', [undefined, {}, { path: true }, { contacts: true }, { path: 1, contacts: true }], 'keeps'],
    ['sceneArrays', [undefined, {}, 'a', [3], ['a', null]], 'sceneArrays are not names'],
    ['scene', [undefined, null, 'a', []], 'has no scene'],
    [
      'apart',
      [
        {},
        [null],
        [{ body: -1, inset: 0, moved: [0, 0, 0] }],
        [{ body: 0, inset: Number.NaN, moved: [0, 0, 0] }],
        [{ body: 0, inset: 0 }],
        [{ body: 0, inset: 0, moved: [0, 0] }],
        [{ body: 0, inset: 0, moved: [0, 0, 0, 0] }],
        [{ body: 0, inset: 0, moved: [0, 0, '0'] }],
        [{ body: 0, inset: 0, moved: '123' }],
        [{ body: 0, inset: 0, moved: [0, 0, 0] }, {}],
      ],
      'apart is wrong',
    ],
  ];
  test.each(refused)('is refused with a wrong %s', (key, values, where) => {
    for (const value of values) expectRefused({ ...header, [key]: value }, where);
  });

  test('that is no object is refused', () => {
    for (const value of [undefined, null, 3, 'carom recording', [header]])
      expectRefused(value, 'is not the header');
  });

  const taken: readonly (readonly [string, readonly unknown[]])[] = [
    ['formatVersion', [1, 2]],
    ['bodies', [0, MOST]],
    ['lastFrame', [0, MOST]],
    ['joints', [0, 3, undefined]],
    ['seed', [-3, 0.5]],
    ['frameRateHz', [1e-9, 1e9]],
    ['options', [{}, { a: 1, b: 'x', c: false }]],
    ['promise', [{ kind: 'none' }, { kind: 'never intersects' }, { kind: 'depth', limit: 0 }]],
    ['promise', [{ kind: 'separation', least: 0 }]],
    ['sceneArrays', [[], ['a']]],
    ['apart', [undefined, [], [{ body: MOST, inset: 1e-3, moved: [1, -1, 0] }]]],
  ];
  test.each(taken)('is taken with any right %s', (key, values) => {
    for (const value of values) expect(check({ ...header, [key]: value })).toMatchObject({ [key]: value });
  });
});

describe('an outline of bending', () => {
  const shape = { modes: 2, vertices: 5, faces: 3 };
  const outline = {
    bodies: [
      { body: 0, shape: 1 },
      { body: 3, shape: 0 },
    ],
    shapes: [shape, { ...shape, modes: 1 }],
  };

  test('is taken as far as it says something', () => {
    expect(checkOutline({ ...outline, more: 1 }, 4)).toEqual(outline);
    expect(checkOutline({ bodies: [], shapes: [] }, 0)).toEqual({ bodies: [], shapes: [] });
    const flat = { bodies: [{ body: 0, shape: 0 }], shapes: [{ modes: 1, vertices: 0, faces: 0 }] };
    expect(checkOutline(flat, 1)).toEqual(flat);
  });

  const [first, second] = outline.bodies;
  const wrong: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['no list of bodies', { ...outline, bodies: {} }],
    ['no list of shapes', { ...outline, shapes: 'x' }],
    ['more shapes than bodies', { ...outline, shapes: [shape, shape, shape] }],
    ['a shape without modes', { ...outline, shapes: [shape, { ...shape, modes: 0 }] }],
    ['a shape that is none', { ...outline, shapes: [shape, null] }],
    ['half a vertex', { ...outline, shapes: [shape, { ...shape, vertices: 0.5 }] }],
    ['fewer faces than none', { ...outline, shapes: [shape, { ...shape, faces: -1 }] }],
    ['a body that is not there', { ...outline, bodies: [first, { body: 4, shape: 0 }] }],
    ['a shape that is not there', { ...outline, bodies: [first, { body: 3, shape: 2 }] }],
    ['a body twice', { ...outline, bodies: [first, { body: 0, shape: 0 }] }],
    ['bodies out of order', { ...outline, bodies: [second, first] }],
    ['a body that is none', { ...outline, bodies: [first, null] }],
    ['a shape that is no number', { ...outline, bodies: [first, { body: 3, shape: '0' }] }],
    ['more modes than can be', { ...outline, shapes: [{ ...shape, modes: MOST }, shape] }],
  ];
  test.each(wrong)('is refused with %s', (_, value) => {
    expect(() => checkOutline(value, 4)).toThrow(RecordingError);
  });
});
