import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxTetrahedra } from '../../src/geometry/tetra/index.ts';
import { keyOf, memoryCache, type ModeCache } from '../../src/modes/cache.ts';
import { folderCache } from '../../src/modes/cache.node.ts';
import { analyse } from '../../src/modes/modes.ts';
import { withSize } from '../../src/modes/scale.ts';

const steel = { density: 7850, youngsModulus: 2e11, poissonRatio: 0.29 };
const mesh = boxTetrahedra([0.1, 0.02, 0.03], [3, 1, 1]);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-modes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Counts what was not there. */
function counted(cache: ModeCache): ModeCache & { made: number } {
  return {
    made: 0,
    get: (key) => cache.get(key),
    set(key, report) {
      this.made++;
      cache.set(key, report);
    },
  };
}

describe.each([
  ['in memory', () => memoryCache()],
  ['in a folder', () => folderCache(join(folder, 'cache'))],
])('analyses kept %s', (_, make) => {
  test('serve other moduli, densities and fewer modes, and nothing else', () => {
    const cache = counted(make());
    const first = analyse(mesh, steel, { count: 6, cache });
    const again = analyse(mesh, steel, { count: 6, cache });
    expect(again).toEqual(first);
    const soft = analyse(mesh, { ...steel, youngsModulus: 5e10 }, { count: 4, cache });
    expect(soft.modes.count).toBe(4);
    expect(soft.modes.omegas[3]).toBeCloseTo(first.modes.omegas[3] / 2, 6);
    expect(analyse(mesh, steel, { upToHz: first.modes.omegas[3] / 6.3, cache }).modes.count).toBeLessThan(5);
    expect(cache.made).toBe(1);
    analyse(mesh, steel, { count: 9, cache });
    expect(cache.made).toBe(2);
    analyse(mesh, { ...steel, poissonRatio: 0.3 }, { count: 6, cache });
    analyse(mesh, steel, { count: 6, cache, clamped: (x) => x < -0.049 });
    expect(cache.made).toBe(4);
  });
});

test('a damaged file counts as absent', () => {
  const below = join(folder, 'damaged');
  const cache = folderCache(below);
  analyse(mesh, steel, { count: 3, cache });
  const [name] = readdirSync(below);
  const whole = readFileSync(join(below, name));
  const key = name.replace('.modes', '');
  expect(cache.get(key)?.modes.count).toBe(3);
  for (const bytes of [
    whole.subarray(0, whole.length - 5),
    Buffer.concat([whole, Buffer.from([0])]),
    Buffer.from('{"format":"other"}\n'),
    Buffer.from('nothing of the kind'),
    Buffer.alloc(0),
    whole.map((byte, i) => (i === whole.length - 300 ? byte ^ 1 : byte)),
  ]) {
    writeFileSync(join(below, name), bytes);
    expect(cache.get(key)).toBeUndefined();
  }
});

test('keys differ when any number does', () => {
  const key = keyOf(mesh, undefined, 0.3);
  expect(keyOf(mesh, undefined, 0.3)).toBe(key);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  const others = new Set([key, keyOf(mesh, undefined, 0.3 + 1e-16 * 4)]);
  for (let i = 0; i < mesh.positions.length; i += 5) {
    const positions = mesh.positions.slice();
    positions[i] += 1e-12;
    others.add(keyOf({ ...mesh, positions }, undefined, 0.3));
  }
  const mask = new Uint8Array(mesh.positions.length / 3);
  for (let i = 0; i < mask.length; i++) {
    mask[i] = 1;
    others.add(keyOf(mesh, mask, 0.3));
  }
  expect(others.size).toBe(2 + Math.ceil(mesh.positions.length / 5) + mask.length);
});

test('a memory cache forgets what was used longest ago', () => {
  const cache = memoryCache(2);
  const report = analyse(mesh, steel, { count: 1 });
  for (const key of ['a', 'b']) cache.set(key, report);
  cache.get('a');
  cache.set('c', report);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([report, undefined, report]);
});

test('a body of another size has the modes that its own mesh would give', () => {
  const { modes } = analyse(mesh, steel, { count: 4 });
  const larger = withSize(modes, 2);
  const own = analyse({ ...mesh, positions: mesh.positions.map((x) => 2 * x) }, steel, { count: 4 }).modes;
  for (let k = 0; k < 4; k++) expect(larger.omegas[k] / own.omegas[k]).toBeCloseTo(1, 9);
  const size = modes.positions.length;
  for (let i = 0; i < size; i++) {
    expect(Math.abs(larger.shapes[i])).toBeCloseTo(Math.abs(own.shapes[i]), 6);
    expect(larger.positions[i]).toBeCloseTo(own.positions[i], 12);
  }
});
