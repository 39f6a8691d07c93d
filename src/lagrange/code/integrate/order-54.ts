// Dormand and Prince's pair of orders 5 and 4 in the small language. Coefficients are those of
// src/num/ode/dormand-prince.ts, where the formulas are explained.

import { dormandPrince54 } from '../../../num/ode/index.ts';
import { clock, now } from './clock.ts';
import { blend, type Scheme } from './scheme.ts';
import type { Code } from '../ir.ts';
import { abs, add, define, div, f, i, le, load, max, mul, select, sqrt, sub } from '../write.ts';

const { stages, nodes, extension } = dormandPrince54;

const local = (name: string): Code => ({ kind: 'local', type: 'f64', name });

/** @param n  numbers of the state */
export function scheme54(n: number): Scheme {
  const errorOf = define(
    'errorOf',
    'h',
    'The error of the step that was tried, 1 where it is just good enough.',
    (w, h) => {
      w.let('sum', 0);
      w.for('k', i(0), i(n), (k) => {
        const size = max(abs(load('state', k)), abs(load('trial', k)));
        const scale = add(now('absolute'), mul(now('relative'), size));
        const ratio = w.let('ratio', div(mul(h, blend(dormandPrince54.error, k)), scale));
        w.let('sum', add(local('sum'), mul(ratio, ratio)));
      });
      const error = w.let('error', sqrt(mul(local('sum'), 1 / Math.max(1, n))));
      w.return(select(le(error, f(1e300)), error, f(1e300)));
    },
    { result: 'f64' },
  );
  const attempt = define('attempt', 'h', 'The stages of one step.', (w, h) => {
    stages.forEach((row, s) => {
      w.for('k', i(0), i(n), (k) => w.store('trial', k, add(load('state', k), mul(h, blend(row, k)))));
      w.do('slope', [add(load('clock', clock.time), mul(nodes[s], h)), 'trial', `k${s + 2}`]);
    });
  });
  const keep = define('keepDense', 'h', 'Coefficients of the state inside the step.', (w, h) => {
    w.for('k', i(0), i(n), (k) => {
      const change = w.let('change', sub(load('trial', k), load('dense0', k)));
      const bend = w.let('bend', sub(mul(h, load('k1', k)), change));
      w.store('dense1', k, change);
      w.store('dense2', k, bend);
      w.store('dense3', k, sub(sub(change, mul(h, load('k7', k))), bend));
      w.store('dense4', k, mul(h, blend(extension, k)));
    });
  });
  return {
    slopes: 7,
    dense: 5,
    grow: 0.17,
    steady: 0.04,
    least: 0.2,
    most: 5,
    functions: [errorOf, attempt, keep],
    inside: (s, r, d) => {
      const inner = add(d(2), mul(s, add(d(3), mul(r, d(4)))));
      return add(d(0), mul(s, add(d(1), mul(r, inner))));
    },
  };
}
