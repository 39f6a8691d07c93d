// The equations of motion as matrices, solved by full pivoting: rates of the state where the fixed order of pivots is not
// good, impulses of constraints, and the pivots that are usual here.

import type { Node } from '../dag/dag.ts';
import type { LinearSystem } from '../structure/eliminate.ts';
import type { Program } from '../structure/program.ts';
import { clock, now } from './integrate/clock.ts';
import type { CodeArray, CodeFunction } from './ir.ts';
import { acceleration } from './looped-rates.ts';
import { add, call, define, f, i, load, mul, sub, toInteger, type Writer } from './write.ts';

/** Equations for which full pivoting at the start costs too much time. */
const MOST_CALIBRATED = 200;

/** Of the larger system; at least 1. */
function sizeOf({ first, second }: Program): number {
  return Math.max(1, first.system.rows.length, second.system.rows.length);
}

export function systemArrays(program: Program): CodeArray[] {
  const { first, second } = program;
  const size = sizeOf(program);
  return [
    { name: 'point', length: program.inputs.length, doc: 'Inputs, rates of first order filled in.' },
    {
      name: 'entries',
      length: Math.max(1, entryCount(first.system), entryCount(second.system)),
      doc: 'Of a linear system.',
    },
    ...(['first', 'second'] as const).map((name) => ({
      name: `${name}Places`,
      length: Math.max(1, entriesIn(program[name].system)),
      doc: `Where in their matrix the entries of ${name}System belong.`,
      initial: placesOf(program[name].system),
    })),
    { name: 'matrix', length: size * size, doc: 'Of a linear system.' },
    { name: 'right', length: size, doc: 'Of a linear system.' },
    { name: 'scales', length: size, doc: 'Of a linear system.' },
    { name: 'places', length: size, doc: 'Of a linear system.' },
    { name: 'solution', length: size, doc: 'Of a linear system.' },
  ];
}

/** `robustRates(inputs, out)` */
export function robustRates(program: Program): CodeFunction {
  const { first, second, positions, rates, firstRate } = program;
  const ones = [...program.classification.variableOrder.keys()].filter(
    (v) => program.classification.variableOrder[v] === 1,
  );
  return define('robustRates', 'inputs[] out[]', 'Rates of the state by full pivoting.', (w) => {
    w.for('k', i(0), i(program.inputs.length), (k) => w.store('point', k, load('inputs', k)));
    if (ones.length > 0) {
      w.do('firstSystem', ['point', 'entries']);
      fill(w, 'first', first.system);
      solve(w, ones.length);
      for (const [at, v] of ones.entries()) w.store('point', firstRate + v, load('solution', at));
    }
    if (second.system.rows.length > 0) {
      w.do('secondSystem', ['point', 'entries']);
      fill(w, 'second', second.system);
      solve(w, second.system.rows.length);
    }
    for (const [at, v] of positions.entries()) w.store('out', at, load('point', firstRate + v));
    for (const [at, v] of rates.entries())
      w.store('out', positions.length + at, acceleration(program, positions.indexOf(v), 'point'));
    w.store('clock', clock.robust, add(now('robust'), 1));
  });
}

/** `impulse()` */
export function impulseCode(program: Program): CodeFunction {
  const { second, positions, firstRate } = program;
  return define(
    'impulse',
    '',
    'Rates in inputs[] to where constraints allow them, by an impulse of theirs: M Δ + AᵀΛ = 0, A (q̇ + Δ) + b = 0.',
    (w) => {
      if (program.heldRates.length === 0) return;
      w.do('secondSystem', ['inputs', 'entries']);
      fill(w, 'second', second.system);
      w.do('heldRates', ['inputs', 'entries']);
      w.for('k', i(0), i(second.system.rows.length), (k) => w.store('right', k, f(0)));
      for (const c of program.heldRates.keys())
        w.store('right', positions.length + c, sub(0, load('entries', c)));
      solve(w, second.system.rows.length);
      for (const [at, v] of positions.entries())
        w.store(
          'inputs',
          firstRate + v,
          add(load('inputs', firstRate + v), acceleration(program, at, 'inputs')),
        );
    },
    { exported: true },
  );
}

/** `calibrate()` */
export function calibrateCode(program: Program): CodeFunction {
  return define(
    'calibrate',
    '',
    'Notes the smallest pivot here, by which pivots are called small later.',
    (w) => {
      if (sizeOf(program) > MOST_CALIBRATED) {
        w.store('clock', clock.usual, f(1));
        return;
      }
      w.store('clock', clock.pivot, f(1));
      w.do('robustRates', ['inputs', 'shown']);
      w.store('clock', clock.usual, now('pivot'));
      w.store('clock', clock.robust, sub(now('robust'), 1));
    },
    { exported: true },
  );
}

function fill(w: Writer, name: 'first' | 'second', system: LinearSystem): void {
  w.do('fillSystem', [`${name}Places`, i(entriesIn(system)), i(system.rows.length)]);
}

function solve(w: Writer, size: number): void {
  w.let('rank', call('solveFully', ['matrix', 'right', i(size), 'scales', 'places', 'solution'], 'i32'));
}

export function allNodes({ rows, right }: LinearSystem): Node[] {
  return [...rows.flatMap((row) => [...row.values()]), ...right];
}

function entriesIn({ rows }: LinearSystem): number {
  return rows.reduce((sum, row) => sum + row.size, 0);
}

function entryCount(system: LinearSystem): number {
  return entriesIn(system) + system.right.length;
}

/** Of each entry, row by row; of an empty system one number that nobody reads. */
function placesOf({ rows }: LinearSystem): number[] {
  const places = rows.flatMap((row, r) => [...row.keys()].map((c) => r * rows.length + c));
  return places.length === 0 ? [0] : places;
}

export const fillSystem: CodeFunction = define(
  'fillSystem',
  'places[] count:i32 size:i32',
  'Spreads entries[] into matrix[] and right[].',
  (w, count, size) => {
    w.for('k', i(0), mul(size, size), (k) => w.store('matrix', k, f(0)));
    w.for('k', i(0), count, (k) => w.store('matrix', toInteger(load('places', k)), load('entries', k)));
    w.for('k', i(0), size, (k) => w.store('right', k, load('entries', add(count, k))));
  },
);
