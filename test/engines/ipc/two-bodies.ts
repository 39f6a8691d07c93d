// Two bodies of four vertices each at random poses, and finite differences over how they move.

import { Poses } from '../../../src/engines/ipc/step/poses.ts';
import type { Model } from '../../../src/engines/ipc/model.ts';
import type { Random } from '../../../src/num/index.ts';

/** (u, ω) of both bodies. */
export const coordinates = 12;

export interface TwoBodies {
  readonly model: Model;
  readonly poses: Poses;
}

/** Vertices within a unit of each body's centre; the centres are about `apart` from each other. */
export function twoBodies(random: Random, apart: number): TwoBodies {
  const vertices = Float64Array.from({ length: 24 }, () => random.between(-1, 1));
  // Only what Poses reads.
  const vertexStart = Int32Array.of(0, 4, 8);
  const carrier = Int32Array.of(-1, -1);
  const model = { count: 2, vertices, vertexStart, carrier } as unknown as Model;
  const poses = new Poses(model);
  for (let i = 0; i < 2; i++) {
    for (let k = 0; k < 3; k++) poses.q[3 * i + k] = random.between(-0.5, 0.5) * apart;
    random.rotation(poses.o, 4 * i);
    poses.update(model, i);
  }
  return { model, poses };
}

/** The poses after both bodies have moved by s times (u, ω). */
export function moved({ model, poses }: TwoBodies, direction: Float64Array, s: number): Poses {
  const there = new Poses(model);
  for (let i = 0; i < 2; i++) there.move(model, poses, i, direction, 6 * i, s);
  return there;
}

/** f'(0) and f''(0) by central differences of fourth order. */
export function firstDifference(f: (s: number) => number, step: number): number {
  return (8 * (f(step) - f(-step)) - (f(2 * step) - f(-2 * step))) / (12 * step);
}

export function secondDifference(f: (s: number) => number, step: number): number {
  return (16 * (f(step) + f(-step)) - (f(2 * step) + f(-2 * step)) - 30 * f(0)) / (12 * step * step);
}

/** The full matrix of a block of which only the upper triangle is kept. */
export function symmetric(block: Float64Array, n: number): Float64Array {
  const full = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) full[n * i + j] = full[n * j + i] = block[n * i + j];
  }
  return full;
}

/** The smallest eigenvalue of a symmetric matrix, by bisection over when its shifted Cholesky factor exists. */
export function smallestEigenvalue(matrix: Float64Array, n: number): number {
  let size = 0;
  for (const x of matrix) size = Math.max(size, Math.abs(x));
  let low = -2 * n * size - 1e-300;
  let high = -low;
  for (let turn = 0; turn < 100; turn++) {
    const middle = 0.5 * (low + high);
    if (isPositive(matrix, n, middle)) low = middle;
    else high = middle;
  }
  return low;
}

function isPositive(matrix: Float64Array, n: number, shift: number): boolean {
  const l = matrix.slice();
  for (let i = 0; i < n; i++) l[n * i + i] -= shift;
  for (let k = 0; k < n; k++) {
    if (!(l[n * k + k] > 0)) return false;
    for (let i = k + 1; i < n; i++) {
      const factor = l[n * i + k] / l[n * k + k];
      for (let j = k + 1; j < n; j++) l[n * i + j] -= factor * l[n * k + j];
    }
  }
  return true;
}
