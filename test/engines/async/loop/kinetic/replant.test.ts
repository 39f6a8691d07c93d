import { expect, test, vi } from 'vitest';
import { boxOfParticles } from '../../../../../examples/async/parts/box-of-particles.ts';
import { Driver, type Listener } from '../../../../../src/engines/async/driver.ts';
import { HEAD_RECORD_LIVE } from '../../../../../src/engines/async/loop/layout/kinetic.ts';
import { buildModel } from '../../../../../src/engines/async/model/model.ts';
import { initialState, loadState } from '../../../../../src/engines/async/state.ts';
import { createArena } from '../../../../../src/num/kernels/index.ts';
import { TICKS_PER_SECOND } from '../world.ts';
import { cloth } from '../../../../../src/scene/index.ts';
import { optionsOf, sceneOf } from '../../harness.ts';

const listener: Listener = { pause: () => {}, turns: () => {} };

test('a tree planted anew where particles have mixed shortens the separation list and moves nothing', () => {
  const scene = sceneOf(boxOfParticles('gas', 1, [6, 6, 6], 1));
  const ends: number[][] = [];
  const lists: number[] = [];
  for (const tends of [false, true]) {
    const model = buildModel(scene, optionsOf(scene, { detection: 'certificates' }));
    const driver = new Driver(model, createArena());
    loadState(driver, initialState(model));
    driver.prime(0);
    driver.rebuild(0, new Float64Array(0));
    const rebuild = vi.spyOn(driver, 'rebuild');
    for (let frame = 0; frame < 40; frame++) {
      if (tends) driver.tend(Math.floor((frame * TICKS_PER_SECOND) / 60));
      driver.run(Math.floor(((frame + 1) * TICKS_PER_SECOND) / 60), listener);
    }
    if (tends) expect(rebuild.mock.calls.length).toBeGreaterThan(0);
    const { position, velocity, time, header } = driver.tables;
    ends.push([...position, ...velocity, ...time]);
    lists.push(header[HEAD_RECORD_LIVE]);
  }
  expect(ends[1]).toEqual(ends[0]);
  expect(lists[1]).toBeLessThan(0.5 * lists[0]);
});

test('a sheet that flies keeps its tree, also at the start, when the separation list is not yet as long as it has to be', () => {
  const sheet = cloth({
    name: 'sheet',
    size: [1, 1],
    cells: [24, 24],
    thickness: 0.005,
    angularVelocity: [1, 0, 0],
  });
  const scene = sceneOf({ name: 'flying', deformables: [sheet] });
  const model = buildModel(scene, optionsOf(scene));
  const driver = new Driver(model, createArena());
  loadState(driver, initialState(model));
  driver.prime(0);
  driver.rebuild(0, new Float64Array(0));
  const rebuild = vi.spyOn(driver, 'rebuild');
  for (let frame = 0; frame < 4; frame++) {
    const tick = Math.floor((frame * TICKS_PER_SECOND) / 500);
    driver.tend(tick);
    driver.run(tick + 1, listener);
  }
  expect(rebuild.mock.calls.length).toBe(0);
});
