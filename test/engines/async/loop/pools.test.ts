// Pairs, layers and contacts: found by identity through any history, refused before a pool overflows.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KIND_ACCELERATION } from '../../../../src/engines/async/loop/layout/layout.ts';
import {
  CONTACT_IDS,
  CONTACT_PUSH,
  CONTACT_WHOLES_SIZE,
  EDGE_EDGE,
  HEAD_CONTACT_CAPACITY,
  HEAD_CONTACT_COUNT,
  HEAD_LAYER_END,
  HEAD_LAYER_FREE,
  LAYER_REALS_SIZE,
  LAYER_STEP,
  PAIR_IDS,
  PAIR_STENCIL,
  VERTEX_FACE,
  VERTEX_VERTEX,
} from '../../../../src/engines/async/loop/layout/contact.ts';
import {
  HEAD_FAILED_LAYER,
  HEAD_FAILED_PAIR,
  HEAD_STRAY_WANTED,
  NEED_CONTACTS,
  NEED_LAYERS,
  NEED_PAIRS,
  RUN_DONE,
  STOP_LAYER,
  STRAY_SQUARED,
  TALLY_PUSHES,
} from '../../../../src/engines/async/loop/layout/control.ts';
import { HEAD_HEAP_SIZE } from '../../../../src/engines/async/loop/layout/queue.ts';
import { type Build, TICKS_PER_SECOND, World } from './world.ts';

function four(build: Partial<Build> = {}): World {
  return new World({
    positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    masses: [1, 2, 3, 4],
    rules: [[{ eta: 0.1, r: 1, c: 0.1 }]],
    exactSteps: true,
    ...build,
  });
}

