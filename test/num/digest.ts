// A digest of the bits that `num` computes, to compare between platforms. Runs anywhere.

import { eigenSymmetric } from '../../src/num/dense/eigen.ts';
import * as face from '../../src/num/elementary/index.ts';
import { Random } from '../../src/num/random.ts';
import { rotationFromVector } from '../../src/num/rotation.ts';

const CALLS = 20_000;

/** Sums the words of every double into one, in an order-dependent way. */
function digest(values: Float64Array): number {
  let hash = 0x811c9dc5;
  for (const word of new Uint32Array(values.buffer, values.byteOffset, 2 * values.length)) {
    hash = Math.imul(hash ^ word, 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

export function digestOfNumbers(): Record<string, number> {
  const random = new Random(2024);
  const result: Record<string, number> = {};
  const { ARC_ROWS, EXP_ROWS, LOG_ROWS, ...functions } = face;
  const elementary: Record<string, (x: number, y: number) => number> = functions;
  // sorted, since bundlers order a namespace's names in their own way
  for (const name of Object.keys(elementary).sort()) {
    const values = new Float64Array(CALLS);
    for (let i = 0; i < CALLS; i++) {
      const spread = [1, 10, 700, 1e9, 1e300, 1e-6, 1e-300][i % 7];
      const x = random.between(-1, 1) * spread;
      const y = elementary[name](name.startsWith('log') ? Math.abs(x) : x, random.between(-9, 9));
      // the bits of NaN are not ours to choose
      values[i] = Number.isNaN(y) ? 0 : y;
    }
    result[name] = digest(values);
  }
  result['normal'] = digest(Float64Array.from({ length: CALLS }, () => random.normal()));

  const rotations = new Float64Array(9 * 100);
  for (let i = 0; i < 100; i++) {
    const w = Float64Array.from({ length: 3 }, () => random.between(-3, 3));
    rotationFromVector(rotations, 9 * i, w, 0);
  }
  result['rotation'] = digest(rotations);
  const matrix = Float64Array.from({ length: 900 }, () => random.normal());
  result['eigenvectors'] = digest(eigenSymmetric(matrix, 30).vectors);
  return result;
}
