// What the editor takes from the language: colours, completions, and a tree also of a text with faults.

import { classHighlighter, highlightTree } from '@lezer/highlight';
import { expect, test } from 'vitest';
import { editorParser } from '../../../src/lagrange/language/highlight.ts';
import { parse } from '../../../src/lagrange/language/parse.ts';
import { primitiveByName, primitives, signatureLines } from '../../../src/lagrange/language/primitives.ts';
import { units } from '../../../src/lagrange/language/units.ts';
import { completions, placeWords, reservedWords } from '../../../src/lagrange/language/words.ts';
import { coaster, sampler } from './examples.ts';

function marks(text: string): Map<string, string> {
  const found = new Map<string, string>();
  highlightTree(editorParser.parse(text), classHighlighter, (from, to, classes) => {
    found.set(text.slice(from, to), classes);
  });
  return found;
}

test('words, numbers, units, comments and functions are told apart', () => {
  const found = marks(
    'system A; const g = 90 deg; // why\nframe F turn x(1) { shape box(2) color red; } def f(c: frame) = cos(g) == 1;',
  );
  const kind = (text: string) => found.get(text)?.replaceAll('tok-', '');
  expect(kind('const')).toBe('keyword');
  expect(kind('turn')).toBe('keyword');
  expect(kind('90')).toBe('number');
  expect(kind('deg')).toBe('keyword'); // a unit
  expect(kind('// why')).toBe('comment');
  expect(kind('==')).toBe('operator');
  expect(kind('{')).toBe('punctuation');
  expect(kind('A')).toBe('className');
  expect(kind('f')).toContain('definition');
  expect(kind('g')).toContain('variableName');
});

test('everything in the examples has a colour', () => {
  for (const text of [coaster, sampler]) {
    let coloured = '';
    highlightTree(editorParser.parse(text), classHighlighter, (from, to) => {
      coloured += text.slice(from, to);
    });
    const all = (of: string) => of.replace(/\s+/g, '').length;
    // Only the dots of components have none.
    expect(all(text) - all(coloured)).toBeLessThan(all(text) / 40);
  }
});

test('the editor has a tree whatever is typed', () => {
  const tree = editorParser.parse(coaster.slice(0, 700));
  expect(tree.toString()).toContain('Constrain'.slice(0, 3));
  expect(tree.length).toBe(700);
});

test('every word of the grammar is a completion with a sentence, once', () => {
  const list = completions();
  expect(new Set(list.map(({ name, kind }) => `${kind} ${name}`)).size).toBe(list.length);
  for (const { doc } of list) expect(doc.length).toBeGreaterThan(2);
  const names = new Set(list.map(({ name }) => name));
  for (const word of [
    ...reservedWords,
    ...placeWords.map(({ name }) => name),
    ...units.map(({ name }) => name),
  ])
    expect(names.has(word)).toBe(true);
});

test('the words that cannot be names are exactly those of the grammar', () => {
  for (const word of reservedWords) expect(parse(`system A; const ${word} = 1;`).faults).toHaveLength(1);
  for (const { name } of [...placeWords, ...units])
    expect(parse(`system A; const ${name} = ${name};`).faults).toEqual([]);
  for (const { name } of completions().filter(({ kind }) => kind !== 'keyword'))
    expect(reservedWords.has(name)).toBe(false);
});

test('primitives: those of Figure 8, with signatures that can be shown', () => {
  const names =
    'Tx Ty Tz Rw Rx Ry Rz Sx Sy Sz Mass InertiaTensor KE PE AbsTrans AbsRot AbsScale RelTrans RelRot RelScale AbsLV AbsAV LocLV LocAV RelLV RelAV EulerX EulerY EulerZ XfnP XfnV XfnAV XfnN LocNormal AbsNormal Contains';
  for (const name of names.split(' ')) expect(primitiveByName.has(name)).toBe(true);
  expect(new Set(primitives.map(({ name }) => name)).size).toBe(primitives.length);
  expect(primitiveByName.has('constructor')).toBe(false);
  expect(signatureLines(primitiveByName.get('XfnP')!)).toEqual([
    'XfnP(p: vector, f: frame, g: frame): vector',
  ]);
  expect(signatureLines(primitiveByName.get('KE')!)).toEqual(['KE(): scalar', 'KE(o: frame): scalar']);
  expect(signatureLines(primitiveByName.get('max')!)).toEqual(['max(a: scalar, b: scalar, …): scalar']);
});
