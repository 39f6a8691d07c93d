// What people get to read when they make a mistake: the place, what is wrong, and what to do, once.

import { describe, expect, test } from 'vitest';
import { parse } from '../../../src/lagrange/language/parse.ts';
import { coaster } from './examples.ts';

/** `line:column what (value); remedy` of every fault. The text goes behind `system A;` on the first line. */
function faultsOf(text: string): string[] {
  const { specification, faults } = parse(text);
  expect(specification === undefined).toBe(faults.length > 0);
  return faults.map(
    ({ line, column, what, value, remedy }) =>
      `${line}:${column} ${what}${value === undefined ? '' : ` (${value})`}; ${remedy}`,
  );
}

const mistakes: readonly (readonly [text: string, ...wanted: string[]])[] = [
  // The end of a statement
  ['const a = 1\nconst b = 2;', '2:12 a ; is missing; write ; behind 1'],
  ['const a = 1 const b = 2;', '2:12 a ; is missing; write ; behind 1'],
  [
    'const a = 1\nvary Tx(A)\nmass A = point(1)',
    '2:12 a ; is missing',
    '3:11 a ; is missing',
    '4:18 a ; is missing',
  ],
  ['frame A\nvary Tx(A);', '2:8 a ; or a { is missing; write ; behind A, or { before what it holds'],
  [
    'vary Rx(A)\nmas Bob = point(1);',
    '2:11 a ; is missing',
    '3:1 this begins no statement (mas); did you mean "mass"?',
  ],
  ['when a rises { Tx(A) := 2 }', '2:26 a ; is missing'],
  ['when a rises {\nTx(A) := 2\nTy(A) := 3;\n}', '3:11 a ; is missing'],
  ['const a = 1;;', '2:13 a ; too many; remove it'],
  // Brackets
  ['frame A {\n  shape sphere(1);\n', '2:9 this { is not closed; write } where it ends'],
  ['frame A {\n  frame B {\n    shape sphere(1);\n}\nvary Rx(A);', '3:11 this { is not closed'],
  ['}', '2:1 this } closes nothing; remove it, or open a { before it'],
  ['const a = (1, 2;\nconst b = 2;', '2:11 this ( is not closed; write ) where it ends'],
  ['const a = A[1;', '2:12 this [ is not closed; write ] where it ends'],
  ['const a = 1);', '2:12 this ) closes nothing'],
  ['const a = (1, 2];', '2:16 ] stands where ) should close a ( (]); write )'],
  [
    'const a = {1, 2, 3};\nconst b = ;',
    '2:11 an expression has no braces; write a vector as (x, y, z)',
    '3:10 a value is missing behind =',
  ],
  ['const a = ();', '2:12 these brackets are empty'],
  // Equals
  ['constrain AbsTrans(A).z = 1;', '2:25 two values are compared with == (=); write =='],
  ['initially Tx(A) = 1;', '2:17 two values are compared with == (=)'],
  ['def f(a) = if a = 1 then 2 else 3;', '2:17 two values are compared with == (=)'],
  ['const a == 1;', '2:9 a name is given its value with = (==); write ='],
  ['const a := 1;', '2:9 a name is given its value with = (:=)'],
  ['when a rises { Rx(A) = 2; }', '2:22 a new value is given with := (=); write :='],
  ['for i = 1..3 { }', '2:7 the range of an index follows in (=); write in'],
  ['const a = 1 < 2 < 3;', '2:17 comparisons do not chain (<); write a < b and b < c'],
  // Words
  ['wehn a falls { Tx(A) := 1; goto B; }', '2:1 this begins no statement (wehn); did you mean "when"?'],
  ['when a falls {\n  goto B;\nmode B { }\nconst c = 1;', '2:14 this { is not closed'],
  ['def f = if a then 1 esle -1;', '2:21 this word cannot stand here (esle); did you mean "else"?'],
  ['def f = nto a;', '2:9 this word cannot stand here (nto); did you mean "not"?'],
  ['ptoential = 1;', '2:1 this begins no statement (ptoential); did you mean "potential"?'],
  ['fram A at (0, 0, 1) { shape sphere(1); }', '2:1 this begins no statement (fram); did you mean "frame"?'],
  ['constrian a == b;', '2:1 this begins no statement (constrian); did you mean "constrain"?'],
  ['Frame A;', '2:1 this begins no statement (Frame); did you mean "frame"?'],
  ['frame A trun x(90 deg);', '2:9 this word cannot stand here (trun); did you mean "turn"?'],
  [
    'frame A { shape sphere(1) colour red; }',
    '2:27 this word cannot stand here (colour); did you mean "color"?',
  ],
  ['when x - 1 rise { goto B; }', '2:12 this word cannot stand here (rise); did you mean "rises"?'],
  ['const a = if b > 0 thn 1 else 2;', '2:20 this word cannot stand here (thn); did you mean "then"?'],
  ['const a = if b > 0 then 1;', '2:26 this if has no else'],
  ['const a = 1 + if b > 0 then 1 else 2;', '2:15 an if inside another expression needs brackets'],
  ['when a rises { gto B; }', '2:16 this begins no action (gto); did you mean "goto"?'],
  ['when a rises { const a = 1; }', '2:16 only new values and goto stand inside when (const)'],
  [
    'when a > 0 { }',
    '2:12 a when acts as its expression goes through zero, up or down; write rises or falls before the {',
  ],
  ['goto B;', '2:1 goto stands only inside the braces of when'],
  ['Rx(A) := 2;', '2:1 a new value is given only inside the braces of when'],
  ['a = 2;', '2:1 this begins no statement (a); write const a = …;'],
  ['blubber;', '2:1 this begins no statement (blubber); begin with one of const, param'],
  ['const mass = 1;', '2:7 a word of the language cannot be a name (mass); choose another, such as mass1'],
  ['const a = 2 * mass;', '2:15 a word of the language cannot be a name (mass)'],
  ['frame light;', '2:7 a word of the language cannot be a name (light)'],
  ['system B;', '2:1 a specification has one name'],
  // Numbers, units, characters
  ['const a = 1.;', '2:11 a number needs digits on both sides of its dot (1.); write 1.0'],
  ['const a = .5 + 2;', '2:11 a number needs digits on both sides of its dot (.5); write 0.5'],
  ['const a = 1.e5;', '2:11 a number needs digits on both sides of its dot (1.e5); write 1.0e5'],
  ['const a = 1e999;', '2:11 this number is too large (1e999)'],
  ['const a = 2 g;', '2:13 this is not a unit (g); write * before it for a product'],
  ['const a = 90 degrees;', '2:14 this is not a unit (degrees); did you mean "deg"?'],
  ['const a = b c;', '2:11 an operator is missing between b and c; write * there for a product'],
  [
    'control A = axis(Left Right);',
    '2:18 an operator is missing between Left and Right; write a comma or an operator there',
  ],
  ['const a = b ** 2;', '2:13 a power is written with ^ (**); write ^'],
  ['const a = +1;', '2:11 a + stands before no value; remove it'],
  ['const a = 1 && 2;', '2:13 the language does not have this (&&); write "and"'],
  ['const a = 3 − 2;', '2:13 the language does not have this (−); write - (this is the typographic minus)'],
  ['const a = "x y";', '2:11 the language does not have this ("x y"); there are no strings'],
  ['const a = 1\u0000;', '2:12 the language does not have this (U+0000); remove it'],
  ['const 🎱 = 1;', '2:7 the language does not have this (🎱); remove it'],
  ['/* open\nconst a = 1;', '2:1 this comment is not closed; write */ where it ends'],
  // Expressions and lists
  ['const a = ;', '2:10 a value is missing behind ='],
  ['const a = 1 +;', '2:14 a value is missing behind +'],
  ['const a = max(1, 2,);', '2:19 nothing follows this comma'],
  ['for i in 1:3 { }', '2:11 a range has two ends (:)'],
  ['param a = 1 in 0, 1;', '2:17 a range has two ends (,)'],
  ['mass Bob : point(1);', '2:10 this cannot stand here (:); write = here'],
  ['force = 1;', '2:7 this cannot stand here (=); write a name here'],
  ['vary Rx(A, B);', '2:6 a variable is of one frame (Rx(A, B)); write it as Rx(Frame)'],
  ['def f(a: fraem) = a;', '2:10 an argument has no such type (fraem); did you mean "frame"?'],
  ['def f(a) = a.q;', '2:14 there is no such component (q)'],
  ['frame A turn q(1);', '2:14 a frame turns about x, y or z (q)'],
  ['shape sphere(1) color #12;', '2:23 a colour has three or six digits (#12)'],
];

