import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EDGE_EDGE, POINT_TRIANGLE } from '../../../src/geometry/ccd/kind.ts';
import {
  checkQueries,
  queryKind,
  type QueryFile,
  rationalToDouble,
  readQueries,
} from '../../../src/geometry/ccd/queries.ts';

describe('rationals', () => {
  test('doubles come back exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        // Multiply by powers of two until it is an integer.
        let denominator = 1n;
        let scaled = x;
        while (!Number.isInteger(scaled)) {
          scaled *= 2;
          denominator *= 2n;
        }
        const { value, exact } = rationalToDouble(BigInt(scaled), denominator);
        expect(value).toBe(x === 0 ? 0 : x);
        expect(exact).toBe(true);
      }),
    );
  });

  test('others are rounded to nearest, ties to even', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (n, d) => {
        if (d === 0) return;
        expect(rationalToDouble(BigInt(n), BigInt(d)).value).toBe(n === 0 ? 0 : n / d);
      }),
    );
    expect(rationalToDouble(1n, 3n)).toEqual({ value: 1 / 3, exact: false });
    expect(rationalToDouble((1n << 53n) + 1n, 1n)).toEqual({ value: 2 ** 53, exact: false });
    expect(rationalToDouble((1n << 53n) + 3n, 1n)).toEqual({ value: 2 ** 53 + 4, exact: false });
    expect(rationalToDouble(1n, 1n << 1074n)).toEqual({ value: 5e-324, exact: true });
    expect(rationalToDouble(1n, 1n << 1075n)).toEqual({ value: 0, exact: false });
    expect(rationalToDouble(3n, 1n << 1075n)).toEqual({ value: 1e-323, exact: false });
    expect(rationalToDouble(1n, 0n).value).toBeNaN();
    expect(rationalToDouble(10n ** 400n, 1n).value).toBe(Infinity);
  });
});

describe('files', () => {
  const rows = (truth: number, height: string): string =>
    [
      `0,1,0,1,${height},${truth}`,
      `-9,1,-9,1,0,1,${truth}`,
      `9,1,-9,1,0,1,${truth}`,
      `0,1,9,1,0,1,${truth}`,
      `0,1,0,1,-1,1,${truth}`,
      `-9,1,-9,1,0,1,${truth}`,
      `9,1,-9,1,0,1,${truth}`,
      `0,1,9,1,0,1,${truth}`,
    ].join('\n');

  test('are read', () => {
    const [query] = readQueries('a/vertex-face/data.csv', rows(1, '1,3'));
    expect(query.kind).toBe(POINT_TRIANGLE);
    expect(query.collides).toBe(true);
    expect(query.rounding).toBeGreaterThan(0);
    expect(query.x0[2]).toBe(1 / 3);
    expect(query.x1[2]).toBe(-1);
    expect(queryKind('x/edge-edge/y.csv')).toBe(EDGE_EDGE);
  });

  test('that are wrong are refused with the place', () => {
    expect(() => readQueries('data.csv', '')).toThrow('vertex-face');
    expect(() => readQueries('edge-edge/d.csv', '1,1,1,1,1,1,0')).toThrow('1 rows');
    expect(() => readQueries('vertex-face/d.csv', rows(1, 'x,1'))).toThrow('row 1');
    expect(() => readQueries('vertex-face/d.csv', rows(1, '1,0'))).toThrow('row 1: 1/0');
  });

  test('are checked, rounded coordinates on the safe side', () => {
    const result = checkQueries([
      { path: 'vertex-face/a.csv', text: `${rows(1, '1,3')}\n${rows(1, '1,2')}\n${rows(0, '1,2')}\n` },
    ]);
    expect(result).toMatchObject({ queries: 3, positives: 2, missed: 0, falseAlarms: 1 });
    expect(result.worstTimeRatio).toBeGreaterThan(0.999);
    expect(checkQueries([])).toMatchObject({ queries: 0, missed: 0, nanosecondsPerQuery: 0 });
  });
});

const folder = '../shared/data/ccd-queries';

describe.skipIf(!existsSync(folder))('public queries', () => {
  const files: QueryFile[] = [];
  const walk = (path: string): void => {
    for (const name of readdirSync(path)) {
      const inner = join(path, name);
      if (statSync(inner).isDirectory()) walk(inner);
      else if (name.endsWith('.csv')) files.push({ path: inner, text: readFileSync(inner, 'utf8') });
    }
  };
  if (existsSync(folder)) walk(folder);

  test('none missed, none invented, and the time is right', () => {
    const result = checkQueries(files);
    expect(result.queries).toBeGreaterThan(2000);
    expect(result.missed).toBe(0);
    expect(result.falseAlarms).toBe(0);
    expect(result.worstTimeRatio).toBeGreaterThanOrEqual(0.8);
  });
});
