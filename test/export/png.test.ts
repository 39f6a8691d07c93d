// @ts-expect-error has no types
import { PNG } from 'pngjs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodePng } from '../../src/export/png.ts';

describe('PNG', () => {
  test('is read back by an independent reader', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(),
        async (width, height, seed) => {
          const rgb = Uint8Array.from(
            { length: 3 * width * height },
            (_, i) => ((i * i + seed) >> (seed % 5)) & 255,
          );
          const read = PNG.sync.read(Buffer.from(await encodePng(width, height, rgb)));
          expect([read.width, read.height]).toEqual([width, height]);
          for (let i = 0; i < width * height; i++)
            for (let k = 0; k < 3; k++)
              if (read.data[4 * i + k] !== rgb[3 * i + k]) throw new Error(`pixel ${i}`);
        },
      ),
      { numRuns: 50 },
    );
  });
});
