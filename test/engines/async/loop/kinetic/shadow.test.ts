// At every event of small scenes: is what the certificates claim true?

import { describe, expect, test } from 'vitest';
import * as control from '../../../../../src/engines/async/loop/layout/control.ts';
import { Random } from '../../../../../src/num/index.ts';
import { TICKS_PER_SECOND } from '../world.ts';
import { assemble, dust, KineticWorld, type Scene, sheet } from './scene.ts';
import { Shadow } from './shadow.ts';

/** @param away  how far from the origin, askew, so that along every axis places are larger than speeds [m] */
function crowd(seed: number, speed: number, away = 0): Scene {
  const random = new Random(seed);
  const [x, y, z] = [7 * away, 3 * away, away];
  return assemble([
    sheet(random, 3, 0.05, [x + 0.01, y, z + 0.03], speed, 0.01),
    sheet(random, 1, 0.3, [x, y, z - 0.02], 0, 0),
    dust(random, 4, [x, y, z + 0.1], 0.03, speed, 0.01),
  ]);
}

/** Looks after every event until a time [s], or the first fault. */
function watch(scene: Scene, kinetic: KineticWorld, seconds: number, treeEvery: number): string | undefined {
  const shadow = new Shadow(scene, kinetic);
  const end = Math.floor(seconds * TICKS_PER_SECOND);
  let events = 0;
  for (;;) {
    const code = kinetic.runTo(end, 1);
    expect([control.RUN_DONE, control.RUN_PAUSED, control.STOP_LAYER]).toContain(code);
    const tick = Math.min(kinetic.next, end);
    const fault = shadow.fault(tick);
    if (fault) return fault;
    if (events++ % treeEvery === 0) shadow.checkTree(tick);
    if (code !== control.RUN_PAUSED) break;
  }
  expect(events).toBeGreaterThan(100);
  return undefined;
}

describe('what certificates claim is true at every event', () => {
  for (const [seed, speed, settings, away = 0] of [
    [1, 2, {}],
    [2, 5, { vagueness: 0 }],
    [3, 1, { vagueness: 3, adapts: false, axes: 6, kappa: 0.2 }],
    [4, 3, { vagueness: 0.005, axes: 26, slack: 0, patience: 1e6 }],
    [7, 2, { vagueness: 0.01 }, 20],
    [8, 2, { vagueness: 0.01 }, -20],
  ] as const) {
    test(`scene ${seed} at ${speed} m/s with ${JSON.stringify(settings)}, ${away} m away`, () => {
      const scene = crowd(seed, speed, away);
      const kinetic = new KineticWorld(scene, settings, 'wasm');
      expect(watch(scene, kinetic, 0.03, 20)).toBeUndefined();
      expect(kinetic.world.tally[control.TALLY_PUSHES]).toBeGreaterThan(10);
    });
  }

  test('at 1000 m/s too, where it ends or stops safely', () => {
    for (const seed of [5, 6]) {
      const random = new Random(seed);
      const scene = assemble([
        sheet(random, 2, 0.05, [0, 0, 0], 0.1, 0.01),
        dust(random, 3, [0, 0, 0.2], 0.02, 0, 0.001),
      ]);
      const velocities = scene.build.velocities as number[];
      for (let v = velocities.length / 3 - 3; v < velocities.length / 3; v++) velocities[3 * v + 2] = -1000;
      const kinetic = new KineticWorld(scene, {}, 'wasm');
      expect(watch(scene, kinetic, 4e-4, 200)).toBeUndefined();
      expect(kinetic.world.tally[control.TALLY_DEEPEST]).toBeGreaterThan(10);
    }
  });

  test('and a loop that forgets to make new plans is caught', () => {
    const scene = crowd(1, 2);
    const kinetic = new KineticWorld(scene, { vagueness: 0.01 }, 'wasm');
    const shadow = new Shadow(scene, kinetic);
    const end = Math.floor(0.03 * TICKS_PER_SECOND);
    kinetic.world.header[control.HEAD_MODE] = control.MODE_BRUTE;
    let fault: string | undefined;
    while (!fault && kinetic.runTo(end, 1) === control.RUN_PAUSED) fault = shadow.fault(kinetic.next);
    expect(fault).toMatch(/too close/);
  });
});
