// What of a cylinder touches is told by name: corners of its rims, the same from step to step.

import { expect, test } from 'vitest';
import { lcp } from '../../../src/engines/lcp/index.ts';
import { resolveScene } from '../../../src/scene/index.ts';
import { defaultsOf, run } from '../../../src/sim/index.ts';
import { lonelyContext } from '../../sim/tiny.ts';

/** Features of the cylinder in each frame, in increasing order. */
function featuresOf(degrees: number, height: number): number[][] {
  const { scene } = resolveScene({
    name: 'foot',
    duration: 0.3,
    frameRateHz: 20,
    bodies: [
      { name: 'floor', shape: { kind: 'box', size: [4, 1, 4] }, motion: 'static', position: [0, -0.5, 0] },
      {
        name: 'can',
        shape: { kind: 'cylinder', radius: 0.2, length: 0.5, axis: 'y' },
        position: [0, height, 0],
        rotation: { axis: 'z', degrees },
      },
    ],
  });
  const simulation = lcp.start(scene, defaultsOf(lcp), lonelyContext());
  return [...run(simulation, { scene, reportColumns: lcp.columns.length })].map(({ contacts }) =>
    [...new Set([...contacts.feature].filter((_, i) => contacts.body[i] === 1))].sort((a, b) => a - b),
  );
}

const near = [0, 4, 8, 12];
const far = [16, 20, 24, 28];

test.each([
  ['standing', 0, 0.2501, far],
  ['standing on its head', 180, 0.2501, near],
  ['lying', 90, 0.2001, [0, 16]],
])('a cylinder that is %s touches with these corners of its rims', (_, degrees, height, corners) => {
  const frames = featuresOf(degrees, height);
  expect(frames.at(-1)).toEqual(corners);
  expect(frames.at(-2)).toEqual(corners);
});
