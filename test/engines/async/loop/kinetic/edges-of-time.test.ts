// Late in time, far from the origin, and where layers end.

import { expect, test } from 'vitest';
import * as control from '../../../../../src/engines/async/loop/layout/control.ts';
import * as K from '../../../../../src/engines/async/loop/layout/kinetic.ts';
import { Random } from '../../../../../src/num/index.ts';
import { TICKS_PER_SECOND } from '../world.ts';
import { allPairs, assemble, bruteWorld, dust, KineticWorld, type Scene, sheet } from './scene.ts';
import { Shadow } from './shadow.ts';

function small(seed: number, shift = 0): Scene {
  const random = new Random(seed);
  const scene = assemble([
    sheet(random, 1, 0.1, [0, 0, 0.02], 2, 0.01),
    sheet(random, 1, 0.2, [0, 0, -0.02], 0, 0),
    dust(random, 2, [0, 0, 0.08], 0.02, 2, 0.01),
  ]);
  for (const positions of [scene.input.positions, scene.build.positions as number[]]) {
    for (let i = 0; i < positions.length; i += 3) positions[i] += shift;
  }
  return scene;
}

test('bits are those of brute force in the last hours that ticks can count', () => {
  const scene = small(1);
  for (const start of [2 ** 48 + 12345, 2 ** 52 + 54321]) {
    const end = start + Math.floor(0.02 * TICKS_PER_SECOND);
    const brute = bruteWorld(scene, 0, 'wasm', { moreLayers: 10 * allPairs(scene).length });
    brute.times.fill(start);
    brute.call.asyncStart(brute.at, start);
    for (const { kind, vertices, idA, idB } of allPairs(scene))
      brute.pair(kind, vertices, idA, idB, 10, start);
    expect(brute.call.asyncRun(brute.at, end, Infinity)).toBe(control.RUN_DONE);
    expect(brute.tally[control.TALLY_PUSHES]).toBeGreaterThan(10);

    const kinetic = new KineticWorld(scene, {}, 'wasm');
    kinetic.world.times.fill(start);
    kinetic.world.call.asyncStart(kinetic.world.at, start);
    kinetic.certify(start);
    expect(kinetic.runTo(end)).toBe(control.RUN_DONE);
    expect(kinetic.world.state).toEqual(brute.state);
  }
});

test('bits are those of brute force a kilometre from the origin', () => {
  const scene = small(2, 1000);
  const brute = bruteWorld(scene, 10, 'wasm');
  brute.run(0.02);
  expect(brute.tally[control.TALLY_PUSHES]).toBeGreaterThan(10);
  for (const settings of [{}, { vagueness: 0 }, { vagueness: 1, adapts: false }]) {
    const kinetic = new KineticWorld(scene, settings, 'wasm');
    kinetic.run(0.02);
    expect(kinetic.world.state).toEqual(brute.state);
  }
});

test('what leaves the extent that certificates reckon with makes it larger, and they stay true', () => {
  const scene = assemble([
    sheet(new Random(3), 1, 0.1, [0, 0, 0], 0, 0.01),
    dust(new Random(4), 2, [0, 0, 0.3], 0.02, 0, 0.01),
  ]);
  // as if thrown by a sling: 20 km/s² until far out
  const accelerations = scene.build.accelerations as number[];
  accelerations[3 * 4 + 2] = 20000;
  const kinetic = new KineticWorld(scene, {}, 'wasm');
  const before = kinetic.reals(K.HEAD_SETTING)[K.SETTING_EXTENT];
  const shadow = new Shadow(scene, kinetic);
  for (let i = 1; i <= 200; i++) {
    kinetic.run(i / 1000);
    const tick = Math.floor((i * TICKS_PER_SECOND) / 1000);
    expect(shadow.fault(tick)).toBeUndefined();
    shadow.checkTree(tick);
  }
  const z = kinetic.world.places(0.2)[3 * 4 + 2];
  expect(z).toBeGreaterThan(100);
  expect(kinetic.reals(K.HEAD_SETTING)[K.SETTING_EXTENT]).toBeGreaterThan(Math.max(z, 4 * before));
});

test('where the ladder of layers ends the loop stops, says where, and is not through', () => {
  const random = new Random(5);
  const scene = assemble([sheet(random, 1, 0.1, [0, 0, 0], 0, 0), dust(random, 1, [0, 0, 0.05], 0, 0, 0.01)]);
  (scene.build.velocities as number[])[14] = -1000;
  const short = { ...scene, build: { ...scene.build, largestLayer: 4 } };
  const kinetic = new KineticWorld(short, {}, 'wasm');
  for (let again = 0; again < 3; again++) expect(kinetic.run(0.01)).toBe(control.STOP_LAYER);
  expect(kinetic.world.header[control.HEAD_FAILED_LAYER]).toBe(5);
  expect(kinetic.world.places(kinetic.next / TICKS_PER_SECOND)[14]).toBeGreaterThan(0);
});
