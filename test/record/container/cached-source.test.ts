import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cachedSource } from '../../../src/record/container/cached-source.ts';
import { bytesSource } from '../../../src/record/container/source.ts';

const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (7 * i) % 251);

describe('a cached source', () => {
  test('gives the bytes of the source below it, whatever is asked', async () => {
    const range = fc
      .tuple(fc.nat(1000), fc.nat(1000))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.array(range, { maxLength: 20 }),
        async (block, ranges) => {
          const source = cachedSource(bytesSource(bytes), block);
          const answers = await Promise.all(ranges.map(([from, until]) => source.read(from, until - from)));
          answers.forEach((answer, i) => {
            expect(answer).toEqual(bytes.slice(...ranges[i]));
          });
        },
      ),
    );
  });

  test('asks once for what was asked twice, keeps no failure, and forgets what is long ago', async () => {
    const asked: number[] = [];
    let fails = true;
    const big = 1 << 22;
    const source = cachedSource(
      {
        size: 10 * big,
        read: async (offset, length) => {
          asked.push(offset / big);
          if (fails) throw new Error('not now');
          return new Uint8Array(length);
        },
        close: async () => {},
      },
      big,
    );
    await expect(source.read(5, 5)).rejects.toThrow('not now');
    fails = false;
    for (const block of [0, 0, 1, 2, 3, 0, 4, 0, 1]) await source.read(block * big + 3, 4);
    expect(asked).toEqual([0, 0, 1, 2, 3, 4, 1]);
  });
});
