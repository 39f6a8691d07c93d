// Whatever a stranger writes: it is compiled or it is refused, in bounded time, and never run as code.

import { columnAt } from '../../../src/record/index.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { specifications } from '../../../examples/lagrange/parts/specifications.generated.ts';
import { dressScene, program, sceneOfSpecification } from '../../../src/engines/program/index.ts';
import { FaultError } from '../../../src/scene/fault/index.ts';
import { packScene, unpackScene } from '../../../src/scene/index.ts';
import { defaultsOf } from '../../../src/sim/index.ts';
import { lonelyContext, silent } from '../../sim/tiny.ts';
import { diagnose } from './diagnose.ts';

const prototypes = [Object.prototype, Array.prototype, Function.prototype, Map.prototype];
const before = prototypes.map((one) => Object.getOwnPropertyNames(one).length);

declare global {
  var stolen: unknown;
}

afterEach(() => {
  expect(globalThis.stolen).toBeUndefined();
  expect(prototypes.map((one) => Object.getOwnPropertyNames(one).length)).toEqual(before);
});

const hostile = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'globalThis',
  'process',
  'require',
  'eval',
  'import',
  'arguments',
  'undefined',
  'NaN',
  'Infinity',
  'this',
  'inputs',
  'state',
  'clock',
  'memory',
  'k1',
  'dense0',
  '_',
];

describe('hostile names', () => {
  test.each(hostile)('%s is a name like any other', (name) => {
    const text = `system ${name};
const ${name}0 = 1;
param ${name} = 2 in 0 .. 3;
control ${name}1 = axis(${name}, ${name}2);
def ${name}3(${name}4) = ${name}4 * ${name};
frame ${name}5 { shape sphere(${name}0); camera ${name}; }
vary Tx(${name}5), Ty(${name}5);
mass ${name}5 = point(1);
constrain ${name}: Ty(${name}5) == ${name}3(0);
force ${name}5 = (${name}1 + ${name}, 0, 0);
mode ${name}6 { when Tx(${name}5) - 1 rises { goto ${name}7; } }
mode ${name}7 { }`;
    expect(diagnose(text, 0.5)).toEqual([]);
    const scene = sceneOfSpecification(text, name);
    const { json, arrays } = packScene(scene);
    expect(unpackScene(JSON.parse(JSON.stringify(json)), arrays)).toEqual(scene);
    expect(scene.parameters.map((one) => one.name)).toEqual([name]);
    const simulation = program.start(scene, defaultsOf(program), lonelyContext());
    simulation.apply({ time: 0, kind: 'parameter', target: 0, values: [1] });
    simulation.apply({ time: 0, kind: 'control', target: 0, values: [1] });
    // x = t²/2 · 2 passes 1 on its way to 2, in another mode.
    const { values } = simulation.advance(Math.SQRT2, silent);
    const mode = columnAt(program.columns, 'mode');
    expect(values[mode]).toBe(1);
    simulation.restore(simulation.state);
  });

  test.each([
    '); globalThis.stolen = 1; (',
    '"; globalThis.stolen = 1; "',
    '$' + '{globalThis.stolen = 1}',
    '*/ globalThis.stolen = 1; /*',
    '\\u0061',
    '\u2028globalThis.stolen = 1',
    "'+(globalThis.stolen=1)+'",
    '=>globalThis.stolen=1',
    'A[globalThis.stolen = 1]',
    'A`$' + '{globalThis.stolen = 1}`',
  ])('code in place of a name is text: %j', (code) => {
    for (const text of [
      `system ${code}; frame A; vary Tx(A); mass A = point(1);`,
      `system S; frame ${code}; vary Tx(A); mass A = point(1);`,
      `system S; frame A; vary Tx(A); mass A = point(1); constrain ${code}: Tx(A) == 0;`,
      `system S; frame A; vary Tx(A); mass A = point(1); force A = (${code}, 0, 0);`,
      `system S; const L = ${code}; frame A { shape ${code}(1) color ${code}; } vary Tx(A); mass A = point(1);`,
    ])
      expect(diagnose(text).length).toBeGreaterThan(0);
  });
});

const small = (
  ['pendulum', 'three-bodies', 'pendula-on-wheel', 'weighted-ball', 'coupled-pendula'] as const
).map((name) => specifications[name]);
const words = small.map((text) => text.match(/\w+|\s+|[^\w\s]/g) ?? []);
const spare = [
  ...new Set(words.flat()),
  '0',
  '-1',
  '1e308',
  '1e-308',
  '0 / 0',
  '((',
  '))',
  '{',
  '}',
  'Root',
  't',
  ';',
];

/** One example with a few words dropped, doubled, exchanged or replaced. */
const mutated = fc
  .tuple(
    fc.nat(small.length - 1),
    fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.nat()), { minLength: 1, maxLength: 4 }),
  )
  .map(([which, changes]) => {
    const list = [...words[which]];
    for (const [at, how, by] of changes) {
      const k = at % list.length;
      const other = by % list.length;
      if (how === 0) list.splice(k, 1);
      else if (how === 1) list.splice(k, 0, list[other]);
      else if (how === 2) [list[k], list[other]] = [list[other], list[k]];
      else list[k] = spare[by % spare.length];
    }
    return list.join('');
  });

describe('mutated examples', () => {
  test('are compiled or refused, with a place and a remedy', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        for (const { what, remedy, line, span } of diagnose(text, 0.05)) {
          expect(what.length).toBeGreaterThan(0);
          expect(remedy.length).toBeGreaterThan(0);
          expect(line).toBeGreaterThanOrEqual(1);
          expect(span[0]).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 250 },
    );
  });

  test('as scenes give a scene or faults', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const scene = { ...sceneOfSpecification(specifications.pendulum, 's'), bodies: [], frames: [] };
        try {
          dressScene({ ...scene, specification: text });
        } catch (error) {
          expect(error).toBeInstanceOf(FaultError);
        }
      }),
      { numRuns: 250 },
    );
  });
});

describe('bounds', () => {
  test.each([
    ['deep brackets', `system S; const a = ${'('.repeat(5000)}1${')'.repeat(5000)};`],
    ['deep frames', `system S; ${'frame A { '.repeat(5000)}`],
    ['a long name', `system ${'x'.repeat(100_000)};`],
    ['long loops', 'system S; for i in 1..1e6 { for j in 1..1e6 { frame A[i, j]; } }'],
    [
      'definitions that double',
      `system S; def f0(a) = a; ${Array.from({ length: 60 }, (_, i) => `def f${i + 1}(a) = f${i}(f${i}(a));`).join(' ')} const x = f60(1);`,
    ],
    [
      'a tower of powers',
      `system S; const x = ${Array.from({ length: 100 }, () => '9').join('^')}; frame A; vary Tx(A); mass A = point(x);`,
    ],
    ['a text of a megabyte', `system S; ${'frame A; '.repeat(120_000)}`],
  ])('%s: refused, soon', (_, text) => {
    expect(diagnose(text).length).toBeGreaterThan(0);
  });
});
