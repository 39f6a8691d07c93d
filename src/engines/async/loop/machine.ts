// What the event loop stands on, in TypeScript: numbers in one block of memory, and the few functions it calls.
//
// The files of this folder are written once and run twice: here as ordinary TypeScript, and compiled by
// AssemblyScript into one WebAssembly module (`npm run kernels`), where the prelude of scripts/kernels.mjs takes the
// place of this file. Both give the same bits. So they keep to what both languages mean alike:
//  - every variable, parameter and result says whether it is `f64`, `i32` or `boolean`;
//  - `/` divides f64 only (whole numbers: `quotient`); whole numbers become real by `real(n)`, real ones whole
//    by `whole(x)`; products of whole numbers stay below 2³¹ (or: `times`);
//  - a loop without end is `while (true)`;
//  - no objects, arrays, strings, closures, templates or exceptions; a second result goes to a global that the
//    caller reads at once; `Math` is not named;
//  - every function has a name of its own in the whole folder.

import { atan2 as arctangent } from '../../../num/elementary/index.ts';

export type f64 = number;
export type i32 = number;

let reals = new Float64Array(0);
let wholes = new Int32Array(0);

/** Lets the loop work on this memory, until another is named: before every entry from outside. */
export function workOn(memory: WebAssembly.Memory): void {
  if (reals.buffer === memory.buffer) return;
  reals = new Float64Array(memory.buffer);
  wholes = new Int32Array(memory.buffer);
}

/** The double at eight times this address. */
export function realAt(at: i32): f64 {
  return reals[at];
}

export function putReal(at: i32, value: f64): void {
  reals[at] = value;
}

/** The 32-bit integer at four times this address. */
export function wholeAt(at: i32): i32 {
  return wholes[at];
}

export function putWhole(at: i32, value: i32): void {
  wholes[at] = value;
}

export function real(n: i32): f64 {
  return n;
}

/** Towards zero; |x| < 2³¹. */
export function whole(x: f64): i32 {
  return x | 0;
}

export function quotient(a: i32, b: i32): i32 {
  return (a / b) | 0;
}

/** The low 32 bits of a product. */
export function times(a: i32, b: i32): i32 {
  return Math.imul(a, b);
}

export function sqrt(x: f64): f64 {
  return Math.sqrt(x);
}

export function floor(x: f64): f64 {
  return Math.floor(x);
}

export function ceil(x: f64): f64 {
  return Math.ceil(x);
}

export function abs(x: f64): f64 {
  return Math.abs(x);
}

export function least(a: f64, b: f64): f64 {
  return a < b ? a : b;
}

export function most(a: f64, b: f64): f64 {
  return a > b ? a : b;
}

export function atan2(y: f64, x: f64): f64 {
  return arctangent(y, x);
}
