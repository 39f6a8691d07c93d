import { expect, test } from 'vitest';
import { writeScripted } from '../../src/sim/scripted.ts';

test('a path of many keys is followed through each of them', () => {
  const times = Array.from({ length: 100 }, (_, i) => i / 50 + (i % 3) / 1000);
  const poses = times.map((_, i) => ({
    position: [i * i, i, 0] as const,
    orientation: [0, 0, 0, 1] as const,
  }));
  const scripted = { times, poses, after: 'hold' } as const;
  const pose = new Float64Array(7);
  const velocity = new Float64Array(6);
  times.forEach((time, i) => {
    writeScripted(scripted, time, pose, 0, velocity, 0);
    expect(pose[0]).toBeCloseTo(i * i, 9);
    if (i === 0) return;
    const before = times[i - 1];
    // at a key, the velocity of the segment just ended, and within it the same
    expect(velocity[1]).toBeCloseTo(1 / (time - before), 9);
    writeScripted(scripted, 0.25 * before + 0.75 * time, pose, 0, velocity, 0);
    expect(pose[1]).toBeCloseTo(i - 0.25, 9);
    expect(velocity[1]).toBeCloseTo(1 / (time - before), 9);
  });
});
