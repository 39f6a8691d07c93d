// Bridges and nets that are pulled straight: their joints say the same more than once, and what boxes on them do hangs on forces that
// nothing but the joints' own giving way bounds.

import { expect, test } from 'vitest';
import { bridge, net } from './group-scenes.ts';
import { Trial } from './harness.ts';

const straight = 1e-6;

test.each([
  ['a flat net of ball joints', net(5, 'ball', 0), 0],
  ['a net of rods', net(5, 'distance'), 0],
  ['a flat net of rods', net(5, 'distance', 0), 0],
  // boxes that barely slide on planks as stiff as rock: a few of 480 are missed, none by more than was before
  ['a straight bridge of 8 planks', bridge(8, straight), 4],
  ['a straight bridge of 16 planks', bridge(16, straight), 12],
] as const)(
  '%s, and boxes that fall on it: solves arrive, energy stays below the start',
  (_, file, missed) => {
    const trial = new Trial(file).to(0);
    const start = trial.value('energy');
    for (let k = 1; k <= 120; k++) {
      expect(trial.to(k / 60).value('energy')).toBeLessThan(1.001 * start);
      expect(trial.value('jointError')).toBeLessThan(3e-3);
    }
    expect(trial.failures).toBeLessThanOrEqual(missed);
    expect(trial.residual).toBeLessThan(missed === 0 ? trial.options.tolerance : 2.7e-4);
  },
);
