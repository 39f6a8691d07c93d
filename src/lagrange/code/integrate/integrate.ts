// Steps chosen by their error, whatever the scheme; after each accepted one the state is put back on its constraints.

import { clock, now } from './clock.ts';
import type { Scheme } from './scheme.ts';
import type { Code, CodeFunction } from '../ir.ts';
import {
  abs,
  add,
  and,
  call,
  define,
  div,
  f,
  i,
  le,
  load,
  local,
  lt,
  max,
  min,
  mul,
  or,
  select,
  sqrt,
  sub,
  type Writer,
} from '../write.ts';

const power = (base: Code, exponent: number): Code =>
  call('exponential', [mul(exponent, call('logarithm', [base]))]);

/** A pivot this small against the largest: constraints are about to depend on each other. */
const NEARLY_SINGULAR = 1e-2;
/** And this small: rounding hides the acceleration in some direction. Every further try is content with less. */
const LOST = 4e-5;
const CONTENT = 0.75;
const SHORTER = 0.87;
const MOST_TRIES = 24;
/** Accelerations are off by this over the pivot. */
const ROUNDING = 1e-13;

/** @param n  numbers of the state */
export function integrator(n: number, scheme: Scheme): CodeFunction[] {
  return [...scheme.functions, firstStep(n), step(n, scheme), prepare(), show(n, scheme)];
}

/** firstStep(): the length to try first. */
function firstStep(n: number): CodeFunction {
  return define(
    'firstStep',
    '',
    'A step over which the state changes by a hundredth of its size.',
    (w) => {
      w.let('size', 0);
      w.let('speed', 0);
      w.for('k', i(0), i(n), (k) => {
        const scale = w.let('scale', add(now('absolute'), mul(now('relative'), abs(load('state', k)))));
        const a = w.let('a', div(load('state', k), scale));
        const b = w.let('b', div(load('k1', k), scale));
        w.let('size', add(local('size'), mul(a, a)));
        w.let('speed', add(local('speed'), mul(b, b)));
      });
      const usual = and(lt(1e-10, local('size')), lt(1e-10, local('speed')));
      w.return(select(usual, mul(0.01, sqrt(div(local('size'), local('speed')))), f(1e-6)));
    },
    { result: 'f64' },
  );
}

/** step(until): one accepted step. */
function step(n: number, scheme: Scheme): CodeFunction {
  return define(
    'step',
    'until',
    'One accepted step, at most to `until`, back on its constraints; 0 where steps became too short.',
    (w, until) => {
      w.if(le(now('fresh'), 0), () => {
        w.do('slope', [now('time'), 'state', 'k1']);
        w.store('clock', clock.fresh, f(1));
      });
      w.if(le(now('stepSize'), 0), () => w.store('clock', clock.stepSize, call('firstStep', [])));
      w.let('h', now('stepSize'));
      const h = local('h');
      w.let('going', i(1));
      w.let('tries', i(0));
      w.let('lost', LOST);
      w.while(local('going', 'i32'), () => {
        const left = w.let('left', sub(until, now('time')));
        w.let('last', or(le(mul(left, 1 - 1e-9), h), le(left, mul(1.01, h))));
        const last = local('last', 'i32');
        w.if(last, () => {
          w.let('h', left);
        });
        w.if(le(h, mul(8.8e-16, max(abs(now('time')), 1e-3))), () => w.return(i(0)));
        w.store('clock', clock.pivot, f(1));
        w.do('attempt', [h]);
        w.if(and(le(now('careful'), 0), lt(now('pivot'), mul(NEARLY_SINGULAR, now('usual')))), () => {
          w.comment('Close to a singular pose: once more, slopes taken on the constraints only.');
          w.store('clock', clock.careful, f(1));
          w.do('slope', [now('time'), 'state', 'k1']);
          w.store('clock', clock.pivot, f(1));
          w.do('attempt', [h]);
        });
        w.comment(
          'A stage too close to the singular pose is lost in rounding: another length has other stages.',
        );
        const badly = and(
          lt(now('pivot'), mul(local('lost'), now('usual'))),
          lt(local('tries', 'i32'), i(MOST_TRIES)),
        );
        w.if(
          and(lt(0, now('careful')), badly),
          () => {
            w.let('tries', add(local('tries', 'i32'), i(1)));
            w.let('lost', mul(CONTENT, local('lost')));
            w.comment(
              'Where no length helps, the step starts too close: then as far away as a usual step goes.',
            );
            w.let('h', select(lt(local('tries', 'i32'), i(MOST_TRIES)), mul(SHORTER, h), now('stepSize')));
          },
          () => {
            w.comment(
              'What rounding does near a singular pose goes along what constraints hold: the projection removes it.',
            );
            const rounding = div(mul(h, ROUNDING, now('usual')), mul(now('pivot'), now('absolute')));
            const allowed = select(lt(0, now('careful')), add(1, rounding), f(1));
            const error = w.let('error', div(call('errorOf', [h]), allowed));
            w.if(
              le(error, 1),
              () => {
                w.let('going', i(0));
                accept(w, n, scheme, until);
              },
              () => {
                w.store('clock', clock.rejected, add(now('rejected'), 1));
                w.let('h', mul(h, max(0.1, mul(0.9, power(error, -scheme.grow)))));
                w.if(le(now('careful'), 0), () => w.store('clock', clock.stepSize, h));
              },
            );
          },
        );
      });
      w.return(i(1));
    },
    { result: 'i32', exported: true },
  );
}

