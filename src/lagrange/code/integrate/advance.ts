// What makes a module run by itself: it goes on to a time, and finds and carries out the events of its mode on the way.
//
//   advance(until)   1: shown at `until`; 0: cannot go on; 2 + m: mode m takes over, from what inputs[] and clock[] hold
//   enter()          begins from inputs[]: onto the constraints, rates by an impulse of theirs; 0 where they do not hold
//   arm(same)        which events may fire from here; same: those that fired just now are still at their zero
//
// A trigger is armed while it is on the side it must come from, and fires when it is seen on the other. A step is looked at
// in a few places, and between two of them where a trigger's rate changes sign; a crossing is found by halving on the state
// inside the step. (The host of the page has a finer search: run/locate-event.ts.)

import type { Node } from '../../dag/dag.ts';
import { eventsOf, triggerRates } from '../../mechanics/watched-events.ts';
import type { Program } from '../../structure/program.ts';
import type { SystemEvent } from '../../system.ts';
import { clock, now } from './clock.ts';
import type { Code, CodeArray, CodeFunction } from '../ir.ts';
import type { Kernel } from '../lower.ts';
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
  or,
  select,
  sub,
  toFloat,
  type Writer,
} from '../write.ts';

/** Places of a step that are looked at, and rounds of the search for a crossing and back between two of them. */
const LOOKS = 8;
const DIPS = 6;
/** How exactly a crossing is located [s], beside the spacing of numbers around the time. */
const EXACT = 1e-13;
/** A trigger this close to zero is zero. */
const ZERO = 1e-11;
/** A constraint that is off by this much where its mode is entered was not meant to hold there. */
const FAR = 1e-4;
/** Steps may end this many times the way asked for beyond it. */
const AHEAD = 4;
/** Events pile up where the gaps between them have shrunk so often and the rest of them would take this time [s]. */
const PILE = 1e-6;
const SHRUNK = 4;

/** Places in the array `event`: when the next is, whether there is one; when the last was, after which gap, how often gaps shrank. */
const next = { time: 0, found: 1, last: 2, gap: 3, shrunk: 4 } as const;
const EVENT_SIZE = 5;

export interface AdvanceCode {
  readonly kernels: readonly Kernel[];
  readonly arrays: readonly CodeArray[];
  /** After all others of the module. */
  readonly functions: readonly CodeFunction[];
}

/** @param modes  names of all modes, in the order of their numbers */
export function advanceCode(program: Program, modes: readonly string[]): AdvanceCode {
  const { system, mode } = program;
  const events = eventsOf(system, mode);
  const held = holonomic(program);
  if (events.length === 0)
    return modes.length === 1
      ? { kernels: [], arrays: [], functions: [advanceFreely()] }
      : { kernels: heldKernel(held), arrays: heldArray(held), functions: [enter(program), advanceFreely()] };
  const resets = events.flatMap(({ assign }) => assign.map(({ value }) => value));
  const array = (name: string, length: number, doc: string): CodeArray => ({ name, length, doc });
  return {
    kernels: [
      {
        name: 'triggers',
        doc: 'What events watch, then how fast it changes.',
        outputs: [...events.map(({ trigger }) => trigger), ...triggerRates(system, events)],
      },
      { name: 'resets', doc: 'The values that events give.', outputs: resets },
      ...heldKernel(held),
    ],
    arrays: [
      array('triggerValues', 2 * events.length, 'What events watch, then how fast it changes.'),
      array('resetValues', Math.max(1, resets.length), 'The values that events give.'),
      {
        ...array('sides', events.length, '1 for events that come from above zero, −1 from below.'),
        initial: events.map(({ edge }) => (edge === 'falls' ? 1 : -1)),
      },
      array('armed', events.length, '1 where an event may fire.'),
      array('tried', events.length, 'The same while a step is looked through.'),
      array('fires', events.length, '1 for those that fire now.'),
      array('pastRates', events.length, 'Rates of triggers at the look before.'),
      array(
        'event',
        EVENT_SIZE,
        'When the next event is, whether there is one; when the last was, the gap before it, how often gaps shrank.',
      ),
      ...heldArray(held),
    ],
    functions: [
      look,
      crossed(events.length),
      dip(events.length),
      watch(events.length),
      happen(program, events, modes),
      enter(program),
      arm(events.length),
      advance(modes.indexOf(mode)),
    ],
  };
}

/** Above zero on the side that an event comes from: of its trigger, and of the trigger's rate. */
const side = (e: Code): Code => mul(load('sides', e), load('triggerValues', e));
const sideRate = (e: Code, count: number): Code =>
  mul(load('sides', e), load('triggerValues', add(e, i(count))));

const look = define('look', 'time', 'Triggers at a time inside the last step.', (w, time) => {
  w.do('show', [time]);
  w.do('triggers', ['inputs', 'triggerValues']);
});

