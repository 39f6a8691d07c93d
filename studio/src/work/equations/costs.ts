// What a compilation costs with some optimisations left out: to compile, to evaluate, to run.

import {
  compile,
  consistentPoints,
  createSimulator,
  emitWasm,
  measure,
  ModeModule,
  standalone,
} from '../../../../src/lagrange/index.ts';
import type { Costs } from './messages.ts';

/** A round of a measurement [ms]. */
const ROUND_MS = 25;

/** @throws Error where it cannot be compiled without them, saying why */
export function costsOf(text: string, without: readonly string[]): Costs {
  const optimise = Object.fromEntries(without.map((name) => [name, false]));
  let compileMs = Infinity;
  let made = compile(text, { optimise });
  for (let k = 0; k < 5; k++) {
    const began = performance.now();
    made = compile(text, { optimise });
    compileMs = Math.min(compileMs, performance.now() - began);
  }
  const { compiled, faults } = made;
  if (compiled === undefined) throw new Error(`${faults[0].what}; ${faults[0].remedy}`);
  const [program] = compiled.programs;
  const module = new ModeModule(program, '5(4)');
  const { points } = consistentPoints(program.system, program.equations, 2);
  module.inputs.set(points[points.length - 1].values);
  const simulator = createSimulator(compiled, { relative: 1e-6 });
  let frame = 0;
  return {
    operations: measure(compiled).programs[0].operations.derivative,
    wasmBytes: emitWasm(standalone(program).module).bytes.length,
    compileMs,
    rateMicroseconds: microseconds(() => module.derivative()),
    frameMicroseconds: microseconds(() => simulator.advance(++frame / 60)),
  };
}

/** The least of some rounds [µs a call]. */
function microseconds(run: () => void): number {
  let calls = 1;
  let best = Infinity;
  for (let round = 0; round < 4; ) {
    const began = performance.now();
    for (let k = 0; k < calls; k++) run();
    const spent = performance.now() - began;
    if (spent < ROUND_MS && calls < 1e6) {
      calls *= 2;
      continue;
    }
    best = Math.min(best, (1000 * spent) / calls);
    round++;
  }
  return best;
}
