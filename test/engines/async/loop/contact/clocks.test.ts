// Clocks of layers: one event for each step there is, whatever came and went, also when the pool has grown.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  HEAD_LAYER_CAPACITY,
  HEAD_LAYER_END,
  HEAD_LAYER_REALS,
  HEAD_LAYER_WHOLES,
  LAYER_PAIR,
  LAYER_REALS_SIZE,
  LAYER_STEP,
  LAYER_WHOLES_SIZE,
  PAIR_LAYERS,
  PAIR_WHOLES_SIZE,
  VERTEX_VERTEX,
} from '../../../../../src/engines/async/loop/layout/contact.ts';
import { COUNT_NULL, RUN_DONE } from '../../../../../src/engines/async/loop/layout/control.ts';
import {
  HEAD_HEAP_CODE,
  HEAD_HEAP_SIZE,
  HEAD_HEAP_TICK,
  HEAD_PLACES,
  TAG_LAYER,
} from '../../../../../src/engines/async/loop/layout/queue.ts';
import { World } from '../world.ts';

const VERTICES = 8;
const pairs: [number, number][] = [];
for (let a = 0; a < VERTICES; a++) for (let b = a + 1; b < VERTICES; b++) pairs.push([a, b]);

/** Masses that give a few steps to many pairs, or each pair its own. */
function make(distinct: boolean, exactSteps: boolean, layers: number): World {
  const upTo = Array.from({ length: VERTICES }, (_, i) => i);
  const world = new World({
    positions: upTo.flatMap((i) => [i, 0, 0]),
    masses: upTo.map((i) => (distinct ? 1 + 0.01 * i * i : 1 + (i % 2))),
    rules: [[{ eta: 0.1, r: 1, c: 1e-7 }]],
    pairs: pairs.length,
    layers,
    exactSteps,
  });
  pairs.forEach(([a, b]) => {
    world.pair(VERTEX_VERTEX, [a, b], a, b, 0);
  });
  return world;
}

/** Steps of the layers that are on, as often as they occur. */
function stepsOf(world: World): number[] {
  const at = (head: number) => world.header[head];
  const { buffer } = world.arena.memory;
  const wholes = new Int32Array(
    buffer,
    4 * at(HEAD_LAYER_WHOLES),
    LAYER_WHOLES_SIZE * at(HEAD_LAYER_CAPACITY),
  );
  const reals = new Float64Array(
    buffer,
    8 * at(HEAD_LAYER_REALS),
    LAYER_REALS_SIZE * at(HEAD_LAYER_CAPACITY),
  );
  const steps: number[] = [];
  for (let layer = 0; layer < at(HEAD_LAYER_END); layer++) {
    if (wholes[LAYER_WHOLES_SIZE * layer + LAYER_PAIR] >= 0)
      steps.push(reals[LAYER_REALS_SIZE * layer + LAYER_STEP]);
  }
  return steps;
}

/** Moves the tables of layers to twice the room, as a host does. */
function grow(world: World): void {
  const { header, arena } = world;
  const before = header[HEAD_LAYER_CAPACITY];
  const capacity = 2 * before;
  const wholes = (head: number, size: number) => {
    const old = new Int32Array(arena.memory.buffer, 4 * header[head], size * before);
    const view = arena.i32(size * capacity);
    view.set(old);
    header[head] = arena.offsetOf(view) / 4;
  };
  const reals = (head: number, size: number) => {
    const old = new Float64Array(arena.memory.buffer, 8 * header[head], size * before);
    const view = arena.f64(size * capacity);
    view.set(old);
    header[head] = arena.offsetOf(view) / 8;
  };
  wholes(HEAD_LAYER_WHOLES, LAYER_WHOLES_SIZE);
  reals(HEAD_LAYER_REALS, LAYER_REALS_SIZE);
  wholes(HEAD_PLACES + TAG_LAYER, 1);
  wholes(HEAD_HEAP_CODE, 1);
  reals(HEAD_HEAP_TICK, 1);
  header[HEAD_LAYER_CAPACITY] = capacity;
}

test.each([
  ['few steps', false, true],
  ['every pair its own', true, true],
  ['steps of the ladder', true, false],
])('as many events as steps, and every layer ticks as often as it must: %s', (_, distinct, exact) => {
  const move = fc.record({ pair: fc.nat(pairs.length - 1), on: fc.boolean() });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 120 }), (moves) => {
      const world = make(distinct, exact, 8);
      const { call, at, header } = world;
      let now = 0;
      for (const { pair, on } of moves) {
        if (on) {
          while (call.asyncLayerOn(at, pair, now) < 0) grow(world);
        } else if (world.pairs[PAIR_WHOLES_SIZE * pair + PAIR_LAYERS] > 0) {
          call.asyncLayerOff(at, pair);
        }
        const steps = stepsOf(world);
        expect(header[HEAD_HEAP_SIZE]).toBe(new Set(steps).size);
        // for a while, in which all is apart: each layer ticks without a push
        const until = now + 40_000;
        const before = world.counters[COUNT_NULL];
        expect(call.asyncRun(at, until, Infinity)).toBe(RUN_DONE);
        const ticks = (step: number) => Math.ceil(until / step) - Math.max(1, Math.ceil(now / step));
        expect(world.counters[COUNT_NULL] - before).toBe(steps.reduce((sum, step) => sum + ticks(step), 0));
        now = until;
      }
    }),
    { numRuns: 25 },
  );
});

test('clocks go on from where time was turned back to', () => {
  const [world, same] = [make(true, true, 64), make(true, true, 64)];
  for (const w of [world, same])
    for (let pair = 0; pair < pairs.length; pair += 2) w.call.asyncLayerOn(w.at, pair, 0);
  world.call.asyncRun(world.at, 500_000, Infinity);
  world.call.asyncClocksFrom(world.at, 200_000);
  same.call.asyncRun(same.at, 200_000, Infinity);
  const counts = [world, same].map((w) => {
    const before = w.counters[COUNT_NULL];
    w.call.asyncRun(w.at, 900_000, Infinity);
    return w.counters[COUNT_NULL] - before;
  });
  expect(counts[0]).toBe(counts[1]);
  expect(counts[0]).toBeGreaterThan(50);
});
