// Forty random scenes, in the long tier a hundred, each recorded and judged. `npm run bench ipc-fuzz` runs thousands.

import { describe, expect, test } from 'vitest';
import { ipc } from '../../../src/engines/ipc/engine.ts';
import { StepError, Stopped } from '../../../src/sim/index.ts';
import { isLong } from '../../tier.ts';
import { judge, optionsOf } from './harness.ts';
import { randomScene } from './random-scene.ts';

const scenes = isLong ? 100 : 40;
const parts = 10;
/** Iterations after which a scene is left: counted and not timed, so that every machine sees the same. */
const patience = 4000;

describe('random scenes', () => {
  let reached = 0;
  test.each([...Array(parts).keys()])('never intersect, and say so where they stop (%i)', async (part) => {
    for (let seed = part; seed < scenes; seed += parts) {
      const scene = randomScene(seed, 0.2);
      expect(ipc.refuse(scene, optionsOf(scene)), `seed ${seed}`).toEqual([]);
      let asked = 0;
      const { verdict, error } = await judge(scene, {}, () => ++asked > patience);
      const { intersections, tunnelled, undecided, broken } = verdict;
      expect({ seed, intersections, tunnelled, undecided, broken }).toEqual({
        seed,
        intersections: 0,
        tunnelled: 0,
        undecided: 0,
        broken: 0,
      });
      if (error === undefined) reached++;
      else if (!(error instanceof Stopped)) {
        expect(error, `seed ${seed}`).toBeInstanceOf(StepError);
        const [fault] = (error as StepError).faults;
        expect(fault.where).toMatch(/^bodies\[\d\]/);
        expect(fault.remedy).not.toBe('');
      }
    }
  });

  test('nearly all of them reach their end', () => {
    expect(reached).toBeGreaterThanOrEqual(0.97 * scenes);
  });
});
