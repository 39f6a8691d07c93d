import { expect, test } from 'vitest';
import { KIND_ACCELERATION } from '../../../../src/engines/async/loop/layout/layout.ts';
import { HEAD_STRAY_WANTED, STRAY_SQUARED } from '../../../../src/engines/async/loop/layout/control.ts';
import { TICKS_PER_SECOND, World } from './world.ts';

test('stray is the largest distance of a turn from its line', () => {
  const step = 2 ** 33;
  const world = new World({
    positions: [0, 0, 0],
    masses: [1],
    accelerations: [0, 0, -10],
    groups: [{ kind: KIND_ACCELERATION, step, elements: [0] }],
  });
  world.header[HEAD_STRAY_WANTED] = 1;
  world.stray.fill(0);
  world.run(1);
  const h = step / TICKS_PER_SECOND;
  const turns = Math.ceil(1 / h) - 1; // the run ends before the tick at 1 s
  const last = 10 * h * h * ((turns * (turns - 1)) / 2);
  expect(Math.sqrt(world.stray[STRAY_SQUARED])).toBeCloseTo(last, 10);
});
