// Everything that is said about a specification, from reading it to its start.

import { compile } from '../../../src/lagrange/compile.ts';
import type { SpecFault } from '../../../src/lagrange/language/position.ts';
import { createSimulator, Trouble } from '../../../src/lagrange/run/simulator.ts';

const MOST_STEPS = 3000;

/** @param until  goes on to there [s], where the start is good */
export function diagnose(text: string, until = 0): readonly SpecFault[] {
  const { compiled, faults } = compile(text);
  if (compiled === undefined || faults.length > 0) return faults;
  try {
    // What moves very fast takes very many steps: nobody waits for them.
    let steps = 0;
    const { trouble } = createSimulator(compiled).advance(until, () => ++steps > MOST_STEPS);
    return trouble === undefined ? [] : [trouble.fault];
  } catch (error) {
    if (error instanceof Trouble) return [error.fault];
    throw error;
  }
}

/** What is wrong stands between « and »: the text without them, and where they were. */
export function marked(text: string): { readonly text: string; readonly from: number; readonly to: number } {
  const from = text.indexOf('«');
  const to = text.indexOf('»') - 1;
  return { text: text.replace('«', '').replace('»', ''), from, to };
}
