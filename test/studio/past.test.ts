// Strokes and hints of the bench for pasts.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hintAt, hintOf, withoutHints } from '../../studio/src/work/past/hints.ts';
import { BENT, readStroke } from '../../studio/src/work/past/stroke.ts';

/** A parabola over a chord, turned and moved. */
function parabola(height: number, chord: number, angle: number, x: number, y: number, count = 24): number[] {
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const s = i / (count - 1);
    const along = s * chord;
    const across = 4 * height * chord * s * (1 - s);
    points.push(x + along * Math.cos(angle) - across * Math.sin(angle));
    points.push(y + along * Math.sin(angle) + across * Math.cos(angle));
  }
  return points;
}

describe('a stroke', () => {
  const angle = fc.double({ min: -3, max: 3, noNaN: true });
  const chord = fc.double({ min: 20, max: 2000, noNaN: true });
  const place = fc.double({ min: -1000, max: 1000, noNaN: true });

  test('bends by four times its height over its chord, wherever and however large it is', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        chord,
        angle,
        place,
        place,
        (h, c, a, x, y) => {
          const stroke = readStroke(parabola(h, c, a, x, y));
          expect(Math.abs(stroke!.bend)).toBeCloseTo(4 * Math.abs(h), 6);
          if (Math.abs(4 * Math.abs(h) - BENT) > 1e-6)
            expect(stroke!.kind).toBe(4 * Math.abs(h) > BENT ? 'bounce' : 'slide');
        },
      ),
    );
  });

  test('is straight although a hand trembles', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 30, maxLength: 30 }),
        (noise) => {
          const points = parabola(0, 200, 0.4, 10, 20, 30);
          noise.forEach((shift, i) => {
            points[2 * i + 1] += i === 0 || i === 29 ? 0 : shift;
          });
          expect(readStroke(points)!.kind).toBe('slide');
        },
      ),
    );
  });

  test('is nothing where it is a click', () => {
    expect(readStroke([])).toBeUndefined();
    expect(readStroke([5, 5])).toBeUndefined();
    expect(readStroke(parabola(0.5, 8, 1, 0, 0))).toBeUndefined();
  });

  test('of two points is straight', () => {
    expect(readStroke([0, 0, 100, 0])).toEqual({ kind: 'slide', bend: 0 });
  });
});

describe('hints', () => {
  const file = { name: 'scene', bodies: [] };

  test('are one for each body, and go when they say nothing', () => {
    const one = hintAt(file, ['a', 'b'], { kind: 'bounce', from: [1, 0, 0] });
    expect(one.hints).toHaveLength(2);
    const two = hintAt(one, ['a'], { restsFor: 0.5 });
    expect(hintOf(two, 'a')).toEqual({ body: 'a', kind: 'bounce', from: [1, 0, 0], restsFor: 0.5 });
    const three = hintAt(two, ['a', 'b'], { kind: undefined, from: undefined });
    expect(three.hints).toEqual([{ body: 'a', restsFor: 0.5 }]);
    expect(hintAt(three, ['a'], { restsFor: undefined })).toEqual(file);
    expect(withoutHints(two)).toEqual(file);
  });
});
