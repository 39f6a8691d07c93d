// The parts that goals are searched with: free flight through a place, regions, and what a meter says of a way.

import { describe, expect, test } from 'vitest';
import { GoalMeter } from '../../../../../src/engines/lcp/backward/goals/meter.ts';
import { drawWithin, outsideOf } from '../../../../../src/engines/lcp/backward/goals/region.ts';
import { arrivalThrough } from '../../../../../src/engines/lcp/backward/goals/through.ts';
import { buildModel } from '../../../../../src/engines/lcp/model.ts';
import { Random } from '../../../../../src/num/index.ts';
import { type Goal, type GoalRegion, sphere } from '../../../../../src/scene/index.ts';
import { material, optionsOf, sceneOf } from '../scenes.ts';

test('who arrives with the velocity found was at the place before, whatever place, time and gravity', () => {
  const random = new Random(1);
  const draw = () => Float64Array.from({ length: 3 }, () => random.between(-2, 2));
  for (let n = 0; n < 200; n++) {
    const [through, at, gravity] = [draw(), draw(), draw()];
    const time = random.between(0.01, 2);
    const v = new Float64Array(3);
    arrivalThrough(v, through, at, time, gravity);
    for (let k = 0; k < 3; k++)
      expect(at[k] - v[k] * time + 0.5 * gravity[k] * time * time).toBeCloseTo(through[k], 12);
  }
});

describe('regions', () => {
  const regions: GoalRegion[] = [
    { center: [1, -2, 3], radius: 0.5 },
    { center: [1, -2, 3], size: [0.2, 1, 3] },
  ];

  test.each(regions)('places drawn are within, and fill it evenly', (region) => {
    const random = new Random(2);
    const place = new Float64Array(3);
    const sums = [0, 0, 0];
    let inner = 0;
    const count = 4000;
    const halves = 'size' in region ? region.size.map((length) => 0.5 * length) : [0.5, 0.5, 0.5];
    for (let n = 0; n < count; n++) {
      drawWithin(region, random, place);
      expect(outsideOf(region, place)).toBeLessThan(1e-12);
      const parts = halves.map((half, k) => (place[k] - region.center[k]) / half);
      for (let k = 0; k < 3; k++) sums[k] += parts[k];
      // the region half as large: an eighth of it
      const isInner =
        'size' in region ? parts.every((part) => Math.abs(part) < 0.5) : Math.hypot(...parts) < 0.5;
      if (isInner) inner++;
    }
    for (const sum of sums) expect(Math.abs(sum / count)).toBeLessThan(0.05);
    expect(inner / count).toBeGreaterThan(0.1);
    expect(inner / count).toBeLessThan(0.15);
  });

  test('how far outside is the distance from the surface', () => {
    expect(outsideOf(regions[0], [1, -2, 4])).toBeCloseTo(0.5, 12);
    expect(outsideOf(regions[1], [1.1 + 0.3, -1.5 + 0.4, 3])).toBeCloseTo(0.5, 12);
  });
});

describe('a meter', () => {
  const model = buildModel(
    sceneOf([sphere({ radius: 0.1, position: [0, 0.1, 0], ...material })]),
    optionsOf(),
  );
  /** Along x from −1 at the start to 0 after a second, at a height of one. */
  const along = (goal: Partial<Goal>) => {
    const meter = new GoalMeter(model, { bodies: [1], weight: 1, ...goal }, 0, 1, 0.1);
    for (let k = 0; k <= 10; k++) {
      meter.see(0.1 * k, -1 + 0.1 * k, 1, 0);
      meter.seeSpeed(1);
    }
    return meter.result();
  };

  test('measures a place at its time, between two moments too, and at any time', () => {
    expect(along({ passes: [-0.5, 1.2, 0], time: 0.55 })).toMatchObject({ met: false, unit: 'm' });
    expect(along({ passes: [-0.5, 1.2, 0], time: 0.55 }).off).toBeCloseTo(Math.hypot(0.05, 0.2), 12);
    expect(along({ passes: [-0.43, 1.05, 0] }).off).toBeCloseTo(0.05, 12);
    // as far as the radius of the body counts as met, unless it is said
    expect(along({ passes: [-0.43, 1.05, 0] }).met).toBe(true);
    expect(along({ passes: [-0.43, 1.05, 0], tolerance: 0.04 }).met).toBe(false);
  });

  test('measures where it starts, from which side it comes and how fast it is', () => {
    expect(along({ startsIn: { center: [-1, 1, 0.5], radius: 0.2 } }).off).toBeCloseTo(0.3, 12);
    expect(along({ from: [-1, 0, 1] })).toMatchObject({ met: false, unit: '°' });
    expect(along({ from: [-1, 0, 1] }).off).toBeCloseTo(45, 6);
    expect(along({ from: [-1, 5, 0] })).toMatchObject({ met: true });
    expect(along({ atMost: 0.75 })).toMatchObject({ met: false, off: 0.25, unit: 'm/s' });
    expect(along({ atMost: 1 }).met).toBe(true);
  });
});