function crossed(count: number): CodeFunction {
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
function dip(count: number): CodeFunction {
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

function watch(count: number): CodeFunction {
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

function happen(program: Program, events: readonly SystemEvent[], modes: readonly string[]): CodeFunction {
  const place = new Map(program.inputs.map((node, at) => [node, at]));
  return define(
    'happen',
    '',
    'Carries out what fires, in inputs[]; the number of the mode to go to, or -1.',
    (w) => {
      w.do('show', [load('event', next.time)]);
      w.let('wanted', i(-1));
      let first = 0;
      events.forEach(({ assign, goto: wanted }, e) => {
        const from = first;
        first += assign.length;
        w.if(lt(0, load('fires', e)), () => {
          if (assign.length > 0) w.do('resets', ['inputs', 'resetValues']);
          assign.forEach(({ target }, k) => {
            w.store('inputs', place.get(target) as number, load('resetValues', from + k));
          });
          if (wanted !== undefined) w.let('wanted', i(modes.indexOf(wanted)));
        });
      });
      w.return(local('wanted', 'i32'));
    },
    { result: 'i32' },
  );
}

function holonomic({ equations }: Program): Node[] {
  return equations.constraints
    .filter(({ constraint }) => constraint.holonomic)
    .map(({ constraint }) => constraint.residual);
}

function heldKernel(held: readonly Node[]): Kernel[] {
  return held.length === 0
    ? []
    : [{ name: 'heldResiduals', doc: 'How far constraints of positions are from holding.', outputs: held }];
}

function heldArray(held: readonly Node[]): CodeArray[] {
  return held.length === 0
    ? []
    : [
        {
          name: 'heldValues',
          length: held.length,
          doc: 'How far constraints of positions are from holding.',
        },
      ];
}

function enter(program: Program): CodeFunction {
  const count = holonomic(program).length;
  return define(
    'enter',
    '',
    'Goes on from what inputs[] has after an event, rates changed by an impulse; 0 where constraints do not hold.',
    (w) => {
      if (count > 0) {
        w.do('heldResiduals', ['inputs', 'heldValues']);
        w.for('c', i(0), i(count), (c) =>
          w.if(not(le(abs(load('heldValues', c)), FAR)), () => w.return(i(0))),
        );
      }
      w.do('settlePositions', []);
      w.do('impulse', []);
      w.do('resume', []);
      w.comment('The past says nothing about the steps to come.');
      w.store('clock', clock.stepSize, f(0));
      w.return(i(1));
    },
    { result: 'i32', exported: true },
  );
}

function arm(count: number): CodeFunction {
  return define(
    'arm',
    'same:i32',
    'Arms what may fire from what inputs[] has; same: after an event of this mode.',
    (w, same) => {
      w.do('triggers', ['inputs', 'triggerValues']);
      w.store('event', next.found, f(0));
      w.for('e', i(0), i(count), (e) => {
        const here = w.let('here', side(e));
        const leads = w.let('leads', sideRate(e, count));
        const near = le(abs(here), ZERO);
        const still = and(and(near, same), lt(0, load('fires', e)));
        w.let('may', and(lt(0, here), not(still)));
        w.comment('At zero, where it goes on from here decides.');
        w.if(and(near, not(eq(leads, 0))), () => w.let('may', lt(0, leads)));
        w.store('armed', e, toFloat(local('may', 'i32')));
      });
    },
    { exported: true },
  );
}

/** Steps end where the error wants it, at most some frames ahead. */
function stepAhead(w: Writer): void {
  w.if(eq(call('step', [local('limit')], 'i32'), i(0)), () => w.return(i(0)));
}

const ADVANCE = 'Goes on to a time and shows it: 1';

function advance(own: number): CodeFunction {
  return define(
    'advance',
    'until',
    `${ADVANCE}; 0 where it cannot; 2 + m where mode m takes over, from what inputs[] and clock[] hold.`,
    (w, until) => {
      w.let('limit', add(until, mul(AHEAD, max(0, sub(until, load('inputs', 0))))));
      const found = lt(0, load('event', next.found));
      const time = load('event', next.time);
      w.while(or(and(found, le(time, until)), and(not(found), lt(now('time'), until))), () =>
        w.if(
          found,
          () => {
            w.store('event', next.found, f(0));
            const goto = w.let('wanted', call('happen', [], 'i32'));
            w.comment(
              'Events that follow each other faster and faster end at an instant that no step passes.',
            );
            const gap = w.let('gap', sub(time, load('event', next.last)));
            const ratio = w.let('ratio', div(gap, max(load('event', next.gap), Number.MIN_VALUE)));
            w.store('event', next.shrunk, select(lt(ratio, 1), add(load('event', next.shrunk), 1), 0));
            w.store('event', next.gap, gap);
            w.store('event', next.last, time);
            const rest = le(mul(gap, ratio), mul(PILE, max(0, sub(1, ratio))));
            w.if(and(le(SHRUNK, load('event', next.shrunk)), rest), () => w.return(i(0)));
            w.if(and(le(i(0), goto), not(eq(goto, i(own)))), () => w.return(add(goto, i(2))));
            w.if(eq(call('enter', [], 'i32'), i(0)), () => w.return(i(0)));
            w.do('arm', [i(1)]);
          },
          () => {
            stepAhead(w);
            w.store('event', next.found, toFloat(call('watch', [], 'i32')));
          },
        ),
      );
      w.do('show', [until]);
      w.return(i(1));
    },
    { result: 'i32', exported: true },
  );
}

function advanceFreely(): CodeFunction {
  return define(
    'advance',
    'until',
    `${ADVANCE}; 0 where steps became too short.`,
    (w, until) => {
      w.let('limit', add(until, mul(AHEAD, max(0, sub(until, load('inputs', 0))))));
      w.while(lt(now('time'), until), () => stepAhead(w));
      w.do('show', [until]);
      w.return(i(1));
    },
    { result: 'i32', exported: true },
  );
}
