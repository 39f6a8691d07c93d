// What an embedded Runge–Kutta pair must bring so that one loop can drive it: stages, an error, and the state inside a
// step.

import { add, f, load, mul } from '../write.ts';
import type { Code, CodeFunction } from '../ir.ts';

export interface Scheme {
  /** Arrays of slopes k1, k2, … and of coefficients dense0, dense1, … it uses. */
  readonly slopes: number;
  readonly dense: number;
  /** Next step: h · 0.9 · error^−grow · lastError^steady, changing at most by these factors. */
  readonly grow: number;
  readonly steady: number;
  readonly least: number;
  readonly most: number;
  /** attempt(h): stages and `trial`; errorOf(h): 1 where just good enough; keepDense(h): the coefficients. */
  readonly functions: readonly CodeFunction[];
  /** The state at began + s h, r = 1 − s. */
  readonly inside: (s: Code, r: Code, coefficient: (which: number) => Code) => Code;
}

/** Σ coefficients · k at an index. */
export function blend(coefficients: readonly number[], index: Code): Code {
  const terms = coefficients.flatMap((c, s) => (c === 0 ? [] : [mul(c, load(`k${s + 1}`, index))]));
  return terms.length === 0 ? f(0) : terms.slice(1).reduce((sum, term) => add(sum, term), terms[0]);
}
