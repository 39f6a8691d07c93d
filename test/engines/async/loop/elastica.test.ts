// A strip clamped at one end that hangs under its own weight: hinges against the heavy elastica's reference values.
//
// Squares of two triangles whose diagonals are stiff, so that the strip bends at the rungs only: D b κ² / 2 a length
// becomes k = D b / Δ a rung, and twice that at the clamp, which has half a square to bend over.

import { expect, test } from 'vitest';
import {
  KIND_ACCELERATION,
  KIND_HINGE,
  KIND_SPRING,
} from '../../../../src/engines/async/loop/layout/layout.ts';
import { TICKS_PER_SECOND, World } from './world.ts';

/** Length, weight of an area and gravity are 1, so D = 1/Γ. */
function strip(gamma: number, squares: number): World {
  const cell = 1 / squares;
  const width = cell;
  const stiffness = (1 / gamma) * (width / cell);
  const positions: number[] = [];
  const masses: number[] = [];
  const springs: [number, number, number, number, number][] = [];
  const hinges: [number, number, number, number, number, number, number][] = [];
  // rungs -1 … squares, of which -1 and 0 are clamped
  for (let i = -1; i <= squares; i++) {
    for (const y of [0, width]) {
      positions.push(i * cell, y, 0);
      masses.push(i <= 0 ? 0 : i === squares ? (width * cell) / 4 : (width * cell) / 2);
    }
  }
  const axial = 1000 * width;
  const join = (a: number, b: number, length: number) => springs.push([a, b, length, axial / length, 0]);
  const damping = 5e-5 * Math.sqrt(gamma);
  for (let i = 0; i <= squares; i++) {
    const [a, b, c, d] = [2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 3];
    join(a, c, cell);
    join(b, d, cell);
    join(a, d, Math.sqrt(cell * cell + width * width));
    join(c, d, width);
    // diagonal a → d: faces (a, d, b) and (d, a, c)
    hinges.push([a, d, b, c, 0, 100 * stiffness, 0]);
    if (i < squares) {
      // rung d → c: this square's face (d, c, …a) and the next one's (c, d, f)
      const f = 2 * i + 5;
      const k = i === 0 ? 2 * stiffness : stiffness;
      hinges.push([c, d, f, a, 0, k, k * damping]);
    }
  }
  const count = masses.length;
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
  const ticks = (seconds: number) => Math.floor(seconds * TICKS_PER_SECOND);
  const bending = (0.03 * Math.sqrt(gamma)) / (squares * squares);
  return new World({
    positions,
    masses,
    accelerations: upTo(count).flatMap(() => [0, 0, -1]),
    springs,
    hinges,
    groups: [
      { kind: KIND_ACCELERATION, step: ticks(2e-3), elements: upTo(count) },
      { kind: KIND_SPRING, step: ticks(3e-4), elements: upTo(springs.length) },
      {
        kind: KIND_HINGE,
        step: ticks(Math.min(3e-4, bending)),
        elements: upTo(hinges.length).filter((i) => i % 2 === 1),
      },
      {
        kind: KIND_HINGE,
        step: ticks(Math.min(2.9e-4, bending / 4)),
        elements: upTo(hinges.length).filter((i) => i % 2 === 0),
      },
    ],
  });
}

test.each([
  [1, 14, 0.12456],
  [5, 14, 0.58572],
  [10, 14, 1.0668],
  [100, 26, 5.8881],
])('the heavy elastica at Γ = %d', (gamma, squares, expected) => {
  const world = strip(gamma, squares);
  // of a stiff strip, or of one that hangs like a chain
  const period = Math.min((2 * Math.PI * Math.sqrt(gamma)) / 3.516, 5);
  // to rest: damping, and no velocity left wherever the kinetic energy has passed a maximum
  let before = 0;
  const step = period / 40;
  for (let t = step; t < 6 * period; t += step) {
    world.run(t);
    const { kinetic } = world.energy(t);
    if (kinetic < before) {
      world.positions.set(world.places(t));
      world.times.fill(world.tickOf(t));
      world.velocities.fill(0);
      before = 0;
    } else before = kinetic;
  }
  const tip = world.places(6 * period).slice(-6);
  const drop = -0.5 * (tip[2] + tip[5]);
  const reach = 0.5 * (tip[0] + tip[3]);
  expect(Math.abs(tip[2] - tip[5])).toBeLessThan(2e-3);
  expect(Math.abs(drop / reach / expected - 1)).toBeLessThan(0.02);
});
