// Every optimisation may be switched off: the motion is the same.

import { expect, test } from 'vitest';
import { standalone } from '../../../src/lagrange/code/print/standalone.ts';
import { emitWasm } from '../../../src/lagrange/code/print/wasm.ts';
import { compile, type CompileOptions } from '../../../src/lagrange/compile.ts';
import { consistentPoints } from '../../../src/lagrange/structure/consistent.ts';
import { createSimulator } from '../../../src/lagrange/run/simulator.ts';
import { coaster } from '../language/examples.ts';
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

test('without sharing a small system runs to the same bits', () => {
  const texts = [
    `system Pendulum; frame Arm turn x(60 deg) { frame Bob at (0, 0, -1); } vary Rx(Arm); mass Bob = point(1);
     potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;`,
    `system Bead; frame A at (1, 0, 0); vary Tx(A), Tz(A); mass A = point(1);
     potential(o) = Mass(o) * 9.81 * AbsTrans(o).z; constrain wire: Tx(A)^2 + 2 * Tz(A)^2 == 1;
     force A = -0.1 * AbsLV(A);`,
  ];
  for (const text of texts) {
    const runs = [true, false].map((sharing) => {
      const { compiled, faults } = compile(text, { optimise: { sharing } });
      expect(faults).toEqual([]);
      return createSimulator(compiled as NonNullable<typeof compiled>, { relative: 1e-9 });
    });
    for (const run of runs) run.advance(2);
    expect([...runs[1].inputs]).toEqual([...runs[0].inputs]);
    expect(Math.abs(runs[0].positions[0])).toBeGreaterThan(0);
  }
});

test('without sharing a large system is refused with how long it would be', () => {
  const { faults } = compile(coaster, { optimise: { sharing: false } });
  expect(faults).toHaveLength(1);
  expect(faults[0].what).toMatch(
    /^without sharing the program would be \d.*e\+\d+ operations long, .* times as long/,
  );
  expect(faults[0].remedy).toMatch(/switch sharing on/);
});

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
