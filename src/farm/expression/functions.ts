// What an expression can do with numbers. Elementary functions are ours, so that a row has the same bits everywhere.
//
// NaN is "not known": what is compared with it is not known either, and neither is what is made of that. `and` and `or` know
// their answer where one side settles it (Kleene's logic), so that a measure is never false merely because it is missing.

import { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan } from '../../num/elementary/index.ts';

export interface Function {
  /** How many numbers it takes: exactly, or at least where `more`. */
  readonly takes: number;
  readonly more?: true;
  readonly of: (numbers: readonly number[]) => number;
}

const one = (of: (x: number) => number): Function => ({ takes: 1, of: ([x]) => of(x) });

/** By name. */
export const FUNCTIONS: ReadonlyMap<string, Function> = new Map<string, Function>([
  ['abs', one(Math.abs)],
  ['sqrt', one(Math.sqrt)],
  ['exp', one(exp)],
  ['log', one(log)],
  ['sin', one(sin)],
  ['cos', one(cos)],
  ['tan', one(tan)],
  ['asin', one(asin)],
  ['acos', one(acos)],
  ['atan', one(atan)],
  ['floor', one(Math.floor)],
  ['known', one((x) => (Number.isNaN(x) ? 0 : 1))],
  ['atan2', { takes: 2, of: ([y, x]) => atan2(y, x) }],
  ['min', { takes: 1, more: true, of: (numbers) => Math.min(...numbers) }],
  ['max', { takes: 1, more: true, of: (numbers) => Math.max(...numbers) }],
]);

/** Numbers with a name of their own. */
export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', 3.141592653589793],
  ['true', 1],
  ['false', 0],
]);

/** Names that mean something already. */
export const isTaken = (name: string): boolean =>
  FUNCTIONS.has(name) || CONSTANTS.has(name) || ['and', 'or', 'not'].includes(name);

type Two = (a: number, b: number) => number;

const comparing =
  (holds: (a: number, b: number) => boolean): Two =>
  (a, b) =>
    Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : Number(holds(a, b));

export const COMPARISONS: ReadonlyMap<string, Two> = new Map([
  ['<', comparing((a, b) => a < b)],
  ['<=', comparing((a, b) => a <= b)],
  ['>', comparing((a, b) => a > b)],
  ['>=', comparing((a, b) => a >= b)],
  ['==', comparing((a, b) => a === b)],
  ['!=', comparing((a, b) => a !== b)],
]);

export const SUMS: ReadonlyMap<string, Two> = new Map<string, Two>([
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
]);

export const PRODUCTS: ReadonlyMap<string, Two> = new Map<string, Two>([
  ['*', (a, b) => a * b],
  ['/', (a, b) => a / b],
]);

/** x⁰ is 1 for every number, but not for one that is not known. */
export const power: Two = (a, b) => (Number.isNaN(a) ? a : pow(a, b));

export const ANDS: ReadonlyMap<string, Two> = new Map([
  ['and', (a, b) => (a === 0 || b === 0 ? 0 : truth(a + b, 1))],
]);

export const ORS: ReadonlyMap<string, Two> = new Map([
  ['or', (a, b) => (isTrue(a) || isTrue(b) ? 1 : truth(a + b, 0))],
]);

export const not = (a: number): number => truth(a, a === 0 ? 1 : 0);

/** Whether a number says yes: everything but 0, and what is not known. */
export function isTrue(a: number): boolean {
  return a !== 0 && !Number.isNaN(a);
}

function truth(known: number, otherwise: number): number {
  return Number.isNaN(known) ? Number.NaN : otherwise;
}
