// Tables as bytes, by class of shape and by file, and what they do to pasts.

import { describe, expect, test } from 'vitest';
import { rewindModel } from '../../../../src/engines/lcp/backward/rewind.ts';
import { buildModel } from '../../../../src/engines/lcp/model.ts';
import { measureTransitions } from '../../../../src/engines/lcp/statistics/measure.ts';
import { decodeTable, encodeTable } from '../../../../src/engines/lcp/statistics/table-bytes.ts';
import {
  findTables,
  scaled,
  setTableReader,
  tableKey,
  tablesFor,
} from '../../../../src/engines/lcp/statistics/tables.ts';
import { box, sphere, type Vec3 } from '../../../../src/scene/index.ts';
import { optionsOf, sceneOf } from '../backward/scenes.ts';

const laws = { density: 600, friction: 0.4, restitution: 0.5 };
const modelOf = (size: Vec3, transitions: string, more: object = laws) =>
  buildModel(
    sceneOf([box({ name: 'body', size, position: [0, size[1] / 2, 0], ...laws, ...more })]),
    optionsOf({ transitions }),
  );
const block: Vec3 = [0.2, 0.14, 0.1];

describe('bytes', () => {
  const { table } = measureTransitions(modelOf(block, 'none'), 1, 12, 1);

  test('give the table back, to a thirty-thousandth, and rest exactly', () => {
    const bytes = encodeTable({ ...table, key: 'k' });
    const again = decodeTable(bytes);
    expect(again?.key).toBe('k');
    expect(again?.rates).toEqual(table.rates);
    for (const [key, { stances, changes, kept, steps }] of Object.entries(table.moments)) {
      const other = again?.moments[key];
      expect(other?.kept).toEqual(kept);
      expect(other?.steps).toEqual(steps);
      stances.forEach((x, i) => {
        expect(Math.abs((other?.stances[i] ?? 9) - x)).toBeLessThan(2e-3);
        if (x === 0) expect(other?.stances[i]).toBeCloseTo(0, 15);
      });
      for (let i = 0; i < changes.length; i++)
        expect(Math.abs((other?.changes[i] ?? 9) - changes[i])).toBeLessThan(2e-3);
    }
  });

  test('that are damaged are no table', () => {
    const bytes = encodeTable(table);
    expect(decodeTable(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
    expect(decodeTable(bytes.subarray(3))).toBeUndefined();
    const flipped = bytes.slice();
    flipped[bytes.length - 40] ^= 4;
    expect(decodeTable(flipped)).toBeUndefined();
    expect(decodeTable(new Uint8Array(0))).toBeUndefined();
    expect(decodeTable(new TextEncoder().encode('{"format":"another"}\n'))).toBeUndefined();
  });

  test('of a larger body have faster speeds and slower spins', () => {
    const large = scaled(table, 4);
    const [key, moments] = Object.entries(table.moments)[0];
    expect(large.radius).toBeCloseTo(4 * table.radius, 12);
    expect(large.moments[key].stances.slice(0, 3)).toEqual(moments.stances.slice(0, 3));
    expect(large.moments[key].changes[0]).toBeCloseTo(2 * moments.changes[0], 12);
    expect(large.moments[key].changes[3]).toBeCloseTo(moments.changes[3] / 2, 12);
  });
});

describe('which table', () => {
  test('a shipped one serves boxes of its proportions, about its size and laws, and nothing else', () => {
    const from = (size: Vec3, more: object = laws) =>
      findTables(modelOf(size, 'shipped', more), 'shipped')[0].from;
    expect(from(block)).toBe('block');
    expect(from([0.3, 0.21, 0.15])).toBe('block');
    expect(from([0.1, 0.1, 0.1])).toBe('cube');
    expect(from([0.2, 0.1, 0.06])).toBe('brick');
    expect(from([0.2, 0.2, 0.1])).toBeUndefined();
    expect(from([2, 1.4, 1])).toBeUndefined();
    expect(from(block, { friction: 0.9 })).toBeUndefined();
    expect(from(block, { restitution: 0.9 })).toBeUndefined();
    const ball = buildModel(
      sceneOf([sphere({ name: 'ball', radius: 0.1, position: [0, 0.1, 0] })]),
      optionsOf(),
    );
    expect(findTables(ball, 'shipped')).toEqual([]);
  });

  test('one of a file comes first, where its key is the body’s own', () => {
    const model = modelOf(block, 'own');
    const { table } = measureTransitions(model, 1, 3, 5);
    expect(() => findTables(model, 'own')).toThrow('CAROM_TRANSITIONS');
    setTableReader((key) => (key === tableKey(model, 1) ? table : undefined));
    expect(findTables(model, 'own')[0]).toEqual({ body: 1, from: 'own', table });
    expect(findTables(model, 'shipped')[0].from).toBe('block');
    expect(findTables(modelOf([0.2, 0.2, 0.1], 'own'), 'own')[0].table).toBeUndefined();
    setTableReader(undefined);
  });

  test('keys differ with shape and laws, not with names and places', () => {
    const key = (size: Vec3, more: object = {}) => tableKey(modelOf(size, 'none', more), 1);
    expect(key(block, { name: 'other', position: [1, 2, 3] })).toBe(key(block));
    const others = [key([0.2, 0.1, 0.1]), key(block, { friction: 0.3 }), key(block, { restitution: 0.7 })];
    expect(new Set([key(block), ...others]).size).toBe(4);
  });
});

describe('pasts', () => {
  const startOf = (transitions: string, seed: number, size = block) => {
    const past = rewindModel(modelOf(size, transitions), { seed, duration: 0.4 });
    return past === undefined ? '' : String(past.start.poses) + String(past.start.motion.velocities);
  };

  test('are others with a table, and the same again', () => {
    const drawn = [1, 2].map((seed) => startOf('shipped', seed));
    expect(startOf('shipped', 1)).toBe(drawn[0]);
    const plain = [1, 2].map((seed) => startOf('none', seed));
    expect(drawn.filter((start, i) => start !== plain[i]).length).toBeGreaterThan(0);
  });

  test('of a body without a table are what they are without any', () => {
    const odd: Vec3 = [0.2, 0.2, 0.1];
    expect(tablesFor(modelOf(odd, 'shipped'))).toBeUndefined();
    expect(startOf('shipped', 1, odd)).toBe(startOf('none', 1, odd));
  });
});