/** The state goes on by the step that was tried, back onto its constraints; the next step's length from this one's error. */
function accept(w: Writer, n: number, scheme: Scheme, until: Code): void {
  const h = local('h');
  const last = local('last', 'i32');
  const error = local('error');
  w.for('k', i(0), i(n), (k) => w.store('dense0', k, load('state', k)));
  w.store('clock', clock.dense, f(0));
  w.store('clock', clock.began, now('time'));
  w.store('clock', clock.time, select(last, until, add(now('time'), h)));
  const grown = mul(0.9, power(max(error, 1e-10), -scheme.grow));
  const factor = scheme.steady === 0 ? grown : mul(grown, power(now('lastError'), scheme.steady));
  const next = w.let('next', mul(h, min(scheme.most, max(scheme.least, factor))));
  w.comment('Errors near singular poses, rounding allowed for, say little about the next step.');
  const before = now('stepSize');
  const held = max(before, min(next, mul(1.2, before)));
  w.store(
    'clock',
    clock.stepSize,
    select(lt(0, now('careful')), held, select(last, max(before, next), next)),
  );
  w.store('clock', clock.lastError, max(error, 1e-4));
  w.store('clock', clock.accepted, add(now('accepted'), 1));
  w.store('clock', clock.careful, select(lt(now('pivot'), mul(NEARLY_SINGULAR, now('usual'))), f(1), f(0)));
  w.store('inputs', 0, now('time'));
  w.do('takeState', ['trial']);
  w.if(lt(0, now('careful')), () => {
    w.do('settlePositions', []);
    w.do('impulse', []);
  });
  w.do('stabilize', []);
  w.do('giveState', ['state']);
  w.comment('The projection moved the state, so its slope is computed anew.');
  w.store('clock', clock.fresh, f(0));
}

/** prepare(): coefficients of the state inside the last step, unless they are there. */
function prepare(): CodeFunction {
  return define(
    'prepare',
    '',
    'Computes the coefficients of the state inside the last step, unless they are there.',
    (w) => {
      w.if(le(now('dense'), 0), () => {
        w.do('keepDense', [sub(now('time'), now('began'))]);
        w.store('clock', clock.dense, f(1));
      });
    },
    { exported: true },
  );
}

/** show(time): everything at a time inside the last step. */
function show(n: number, scheme: Scheme): CodeFunction {
  return define(
    'show',
    'time',
    'Fills inputs[] with everything at a time inside the last step.',
    (w, time) => {
      const span = w.let('span', sub(now('time'), now('began')));
      w.if(
        and(lt(0, span), lt(time, now('time'))),
        () => {
          w.do('prepare', []);
          const s = w.let('s', div(sub(time, now('began')), span));
          const r = w.let('r', sub(1, s));
          w.for('k', i(0), i(n), (k) =>
            w.store(
              'shown',
              k,
              scheme.inside(s, r, (which) => load(`dense${which}`, k)),
            ),
          );
          w.do('takeState', ['shown']);
          w.store('inputs', 0, time);
          w.do('stabilize', []);
        },
        () => {
          w.do('takeState', ['state']);
          w.store('inputs', 0, now('time'));
        },
      );
      w.do('complete', []);
    },
    { exported: true },
  );
}
