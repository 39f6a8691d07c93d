import { describe, expect, test } from 'vitest';
import { kernelsFor } from '../../../src/num/kernels/index.ts';
import { Random } from '../../../src/num/index.ts';
import { foldLanes, GROUP, QUANTUM, ringLive, spreadLive } from '../../../src/sound/live/ring.ts';
import { expectTwins } from '../../num/twin.ts';

function someModes(seed: number, groups: number, forces: number) {
  const random = new Random(seed);
  const many = (count: number, low: number, high: number): Float32Array =>
    new Float32Array(count).map(() => random.between(low, high));
  const modes = GROUP * groups;
  return {
    y: many(modes, -1, 1),
    d: many(modes, -0.1, 0.1),
    kappa: many(modes, 1e-5, 3),
    delta: many(modes, 0.9, 1),
    lanes: many(4 * QUANTUM, -1, 1),
    vectors: many(forces * modes, -1, 1),
    profiles: many(forces * QUANTUM, -1, 1),
    mono: new Float32Array(QUANTUM),
    bus: many(2 * QUANTUM, -1, 1),
  };
}

describe('the twins of live resonators', () => {
  test.each([
    [1, 0],
    [3, 0],
    [2, 1],
    [2, 3],
  ])('ring with the same bits: %i groups, %i forces', (groups, forces) => {
    const arrays = someModes(10 * groups + forces, groups, forces);
    // one that is over, and one that ends in this quantum
    arrays.y.fill(0, 0, GROUP);
    arrays.d.fill(0, 0, GROUP);
    arrays.y[1] = 1e-20;
    arrays.delta[1] = 0.5;
    arrays.kappa[1] = 0.25;
    expectTwins(
      arrays,
      (a) => ringLive(a, 0, groups, a.lanes, forces, a.vectors, GROUP * groups, a.profiles),
      (a, arena) => {
        const at = (view: ArrayBufferView): number => arena.offsetOf(view);
        const { y, d, kappa, delta, lanes, vectors, profiles } = a;
        kernelsFor(arena).ringLive(
          at(y),
          at(d),
          at(kappa),
          at(delta),
          groups,
          at(lanes),
          forces,
          at(vectors),
          GROUP * groups,
          at(profiles),
        );
      },
    );
  });

  test('fold and spread with the same bits', () => {
    const arrays = someModes(7, 1, 0);
    expectTwins(
      arrays,
      (a) => foldLanes(a.lanes, a.mono),
      (a, arena) => kernelsFor(arena).foldLanes(arena.offsetOf(a.lanes), arena.offsetOf(a.mono)),
    );
    arrays.mono.set(arrays.bus.subarray(0, QUANTUM));
    expectTwins(
      arrays,
      (a) => spreadLive(a.mono, a.bus, 37, 0.3, -0.01),
      (a, arena) =>
        kernelsFor(arena).spreadLive(arena.offsetOf(a.mono), arena.offsetOf(a.bus) + 4 * 37, 0.3, -0.01),
    );
    expect(arrays.mono[0]).not.toBe(0);
  });
});
