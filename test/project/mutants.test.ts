// What npm run mutate breaks.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error a plain script without types
import { mutantsOf } from '../../scripts/mutants.mjs';

interface Mutant {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly line: number;
  readonly was: string;
  readonly becomes: string;
}

const changes = (text: string): string[] =>
  (mutantsOf('x.ts', text) as Mutant[]).map(({ was, becomes }) => `${was} → ${becomes}`);

test('boundaries, operators, conditions, constants, statements and results', () => {
  expect(changes('if (a < b) f(a);')).toEqual([
    'a < b → !(a < b)',
    'a < b → a <= b',
    'a < b → a >= b',
    'f(a); → ;',
  ]);
  expect(changes('const x = a && b;')).toEqual(['a && b → a || b']);
  expect(changes('const x = 0.25;')).toEqual(['const x = 0.25; → const x = 0.5;']);
  expect(changes('x += 3;')).toEqual(['x += 3; → ;', 'x += 3 → x -= 3', 'x += 3; → x += 4;']);
  expect(changes('const f = () => { return true; };')).toEqual(['return true; → return false;']);
  expect(changes('const f = () => { return a; };')).toEqual(['return a; → return undefined;']);
});

test('nothing in types, imports, texts and errors', () => {
  expect(changes("import { a } from './a.ts';")).toEqual([]);
  expect(changes('let x: 1 | 2;')).toEqual([]);
  expect(changes("const x = 'a' + b;")).toEqual([]);
  expect(changes('throw new RangeError(a + 1);')).toEqual([]);
});

test('each mutant is one change, at the line that it says', () => {
  const text = 'const a = 1;\nconst b =\n  a +\n  2;\n';
  const mutants = mutantsOf('x.ts', text) as Mutant[];
  const made = mutants.map(({ from, to, text: by }) => text.slice(0, from) + by + text.slice(to));
  expect(made).toEqual([
    'const a = 2;\nconst b =\n  a +\n  2;\n',
    'const a = 1;\nconst b =\n  a -\n  2;\n',
    'const a = 1;\nconst b =\n  a +\n  3;\n',
  ]);
  expect(mutants.map(({ line }) => line)).toEqual([1, 3, 4]);
});

test('mutants that are listed as equivalent are mutants of their files, and say why', () => {
  const listed: Record<string, { was: string; becomes: string; nth?: number; why: string }[]> = JSON.parse(
    readFileSync(new URL('../../scripts/equivalent-mutants.json', import.meta.url), 'utf8'),
  );
  for (const [file, alike] of Object.entries(listed)) {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const all = (mutantsOf(file, text) as Mutant[]).map(({ was, becomes }) => `${was} → ${becomes}`);
    for (const { was, becomes, nth = 1, why } of alike) {
      const found = all.filter((change) => change === `${was} → ${becomes}`);
      expect(found.length, `${file}: ${was}`).toBeGreaterThanOrEqual(nth);
      expect(why.length).toBeGreaterThan(10);
    }
  }
});
