// The wave that runs along a row of dominoes: how fast it is hardly depends on the step. Dominoes of 48 × 24 × 7.5 mm, 20 mm
// apart, that do not bounce; with steps of 1/4000 s it passes 29.8 of them a second.

import { expect, test } from 'vitest';
import { box, floor, type SceneFile } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';

const count = 22;
const [thick, wide, high] = [0.0075, 0.024, 0.048];
const apart = 0.02;
const material = { friction: 0.3, restitution: 0 };

function row(): SceneFile {
  const dominoes = Array.from({ length: count }, (_, i) => ({
    ...box({ name: `domino ${i}`, size: [thick, wide, high], density: 700, ...material }),
    position: [i * (thick + apart), 0, high / 2] as [number, number, number],
    ...(i === 0 ? { angularVelocity: [0, 3, 0] as const, velocity: [1.5 * high, 0, 0] as const } : {}),
  }));
  return {
    name: 'row',
    up: 'z',
    duration: 2,
    bodies: [floor({ size: [20, 6], ...material }), ...dominoes],
  } as SceneFile;
}

/** Dominoes a second, from the eighth to the last but one: when each has turned half as far as to the next one. */
function waveSpeed(steps: number, lookAhead: boolean): number {
  const trial = new Trial(row(), { timeStep: 1 / steps, lookAhead });
  const level = 0.5 * Math.asin(apart / high);
  const moments: number[] = [];
  const tilts = new Float64Array(count);
  for (let k = 1; moments[count - 2] === undefined && k < 3 * steps; k++) {
    trial.toStep(k);
    for (let i = 0; i < count; i++) {
      const at = 7 * (i + 1) + 3;
      const tilt = 2 * Math.atan2(trial.frame.poses[at + 1], trial.frame.poses[at + 3]);
      if (moments[i] === undefined && tilt >= level)
        moments[i] = (k - (tilt - level) / (tilt - tilts[i])) / steps;
      tilts[i] = tilt;
    }
  }
  return (count - 2 - 8) / (moments[count - 2] - moments[8]);
}

const FINE = 29.8;

test('within 2% from 1/480 s on, within 5% at 1/240 s', () => {
  expect(Math.abs(waveSpeed(480, true) / FINE - 1)).toBeLessThan(0.02);
  expect(Math.abs(waveSpeed(240, true) / FINE - 1)).toBeLessThan(0.05);
  // contacts that are seen at midpoints alone are late
  expect(waveSpeed(240, false) / FINE).toBeLessThan(0.92);
});
