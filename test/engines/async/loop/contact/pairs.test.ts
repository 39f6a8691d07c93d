import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EDGE_EDGE,
  LAYER_REALS_SIZE,
  LAYER_STEP,
  PAIR_IDS,
  PAIR_STENCIL,
  VERTEX_FACE,
  VERTEX_VERTEX,
} from '../../../../../src/engines/async/loop/layout/contact.ts';
import { NEED_PAIRS } from '../../../../../src/engines/async/loop/layout/control.ts';
import { type Build, TICKS_PER_SECOND, World } from '../world.ts';

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
