import { describe, expect, test } from 'vitest';
import { cos, sin } from '../../src/num/elementary/index.ts';
import {
  bodyAngle,
  bodyHeight,
  bodyNames,
  bodySpeed,
  bodyTilt,
  bodyTravel,
  bodyTurn,
  column,
  distanceBetween,
  frameAt,
  bodyPosition,
  type Outcome,
  readOutcome,
  smallestGap,
} from '../../src/sim/outcome.ts';
import { bytesSource, openRecording } from '../../src/record/index.ts';
import { syntheticFrame, writeSynthetic } from '../record/synthetic.ts';
import { tinyBody, tinyScene } from './tiny.ts';

const frames = 41;

/** One body turns about x by 0.3 rad a frame and rises by a metre a frame; the other stays. */
function outcome(up: 'y' | 'z' = 'y'): Outcome {
  const bodies = [tinyBody({ name: 'turning' }), tinyBody({ name: 'still' })];
  const poses = new Float64Array(14 * frames);
  const velocities = new Float64Array(12 * frames);
  const reports = new Float64Array(2 * frames);
  for (let i = 0; i < frames; i++) {
    poses.set([0, i, 0, sin(0.15 * i), 0, 0, cos(0.15 * i), 3, 0, 4, 0, 0, 0, 1], 14 * i);
    velocities.set([3, 0, 4], 12 * i);
    reports.set([i, 1 + Math.abs(i - 7)], 2 * i);
  }
  return {
    scene: tinyScene({ bodies, up }),
    columns: [
      { name: 'energy', unit: 'J', doc: '' },
      { name: 'smallestGap', unit: 'm', doc: '' },
    ],
    times: Float64Array.from({ length: frames }, (_, i) => i / 10),
    poses,
    velocities,
    vertices: new Float64Array(0),
    reports,
  };
}

