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
  type Outcome,
  smallestGap,
} from '../../src/sim/outcome.ts';
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
});
