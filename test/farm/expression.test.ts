import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile, readExpression } from '../../src/farm/expression/index.ts';
import { FaultError } from '../../src/scene/fault/index.ts';

const values: Readonly<Record<string, number>> = { a: 1.5, b: -2, c: 0.25, none: Number.NaN };
const worth = (text: string) => compile(text, 'here').value((name) => values[name]);

/** A random tree, as this grammar writes it and as JavaScript does. */
const { tree } = fc.letrec<{ tree: { ours: string; theirs: string } }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom('a', 'b', 'c').map((name) => ({ ours: name, theirs: name })),
    fc.double({ min: 0, max: 1e6, noNaN: true }).map((x) => ({ ours: String(x), theirs: String(x) })),
    fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*', '/'), tie('tree')).map(([l, sign, r]) => ({
      ours: `(${l.ours}) ${sign} (${r.ours})`,
      theirs: `(${l.theirs}) ${sign} (${r.theirs})`,
    })),
    // Without brackets: what binds more is the grammar's affair.
    fc
      .array(fc.tuple(fc.constantFrom('+', '-', '*', '/'), fc.constantFrom('a', 'b', 'c', '3', '0.5')), {
        minLength: 1,
        maxLength: 5,
      })
      .map((rest) => {
        const text = `b${rest.map(([sign, word]) => ` ${sign} ${word}`).join('')}`;
        return { ours: text, theirs: text };
      }),
    fc
      .tuple(fc.constantFrom('abs', 'floor', 'sqrt'), tie('tree'))
      .map(([f, x]) => ({ ours: `${f}(${x.ours})`, theirs: `Math.${f}(${x.theirs})` })),
    fc.tuple(fc.constantFrom('min', 'max'), tie('tree'), tie('tree')).map(([f, x, y]) => ({
      ours: `${f}(${x.ours}, ${y.ours})`,
      theirs: `Math.${f}(${x.theirs}, ${y.theirs})`,
    })),
    tie('tree').map((x) => ({ ours: `-(${x.ours})`, theirs: `-(${x.theirs})` })),
  ),
}));

describe('expressions', () => {
  test('are worth what JavaScript says of random trees', () => {
    fc.assert(
      fc.property(tree, ({ ours, theirs }) => {
        const { a, b, c } = values;
        const wanted = new Function('a', 'b', 'c', `return ${theirs}`)(a, b, c) as number;
        const read = readExpression(ours);
        if ('what' in read)
          expect(ours.length).toBeGreaterThan(60); // too deep or too long, said so
        else expect(read.value((name) => values[name])).toBe(wanted);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['-2^2', -4],
    ['2^-1', 0.5],
    ['2^3^2', 512],
    ['1 - 2 - 3', -4],
    ['1 < 2 and not 2 < 1', 1],
    ['0 and none', 0],
    ['1 or none', 1],
    ['1 and none', Number.NaN],
    ['none < 1', Number.NaN],
    ['not none', Number.NaN],
    ['none ^ 0', Number.NaN],
    ['known(none)', 0],
    ['known(a)', 1],
    ['atan2(1, 1) * 4 == pi', 1],
    ['true + false', 1],
    ['1e3', 1000],
    ['.5 + 1.', 1.5],
  ])('%s is %d', (text, value) => {
    expect(worth(text)).toBe(value);
  });

  test.each([
    ['', 'ends too early'],
    ['a +', 'ends too early'],
    ['a b', '"b" is out of place'],
    ['a < b < c', 'compares twice'],
    ['sine(a)', 'there is no function "sine"'],
    ['sin', '"sin" is a function'],
    ['atan2(1)', '"atan2" takes 2 numbers'],
    ['a; b', 'has a sign that means nothing'],
    ['a.constructor', 'has a sign that means nothing'],
    ['(a', 'ends too early'],
    [`${'('.repeat(100)}a${')'.repeat(100)}`, 'is nested too deeply'],
    [`${'-'.repeat(1999)}a`, 'is nested too deeply'],
    ['1+'.repeat(5000), 'is too long'],
  ])('%s is refused: %s', (text, what) => {
    expect(readExpression(text)).toMatchObject({ what });
  });

  test('never throw anything but a fault, whatever the text', () => {
    const words = fc.constantFrom(
      'a',
      '(',
      ')',
      '-',
      '^',
      'not',
      'and',
      'min',
      ',',
      '1',
      '<',
      '  ',
      '\0',
      'é',
      '1e',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 300 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(typeof compile(text, 'here').value(() => 1)).toBe('number');
        } catch (error) {
          expect(error).toBeInstanceOf(FaultError);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a long sum is no deep one', () => {
    expect(worth(Array.from({ length: 900 }, () => 'a').join('+'))).toBe(1350);
  });
});
