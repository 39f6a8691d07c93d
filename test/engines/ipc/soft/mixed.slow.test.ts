// Six random scenes of what deforms among bodies, in the long tier five hundred, each recorded and judged with thickness.

import { describe, expect, test } from 'vitest';
import { ipc } from '../../../../src/engines/ipc/engine.ts';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { isLong } from '../../../tier.ts';
import { judge, optionsOf } from '../harness.ts';
import { softScene } from './soft-scene.ts';

await loadKernels();

const scenes = isLong ? 500 : 6;
const parts = isLong ? 20 : 3;
/** Iterations after which a scene is left: counted and not timed, so that every machine sees the same. */
const patience = 30_000;

describe('what deforms among bodies', () => {
  let reached = 0;
  let near = 0;

  test.each([...Array(parts).keys()])('never intersect (%i)', async (part) => {
    for (let seed = part; seed < scenes; seed += parts) {
      const scene = softScene(seed, 0.2);
      expect(ipc.refuse(scene, optionsOf(scene)), `seed ${seed}`).toEqual([]);
      let asked = 0;
      const { verdict, error } = await judge(scene, {}, () => ++asked > patience);
      const { intersections, tunnelled, undecided, broken, smallestGap, promise } = verdict;
      // solids have no thickness
      const isThick = scene.deformables.some(({ kind }) => kind !== 'solid');
      expect({ seed, intersections, tunnelled, undecided, broken, promise }).toEqual({
        seed,
        intersections: 0,
        tunnelled: 0,
        undecided: 0,
        broken: 0,
        promise: { kind: 'never intersects', round: true, ...(isThick ? { thick: true } : {}) },
      });
      if (smallestGap < 0.1 * scene.deformables[0].thickness) near++;
      if (error === undefined) reached++;
    }
  });

  test('a slow script arrives in a part of a step, where some softness of friction stays', async () => {
    expect((await judge(softScene(130, 0.12))).error).toBeUndefined();
  });

  test('reach their end, and in most something comes near', () => {
    expect(reached).toBeGreaterThanOrEqual(0.99 * scenes);
    expect(near).toBeGreaterThan(0.5 * scenes);
  });
});
