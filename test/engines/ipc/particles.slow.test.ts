// Forty random scenes of particles among bodies, in the long tier a hundred, each recorded and judged.

import { describe, expect, test } from 'vitest';
import { ipc } from '../../../src/engines/ipc/engine.ts';
import { StepError, Stopped } from '../../../src/sim/index.ts';
import { isLong } from '../../tier.ts';
import { judge, optionsOf } from './harness.ts';
import { particleScene } from './particle-scene.ts';

const scenes = isLong ? 100 : 16;
const parts = 10;
/** Iterations after which a scene is left: counted and not timed, so that every machine sees the same. */
const patience = 30_000;

describe('particles among bodies', () => {
  let reached = 0;
  let grains = 0;
  let near = 0;

  test.each([...Array(parts).keys()])('never intersect, and say so where they stop (%i)', async (part) => {
    for (let seed = part; seed < scenes; seed += parts) {
      const scene = particleScene(seed, 0.2);
      grains += scene.deformables.reduce((sum, { masses }) => sum + masses.length, 0);
      expect(ipc.refuse(scene, optionsOf(scene)), `seed ${seed}`).toEqual([]);
      let asked = 0;
      const { verdict, error } = await judge(scene, {}, () => ++asked > patience);
      const { intersections, tunnelled, undecided, broken, smallestGap } = verdict;
      expect({ seed, intersections, tunnelled, undecided, broken }).toEqual({
        seed,
        intersections: 0,
        tunnelled: 0,
        undecided: 0,
        broken: 0,
      });
      const thickness = scene.deformables[0]?.thickness ?? 0;
      if (smallestGap < 2e-3 * thickness) near++;
      if (error === undefined) reached++;
      else if (!(error instanceof Stopped)) {
        expect(error, `seed ${seed}`).toBeInstanceOf(StepError);
        const [fault] = (error as StepError).faults;
        expect(fault.where).toMatch(/^(bodies|deformables)\[\d\]/);
        expect(fault.remedy).not.toBe('');
      }
    }
  });

  test('nearly all of them reach their end, and in most something comes near', () => {
    expect(reached).toBeGreaterThanOrEqual(0.99 * scenes);
    expect(grains).toBeGreaterThan(20 * scenes);
    expect(near).toBeGreaterThan(0.5 * scenes);
  });
});
