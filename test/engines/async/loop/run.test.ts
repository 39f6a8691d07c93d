// The loop as a whole: the same bits on both machines and in any order of insertion, and what is conserved.

import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/num/index.ts';
import {
  HEAD_TURN_COUNT,
  NEED_TURNS,
  RUN_DONE,
  RUN_PAUSED,
  TALLY_FORCES,
  TALLY_PUSHES,
} from '../../../../src/engines/async/loop/layout/control.ts';
import { type SheetOptions, twoSheets } from './sheets.ts';
import type { World } from './world.ts';

const cases: [string, SheetOptions][] = [
  ['conservative', { seed: 1, size: 2, layers: 2 }],
  ['gravity, pinned', { seed: 2, gravity: 9.8 }],
  [
    'friction by anchors, restitution ½, damping',
    { seed: 3, friction: 0.4, restitution: 0.5, damping: 0.02 },
  ],
  ['kinetic friction', { seed: 4, friction: 0.4, kinetic: true, restitution: 0 }],
  ['edges of limited length', { seed: 5, limits: true, layers: 2 }],
  ['fast', { seed: 6, speed: 4, layers: 5, restitution: 0.9, friction: 0.2 }],
];

const contactsOf = (world: World) => [...world.contactReals].sort((a, b) => a - b);

describe.each(cases)('%s', (_, options) => {
  test('TypeScript and WebAssembly move by the same bits', () => {
    const [a, b] = [twoSheets(options, 'typescript'), twoSheets(options, 'wasm')];
    expect(a.run(0.1)).toBe(RUN_DONE);
    expect(b.run(0.1)).toBe(RUN_DONE);
    expect(a.tally[TALLY_PUSHES]).toBeGreaterThan(100);
    expect(a.state).toEqual(b.state);
    expect(a.tally).toEqual(b.tally);
    expect([...a.layerReals]).toEqual([...b.layerReals]);
    expect([...a.contactReals]).toEqual([...b.contactReals]);
    expect(a.energy(0.1)).toEqual(b.energy(0.1));
    expect(a.momenta(0.1)).toEqual(b.momenta(0.1));
  });

  test('the order in which pairs and groups were added, and pauses, change no bit', () => {
    const first = twoSheets(options);
    first.run(0.1);
    for (const seed of [11]) {
      const shuffled = twoSheets({ ...options, shuffle: new Random(seed) });
      while (shuffled.run(0.1, 1000) === RUN_PAUSED);
      expect(shuffled.state).toEqual(first.state);
      expect(shuffled.tally).toEqual(first.tally);
      expect(contactsOf(shuffled)).toEqual(contactsOf(first));
      expect(shuffled.energy(0.1)).toEqual(first.energy(0.1));
    }
  });
});

describe('what is conserved', () => {
  test('linear and angular momentum over a million events of elements', () => {
    const world = twoSheets({ seed: 7, size: 12, layers: 0 });
    expectMomentum(world, 6, () => world.tally[TALLY_FORCES] > 1e6);
  });

  test('linear and angular momentum over many bounces', () => {
    const world = twoSheets({ seed: 7, tether: 2, layers: 4 });
    expectMomentum(world, 6, () => world.tally[TALLY_PUSHES] > 10_000);
  });

  test('linear momentum with friction, restitution and damping', () => {
    const options = { friction: 0.5, restitution: 0.9, damping: 1e-3, limits: true };
    const world = twoSheets({ seed: 8, tether: 2, ...options });
    expectMomentum(world, 3, () => world.tally[TALLY_PUSHES] > 5000);
  });

  test('energy, within a few per cent, and only less with dissipation', () => {
    const options = { seed: 9, tether: 2, layers: 8, speed: 0.3 };
    const world = twoSheets(options);
    const start = world.energy(0);
    for (let t = 0.05; t < 0.5; t += 0.05) {
      world.run(t);
      expect(Math.abs(world.energy(t).sum - start.sum)).toBeLessThan(0.03 * start.kinetic);
    }
    const damped = twoSheets({ ...options, friction: 0.3, restitution: 0.5, damping: 0.05 });
    damped.run(0.5);
    expect(damped.energy(0.5).sum).toBeLessThan(0.9 * start.sum);
  });
});

/** Runs until `enough`, and compares the first `count` components with the start. */
function expectMomentum(world: World, count: number, enough: () => boolean): void {
  const before = world.momenta(0);
  let scale = 0;
  for (let i = 0; i < world.count; i++) {
    const [x, y, z] = world.velocities.subarray(3 * i, 3 * i + 3);
    scale += 0.01 * Math.sqrt(x * x + y * y + z * z);
  }
  let until = 0;
  while (!enough()) {
    until += 0.1;
    expect(until).toBeLessThan(30);
    world.run(until);
  }
  const after = world.momenta(until);
  for (let k = 0; k < count; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-10 * scale);
}

describe('turns', () => {
  test('are the corners of the whole path, and a full buffer loses none', () => {
    const world = twoSheets({ seed: 10, turns: 2000, gravity: 5, friction: 0.2 });
    const plain = twoSheets({ seed: 10, gravity: 5, friction: 0.2 });
    const start = plain.places(0);
    const paths = Array.from({ length: world.count }, (_, i) => [[0, ...start.subarray(3 * i, 3 * i + 3)]]);
    for (;;) {
      const code = world.run(0.1);
      const count = world.header[HEAD_TURN_COUNT];
      for (let k = 0; k < count; k++) {
        paths[world.turnVertex[k]].push([...world.turnReals.subarray(4 * k, 4 * k + 4)]);
      }
      world.header[HEAD_TURN_COUNT] = 0;
      if (code === RUN_DONE) break;
      expect(code).toBe(NEED_TURNS);
    }
    for (const path of paths) {
      for (let k = 1; k < path.length; k++) expect(path[k][0]).toBeGreaterThan(path[k - 1][0]);
    }
    for (const t of [0.013, 0.05, 0.0777]) {
      plain.run(t);
      const places = plain.places(t);
      const tick = plain.tickOf(t);
      paths.forEach((path, i) => {
        const k = path.findIndex((turn) => turn[0] >= tick);
        if (k < 1) return;
        const [a, b] = [path[k - 1], path[k]];
        const s = (tick - a[0]) / (b[0] - a[0]);
        for (let c = 0; c < 3; c++) {
          expect(Math.abs(a[1 + c] + s * (b[1 + c] - a[1 + c]) - places[3 * i + c])).toBeLessThan(1e-14);
        }
      });
    }
  });
});
