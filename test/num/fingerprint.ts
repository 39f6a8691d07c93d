// A digest of the bits that the kernels compute, to compare between platforms. Runs anywhere.

import { createArena } from '../../src/num/kernels/arena.ts';
import { LdlFactor } from '../../src/num/sparse/ldl.ts';
import { analyse } from '../../src/num/sparse/ldl-symbolic.ts';
import { bodies } from './sparse/cases.ts';

/** A factorisation and a solve, as one number of 32 bits that depends on every bit of them. */
export function fingerprintOfFactor(shared: boolean): string {
  const { pattern, values } = bodies(200, 420, 6, 12);
  const ldl = new LdlFactor(analyse(pattern), createArena({ shared, maximumBytes: 64 * 1048576 }));
  ldl.values.set(values);
  ldl.factor();
  const x = new Float64Array(1200).fill(1);
  ldl.solve(x);
  let hash = 0;
  for (const numbers of [ldl.lower.slice(), x]) {
    for (const word of new Uint32Array(numbers.buffer)) hash = (Math.imul(hash, 31) + word) >>> 0;
  }
  return hash.toString(16);
}
