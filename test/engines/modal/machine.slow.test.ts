// A small version of the marble feeder: tubes that bend, pressed upon by a block that is pushed along under them.

import { expect, test } from 'vitest';
import { feeder } from '../../../examples/modal/parts/feeder.ts';
import { modal } from '../../../src/engines/modal/engine.ts';
import { type StepSink, columnAt } from '../../../src/record/index.ts';
import { resolveScene } from '../../../src/scene/index.ts';
import { lonelyContext } from '../../sim/tiny.ts';
import { optionsOf } from './harness.ts';

const silent: StepSink = {
  wants: { path: false, contacts: false },
  knot: () => {},
  turn: () => {},
  stray: () => {},
  contact: () => {},
};

const columnOf = (name: string): number => columnAt(modal.columns, name);

test('tubes bend where a block under them could not move otherwise, slip, and every problem is solved', () => {
  const { scene } = resolveScene(feeder('small', 0.1, 1));
  const simulation = modal.start(scene, optionsOf(scene), lonelyContext());
  const tube = scene.bodies.findIndex(({ name }) => name === 'tube-1');
  const modes = () => (simulation.state.simulated as Int32Array)[tube];
  let values = simulation.advance(0.05, silent).values;
  // before the pusher begins nothing moves, and the tube is frozen
  expect(values[columnOf('residual')]).toBeLessThan(1e-8);
  expect(values[columnOf('kineticEnergy')]).toBeLessThan(1e-12);
  expect(modes()).toBe(0);

  let vibrates = 0;
  let problems = 0;
  for (let time = 0.051; time < 0.0605; time += 0.001) {
    values = simulation.advance(time, silent).values;
    expect(values[columnOf('residual')]).toBeLessThan(1e-8);
    expect(values[columnOf('depth')]).toBeLessThan(1e-4);
    problems += values[columnOf('problems')];
    vibrates = Math.max(vibrates, values[columnOf('mostModes')]);
  }
  expect(problems).toBeGreaterThan(20);
  expect(vibrates).toBeGreaterThan(0);
  // the block has gone along with its pusher
  const block = 3 * scene.bodies.findIndex(({ name }) => name === 'feeder');
  const start = scene.bodies[block / 3].pose.position[0];
  const gone = (simulation.state.positions as Float64Array)[block] - start;
  expect(gone).toBeGreaterThan(0.0012);
  expect(gone).toBeLessThan(0.0018);
});
