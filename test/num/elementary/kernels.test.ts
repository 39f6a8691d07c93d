// Portable code gives the same bits compiled to WebAssembly as in TypeScript.

import { expect, test } from 'vitest';
// @ts-expect-error: a script without types
import { compileKernels } from '../../../scripts/kernel-module.mjs';
import { hard, samples } from '../samples.ts';
import * as typescript from './elementary.kernel.ts';

const special = [0, -0, Infinity, -Infinity, NaN, 5e-324, -5e-324, 1, -1];
const numbers = [...special, ...hard, ...hard.map((x) => -x), ...samples(20_000, 41, () => true)];

const { bytes } = await compileKernels(['test/num/elementary/elementary.kernel.ts']);
const memory = new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true });
const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
const webAssembly = instance.exports as unknown as typeof typescript;

function expectSame(actual: number, expected: number, call: string): void {
  if (!Object.is(actual, expected)) expect.fail(`${call} is ${actual} in WebAssembly, ${expected} here`);
}

test.each('sin cos tan asin acos atan exp log log10 cbrt'.split(' ').map((name, which) => ({ name, which })))(
  '$name',
  ({ name, which }) => {
    for (const x of numbers)
      expectSame(webAssembly.ofOne(which, x), typescript.ofOne(which, x), `${name}(${x})`);
  },
);

test.each('atan2 pow'.split(' ').map((name, which) => ({ name, which })))('$name', ({ name, which }) => {
  // arbitrary pairs, pairs of like size, and every pair of special values
  const others = samples(numbers.length, 42, () => true);
  const pairs = numbers.flatMap((x, i) => [
    [x, others[i]],
    [others[i] * ((i % 97) - 48.5) * 0.02, others[i]],
  ]);
  for (const x of special) for (const y of special) pairs.push([x, y]);
  for (const [x, y] of pairs) {
    expectSame(webAssembly.ofTwo(which, x, y), typescript.ofTwo(which, x, y), `${name}(${x}, ${y})`);
  }
});
