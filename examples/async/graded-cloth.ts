// Graded cloth: a hanging cloth whose cells shrink thirtyfold from one side to the other swings freely.
// Steps of neighbouring elements differ as much, where integrators with several steps are feared to resonate.
//
//   carom run graded-cloth

import { makeMesh } from '../../src/geometry/index.ts';
import { defineScene, inline } from '../../src/scene/index.ts';
import { column, type Expectation } from '../../src/sim/index.ts';
import { extent } from './parts/measure.ts';

const columns = 10;
const rows = 6;
const ratio = 30; // widest column over narrowest

/** Columns in geometric progression over a width of 0.4 m. */
function widths(): number[] {
  // ratio^(1 / 9) by repeated square roots would not do; Newton's method on q⁹ = ratio
  let q = 1.5;
  for (let i = 0; i < 60; i++) {
    let power = 1;
    for (let k = 0; k < columns - 2; k++) power *= q;
    q -= (power * q - ratio) / ((columns - 1) * power);
  }
  const out = [1];
  for (let k = 1; k < columns; k++) out.push(out[k - 1] * q);
  const sum = out.reduce((total, w) => total + w, 0);
  return out.map((w) => (0.4 * w) / sum);
}

const x = [0];
for (const w of widths()) x.push(x[x.length - 1] + w);
const positions: number[] = [];
const faces: number[] = [];
for (let j = 0; j <= rows; j++) for (let i = 0; i <= columns; i++) positions.push(x[i], (0.24 * j) / rows, 0);
for (let j = 0; j < rows; j++) {
  for (let i = 0; i < columns; i++) {
    const a = j * (columns + 1) + i;
    const [b, c, d] = [a + 1, a + columns + 2, a + columns + 1];
    if ((i + j) % 2 === 0) faces.push(a, b, c, a, c, d);
    else faces.push(a, b, d, b, c, d);
  }
}
const top = Array.from({ length: columns + 1 }, (_, i) => rows * (columns + 1) + i);

export const scene = defineScene({
  name: 'graded-cloth',
  engine: 'async',
  duration: 0.5,
  frameRateHz: 60,
  deformables: [
    {
      name: 'cloth',
      kind: 'cloth',
      shape: inline(makeMesh(positions, faces)),
      velocity: [0, 0, 0.5],
      thickness: 0.001,
      areaDensity: 0.2,
      stretchStiffness: 20,
      bendStiffness: 1e-6,
      friction: 0,
      restitution: 1,
      pins: [{ vertices: top }],
      color: '#2a9d8f',
    },
  ],
});

export const expectations: Expectation[] = [
  {
    says: 'energy does not grow by 2% of what moves',
    holds: (r) => {
      const energy = column(r, 'energy');
      const moving = Math.max(...column(r, 'kineticEnergy'));
      return energy.every((e) => Math.abs(e - energy[0]) < 0.02 * moving);
    },
  },
  { says: 'it swings', holds: (r) => extent(r, 'cloth', 0.1, 2)[1] > 0.02 },
];

export const budgetSeconds = 19;
