import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/num/index.ts';
import { bisect, type Threshold, type ThresholdChoices } from '../../../src/num/optimise/index.ts';

function run(choices: ThresholdChoices, holds: (x: number) => boolean): Threshold & { rounds: number } {
  const search = bisect(0, 1, choices);
  let rounds = 0;
  for (let step = search.next(); ; rounds++) {
    if (step.done === true) return { ...step.value, rounds };
    step = search.next(step.value.map(holds));
  }
}

describe('bisection for a threshold', () => {
  it('halves: 2 ends and log₂ of range by tolerance', () => {
    const found = run({ tolerance: 1e-3 }, (x) => x > 0.3217);
    expect(found.evaluations).toBe(12);
    expect(found.fails).toBeLessThanOrEqual(0.3217);
    expect(found.holds).toBeGreaterThan(0.3217);
    expect((found.holds ?? 9) - (found.fails ?? 0)).toBeLessThanOrEqual(1e-3);
  });

  it('takes fewer rounds where several are asked for at once', () => {
    const found = run({ tolerance: 1e-3, atOnce: 7 }, (x) => x > 0.3217);
    expect(found.rounds).toBe(5); // 1/8 a round behind the ends
    expect((found.holds ?? 9) - (found.fails ?? 0)).toBeLessThanOrEqual(1e-3);
  });

  it('finds where something ceases to hold', () => {
    const found = run({ tolerance: 1e-3, atOnce: 3 }, (x) => x <= 0.3217);
    expect(found.holds).toBeLessThanOrEqual(0.3217);
    expect(found.fails).toBeGreaterThan(0.3217);
    expect((found.fails ?? 9) - (found.holds ?? 0)).toBeLessThanOrEqual(1e-3);
  });

  it('says where there is no threshold', () => {
    expect(run({ tolerance: 1e-3 }, () => true).end).toBe('holds everywhere');
    expect(run({ tolerance: 1e-3 }, () => false).end).toBe('holds nowhere');
  });

  it('stays within the band of a noisy threshold', () => {
    for (const atOnce of [1, 4]) {
      const random = new Random(3);
      const found = run({ tolerance: 1e-4, atOnce }, (x) => x + 0.02 * (random.uniform() - 0.5) > 0.6);
      expect(found.holds).toBeGreaterThan(0.589);
      expect(found.holds).toBeLessThan(0.611);
    }
  });

  it('ends by its budget, and at neighbouring doubles', () => {
    expect(run({ tolerance: 1e-9, budget: 10 }, (x) => x > 0.5)).toMatchObject({
      evaluations: 10,
      end: 'budget',
    });
    expect(run({ tolerance: 1e-300 }, (x) => x > 0.3)).toMatchObject({ fails: 0.3, end: 'tolerance' });
  });
});
