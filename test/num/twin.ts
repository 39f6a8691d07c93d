// The twin rule: a WebAssembly kernel and its readable TypeScript version give the same bits.

import { expect } from 'vitest';
import { type Arena, createArena } from '../../src/num/kernels/arena.ts';

type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array;
export type TwinArrays = Record<string, Numbers>;

/**
 * Runs both twins on copies of `inputs` and expects every array, written to or not, and the returned numbers to
 * agree bit for bit. The kernel is run in shared and in unshared memory.
 *
 *   expectTwins({ x, y }, ({ x, y }) => addInto(x, y),
 *               ({ x, y }, arena) => kernelsFor(arena).addInto(arena.offsetOf(x), arena.offsetOf(y), x.length));
 */
export function expectTwins<Arrays extends TwinArrays>(
  inputs: Arrays,
  readable: (arrays: Arrays) => unknown,
  kernel: (arrays: Arrays, arena: Arena) => unknown,
): void {
  const expected = {} as Record<string, Numbers>;
  for (const name of Object.keys(inputs)) expected[name] = inputs[name].slice();
  const returned = readable(expected as Arrays);

  for (const shared of [true, false]) {
    const arena = createArena({ shared, maximumBytes: 64 * 1048576 });
    const actual = {} as Record<string, Numbers>;
    for (const name of Object.keys(inputs)) actual[name] = copyInto(arena, inputs[name]);
    const result = kernel(actual as Arrays, arena);
    for (const name of Object.keys(inputs)) expectSameBits(actual[name], expected[name], name);
    if (typeof returned === 'number')
      expect(Object.is(result, returned), `${result} is ${returned}`).toBe(true);
  }
}

export function expectSameBits(actual: Numbers, expected: Numbers, name: string): void {
  const difference = firstDifference(actual, expected);
  if (difference >= 0) {
    expect.fail(
      `${name}[${difference}] is ${actual[difference]} in the kernel, ${expected[difference]} in TypeScript`,
    );
  }
}

/** -1 where all bits agree. NaN agrees with NaN: WebAssembly leaves the payload open. */
function firstDifference(a: Numbers, b: Numbers): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return i;
  return -1;
}

function copyInto(arena: Arena, values: Numbers): Numbers {
  const { length } = values;
  const copy =
    values instanceof Float64Array
      ? arena.f64(length)
      : values instanceof Float32Array
        ? arena.f32(length)
        : values instanceof Int32Array
          ? arena.i32(length)
          : arena.u32(length);
  copy.set(values);
  return copy;
}
