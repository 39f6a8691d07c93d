import { expect, test } from 'vitest';
import type { Path } from '../../src/scene/index.ts';
import { releaseTime, writeScripted } from '../../src/sim/scripted.ts';

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

const still = [0, 0, 0, 1] as const;
const quarter = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;

/** Two seconds and one, the first straight, the second about z. */
function path(after: Path['after']): Path {
  const pose = (x: number, y: number, z: number, orientation: typeof still | typeof quarter) => ({
    position: [x, y, z] as const,
    orientation,
  });
  return {
    times: [1, 3, 4],
    poses: [pose(1, 2, 3, still), pose(5, 4, 2, still), pose(5, 4, 2, quarter)],
    after,
  };
}

function at(own: Path, time: number): { pose: number[]; velocity: number[] } {
  const pose = new Float64Array(9).fill(7);
  const velocity = new Float64Array(8).fill(7);
  writeScripted(own, time, pose, 1, velocity, 1);
  // what lies around is left as it is
  expect([pose[0], pose[8], velocity[0], velocity[7]]).toEqual([7, 7, 7, 7]);
  return { pose: [...pose.subarray(1, 8)], velocity: [...velocity.subarray(1, 7)] };
}

const rest = [0, 0, 0, 0, 0, 0];

test('before its first key and behind its last a body rests there', () => {
  for (const time of [0, 1])
    expect(at(path('hold'), time)).toEqual({ pose: [1, 2, 3, ...still], velocity: rest });
  expect(at(path('hold'), 4.001)).toEqual({ pose: [5, 4, 2, ...quarter], velocity: rest });
  expect(at(path('release'), 9)).toEqual({ pose: [5, 4, 2, ...quarter], velocity: rest });
});

test('between two keys it moves straight and turns evenly', () => {
  expect(at(path('hold'), 1.5)).toEqual({ pose: [2, 2.5, 2.75, ...still], velocity: [2, 1, -0.5, 0, 0, 0] });
  const { pose, velocity } = at(path('hold'), 3.5);
  expect(pose.slice(0, 3)).toEqual([5, 4, 2]);
  expect(pose[5]).toBeCloseTo(Math.sin(Math.PI / 8), 12);
  expect(pose[6]).toBeCloseTo(Math.cos(Math.PI / 8), 12);
  expect(velocity.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(velocity[5]).toBeCloseTo(Math.PI / 2, 12);
  // at the last key it still moves
  expect(at(path('hold'), 4).velocity[5]).toBeCloseTo(Math.PI / 2, 12);
});

test('what repeats goes on from its first key, as often as it takes', () => {
  const own = path('repeat');
  for (const turns of [1, 2, 100])
    for (const time of [1.25, 2, 3, 3.5, 4]) {
      const [now, then] = [at(own, time), at(own, time + 3 * turns)];
      for (let k = 0; k < 7; k++) expect(then.pose[k]).toBeCloseTo(now.pose[k], 9);
      for (let k = 0; k < 6; k++) expect(then.velocity[k]).toBeCloseTo(now.velocity[k], 9);
    }
  expect(at(own, 0).pose).toEqual([1, 2, 3, ...still]);
  const one: Path = { times: [2], poses: [path('hold').poses[1]], after: 'repeat' };
  for (const time of [1, 2, 3]) expect(at(one, time)).toEqual({ pose: [5, 4, 2, ...still], velocity: rest });
});

test('a body is let go at its last key, or never', () => {
  expect(releaseTime(path('release'))).toBe(4);
  expect(releaseTime(path('hold'))).toBe(Number.POSITIVE_INFINITY);
  expect(releaseTime(path('repeat'))).toBe(Number.POSITIVE_INFINITY);
});
