// Modes that need no finite elements: tones of a small box, each moving its corners in a direction of its own.

import { Random } from '../../src/num/index.ts';
import type { Modes } from '../../src/modes/index.ts';

export function fakeModes(frequenciesHz: readonly number[], seed = 1): Modes {
  const random = new Random(seed);
  const positions: number[] = [];
  for (const x of [-0.05, 0.05])
    for (const y of [-0.02, 0.02]) for (const z of [-0.01, 0.01]) positions.push(x, y, z);
  const quads = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  const faces = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  const count = frequenciesHz.length;
  return {
    count,
    omegas: Float64Array.from(frequenciesHz, (f) => 2 * Math.PI * f),
    residuals: new Float64Array(count),
    positions: Float64Array.from(positions),
    faces: Uint32Array.from(faces),
    shapes: new Float64Array(count * positions.length).map(() => random.between(-1, 1)),
    clamped: false,
    tetrahedra: 0,
    unknowns: 0,
  };
}
