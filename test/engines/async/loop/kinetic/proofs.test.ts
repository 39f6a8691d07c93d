// Single certificates against motions that try to break them: anything within the flight plans, straight for the other.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apartAlong, dopAt } from '../../../../../src/engines/async/loop/kinetic/dop.ts';
import * as K from '../../../../../src/engines/async/loop/layout/kinetic.ts';
import { bind } from '../../../../../src/engines/async/loop/layout/layout.ts';
import { workOn } from '../../../../../src/num/kernels/machine.ts';
import { HORIZON } from '../../../../../src/engines/async/loop/kinetic/plans.ts';
import { slabTry } from '../../../../../src/engines/async/loop/kinetic/slab.ts';
import {
  edgeEdgeDistanceSquared,
  pointTriangleDistanceSquared,
} from '../../../../../src/geometry/distance/index.ts';
import { Random } from '../../../../../src/num/index.ts';
import { type Build, TICKS_PER_SECOND } from '../world.ts';
import { KineticWorld, type Scene } from './scene.ts';

const ETA = 0.05;

/** Two triangles that share nothing, moving at random. */
function two(random: Random): Scene {
  const positions: number[] = [];
  const velocities: number[] = [];
  for (let v = 0; v < 6; v++) {
    for (let k = 0; k < 3; k++) {
      positions.push(random.between(-0.2, 0.2) + (k === 2 ? (v < 3 ? 0.3 : -0.3) : 0));
      velocities.push(random.between(-1, 1));
    }
  }
  const rule = { eta: ETA, r: 1, c: 0.1 };
  const build: Build = {
    positions,
    velocities,
    masses: [1, 1, 1, 1, 1, 1],
    classes: [0, 0, 0, 1, 1, 1],
    rules: [
      [rule, rule],
      [rule, rule],
    ],
  };
  return {
    thickness: ETA,
    build,
    input: {
      positions: Float64Array.from(positions),
      inverseMasses: new Float64Array(6).fill(1),
      classes: Int32Array.of(0, 0, 0, 1, 1, 1),
      faces: Int32Array.of(0, 1, 2, 3, 4, 5),
      edges: Int32Array.of(0, 1, 1, 2, 0, 2, 3, 4, 4, 5, 3, 5),
      points: new Int32Array(0),
      radii: new Float64Array(2).fill(ETA / 2),
    },
  };
}

/** A world whose plans have a given vagueness, bound for direct calls. */
function worldOf(scene: Scene, vagueness: number): KineticWorld {
  const kinetic = new KineticWorld(scene, { vagueness, adapts: false }, 'typescript');
  workOn(kinetic.world.arena.memory);
  bind(kinetic.world.at);
  return kinetic;
}

/** Where vertices are after a time [s], each with its plan and ε towards a point of the other triangle. */
function chased({ build }: Scene, seconds: number, epsilon: number): Float64Array {
  const positions = build.positions as number[];
  const velocities = build.velocities as number[];
  const x = Float64Array.from(positions, (p, i) => p + velocities[i] * seconds);
  const out = x.slice();
  for (let v = 0; v < 6; v++) {
    const other = v < 3 ? 3 : 0;
    const towards = [0, 1, 2].map(
      (k) => (x[3 * other + k] + x[3 * other + 3 + k] + x[3 * other + 6 + k]) / 3 - x[3 * v + k],
    );
    const length = Math.hypot(...towards);
    for (let k = 0; k < 3; k++) out[3 * v + k] += (towards[k] / length) * Math.min(epsilon * seconds, length);
  }
  return out;
}

test('no motion within the plans brings a pair closer than its slab is wide, while the slab holds', () => {
  let held = 0;
  let longest = 0;
  fc.assert(
    fc.property(fc.nat(10000), fc.constantFrom(0, 0.01, 0.3), fc.boolean(), (seed, vagueness, isFace) => {
      const scene = two(new Random(seed));
      const kinetic = worldOf(scene, vagueness);
      const pair = isFace
        ? kinetic.world.call.asyncPairAdd(kinetic.world.at, 0, 0, 3, 4, 5, 0, 1)
        : kinetic.world.call.asyncPairAdd(kinetic.world.at, 1, 0, 1, 3, 4, 0, 3);
      workOn(kinetic.world.arena.memory);
      bind(kinetic.world.at);
      const life = slabTry(pair, 1, 0);
      expect(life).toBeLessThanOrEqual(HORIZON);
      if (life > 0) held++;
      longest = Math.max(longest, life);
      for (const share of [0, 0.3, 0.7, 1]) {
        const x = chased(scene, (share * life) / TICKS_PER_SECOND, vagueness);
        const squared = isFace
          ? pointTriangleDistanceSquared(x, 0, 9, 12, 15)
          : edgeEdgeDistanceSquared(x, 0, 3, 9, 12);
        if (life > 0) expect(Math.sqrt(squared)).toBeGreaterThanOrEqual(ETA);
      }
    }),
    { numRuns: 300 },
  );
  // and they are of use
  expect(held).toBeGreaterThan(200);
  expect(longest).toBe(HORIZON);
});

test('with exact plans a slab fails when the approaching vertex reaches it, not much sooner', () => {
  const scene = two(new Random(1));
  const positions = scene.build.positions as number[];
  const velocities = scene.build.velocities as number[];
  positions.splice(0, 18, 0, 0, 0.3, 5, 5, 9, 5, 6, 9, -1, -1, 0, 1, -1, 0, 0, 1, 0);
  velocities.fill(0);
  velocities[2] = -4;
  const kinetic = worldOf(scene, 0);
  const pair = kinetic.world.call.asyncPairAdd(kinetic.world.at, 0, 0, 3, 4, 5, 0, 1);
  workOn(kinetic.world.arena.memory);
  bind(kinetic.world.at);
  const life = slabTry(pair, 1, 0) / TICKS_PER_SECOND;
  const exact = (0.3 - ETA) / 4;
  expect(life).toBeLessThan(exact);
  expect(life).toBeGreaterThan(0.99 * exact);
});

test('nodes that an axis keeps apart are apart until it says, whatever the plans allow', () => {
  let apart = 0;
  fc.assert(
    fc.property(fc.nat(10000), fc.constantFrom(0, 0.05, 0.5), (seed, vagueness) => {
      const scene = two(new Random(seed));
      const kinetic = worldOf(scene, vagueness);
      const { tree } = kinetic;
      const [a, b] = [tree.leafNode[0], tree.leafNode[1]];
      for (let axis = 0; axis < 9; axis++) {
        const until = Math.min(apartAlong(dopAt(a), dopAt(b), axis, 0), HORIZON);
        expect(Number.isInteger(until)).toBe(true);
        if (until === 0) continue;
        apart++;
        for (const share of [0.5, 1]) {
          const x = chased(scene, (share * until) / TICKS_PER_SECOND, vagueness);
          const n = kinetic.reals(K.HEAD_AXES).subarray(3 * axis, 3 * axis + 3);
          const heights = Array.from(
            { length: 6 },
            (_, v) => n[0] * x[3 * v] + n[1] * x[3 * v + 1] + n[2] * x[3 * v + 2],
          );
          const [low, high] = [heights.slice(0, 3), heights.slice(3)];
          const gap = Math.max(Math.min(...low) - Math.max(...high), Math.min(...high) - Math.max(...low));
          expect(gap).toBeGreaterThanOrEqual(ETA);
        }
      }
    }),
    { numRuns: 200 },
  );
  expect(apart).toBeGreaterThan(200);
});
