import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findWayOut } from '../../../../../src/engines/lcp/backward/pass/way-out.ts';

function wayOut(normals: readonly (readonly number[])[], carries?: readonly number[]): number[] | undefined {
  const out = new Float64Array(3);
  const flat = Float64Array.from(normals.flat());
  const marks = Uint8Array.from(carries ?? normals.map((n) => (n[2] > 0.05 ? 1 : 0)));
  return findWayOut(out, 0, flat, marks, normals.length) ? [...out] : undefined;
}

describe('free or constrained', () => {
  test('a body on the floor leaves upward', () => {
    const way = wayOut([[0, 0, 1]]);
    expect(way?.[2]).toBeCloseTo(1, 12);
  });

  test('a ball that touches floor and wall is free: the seed’s rule would hold it', () => {
    const way = wayOut([
      [0, 0, 1],
      [1, 0, 0],
    ]);
    expect(way).toBeDefined();
    expect((way as number[])[2]).toBeGreaterThan(0.1);
    expect((way as number[])[0]).toBeGreaterThanOrEqual(-1e-9);
  });

  test('a ball in a corner of three walls is free', () => {
    expect(
      wayOut([
        [0, 0, 1],
        [1, 0, 0],
        [0, 1, 0],
      ]),
    ).toBeDefined();
  });

  test('what is held from above and below is not', () => {
    expect(
      wayOut([
        [0, 0, 1],
        [0, 0, -1],
      ]),
    ).toBeUndefined();
  });

  test('a body between two walls may slide out upward', () => {
    const way = wayOut([
      [0, 0, 1],
      [1, 0, 0],
      [-1, 0, 0],
    ]);
    expect(way).toBeDefined();
    expect(Math.abs((way as number[])[0])).toBeLessThan(1e-9);
  });

  test('a wedge under an overhang is held', () => {
    const s = Math.SQRT1_2;
    expect(
      wayOut([
        [0, 0, 1],
        [s, 0, -s],
        [-s, 0, -s],
      ]),
    ).toBeUndefined();
  });

  test('a direction that is found breaks no contact; where none is found sampling finds none either', () => {
    const unit = fc
      .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: 0, max: 6.28, noNaN: true }))
      .map(([z, a]) => {
        const r = Math.sqrt(1 - z * z);
        return [r * Math.cos(a), r * Math.sin(a), z];
      });
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(unit),
        (normals, directions) => {
          const carries = normals.map(([, , z]) => (z > 0.05 ? 1 : 0));
          const way = wayOut(normals, carries);
          const least = (d: readonly number[]) =>
            Math.min(...normals.map((n) => n[0] * d[0] + n[1] * d[1] + n[2] * d[2]));
          if (way) expect(least(way)).toBeGreaterThan(-1e-8);
          else {
            let found = false;
            let count = 0;
            for (const d of directions) {
              // by a clear margin: the search calls what barely parts constrained
              if (least(d) > 0.05) found = true;
              if (++count === 60) break;
            }
            expect(found).toBe(false);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
