// Dormand and Prince's method of order 8 with errors of orders 5 and 3, in the small language: for tight tolerances.
//
//   error = h e₅² / √((e₅² + e₃²/100) n)       e₅, e₃ the scaled errors of the embedded solutions
//
// The extension inside a step has order 7 and needs four more slopes, which are computed only when somebody looks.
// Hairer, Nørsett, Wanner, "Solving Ordinary Differential Equations I", II.5, II.6 and II.10.

import { dormandPrince853 } from '../../../num/ode/index.ts';
import { now } from './clock.ts';
import { blend, type Scheme } from './scheme.ts';
import type { Code } from '../ir.ts';
import { abs, add, define, div, f, i, le, load, lt, max, mul, select, sqrt, sub } from '../write.ts';

const { stages, nodes, solution, error3, error5, further, furtherNodes, extension } = dormandPrince853;

const local = (name: string): Code => ({ kind: 'local', type: 'f64', name });

/** @param n  numbers of the state */
export function scheme853(n: number): Scheme {
  const errorOf = define(
    'errorOf',
    'h',
    'The error of the step that was tried, 1 where it is just good enough.',
    (w, h) => {
      w.let('fifth', 0);
      w.let('third', 0);
      w.for('k', i(0), i(n), (k) => {
        const size = max(abs(load('state', k)), abs(load('trial', k)));
        const scale = w.let('scale', add(now('absolute'), mul(now('relative'), size)));
        const a = w.let('a', div(blend(error5, k), scale));
        const b = w.let('b', div(blend(error3, k), scale));
        w.let('fifth', add(local('fifth'), mul(a, a)));
        w.let('third', add(local('third'), mul(b, b)));
      });
      const both = w.let('both', add(local('fifth'), mul(0.01, local('third'))));
      const error = w.let(
        'error',
        select(lt(0, both), div(mul(h, local('fifth')), sqrt(mul(both, Math.max(1, n)))), both),
      );
      w.return(select(le(error, f(1e300)), error, f(1e300)));
    },
    { result: 'f64' },
  );
  const attempt = define('attempt', 'h', 'The stages of one step.', (w, h) => {
    stages.forEach((row, s) => {
      w.for('k', i(0), i(n), (k) => w.store('trial', k, add(load('state', k), mul(h, blend(row, k)))));
      w.do('slope', [add(now('time'), mul(nodes[s], h)), 'trial', `k${s + 2}`]);
    });
    w.for('k', i(0), i(n), (k) => w.store('trial', k, add(load('state', k), mul(h, blend(solution, k)))));
  });
  const keep = define('keepDense', 'h', 'Coefficients of the state inside the step.', (w, h) => {
    w.do('slope', [now('time'), 'trial', 'k13']);
    further.forEach((row, s) => {
      w.for('k', i(0), i(n), (k) => w.store('shown', k, add(load('dense0', k), mul(h, blend(row, k)))));
      w.do('slope', [add(now('began'), mul(furtherNodes[s], h)), 'shown', `k${s + 14}`]);
    });
    w.for('k', i(0), i(n), (k) => {
      const change = w.let('change', sub(load('trial', k), load('dense0', k)));
      const first = w.let('first', mul(h, load('k1', k)));
      w.store('dense1', k, change);
      w.store('dense2', k, sub(first, change));
      w.store('dense3', k, sub(mul(2, change), add(first, mul(h, load('k13', k)))));
      extension.forEach((row, at) => {
        w.store(`dense${4 + at}`, k, mul(h, blend(row, k)));
      });
    });
  });
  return {
    slopes: 16,
    dense: 8,
    grow: 0.125,
    steady: 0,
    least: 0.333,
    most: 6,
    functions: [errorOf, attempt, keep],
    inside: (s, r, d) => {
      let value = d(7);
      for (let k = 6; k >= 0; k--) value = add(d(k), mul(k % 2 === 0 ? s : r, value));
      return value;
    },
  };
}
