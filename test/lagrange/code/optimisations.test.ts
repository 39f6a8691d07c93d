// Every optimisation may be switched off: the motion is the same.

import { expect, test } from 'vitest';
import { standalone } from '../../../src/lagrange/code/standalone.ts';
import { emitWasm } from '../../../src/lagrange/code/wasm.ts';
import { compile, type CompileOptions } from '../../../src/lagrange/compile.ts';
import { consistentPoints } from '../../../src/lagrange/structure/consistent.ts';
import { specifications } from './specifications.ts';

function ratesOf(text: string, optimise: CompileOptions['optimise']): Float64Array[] {
  const { compiled, faults } = compile(text, optimise === undefined ? {} : { optimise });
  expect(faults).toEqual([]);
  const program = (compiled as NonNullable<typeof compiled>).programs[0];
  const { bytes, offsets } = emitWasm(standalone(program).module);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>));
  const { derivative, memory } = exports as {
    derivative: (a: number, b: number) => void;
    memory: WebAssembly.Memory;
  };
  const at = (name: string) => offsets.get(name) as number;
  return consistentPoints(program.system, program.equations, 5).points.map(({ values }) => {
    new Float64Array(memory.buffer, at('work'), values.length).set(values);
    derivative(at('work'), at('k1'));
    return new Float64Array(memory.buffer, at('k1'), program.derivative.length).slice();
  });
}

const switches: readonly CompileOptions['optimise'][] = [
  false,
  { blocks: false },
  { components: false },
  { folding: false },
  { neededOnly: false },
  { products: false },
  { longest: 0 },
  { longest: 40 },
  { longest: 0, blocks: false, neededOnly: false },
];

for (const { name, text } of specifications)
  test(`${name} has the same rates without optimisations`, () => {
    const want = ratesOf(text, true);
    for (const optimise of switches) {
      ratesOf(text, optimise).forEach((rates, point) => {
        const scale = want[point].reduce((most, x) => Math.max(most, Math.abs(x)), 1);
        rates.forEach((rate, k) => {
          expect(Math.abs(rate - want[point][k]) / scale, `${JSON.stringify(optimise)}, ${k}`).toBeLessThan(
            1e-11,
          );
        });
      });
    }
  });
