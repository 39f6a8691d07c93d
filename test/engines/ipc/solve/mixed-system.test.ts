// The matrix of an island with particles gives what the one of six unknowns each gives with the turns of particles fixed.

import { expect, test } from 'vitest';
import { MixedSystem } from '../../../../src/engines/ipc/solve/mixed-system.ts';
import { type Matrix, System } from '../../../../src/engines/ipc/solve/system.ts';
import { createArena, loadKernels } from '../../../../src/num/kernels/index.ts';
import { Random } from '../../../../src/num/index.ts';

await loadKernels();

type Parts = ConstructorParameters<typeof System>[0];

/** Bodies 0 and 2 turn, 5, 6 and 8 do not; the pair of 2 and 8 has no block, that of 6 leads to what is no unknown. */
const bodies = Int32Array.of(0, 2, 5, 6, 8);
const turning = 3;
const between = [
  [0, 1],
  [0, 2],
  [1, 3],
  [2, 3],
  [1, 4],
  [3, -1],
] as const;
const parts: Parts = {
  bodies,
  pairs: between.map(() => ({})) as unknown as Parts['pairs'],
  idle: Uint8Array.of(0, 0, 0, 0, 1, 0),
  placeA: Int32Array.from(between, ([a]) => a),
  placeB: Int32Array.from(between, ([, b]) => b),
};
const place = new Int32Array(9).fill(-1);
bodies.forEach((body, k) => {
  place[body] = k;
});
/** A joint between the bodies, and one of body 2 to the world. */
const links = Int32Array.of(2, 0, 2, -1);
const joints = Int32Array.of(0, 1);

const fixedOf = (k: number): Uint8Array =>
  bodies[k] >= turning
    ? Uint8Array.of(0, 0, 0, 1, 1, 1)
    : k === 1
      ? Uint8Array.of(0, 1, 0, 0, 0, 1)
      : new Uint8Array(6);

/** Fills a matrix with what the seed says; off the diagonal small, so that it is positive definite. */
function fill(matrix: Matrix, seed: number): void {
  const random = new Random(seed, 1);
  const block = (size: number): Float64Array =>
    Float64Array.from({ length: size * size }, (_, i) => {
      const [r, c] = [Math.floor(i / size), i % size];
      return r > c ? Number.NaN : r === c ? random.between(4, 8) : random.between(-0.3, 0.3);
    });
  matrix.clear();
  between.forEach((_, i) => {
    matrix.addPair(i, block(12), 0);
  });
  matrix.addLink(0, 1, 0, block(12));
  matrix.addLink(1, 1, -1, block(12));
  bodies.forEach((_, k) => {
    matrix.addBody(k, block(6));
    matrix.addDiagonal(k, 1 + k, 2 + k);
  });
  for (let k = 0; k < bodies.length; k++) matrix.fix(k, fixedOf(k), 0);
}

test('the same solutions as with six unknowns each', () => {
  const arena = createArena();
  const whole = new System(parts, joints, links, arena, place);
  const mixed = new MixedSystem(parts, joints, links, arena, place, turning);
  for (let seed = 0; seed < 10; seed++) {
    const random = new Random(seed, 2);
    const x = Float64Array.from({ length: 6 * bodies.length }, (_, i) =>
      fixedOf(Math.floor(i / 6))[i % 6] ? 0 : random.between(-1, 1),
    );
    const y = x.slice();
    for (const [matrix, right] of [
      [whole, x],
      [mixed, y],
    ] as const) {
      fill(matrix, seed);
      expect(matrix.factor()).toBe(true);
      matrix.solve(right);
    }
    expect(Math.max(...x.map(Math.abs))).toBeGreaterThan(0.01);
    for (let i = 0; i < x.length; i++) expect(Math.abs(x[i] - y[i])).toBeLessThan(1e-14);
  }
});

test('what is not positive definite is told', () => {
  const mixed = new MixedSystem(parts, joints, links, createArena(), place, turning);
  fill(mixed, 0);
  mixed.addDiagonal(3, -100, 0);
  expect(mixed.factor()).toBe(false);
});
