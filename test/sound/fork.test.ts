// A tuning fork, as in Figure 13 of the paper: free it rings for seconds, standing on its stem (nearly a node) almost as
// long, and lying on its tines it dies quickly.

import { expect, test } from 'vitest';
import { extrude } from '../../src/geometry/primitives/index.ts';
import { fill } from '../../src/geometry/tetra/index.ts';
import { analyse } from '../../src/modes/index.ts';
import { findMaterial, type Material } from '../../src/scene/index.ts';
import {
  type BodyStep,
  ENTRY_FRICTION,
  ENTRY_MEETING,
  ENTRY_SIZE,
} from '../../src/sound/excite/body-steps.ts';
import { IMPULSE, NORMAL, POINT, PRESS } from '../../src/sound/excite/meetings.ts';
import { play, RATE } from './play.ts';

const WEIGHT = 0.54; // [N]

/** Tines up from y = 0 to 0.1, stem down to -0.05; centred at x = 0. */
function fork() {
  // biome-ignore format: corners go around
  const outline = [
    -0.0025, -0.05, 0.0025, -0.05, 0.0025, -0.01, 0.01, -0.01, 0.01, 0.1,
    0.005, 0.1, 0.005, 0, -0.005, 0, -0.005, 0.1, -0.01, 0.1, -0.01, -0.01, -0.0025, -0.01,
  ];
  return extrude([outline], -0.0025, 0.0025);
}

/** Resting on points for a second, pressed along y. */
function resting(points: readonly (readonly [number, number])[], normalY: number): BodyStep[] {
  return Array.from({ length: 100 }, (_, k) => {
    const entries = new Float64Array(ENTRY_SIZE * points.length);
    points.forEach(([x, y], i) => {
      const e = ENTRY_SIZE * i;
      const impulse = (WEIGHT / points.length) * 0.01;
      entries.set([x, y, 0], e + POINT);
      entries[e + IMPULSE + 1] = normalY * impulse;
      entries[e + NORMAL + 1] = normalY;
      entries[e + PRESS] = impulse;
      entries[e + ENTRY_FRICTION] = 0.5;
      entries[e + ENTRY_MEETING] = 1e9;
    });
    return { start: 0.01 * k, duration: 0.01, entries };
  });
}

test('a tuning fork rings on its stem and not on its tines', () => {
  const steel = findMaterial('steel') as Material;
  const { mesh } = fill(fork(), { kind: 'mesh' });
  const { modes } = analyse(mesh, steel, { count: 6 });
  // struck at a tine, across it: both tines swing, in the plane of the fork
  const pulses = [
    { start: 0.01, length: 1e-3, point: [0.01, 0.09, 0] as const, impulse: [-0.02, 0, 0] as const },
  ];
  const given = {
    pulses,
    alpha: steel.dampingAlpha,
    beta: steel.dampingBeta,
    gamma: steel.contactDamping,
    seconds: 1,
  };
  const left = (lanes: readonly (readonly BodyStep[])[]): number => {
    const sound = play(modes, { ...given, lanes });
    const level = (from: number): number =>
      sound.slice(from * RATE, (from + 0.2) * RATE).reduce((sum, sample) => sum + sample * sample, 0);
    return 10 * Math.log10(level(0.75) / level(0.05));
  };
  const free = left([]);
  const onStem = left([resting([[0, -0.05]], 1)]);
  const onTines = left([
    resting(
      [
        [-0.0075, 0.1],
        [0.0075, 0.1],
      ],
      -1,
    ),
  ]);
  expect(free).toBeGreaterThan(-25);
  expect(onStem).toBeGreaterThan(free - 6);
  expect(onTines).toBeLessThan(free - 15);
});
