// Cloth that nothing brakes keeps its energy for a hundred million events.

import { expect, test } from 'vitest';
import { columnAt } from '../../../src/record/index.ts';
import { asynchronous } from '../../../src/engines/async/engine.ts';
import { startScene } from './harness.ts';
import { stiffnesses, swingingSheet } from './swinging.ts';

const EVENTS = 1e8;
const nothing = () => {};
const sink = {
  wants: { path: false, contacts: false },
  knot: nothing,
  turn: nothing,
  stray: nothing,
  contact: nothing,
};

test.each(stiffnesses)('a sheet held at a corner, D = %f N m, Y = %f N/m', (bend, stretch) => {
  const simulation = startScene(swingingSheet(bend, stretch, 1000));
  const column = columnAt(asynchronous.columns, 'energy');
  let events = 0;
  let first = 0;
  let most = 0;
  for (let frame = 0; events < EVENTS; frame++) {
    const { steps, values } = simulation.advance(frame / 20, sink);
    events += steps;
    if (frame === 0) first = values[column];
    most = Math.max(most, Math.abs(values[column] / first - 1));
  }
  expect(most).toBeLessThan(0.005);
});
