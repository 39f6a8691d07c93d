// Comparing two runs: how far apart, how high, how much faster, on motions written by hand.

import { expect, test } from 'vitest';
import { compareRuns, furthestApart, risesOf } from '../../bench/lib/modal-compare.ts';
import type { Measured } from '../../bench/lib/modal-run.ts';
import { tinyBody, tinyScene } from '../sim/tiny.ts';

const scene = tinyScene({ bodies: [tinyBody({ name: 'table' }), tinyBody({ name: 'cup' })] });

/** The cup jumps at 0.1 s with a speed and lands again; a second of run costs `cost`, from the jump on `later`. */
function jumping(speed: number, cost: number, later: number): Measured {
  const slice = 0.001;
  const spent: number[] = [];
  const poses = Array.from({ length: 400 }, (_, i) => {
    const t = (i + 1) * slice;
    const air = Math.max(0, t - 0.1);
    spent.push((spent[i - 1] ?? 0) + slice * (t <= 0.1 ? cost : later));
    const height = Math.max(0, speed * air - 4.905 * air * air);
    return Float64Array.of(0, 0, 0, 0, 0, 0, 1, 0.3, 0.5 + height, 0, 0, 0, 0, 1);
  });
  const [reports, events]: [Float64Array[], number[]] = [[], []];
  const at = (): number => 0;
  return {
    scene,
    duration: 0.4,
    seconds: spent[399],
    startSeconds: 0,
    slice,
    reports,
    events,
    spent,
    poses,
    at,
  };
}

const [one, other] = [jumping(1, 5, 10), jumping(1.1, 8, 20)];

test('rises are those of the bodies asked for', () => {
  const rises = risesOf(one, /^cup/, 0.05, 0.4);
  expect([...rises.keys()]).toEqual(['cup']);
  expect(rises.get('cup')).toBeCloseTo(1 / (2 * 9.81), 5);
});

test('nothing is apart before the jump; then the cup is, by the difference of speeds', () => {
  expect(furthestApart(one, other, 0, 0.09).apart).toBe(0);
  const worst = furthestApart(one, other, 0.09, 0.15);
  expect(worst.body).toBe('cup');
  expect(worst.apart).toBeCloseTo(0.1 * 0.05, 4);
  expect(worst.went).toBeCloseTo(0.05 - 4.905 * 0.0025, 4);
});

test('speed-ups are told for the whole and from the blow on', () => {
  const lines = compareRuns(one, other, { blow: 0.1, jumping: /^cup/ });
  expect(lines[lines.length - 1]).toBe('faster by 1.94 in all, by 2.00 from the blow on');
  expect(lines.some((line) => /^\| cup \|.*\| -17\.\d% \|$/.test(line))).toBe(true);
});
