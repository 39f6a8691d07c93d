// Where vertices of what deforms are, in what came of a run: for expectations.

import { frameAt, type Outcome } from '../../../src/sim/index.ts';

type Triple = [number, number, number];

/** All of a frame, counted through all deformables [m]. */
export function verticesAt(outcome: Outcome, moment: number): Triple[] {
  const { vertices, times } = outcome;
  const size = vertices.length / times.length;
  const first = size * frameAt(outcome, moment);
  return Array.from({ length: size / 3 }, (_, v) => [
    vertices[first + 3 * v],
    vertices[first + 3 * v + 1],
    vertices[first + 3 * v + 2],
  ]);
}

export function distance(a: Triple, b: Triple): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
