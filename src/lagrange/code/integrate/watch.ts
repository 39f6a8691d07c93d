// Finds the first event inside a step that a module has made by itself.
//
// A step is looked at in a few places, and between two of them where a trigger's rate changes sign; a crossing is found by
// halving on the state inside the step. (The host of the page has a finer search: run/locate-event.ts.)

import type { Code, CodeFunction } from '../ir.ts';
import {
  abs,
  add,
  and,
  call,
  define,
  div,
  eq,
  f,
  i,
  le,
  load,
  local,
  lt,
  max,
  mul,
  not,
  select,
  sub,
  toFloat,
  type Writer,
} from '../write.ts';
import { now } from './clock.ts';

/** Places of a step that are looked at, and rounds of the search for a crossing and back between two of them. */
const LOOKS = 8;
const DIPS = 6;
/** How exactly a crossing is located [s], beside the spacing of numbers around the time. */
const EXACT = 1e-13;
/** Places in the array `event`: when the next is, whether there is one; when the last was, after which gap, how often gaps shrank. */
export const next = { time: 0, found: 1, last: 2, gap: 3, shrunk: 4 } as const;
export const EVENT_SIZE = 5;

/** Above zero on the side that an event comes from: of its trigger, and of the trigger's rate. */
export const side = (e: Code): Code => mul(load('sides', e), load('triggerValues', e));
export const sideRate = (e: Code, count: number): Code =>
  mul(load('sides', e), load('triggerValues', add(e, i(count))));

export const look = define('look', 'time', 'Triggers at a time inside the last step.', (w, time) => {
  w.do('show', [time]);
  w.do('triggers', ['inputs', 'triggerValues']);
});

export function crossed(count: number): CodeFunction {
  return define(
    'crossed',
    'time',
    'Whether something that may fire is on the other side at a time inside the last step.',
    (w, time) => {
      w.do('look', [time]);
      w.for('e', i(0), i(count), (e) =>
        w.if(and(lt(0, load('tried', e)), le(side(e), 0)), () => w.return(i(1))),
      );
      w.return(i(0));
    },
    { result: 'i32' },
  );
}

/** Secants on the trigger's rate: where it is zero the trigger is furthest on the other side. */
export function dip(count: number): CodeFunction {
  return define(
    'dip',
    'from to e:i32 pastRate rate',
    'A time between two looks at which a trigger has crossed and will have come back; `to` where there is none.',
    (w, from, to, e, pastRate, rate) => {
      w.let('a', from);
      w.let('b', to);
      w.let('left', pastRate);
      w.let('right', rate);
      w.let('round', i(0));
      const [a, b, left, right] = ['a', 'b', 'left', 'right'].map((name) => local(name));
      const turns = and(and(lt(left, 0), lt(0, right)), lt(local('round', 'i32'), i(DIPS)));
      w.while(turns, () => {
        const time = w.let('time', add(a, div(mul(sub(b, a), left), sub(left, right))));
        w.do('look', [time]);
        w.if(le(side(e), 0), () => w.return(time));
        const slope = w.let('slope', sideRate(e, count));
        w.if(
          lt(slope, 0),
          () => {
            w.let('a', time);
            w.let('left', slope);
          },
          () => {
            w.let('b', time);
            w.let('right', slope);
          },
        );
        w.let('round', add(local('round', 'i32'), i(1)));
      });
      w.return(to);
    },
    { result: 'f64' },
  );
}

export function watch(count: number): CodeFunction {
  return define(
    'watch',
    '',
    'Finds the first event inside the last step: 1, its time in event[] and what fires in fires[]; or 0.',
    (w) => {
      const began = w.let('began', now('began'));
      const ended = w.let('ended', now('time'));
      w.for('e', i(0), i(count), (e) => w.store('tried', e, load('armed', e)));
      w.do('look', [began]);
      const keepRates = () => w.for('e', i(0), i(count), (e) => w.store('pastRates', e, sideRate(e, count)));
      keepRates();
      w.let('before', began);
      w.for('k', i(1), i(LOOKS + 1), (k) => {
        const part = mul(sub(ended, began), div(toFloat(k), LOOKS));
        const at = w.let('at', select(eq(k, i(LOOKS)), ended, add(began, part)));
        w.let('seen', at);
        w.let('hit', call('crossed', [at], 'i32'));
        w.if(not(local('hit', 'i32')), () =>
          w.for('e', i(0), i(count), (e) => {
            const rate = w.let('rate', sideRate(e, count));
            const returns = and(lt(load('pastRates', e), 0), lt(0, rate));
            w.if(and(lt(0, load('tried', e)), returns), () => {
              const deep = w.let('deep', call('dip', [local('before'), at, e, load('pastRates', e), rate]));
              w.if(lt(deep, local('seen')), () => {
                w.let('seen', deep);
                w.let('hit', i(1));
              });
              w.do('look', [at]);
            });
          }),
        );
        w.if(local('hit', 'i32'), () => {
          halve(w);
          w.for('e', i(0), i(count), (e) =>
            w.store('fires', e, select(and(lt(0, load('tried', e)), le(side(e), 0)), 1, 0)),
          );
          w.store('event', next.time, local('high'));
          w.return(i(1));
        });
        w.for('e', i(0), i(count), (e) => w.if(lt(0, side(e)), () => w.store('tried', e, f(1))));
        keepRates();
        w.let('before', at);
      });
      w.for('e', i(0), i(count), (e) => w.store('armed', e, load('tried', e)));
      w.return(i(0));
    },
    { result: 'i32' },
  );
}

/** The earliest time in (before, seen] at which something has crossed, in `high`; triggers are those at that time. */
function halve(w: Writer): void {
  w.let('low', local('before'));
  w.let('high', local('seen'));
  const [low, high, middle] = ['low', 'high', 'middle'].map((name) => local(name));
  const enough = w.let('enough', max(EXACT, mul(4e-16, abs(high))));
  w.let('middle', add(low, mul(0.5, sub(high, low))));
  const inside = and(lt(low, middle), lt(middle, high));
  w.while(and(lt(enough, sub(high, low)), inside), () => {
    w.if(
      call('crossed', [middle], 'i32'),
      () => w.let('high', middle),
      () => w.let('low', middle),
    );
    w.let('middle', add(low, mul(0.5, sub(high, low))));
  });
  w.do('look', [high]);
}