describe('mistakes', () => {
  test.each(mistakes)('%s', (text, ...wanted) => {
    const found = faultsOf(`system A;\n${text}`);
    expect(found).toEqual(
      wanted.map((start) => expect.stringMatching(new RegExp(`^${escapedForRegExp(start)}`))),
    );
  });

  test('without its name', () => {
    expect(faultsOf('')).toEqual(['1:1 the specification is empty; begin with system Name;']);
    expect(faultsOf('  // nothing\n')).toEqual(['1:1 the specification is empty; begin with system Name;']);
    expect(faultsOf('const a = 1;')).toEqual([
      '1:1 a specification begins with its name; write system Name; first',
    ]);
    expect(faultsOf('sytem A;')).toEqual([
      '1:1 a specification begins with its name (sytem); did you mean "system"?',
    ]);
    expect(faultsOf('system A {')).toEqual(['1:10 this cannot stand here ({); write ; here']);
    expect(faultsOf('system;')).toEqual(['1:7 this cannot stand here (;); write a name here']);
    expect(faultsOf('system mass;')).toEqual([
      '1:8 a word of the language cannot be a name (mass); choose another, such as mass1',
    ]);
  });
});

function escapedForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

test('one mistake in a long text is one message, at its place', () => {
  // Every semicolon of the coaster left out in turn (but for the one in a comment).
  for (const { index } of coaster.matchAll(/;(?! two)/g)) {
    const found = parse(coaster.slice(0, index) + coaster.slice(index + 1)).faults;
    expect(found).toHaveLength(1);
    expect(found[0].what).toMatch(/^a ; (or a { )?is missing$/);
    expect(found[0].span[0]).toBe(index);
  }
  // Every closing brace.
  for (const { index } of coaster.matchAll(/\}/g)) {
    const found = parse(coaster.slice(0, index) + coaster.slice(index + 1)).faults;
    expect(found.map(({ what }) => what)).toEqual(['this { is not closed']);
  }
  // Every brace that opens.
  for (const { index } of coaster.matchAll(/\{/g)) {
    const found = parse(coaster.slice(0, index) + coaster.slice(index + 1)).faults;
    expect(found).toHaveLength(1);
    expect(found[0].remedy).toContain('{');
  }
  // Every round bracket that closes.
  for (const { index } of coaster.matchAll(/\)/g)) {
    const found = parse(coaster.slice(0, index) + coaster.slice(index + 1)).faults;
    expect(found.map(({ what }) => what)).toEqual(['this ( is not closed']);
  }
});

