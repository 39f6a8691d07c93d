// A cloth without any damping, held at one vertex on top of a ball and draped over it: for energy over long times.

import {
  KIND_ACCELERATION,
  KIND_HINGE,
  KIND_SPRING,
} from '../../../../src/engines/async/loop/layout/layout.ts';
import { VERTEX_VERTEX } from '../../../../src/engines/async/loop/layout/contact.ts';
import { edgesOf } from './sheets.ts';
import { TICKS_PER_SECOND, World } from './world.ts';

const GRAVITY = 9.8;
const SIDE = 1;
const RADIUS = 0.3;
const AREA_DENSITY = 0.2;

/** The ball is a vertex with a thickness; every vertex of the cloth makes a pair with it. */
export function drapedCloth(squares: number): World {
  const side = squares + 1;
  const cell = SIDE / squares;
  const mass = AREA_DENSITY * cell * cell;
  const positions: number[] = [];
  const faces: number[][] = [];
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) positions.push((i - squares / 2) * cell, (j - squares / 2) * cell, RADIUS);
  }
  for (let i = 0; i < squares; i++) {
    for (let j = 0; j < squares; j++) {
      const a = i * side + j;
      // diagonals both ways in turn
      if ((i + j) % 2) faces.push([a, a + side, a + side + 1], [a, a + side + 1, a + 1]);
      else faces.push([a, a + side, a + 1], [a + side, a + side + 1, a + 1]);
    }
  }
  const count = side * side;
  const held = (squares / 2) * side + squares / 2;
  const { edges, hinges } = edgesOf(faces);
  const length = ([a, b]: number[]) => {
    const [x, y] = [positions[3 * a] - positions[3 * b], positions[3 * a + 1] - positions[3 * b + 1]];
    return Math.sqrt(x * x + y * y);
  };
  const stiffness = 200;
  const bending = 1e-4;
  // ω² ≈ 8 k / m of a vertex with eight springs; hinges: k Σ|∇θ|² / m with heights of about a cell
  const springStep = 0.1 / Math.sqrt((8 * stiffness) / mass);
  const hingeStep = 0.1 / Math.sqrt((24 * bending) / (cell * cell * mass));
  const ticks = (seconds: number) => Math.floor(seconds * TICKS_PER_SECOND);
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
  const world = new World({
    positions: [...positions, 0, 0, -1e-3],
    masses: [...upTo(count).map((i) => (i === held ? 0 : mass)), 0],
    accelerations: upTo(count + 1).flatMap(() => [0, 0, -GRAVITY]),
    classes: [...upTo(count).map(() => 0), 1],
    rules: [
      [
        { eta: 0, r: 1, c: 0.1 },
        { eta: RADIUS, r: 2000 * mass, c: 0.1 },
      ],
      [
        { eta: RADIUS, r: 2000 * mass, c: 0.1 },
        { eta: 0, r: 1, c: 0.1 },
      ],
    ],
    springs: edges.map(([a, b]) => [a, b, length([a, b]), stiffness, 0]),
    hinges: hinges.map(([a, b, c, d]) => [a, b, c, d, 0, bending, 0]),
    groups: [
      { kind: KIND_ACCELERATION, step: ticks(2 * springStep), elements: upTo(count) },
      { kind: KIND_SPRING, step: ticks(springStep), elements: upTo(edges.length) },
      { kind: KIND_HINGE, step: ticks(Math.min(2 * springStep, hingeStep)), elements: upTo(hinges.length) },
    ],
    pairs: count,
    layers: 3 * count,
  });
  for (let i = 0; i < count; i++) if (i !== held) world.pair(VERTEX_VERTEX, [i, count], i, count, 2);
  return world;
}

/** The energy the cloth could turn over [J]: its weight times its half side. */
export const ENERGY_SCALE = AREA_DENSITY * SIDE * SIDE * GRAVITY * (SIDE / 2);
