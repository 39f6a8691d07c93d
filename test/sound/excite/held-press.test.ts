import { expect, test } from 'vitest';
import { Random } from '../../../src/num/index.ts';
import { bodyLanes, ENTRY_SIZE } from '../../../src/sound/excite/body-steps.ts';
import { heldParts, openedOver } from '../../../src/sound/excite/held-press.ts';
import { splitImpacts } from '../../../src/sound/excite/impacts.ts';
import { type Meetings, NORMAL, PRESS, SIDE_SIZE } from '../../../src/sound/excite/meetings.ts';

/** One contact of bodies 0 and 1 at one place with these forces [N], step after step. */
function meetingsOf(forces: readonly number[], step: number): Meetings {
  const count = forces.length;
  const sides = new Float64Array(2 * SIDE_SIZE * count);
  forces.forEach((force, m) => {
    for (let side = 0; side < 2; side++) {
      sides[SIDE_SIZE * (2 * m + side) + NORMAL] = 1;
      sides[SIDE_SIZE * (2 * m + side) + PRESS] = force * step;
    }
  });
  return {
    count,
    sides,
    bodies: Uint32Array.from(forces.flatMap(() => [0, 1])),
    features: new Uint32Array(2 * count),
    start: Float64Array.from(forces, (_, m) => m * step),
    duration: new Float64Array(count).fill(step),
    friction: new Float64Array(count),
  };
}

/** What damps in each step [N]. */
function damping(forces: readonly number[], step: number, lasts: number): number[] {
  const meetings = meetingsOf(forces, step);
  const split = splitImpacts(meetings, Float64Array.of(1, 1));
  const held = heldParts(meetings, split.before, () => lasts);
  const sides = forces.map((_, m) => 2 * m);
  const lanes = bodyLanes(meetings, split, held, sides);
  expect(lanes).toHaveLength(1);
  return lanes[0].map(({ entries, duration }) => {
    expect(entries).toHaveLength(ENTRY_SIZE);
    return entries[PRESS] / duration;
  });
}

const rests = (steps: number): number[] => new Array<number>(steps).fill(5);

test('a blow damps nothing, whether one step stands for it or ten', () => {
  expect(damping([4000], 1e-3, 1e-4)).toEqual([0]);
  const pulse = [100, 900, 2000, 3000, 3500, 3500, 3000, 2000, 900, 100];
  for (const force of damping(pulse, 1e-5, 1e-4)) expect(force).toBe(0);
});

test('of a blow on what lies there only what lies there damps', () => {
  for (const blow of [[4000], [900, 2000, 3000, 3500, 3000, 2000, 900]]) {
    const forces = damping([...rests(200), ...blow, ...rests(200)], 1e-5, 1e-4);
    for (const force of forces) expect(Math.abs(force - 5)).toBeLessThan(1e-12);
  }
});

test('the opening is the best of the least over all windows that are long enough', () => {
  const random = new Random(5, 0);
  for (let round = 0; round < 40; round++) {
    const n = 1 + Math.floor(30 * random.uniform());
    const forces = Float64Array.from({ length: n }, () => Math.floor(9 * random.uniform()));
    const spans = Float64Array.from({ length: n }, () => 1 + Math.floor(3 * random.uniform()));
    const shortest = Math.floor(12 * random.uniform());
    const wanted = new Float64Array(n);
    for (let from = 0; from < n; from++)
      for (let end = from + 3; end <= n; end++) {
        const window = forces.subarray(from, end);
        if (spans.subarray(from, end).reduce((sum, span) => sum + span, 0) < shortest) continue;
        const least = Math.min(...window);
        for (let k = from; k < end; k++) wanted[k] = Math.max(wanted[k], least);
      }
    expect([...openedOver(forces, spans, shortest)]).toEqual([...wanted]);
  }
});
