// What portable code stands on, in TypeScript: numbers in one block of memory, and a few functions.
//
// Portable code is written once and runs twice: here as ordinary TypeScript, and compiled by AssemblyScript into
// the WebAssembly module (`npm run kernels`), where machine.part.as.ts takes the place of this file. Both give the
// same bits. So it keeps to what both languages mean alike:
//  - every parameter and result, and every variable whose first value does not say it, is `f64`, `i32` or `boolean`;
//    a number written without a point is an i32;
//  - `/` divides f64 only (whole numbers: `quotient`); `|`, `&`, `<<` and `>>` take i32 only; products of whole
//    numbers stay below 2³¹ (or: `times`);
//  - of `Math`: abs, floor, ceil, sqrt, min, max of two and, into a variable that is said to be f64, fround;
//    `Number.isNaN`; `x | 0` makes a real number whole, towards zero, for |x| < 2³¹;
//  - a loop without end is `while (true)`;
//  - what is left of an address without its constants is an address too, not below zero;
//  - nothing is called `load` or `store`;
//  - no objects, strings, closures, templates or exceptions; no arrays but tables that never change,
//    `const TABLE = new Float64Array([…])` of a module;
//  - second results go to `leaveSecond`, or to a global, and the caller takes them at once.

export type f64 = number;
export type i32 = number;

let reals: Float64Array = new Float64Array(0);
let wholes: Int32Array = new Int32Array(0);

/** Lets portable code work on this memory, until another is named: before every entry from outside. */
export function workOn(memory: { readonly buffer: ArrayBufferLike }): void {
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

/** Copies n reals. */
export function copyReals(n: i32, to: i32, from: i32): void {
  reals.copyWithin(to, from, from + n);
}

/** Makes n reals zero. */
export function clearReals(n: i32, at: i32): void {
  reals.fill(0, at, at + n);
}

/** x −= factor · y, for n reals at x and at y; lanes in WebAssembly. */
export function subtractMultiple(n: i32, x: i32, factor: f64, y: i32): void {
  for (let k = 0; k < n; k++) reals[x + k] -= factor * reals[y + k];
}

/** C −= A B, 6 × 6 each, row by row; C is neither of the others; lanes in WebAssembly. */
export function subtractProductOfSix(c: i32, a: i32, b: i32): void {
  for (let r = 0; r < 36; r += 6)
    for (let k = 0; k < 6; k++)
      reals[c + r + k] -=
        reals[a + r] * reals[b + k] +
        reals[a + r + 1] * reals[b + k + 6] +
        reals[a + r + 2] * reals[b + k + 12] +
        reals[a + r + 3] * reals[b + k + 18] +
        reals[a + r + 4] * reals[b + k + 24] +
        reals[a + r + 5] * reals[b + k + 30];
}

/** A += x yᵀ, 6 × 6 row by row; lanes in WebAssembly. */
export function addOuterOfSix(a: i32, x: i32, y: i32): void {
  for (let r = 0; r < 6; r++) for (let k = 0; k < 6; k++) reals[a + 6 * r + k] += reals[x + r] * reals[y + k];
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

export function least(a: f64, b: f64): f64 {
  return a < b ? a : b;
}

export function most(a: f64, b: f64): f64 {
  return a > b ? a : b;
}

// Every platform with typed arrays in use is little-endian.
const doubleView = new Float64Array(1);
const wordView = new Int32Array(doubleView.buffer);

/** The upper 32 bits of a double: sign, eleven bits of biased exponent, twenty of fraction. */
export function highWord(x: f64): i32 {
  doubleView[0] = x;
  return wordView[1];
}

// Powers of two come from a table: writing the two halves of a double and reading it back stalls the store buffer,
// and a load does not.
const POWERS_OF_TWO = new Float64Array(2098);
POWERS_OF_TWO[0] = 5e-324;
for (let k = 1; k < 2098; k++) POWERS_OF_TWO[k] = 2 * POWERS_OF_TWO[k - 1];

/** 2ᵏ for k = -1074 … 1023. */
export function powerOfTwo(k: i32): f64 {
  return POWERS_OF_TWO[1074 + k];
}

/** A typed array, so that the numbers are never boxed. */
const left = new Float64Array(2);

/** Leaves a second result of a function to its caller. */
export function leaveSecond(value: f64): void {
  left[0] = value;
}

export function second(): f64 {
  return left[0];
}

/** And a third. */
export function leaveThird(value: f64): void {
  left[1] = value;
}

export function third(): f64 {
  return left[1];
}
