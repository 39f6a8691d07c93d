// The queue against a sorted list, in the total order that the scene decides.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bind } from '../../../../src/engines/async/loop/layout/layout.ts';
import { VERTEX_VERTEX } from '../../../../src/engines/async/loop/layout/contact.ts';
import { HEAD_PLACES, TAG_GROUP, TAG_LAYER } from '../../../../src/engines/async/loop/layout/queue.ts';
import { workOn } from '../../../../src/num/kernels/machine.ts';
import { firstTickOf } from '../../../../src/engines/async/loop/contact/clocks.ts';
import {
  eventCode,
  queueClear,
  queuePeekTick,
  queuePeek,
  queueRemove,
  queueSet,
  queueTick,
} from '../../../../src/engines/async/loop/queue.ts';
import { World } from './world.ts';

/** Takes the next event out. */
function queuePop(): number {
  const code = queuePeek();
  queueRemove(code);
  return code;
}

const CERTIFICATES = 40;

function ready(): World {
  const world = new World({
    positions: [0, 0, 0, 1, 0, 0, 2, 0, 0],
    masses: [1, 1, 1],
    rules: [[{ eta: 0.1, r: 1, c: 0.1 }]],
    groups: [
      { kind: 3, step: 10, elements: [] },
      { kind: 1, step: 20, elements: [] },
      { kind: 1, step: 10, elements: [] },
    ],
  });
  world.wholes(HEAD_PLACES + 9, new Int32Array(CERTIFICATES));
  world.pair(VERTEX_VERTEX, [1, 2], 1, 2, 2);
  world.pair(VERTEX_VERTEX, [0, 2], 0, 2, 2);
  world.pair(VERTEX_VERTEX, [0, 1], 0, 1, 2);
  workOn(world.arena.memory);
  bind(world.at);
  queueClear();
  return world;
}

describe('the queue', () => {
  test('pops in order of ticks, whatever was set, moved and removed before', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            slot: fc.nat(CERTIFICATES - 1),
            tick: fc.nat(30),
            remove: fc.boolean(),
          }),
          { maxLength: 200 },
        ),
        (moves) => {
          ready();
          const expected = new Map<number, number>();
          for (const { slot, tick, remove } of moves) {
            const code = eventCode(9, slot);
            if (remove) {
              queueRemove(code);
              expected.delete(code);
            } else {
              queueSet(code, tick);
              expected.set(code, tick);
            }
            expect(queueTick(code)).toBe(expected.get(code) ?? -1);
          }
          const sorted = [...expected].sort(([a, s], [b, t]) => s - t || a - b);
          for (const [code, tick] of sorted) {
            expect(queuePeekTick()).toBe(tick);
            expect(queuePop()).toBe(code);
          }
          expect(queuePeekTick()).toBe(-1);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('at one tick: certificates, then elements by kind and step, then layers by step', () => {
    const group = (g: number) => eventCode(TAG_GROUP, g);
    const clock = (slot: number) => eventCode(TAG_LAYER, slot);
    // clocks 0 and 1 are those of layers 1 and 2, of which the second is the faster
    const order = [eventCode(9, 3), group(2), group(1), group(0), clock(1), clock(0)];
    fc.assert(
      fc.property(fc.shuffledSubarray(order, { minLength: order.length }), (shuffled) => {
        ready();
        for (const code of shuffled) queueSet(code, 7);
        expect(order.map(() => queuePop())).toEqual(order);
      }),
      { numRuns: 100 },
    );
  });

  test('clocks tick at multiples of their step, never at 0', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 2 ** 40 }), (anything, h) => {
        const tick = Math.abs(anything);
        fc.pre(tick + h <= Number.MAX_SAFE_INTEGER);
        const next = BigInt(firstTickOf(tick, h));
        const step = BigInt(h);
        expect(next % step).toBe(0n);
        expect(next >= BigInt(tick) && next > 0n).toBe(true);
        expect(next - step < BigInt(tick) || next === step).toBe(true);
      }),
    );
  });
});
