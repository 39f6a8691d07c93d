import { describe, expect, test } from 'vitest';
import type { CertificateSettings } from '../../../../../src/engines/async/detect/certificates.ts';
import * as control from '../../../../../src/engines/async/loop/layout/control.ts';
import { Random } from '../../../../../src/num/index.ts';
import type { World } from '../world.ts';
import { assemble, bruteWorld, chain, dust, KineticWorld, type Scene, sheet } from './scene.ts';

const TURNS = 400_000;

/** "vertex 3 at tick 17" of the first turn in which two motions differ, undefined if none does. */
function firstDifference(a: World, b: World): string | undefined {
  const [m, n] = [a, b].map(({ header }) => header[control.HEAD_TURN_COUNT]);
  expect(m).toBeLessThan(TURNS);
  for (let i = 0; i < Math.min(m, n); i++) {
    if (a.turnVertex[i] !== b.turnVertex[i])
      return `turn ${i}: vertices ${a.turnVertex[i]} ${b.turnVertex[i]}`;
    for (let k = 0; k < 4; k++) {
      if (a.turnReals[4 * i + k] === b.turnReals[4 * i + k]) continue;
      return `turn ${i} of vertex ${a.turnVertex[i]}, number ${k}, at tick ${a.turnReals[4 * i]}`;
    }
  }
  return m === n ? undefined : `${m} turns and ${n}`;
}

function tiny(seed: number, speed: number): Scene {
  const random = new Random(seed);
  return assemble(
    [
      sheet(random, 2, 0.05, [0, 0, 0.02], speed, 0.01),
      sheet(random, 1, 0.2, [0, 0, -0.02], 0, 0),
      dust(random, 2, [0, 0, 0.08], 0.03, speed, 0.01),
      chain(random, 3, 0.04, [0, 0.01, 0.045], 1.5 * speed, 0.01),
    ],
    { restitution: seed % 2 === 0 ? 1 : 0.5 },
  );
}

const settings: readonly Partial<CertificateSettings>[] = [
  { vagueness: 0 },
  { vagueness: 0.01, adapts: false, axes: 6 },
  { vagueness: 2, adapts: false, axes: 26, kappa: 20 },
  { vagueness: 0.05, axes: 14, kappa: 0.5, slack: 0, patience: 1e6 },
  { axes: 18, patience: 2e9, slack: 3 },
];

describe('certificates', () => {
  for (const [seed, speed] of [
    [1, 1],
    [2, 4],
    [3, 2],
  ]) {
    const scene = tiny(seed, speed);
    const seconds = 0.03;
    const brute = bruteWorld(scene, 10, 'wasm', { turns: TURNS });
    test(`brute force itself runs (scene ${seed})`, () => {
      expect(brute.run(seconds)).toBe(control.RUN_DONE);
      expect(brute.tally[control.TALLY_DEEPEST]).toBeGreaterThan(1);
      expect(brute.tally[control.TALLY_DEEPEST]).toBeLessThan(10);
    });
    for (const some of settings) {
      test(`give the bits of brute force: scene ${seed}, ${JSON.stringify(some)}`, () => {
        for (const machine of ['typescript', 'wasm'] as const) {
          const kinetic = new KineticWorld(scene, some, machine, { turns: TURNS });
          expect(kinetic.run(seconds)).toBe(control.RUN_DONE);
          expect(firstDifference(brute, kinetic.world)).toBeUndefined();
          expect(kinetic.world.state).toEqual(brute.state);
        }
      });
    }
  }

  test('give the bits of brute force where a sheet crumples, so that faces that touch come together', () => {
    const scene = assemble([sheet(new Random(5), 2, 0.05, [0, 0, 0], 60, 0.01)], { thickness: 0.02 });
    const brute = bruteWorld(scene, 20, 'wasm', { turns: TURNS });
    expect(brute.run(0.03)).toBe(control.RUN_DONE);
    expect(brute.tally[control.TALLY_DEEPEST]).toBeGreaterThan(1);
    expect(brute.tally[control.TALLY_DEEPEST]).toBeLessThan(20);
    for (const machine of ['typescript', 'wasm'] as const) {
      const kinetic = new KineticWorld(scene, {}, machine, { turns: TURNS });
      expect(kinetic.run(0.03)).toBe(control.RUN_DONE);
      expect(firstDifference(brute, kinetic.world)).toBeUndefined();
    }
  });
});
