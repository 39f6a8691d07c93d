// What makes a module run by itself: it goes on to a time, and finds and carries out the events of its mode on the way.
//
//   advance(until)   1: shown at `until`; 0: cannot go on; 2 + m: mode m takes over, from what inputs[] and clock[] hold
//   enter()          begins from inputs[]: onto the constraints, rates by an impulse of theirs; 0 where they do not hold
//   arm(same)        which events may fire from here; same: those that fired just now are still at their zero
//
// A trigger is armed while it is on the side it must come from, and fires when it is seen on the other (watch.ts).

import type { Node } from '../../dag/dag.ts';
import { eventsOf, triggerRates } from '../../mechanics/watched-events.ts';
import type { Program } from '../../structure/program.ts';
import type { SystemEvent } from '../../system.ts';
import { clock, now } from './clock.ts';
import type { CodeArray, CodeFunction } from '../ir.ts';
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
import { crossed, dip, EVENT_SIZE, look, next, side, sideRate, watch } from './watch.ts';

/** A trigger this close to zero is zero. */
const ZERO = 1e-11;
/** A constraint that is off by this much where its mode is entered was not meant to hold there. */
const FAR = 1e-4;
/** Steps may end this many times the way asked for beyond it. */
const AHEAD = 4;
/** Events pile up where the gaps between them have shrunk so often and the rest of them would take this time [s]. */
const PILE = 1e-6;
const SHRUNK = 4;

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
