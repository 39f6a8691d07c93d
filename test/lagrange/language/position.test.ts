import { expect, test } from 'vitest';
import {
  describeSpecFault,
  excerpt,
  positionAt,
  specFault,
} from '../../../src/lagrange/language/position.ts';

test('lines and columns count from one, in characters', () => {
  const text = 'ab\n🎱c\r\n\nend';
  const at = (offset: number) => Object.values(positionAt(text, offset)).join(':');
  expect([0, 1, 2, 3, 5, 6, 7, 8, 9, 12].map(at)).toEqual([
    '1:1',
    '1:2',
    '1:3',
    '2:1',
    '2:2',
    '2:3',
    '2:4',
    '3:1',
    '4:1',
    '4:4',
  ]);
  expect(at(-5)).toBe('1:1');
  expect(at(100)).toBe('4:4');
  expect(positionAt('', 0)).toEqual({ line: 1, column: 1 });
});

test('an excerpt shows the line, and carets below the place', () => {
  expect(excerpt('one\n\ttwo three\r\nfour', [9, 14])).toBe('\ttwo three\n\t    ^^^^^');
  expect(excerpt('one', [3, 3])).toBe('one\n   ^');
  // A span of several lines is marked to the end of its first.
  expect(excerpt('one\ntwo', [2, 6])).toBe('one\n  ^');
  expect(excerpt('', [0, 0])).toBe('\n^');
});

test('of a line of a megabyte, a message shows a piece', () => {
  const text = `${'a'.repeat(500_000)}!${'b'.repeat(500_000)}`;
  const [line, carets] = excerpt(text, [500_000, 500_001]).split('\n');
  expect(line.length).toBeLessThan(110);
  expect(line[carets.indexOf('^')]).toBe('!');
});

test('a message has the place, the fault, the value and the remedy', () => {
  const text = 'const a = 1.;';
  const fault = specFault(text, [10, 12], 'a number needs digits', 'write 1.0', '1.');
  expect(fault).toEqual({
    what: 'a number needs digits',
    span: [10, 12],
    line: 1,
    column: 11,
    value: '1.',
    remedy: 'write 1.0',
  });
  expect(describeSpecFault(fault, text)).toBe(
    '1:11: a number needs digits (1.); write 1.0\nconst a = 1.;\n          ^^',
  );
});
