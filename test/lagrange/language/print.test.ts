import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from '../../../src/lagrange/language/parse.ts';
import { describeSpecFault } from '../../../src/lagrange/language/position.ts';
import { format, print } from '../../../src/lagrange/language/print.ts';
import { specification } from './arbitrary.ts';
import { coaster, pendulum, sampler } from './examples.ts';
import { withoutSpans } from './without-spans.ts';

function read(text: string): unknown {
  const parsed = parse(text);
  if (parsed.specification === undefined)
    throw new Error(parsed.faults.map((fault) => describeSpecFault(fault, text)).join('\n'));
  return withoutSpans(parsed.specification);
}

test('what is printed reads back as the same tree', () => {
  fc.assert(
    fc.property(specification, (tree) => {
      const text = print(tree);
      expect(read(text)).toEqual(withoutSpans(tree));
      // And printing what was read gives the same text.
      expect(print(parse(text).specification!)).toBe(text);
    }),
    { numRuns: 800 },
  );
});

test.each([
  ['pendulum', pendulum],
  ['coaster', coaster],
  ['sampler', sampler],
])('formatting the %s changes nothing but its looks, and only once', (_, text) => {
  const once = format(text).text!;
  expect(read(once)).toEqual(read(text));
  expect(format(once).text).toBe(once);
  expect(commentsOf(once).sort()).toEqual(commentsOf(text).sort());
});

describe('format', () => {
  test('keeps comments and single empty lines where they were', () => {
    const text = [
      '// About it.',
      'system   A ;// its name',
      '',
      '',
      '/* two',
      '   lines */',
      'const a=1,b = ( 2 ) ; // behind',
      'frame F{// opens',
      '    shape sphere( 1 );',
      '    // last',
      '}',
      'vary Tx(F) /* inside */, Ty(F);',
      '',
      'mode Empty{ }',
      '// end',
    ].join('\n');
    expect(format(text).text).toBe(
      [
        '// About it.',
        'system A; // its name',
        '',
        '/* two',
        '   lines */',
        'const a = 1, b = 2; // behind',
        'frame F {',
        '  // opens',
        '  shape sphere(1);',
        '  // last',
        '}',
        '/* inside */',
        'vary Tx(F), Ty(F);',
        '',
        'mode Empty { }',
        '// end',
        '',
      ].join('\n'),
    );
  });

  test('breaks lists that are too long', () => {
    const list = Array.from({ length: 30 }, (_, i) => `Tx(Frame[${i}])`).join(', ');
    const { text } = format(`system A; vary ${list};`);
    expect(text!.split('\n')).toHaveLength(1 + 1 + 30 + 1);
    expect(format(text!).text).toBe(text);
  });

  test('is idempotent, and loses no comment, wherever one stands', () => {
    const place = /(?<=[;{}(),=]|\b(?:frame|const|vary|for|mode|when|else|then)\b)/g;
    const places = [...sampler.matchAll(place)]
      .map(({ index }) => index)
      .filter((at) => !insideComment(at) && sampler[at] !== '=');
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom(...places),
            fc.constantFrom('/* c */', '// c\n', '\n\n', '/*\n*/', '\n// d\n\n'),
          ),
        ),
        (insertions) => {
          let text = sampler;
          for (const [at, what] of insertions.sort(([a], [b]) => b - a))
            text = text.slice(0, at) + what + text.slice(at);
          const once = format(text).text!;
          expect(read(once)).toEqual(read(text));
          expect(commentsOf(once)).toHaveLength(commentsOf(text).length);
          expect(format(once).text).toBe(once);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('gives the faults of a text that cannot be read', () => {
    expect(format('system A; const = 1;').faults).toHaveLength(1);
  });
});

function commentsOf(text: string): string[] {
  return [...text.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)].map(([comment]) => comment.trimEnd());
}

function insideComment(at: number): boolean {
  return [...sampler.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)].some(
    ({ index, 0: comment }) => at > index && at <= index + comment.length,
  );
}