describe('pairs', () => {
  test('are found by kind and ids through any history', () => {
    const key = fc.record({ kind: fc.nat(2), idA: fc.nat(12), idB: fc.nat(12), remove: fc.boolean() });
    fc.assert(
      fc.property(fc.array(key, { maxLength: 150 }), (moves) => {
        const world = four({ pairs: 200 });
        const there = new Map<string, { kind: number; idA: number; idB: number; slot: number }>();
        for (const { kind, idA: a, idB: b, remove } of moves) {
          const turned = kind !== VERTEX_FACE && b < a;
          const [idA, idB] = turned ? [b, a] : [a, b];
          const name = `${kind} ${idA} ${idB}`;
          const found = world.call.asyncPairFind(world.at, kind, idA, idB);
          expect(found).toBe(there.get(name)?.slot ?? -1);
          if (remove && found >= 0) {
            world.call.asyncPairRemove(world.at, found);
            there.delete(name);
          } else if (!remove) {
            const four = kind !== VERTEX_VERTEX;
            const slot = world.call.asyncPairAdd(world.at, kind, 0, 1, four ? 2 : -1, four ? 3 : -1, a, b);
            if (found >= 0) expect(slot).toBe(found);
            there.set(name, { kind, idA, idB, slot });
            expect([...world.pairs.slice(10 * slot + PAIR_IDS, 10 * slot + PAIR_IDS + 2)]).toEqual([
              idA,
              idB,
            ]);
          }
        }
        const slots = [...there.values()].map(({ slot }) => slot);
        expect(new Set(slots).size).toBe(slots.length);
        world.call.asyncRehash(world.at);
        for (const { kind, idA, idB, slot } of there.values()) {
          expect(world.call.asyncPairFind(world.at, kind, idA, idB)).toBe(slot);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('stand with the smaller id first, and weigh the lightest vertices', () => {
    const world = four();
    const edges = world.call.asyncPairAdd(world.at, EDGE_EDGE, 2, 3, 0, 1, 9, 4);
    expect([...world.pairs.slice(10 * edges + PAIR_STENCIL, 10 * edges + PAIR_STENCIL + 4)]).toEqual([
      0, 1, 2, 3,
    ]);
    const step = (slot: number) => world.layerReals[LAYER_REALS_SIZE * slot + LAYER_STEP];
    const layer = world.call.asyncLayerOn(world.at, edges, 0);
    expect(step(layer)).toBe(Math.floor((0.1 / Math.sqrt(1 / 1 + 1 / 3)) * TICKS_PER_SECOND));
    const face = world.call.asyncPairAdd(world.at, VERTEX_FACE, 3, 0, 1, 2, 3, 0);
    const outer = world.call.asyncLayerOn(world.at, face, 0);
    expect(step(outer)).toBe(Math.floor((0.1 / Math.sqrt(1 / 4 + 1)) * TICKS_PER_SECOND));
  });

  test('are refused when the pool is full', () => {
    const world = four({ pairs: 2 });
    expect(world.pair(VERTEX_VERTEX, [0, 1], 0, 1, 0)).toBe(0);
    expect(world.pair(VERTEX_VERTEX, [0, 2], 0, 2, 0)).toBe(1);
    expect(world.pair(VERTEX_VERTEX, [0, 3], 0, 3, 0)).toBe(-NEED_PAIRS);
    world.call.asyncPairRemove(world.at, 0);
    expect(world.pair(VERTEX_VERTEX, [0, 3], 0, 3, 0)).toBe(0);
  });
});

describe('layers', () => {
  test('go with their pair, and leave no event behind', () => {
    const world = four();
    const a = world.pair(VERTEX_VERTEX, [0, 1], 0, 1, 5);
    world.pair(VERTEX_VERTEX, [0, 2], 0, 2, 3);
    expect(world.header[HEAD_HEAP_SIZE]).toBe(8);
    world.call.asyncPairRemove(world.at, a);
    expect(world.header[HEAD_HEAP_SIZE]).toBe(3);
    expect(world.header[HEAD_LAYER_END]).toBe(8);
    expect(world.header[HEAD_LAYER_FREE]).toBeGreaterThan(0);
    world.pair(VERTEX_VERTEX, [1, 3], 1, 3, 5);
    expect(world.header[HEAD_LAYER_END]).toBe(8);
    expect(world.header[HEAD_LAYER_FREE]).toBe(0);
  });

  test('become thinner, stiffer and faster inwards', () => {
    const world = four();
    world.pair(VERTEX_VERTEX, [0, 1], 0, 1, 20);
    for (let l = 2; l <= 20; l++) {
      expect(world.call.asyncEta(world.at, 0, l)).toBeCloseTo(0.1 * l ** -0.25, 12);
      const [before, now] = [LAYER_REALS_SIZE * (l - 2), LAYER_REALS_SIZE * (l - 1)];
      expect(world.layerReals[now + LAYER_STEP]).toBeLessThan(world.layerReals[before + LAYER_STEP]);
    }
  });

  test('are refused when the pool is full, or time has no finer ticks', () => {
    const full = four({ layers: 3 });
    full.pair(VERTEX_VERTEX, [0, 1], 0, 1, 3);
    expect(full.call.asyncLayerOn(full.at, 0, 0)).toBe(-NEED_LAYERS);

    // h(1) is about 30 ticks: h(l) = 30 l^-1.5 is below one from l = 10 on
    const c = (30 / TICKS_PER_SECOND) * Math.sqrt(1.5);
    const world = four({ rules: [[{ eta: 0.1, r: 1, c }]] });
    const slot = world.pair(VERTEX_VERTEX, [0, 1], 0, 1, 9);
    expect(world.call.asyncLayerOn(world.at, slot, 0)).toBe(-STOP_LAYER);
    expect([world.header[HEAD_FAILED_PAIR], world.header[HEAD_FAILED_LAYER]]).toEqual([slot, 10]);
    const short = four({ largestLayer: 4 });
    short.pair(VERTEX_VERTEX, [0, 1], 0, 1, 4);
    expect(short.call.asyncLayerOn(short.at, 0, 0)).toBe(-STOP_LAYER);
  });
});

describe('contacts', () => {
  test('go on where they were when a pair is dropped and found again', () => {
    const run = (drop: boolean) => {
      const world = four({
        velocities: [0.5, 0, 0, -0.5, 0, 0, 0, 0, 0, 0, 0, 0],
        rules: [[{ eta: 0.9, r: 50, c: 0.1 }]],
      });
      world.pair(VERTEX_VERTEX, [0, 1], 0, 1, 3);
      world.run(0.3);
      if (drop) {
        // between pushes only, here for the sake of the table: its history is lost, so restitution must be 1
        world.call.asyncPairRemove(world.at, 0);
        world.pair(VERTEX_VERTEX, [2, 3], 2, 3, 0);
        world.pair(VERTEX_VERTEX, [0, 1], 0, 1, 3, world.tickOf(0.3));
      }
      world.run(2);
      return world;
    };
    const [kept, dropped] = [run(false), run(true)];
    expect(kept.tally[TALLY_PUSHES]).toBeGreaterThan(20);
    expect(dropped.state).toEqual(kept.state);
    expect(dropped.header[HEAD_CONTACT_COUNT]).toBe(1);
    expect([...dropped.contactReals]).toEqual([...kept.contactReals]);
    // what was pushed is the change of momentum
    expect(kept.contactReals[CONTACT_PUSH]).toBeCloseTo(0.5 - kept.velocities[0], 12);
    kept.call.asyncForgetContacts(kept.at);
    expect(kept.header[HEAD_CONTACT_COUNT]).toBe(0);
  });

  test('a full table stops the loop before an event, not in its midst', () => {
    const build = {
      velocities: [0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1],
      rules: [[{ eta: 0.9, r: 50, c: 0.1 }]],
    };
    const make = () => {
      const world = four(build);
      world.pair(VERTEX_VERTEX, [0, 1], 0, 1, 3);
      world.pair(VERTEX_VERTEX, [0, 2], 0, 2, 3);
      world.pair(VERTEX_VERTEX, [0, 3], 0, 3, 3);
      return world;
    };
    const [free, tight] = [make(), make()];
    free.run(1);
    const capacity = tight.header[HEAD_CONTACT_CAPACITY];
    tight.header[HEAD_CONTACT_CAPACITY] = 1;
    expect(tight.run(1)).toBe(NEED_CONTACTS);
    tight.header[HEAD_CONTACT_CAPACITY] = capacity;
    expect(tight.run(1)).toBe(RUN_DONE);
    expect(tight.state).toEqual(free.state);
    const ids = [0, 1, 2].map((k) => tight.contacts[CONTACT_WHOLES_SIZE * k + CONTACT_IDS + 1]);
    expect(ids.sort()).toEqual([1, 2, 3]);
  });
});

test('stray is the largest distance of a turn from its line', () => {
  const step = 2 ** 33;
  const world = new World({
    positions: [0, 0, 0],
    masses: [1],
    accelerations: [0, 0, -10],
    groups: [{ kind: KIND_ACCELERATION, step, elements: [0] }],
  });
  world.header[HEAD_STRAY_WANTED] = 1;
  world.stray.fill(0);
  world.run(1);
  const h = step / TICKS_PER_SECOND;
  const turns = Math.ceil(1 / h) - 1; // the run ends before the tick at 1 s
  const last = 10 * h * h * ((turns * (turns - 1)) / 2);
  expect(Math.sqrt(world.stray[STRAY_SQUARED])).toBeCloseTo(last, 10);
});
