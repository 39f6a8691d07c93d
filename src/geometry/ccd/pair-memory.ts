// Memory of one pair, for portable code that is called from TypeScript alone.

import { workOn } from '../../num/kernels/machine.ts';

/** Addresses of the pair's vertices, of a direction, and of another on trial. */
export const HERE = 0;
export const NORMAL = 12;
export const TRIAL = 15;

const memory = { buffer: new ArrayBuffer(8 * 18) };
export const here = new Float64Array(memory.buffer, 8 * HERE, 12);
export const normal = new Float64Array(memory.buffer, 8 * NORMAL, 3);

/** Before directions are asked for. */
export function workOnPair(): void {
  workOn(memory);
}
