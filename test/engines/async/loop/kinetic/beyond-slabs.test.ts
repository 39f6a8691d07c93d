// Certificates of another kind: lengths of edges that are limited, and vertices that are moved from outside.

import { describe, expect, test } from 'vitest';
import * as contact from '../../../../../src/engines/async/loop/layout/contact.ts';
import * as control from '../../../../../src/engines/async/loop/layout/control.ts';
import { Random } from '../../../../../src/num/index.ts';
import { TICKS_PER_SECOND, type World } from '../world.ts';
import { assemble, bruteWorld, KineticWorld, type Scene, sheet } from './scene.ts';

const LIMIT = 0.05;

/** All edges of the first sheet may stretch and shrink by a twentieth; `layers` layers of each are on. */
function limit(world: World, scene: Scene, layers: number, grow: () => void): void {
  const { edges, positions } = scene.input;
  for (let e = 0; e < edges.length / 2; e++) {
    const [a, b] = edges.subarray(2 * e, 2 * e + 2);
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += (positions[3 * a + k] - positions[3 * b + k]) ** 2;
    const rest = Math.sqrt(squared);
    world.out.set([LIMIT * rest, 1000, 0.1, 0, 1]);
    for (const kind of [contact.NOT_LONGER, contact.NOT_SHORTER]) {
      const most = kind === contact.NOT_LONGER ? (1 + LIMIT) * rest : (1 - LIMIT) * rest;
      let pair = -1;
      for (;;) {
        pair = world.call.asyncLimitAdd(world.at, kind, a, b, e, most, world.outAt);
        if (pair >= 0) break;
        grow();
      }
      for (let l = 0; l < layers; l++)
        expect(world.call.asyncLayerOn(world.at, pair, 0)).toBeGreaterThanOrEqual(0);
    }
  }
}

describe('edges of limited length', () => {
  const random = new Random(1);
  const scene = assemble([sheet(random, 2, 0.05, [0, 0, 0], 0, 0.01)], {
    gravity: 0,
    stiffness: 5,
    thickness: 1e-3,
  });
  const velocities = scene.build.velocities as number[];
  for (let i = 0; i < velocities.length; i++) velocities[i] = random.between(-1, 1);

  test('stay within their limits, to the bits of brute force', () => {
    const edges = scene.input.edges.length / 2;
    const brute = bruteWorldWithLimits(scene, 12, edges);
    brute.run(0.05);
    expect(brute.tally[control.TALLY_DEEPEST]).toBeGreaterThan(1);
    expect(brute.tally[control.TALLY_DEEPEST]).toBeLessThan(12);
    for (const settings of [{}, { vagueness: 0 }, { vagueness: 2, adapts: false, kappa: 0.5 }]) {
      const kinetic = new KineticWorld(scene, settings, 'wasm', {
        before: (one) => limit(one.world, scene, 0, () => one.growPairs()),
      });
      kinetic.run(0.05);
      expect(kinetic.world.tally[control.TALLY_PUSHES]).toBe(brute.tally[control.TALLY_PUSHES]);
      expect(kinetic.world.state).toEqual(brute.state);
    }
  });
});

function bruteWorldWithLimits(scene: Scene, layers: number, edges: number): World {
  const world = bruteWorld(scene, 1, 'wasm', { morePairs: 2 * edges, moreLayers: 2 * edges * layers });
  limit(world, scene, layers, () => expect.fail('no room for limits'));
  return world;
}

test('an obstacle that is moved from outside sweeps a sheet, to the bits of brute force', () => {
  const random = new Random(2);
  const scene = assemble(
    [sheet(random, 2, 0.05, [0, 0, 0.02], 0, 0.01), sheet(random, 1, 0.2, [0, 0, -0.01], 0, 0)],
    { gravity: 0 },
  );
  const steer = (world: World, step: number): void => {
    const tick = Math.floor((step * TICKS_PER_SECOND) / 1000);
    for (let v = 9; v < 13; v++) {
      world.call.asyncSteer(world.at, v, tick, 0, 0.1 * step, step < 5 ? 0 : step < 15 ? 3 : -1 - 0.01 * v);
    }
  };
  const brute = bruteWorld(scene, 10, 'wasm');
  for (let step = 1; step <= 20; step++) {
    brute.run(step / 1000);
    steer(brute, step);
  }
  expect(brute.tally[control.TALLY_PUSHES]).toBeGreaterThan(20);
  expect(brute.tally[control.TALLY_DEEPEST]).toBeLessThan(10);
  for (const settings of [{}, { vagueness: 0 }, { vagueness: 1, adapts: false }]) {
    const kinetic = new KineticWorld(scene, settings, 'wasm');
    for (let step = 1; step <= 20; step++) {
      kinetic.run(step / 1000);
      steer(kinetic.world, step);
    }
    expect(kinetic.world.state).toEqual(brute.state);
  }
});
