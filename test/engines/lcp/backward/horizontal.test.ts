import fc from 'fast-check';
import { expect, test } from 'vitest';
import { horizontal, horizontalPart } from '../../../../src/engines/lcp/backward/horizontal.ts';
import { dot3, norm3, normalize3 } from '../../../../src/num/index.ts';

const number = fc.double({ min: -1, max: 1, noNaN: true });
const vector = fc.tuple(number, number, number).filter((v) => Math.hypot(...v) > 0.1);

test('directions at an angle, and parts of others, are level and of length 1, whatever way is up', () => {
  fc.assert(
    fc.property(vector, vector, fc.double({ min: -4, max: 4, noNaN: true }), (upward, other, angle) => {
      const up = Float64Array.from(upward);
      normalize3(up, 0, up, 0);
      const out = new Float64Array(3);
      for (const write of [() => horizontal(out, up, angle), () => horizontalPart(out, other, up)]) {
        write();
        expect(norm3(out, 0)).toBeCloseTo(1, 12);
        expect(dot3(out, 0, up, 0)).toBeCloseTo(0, 6);
      }
    }),
  );
});

test('a direction straight up has a level part all the same', () => {
  const out = new Float64Array(3);
  horizontalPart(out, [0, 0, 3], Float64Array.of(0, 0, 1));
  expect([...out]).toEqual([1, 0, 0]);
});