describe('what came of a run', () => {
  test('finds frames by time', () => {
    expect([frameAt(outcome(), 'first'), frameAt(outcome(), 'last'), frameAt(outcome(), 1.04)]).toEqual([
      0, 40, 10,
    ]);
  });

  test('measures places and speeds', () => {
    const r = outcome();
    expect(bodyHeight(r, 'turning', 'last')).toBe(40);
    expect(bodyHeight(outcome('z'), 'still', 'last')).toBe(4);
    expect(bodyTravel(r, 'turning', 0.5, 1.5)).toBe(10);
    expect(distanceBetween(r, 'turning', 'still', 'first')).toBe(5);
    expect(bodySpeed(r, 'turning', 'last')).toBe(5);
    // no coordinate of one is that of another
    r.poses.set([1, 2, 4], 0);
    r.poses.set([3, 5, 10], 7);
    expect(distanceBetween(r, 'turning', 'still', 'first')).toBe(7);
    r.poses.set([7, 11, 17], 14 * 40);
    expect(bodyTravel(r, 'turning', 'first', 'last')).toBeCloseTo(Math.hypot(6, 9, 13), 12);
  });

  test('counts whole turns, and tells them from the turn that is left', () => {
    const r = outcome();
    expect(bodyAngle(r, 'turning', [1, 0, 0], 'last')).toBeCloseTo(12, 10);
    expect(bodyAngle(r, 'turning', [0, 1, 0], 'last')).toBeCloseTo(0, 10);
    expect(bodyTurn(r, 'turning', 'first', 0.5)).toBeCloseTo(1.5, 10);
    expect(bodyTurn(r, 'turning', 'first', 'last')).toBeCloseTo(4 * Math.PI - 12, 10);
    expect(bodyTilt(r, 'turning', 0.5)).toBeCloseTo(1.5, 10);
    expect(bodyTilt(r, 'turning', 1.5)).toBeCloseTo(2 * Math.PI - 4.5, 10);
    expect(bodyTilt(r, 'still', 'last')).toBe(0);
  });

  test('reads columns, and says what there is where there is none', () => {
    const r = outcome();
    expect(smallestGap(r)).toBe(1);
    expect(column(r, 'energy')[5]).toBe(5);
    expect(bodyNames(r, /^s/)).toEqual(['still']);
    expect(() => column(r, 'enrgy')).toThrow('did you mean "energy"');
    expect(() => bodyHeight(r, 'stil', 'last')).toThrow('did you mean "still"');
  });

  test('has every number of every frame of a recording', async () => {
    const recording = await openRecording(bytesSource(writeSynthetic([1, 3, 2]).bytes));
    const r = await readOutcome(recording);
    expect(r.scene).toBe(recording.scene);
    expect(r.columns).toEqual(recording.columns);
    const all = (of: (frame: ReturnType<typeof syntheticFrame>) => Float64Array) =>
      Float64Array.from([0, 1, 2, 3, 4, 5].flatMap((index) => [...of(syntheticFrame(index))]));
    expect(r.poses).toEqual(all(({ frame }) => frame.poses));
    expect(r.velocities).toEqual(all(({ frame }) => frame.velocities));
    expect(r.vertices).toEqual(all(({ frame }) => frame.vertices));
    expect(r.reports).toEqual(all(({ report }) => report));
    expect(r.times).toEqual(Float64Array.from({ length: 6 }, (_, i) => i / 30));
  });

  test('measures each body and each axis by itself', () => {
    const r = outcome();
    r.velocities.set([1, 2, 2, 9, 9, 9, 2, 3, 6], 12 * 3);
    expect(bodySpeed(r, 'turning', 0.3)).toBe(3);
    expect(bodySpeed(r, 'still', 0.3)).toBe(7);
    expect(bodyPosition(r, 'still', 0.3)).toEqual([3, 0, 4]);
    expect(bodyHeight(outcome('z'), 'turning', 'last')).toBe(0);
    // a quarter about y, then about z: seen along each axis, and whichever is up
    const half = Math.SQRT1_2;
    r.poses.set([0, half, 0, half], 14 * 0 + 3);
    r.poses.set([0, 0, 0, 1], 14 * 1 + 3);
    r.poses.set([0, 0, half, half], 14 * 2 + 3);
    const angles = ([x, y, z]: readonly [number, number, number]) => bodyAngle(r, 'turning', [x, y, z], 0.2);
    expect(angles([1, 0, 0])).toBeCloseTo(0, 12);
    expect(angles([0, 1, 0])).toBeCloseTo(-Math.PI / 2, 12);
    expect(angles([0, 0, 1])).toBeCloseTo(Math.PI / 2, 12);
    expect(bodyTurn(r, 'turning', 0.1, 0.2)).toBeCloseTo(Math.PI / 2, 12);
    expect(bodyTurn(r, 'turning', 0.2, 0.2)).toBe(0);
    const z = outcome('z');
    z.poses.set([0, 0, 0, 1], 3);
    z.poses.set([0, 0, half, half], 14 + 3);
    z.poses.set([0, half, 0, half], 28 + 3);
    expect(bodyTilt(z, 'turning', 0.1)).toBeCloseTo(0, 12);
    expect(bodyTilt(z, 'turning', 0.2)).toBeCloseTo(Math.PI / 2, 12);
    // of a body that leans along both other axes
    z.poses.set([0.5, 0.5, 0.5, 0.5], 42 + 3);
    expect(bodyTilt(z, 'turning', 0.3)).toBeCloseTo(Math.PI / 2, 12);
    const y = outcome();
    y.poses.set([0.1, 0, 0.2, Math.sqrt(0.95)], 14 + 3);
    // y turned by q: its own y component is 1 − 2 (x² + z²)
    expect(bodyTilt(y, 'turning', 0.1)).toBeCloseTo(Math.acos(0.9), 12);
  });

  test('a moment is the nearest frame, of two the earlier, and an end beyond the ends', () => {
    const r = outcome();
    // 0.125 and 0.375 s are exact
    const times = Float64Array.of(0, 0.25, 0.5);
    expect([0.124, 0.125, 0.126, 0.375, 9, -9].map((time) => frameAt({ ...r, times }, time))).toEqual([
      0, 0, 1, 1, 2, 0,
    ]);
  });
});
