import { describe, expect, test } from 'vitest';
import {
  HEAD_LAYER_END,
  HEAD_LAYER_FREE,
  LAYER_REALS_SIZE,
  LAYER_STEP,
  VERTEX_VERTEX,
} from '../../../../../src/engines/async/loop/layout/contact.ts';
import {
  HEAD_FAILED_LAYER,
  HEAD_FAILED_PAIR,
  NEED_LAYERS,
  STOP_LAYER,
} from '../../../../../src/engines/async/loop/layout/control.ts';
import { HEAD_HEAP_SIZE } from '../../../../../src/engines/async/loop/layout/queue.ts';
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