describe('bounds', () => {
  test('a long text', () => {
    expect(faultsOf(' '.repeat(1_000_001))).toEqual([
      expect.stringMatching(/^1:1 a specification has at most 1000000/),
    ]);
  });

  test('deep nesting, of every kind', () => {
    const within = (open: string, close: string, n: number) =>
      `system A; const a = ${open.repeat(n)}1${close.repeat(n)};`;
    for (const [open, close] of [
      ['(', ')'],
      ['f(', ')'],
      ['A[', ']'],
      ['(1, 2, ', ')'],
    ]) {
      expect(faultsOf(within(open, close, 200))).toEqual([]);
      expect(faultsOf(within(open, close, 201))).toEqual([
        expect.stringMatching(/brackets nest deeper than 200/),
      ]);
      expect(faultsOf(within(open, close, 100_000))).toEqual([
        expect.stringMatching(/brackets nest deeper than 200/),
      ]);
    }
    const frames = (n: number) => `system A; ${'frame F { '.repeat(n)}${'} '.repeat(n)}`;
    expect(faultsOf(frames(200))).toEqual([]);
    expect(faultsOf(frames(201))).toEqual([expect.stringMatching(/brackets nest deeper than 200/)]);
  });

  test('long chains of operations, of every kind', () => {
    for (const link of ['1 + ', '-', '2^', 'not ', 'a and ', 'if a then 1 else ']) {
      const chain = (n: number) => `system A; def a = ${link.repeat(n)}1;`;
      expect(faultsOf(chain(250))).toEqual([]);
      expect(faultsOf(chain(30_000))).toEqual([
        expect.stringMatching(/more than 300 operations hang on each other/),
      ]);
    }
    for (const link of ["'", '.x']) {
      expect(faultsOf(`system A; def a = b${link.repeat(250)};`)).toEqual([]);
      expect(faultsOf(`system A; def a = b${link.repeat(30_000)};`)).toHaveLength(1);
    }
    // Height adds up through brackets.
    const tower = (n: number) =>
      `system A; def a = ${'('.repeat(n)}1${' + 1'.repeat(50)}${`)${' + 1'.repeat(50)}`.repeat(n)};`;
    expect(faultsOf(tower(2))).toEqual([]);
    expect(faultsOf(tower(100))).toEqual([expect.stringMatching(/more than 300 operations/)]);
    // But not along a list.
    expect(
      faultsOf(`system A; const ${Array.from({ length: 5000 }, (_, i) => `a${i} = 1 + 2`).join(', ')};`),
    ).toEqual([]);
  });

  test('long names, and long lines in messages', () => {
    expect(faultsOf(`system A; const ${'a'.repeat(10_000)} = 1;`)).toEqual([
      expect.stringMatching(/^1:17 a name of 10000 characters \(a{39}…\); use at most 256$/),
    ]);
  });

  test('many faults are cut at twenty', () => {
    expect(parse(`system A;\n${'const = 1;\n'.repeat(50_000)}`).faults).toHaveLength(20);
    expect(parse(`system A;\n${'const a = 1\n'.repeat(50_000)}`).faults).toHaveLength(20);
    expect(parse(`system A;\n${'}'.repeat(100_000)}`).faults).toHaveLength(20);
    expect(parse(`system A; const a = ${'1 2 '.repeat(100_000)}`).faults.length).toBeGreaterThan(0);
  });
});
