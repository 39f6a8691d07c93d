import { expect, test } from 'vitest';
import { scene as fallingBoxes } from '../../../examples/falling-boxes.ts';
import { ipc } from '../../../src/engines/ipc/engine.ts';
import { createArena } from '../../../src/num/kernels/index.ts';
import type { State } from '../../../src/record/index.ts';
import { resolveScene } from '../../../src/scene/index.ts';
import {
  copyState,
  defaultsOf,
  oneThread,
  restoreState,
  run,
  type Simulation,
} from '../../../src/sim/index.ts';

// Between the frames 16 and 41 boxes meet one after the other, so that islands are formed, kept and formed again: what was
// kept from before must not be seen in any number that is told.
test('a run restored at any frame tells the same numbers, iterations included', () => {
  const { scene } = resolveScene({ ...fallingBoxes, duration: 1, frameRateHz: 250 });
  const start = (): Simulation => {
    const arena = createArena();
    const context = { arena, pool: oneThread({ arena }), stop: () => false, progress: () => {} };
    return ipc.start(scene, defaultsOf(ipc), context);
  };
  const plan = { scene, reportColumns: ipc.columns.length, lastFrame: 60 };
  const whole = start();
  const reports: Float64Array[] = [];
  const states: State[] = [];
  for (const record of run(whole, plan)) {
    reports.push(record.report);
    states.push(copyState(whole.state));
  }
  for (let cut = 4; cut < 60; cut += 4) {
    const restored = start();
    restoreState(restored, states[cut]);
    for (const record of run(restored, { ...plan, firstFrame: cut + 1 }))
      expect([...record.report], `frame ${record.index}, cut after ${cut}`).toEqual([
        ...reports[record.index],
      ]);
  }
});
