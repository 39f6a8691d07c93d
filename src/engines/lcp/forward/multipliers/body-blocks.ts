// A sparse matrix of 6 × 6 blocks, one row and column of blocks a body, solved by elimination.
//
// Blocks off the diagonal stand where a contact or a joint connects two bodies, and where elimination fills in. The next body to leave is
// always one with the fewest neighbours (Tinney, Walker 1967), so that chains, bridges and stacks fill in hardly at all. The pattern is
// symmetric, the numbers need not be: sliding friction follows the load, and not the other way round.
//
// Portable (num/kernels/machine.ts).

import {
  clearReals,
  type f64,
  type i32,
  putReal,
  putWhole,
  realAt,
  subtractProductOfSix,
  times,
  wholeAt,
} from '../../../../num/kernels/machine.ts';
import { BODIES, ROWS, SLOT_A, SLOT_B } from '../layout.ts';

const SIZE = 36;
/** Most bodies of an island that there is room for. */
const MOST_BODIES = 256;

// Scratch, bound by `arrange`. TABLE has the number of the block of two bodies, -1 where there is none.
let TABLE: i32 = 0;
let ORDER: i32 = 0;
let IS_GONE: i32 = 0;
let DEGREE: i32 = 0;
/** Neighbours that leave after a body, in the order of leaving: STARTS of each in NEIGHBOURS. */
let STARTS: i32 = 0;
let NEIGHBOURS: i32 = 0;
let BLOCKS: i32 = 0;
let WORK: i32 = 0;
let count: i32 = 0;

/** Blocks that there is room for. */
function mostBlocks(bodies: i32): i32 {
  return bodies <= 64 ? bodies * bodies : 64 * bodies;
}

/** Numbers of scratch that the matrix of an island needs. */
export function blocksScratch(bodies: i32): i32 {
  if (bodies > MOST_BODIES) return 0;
  return bodies * bodies + 5 * (bodies + 1) + (SIZE + 1) * mostBlocks(bodies) + 3 * SIZE;
}

/** Finds the order of elimination and where blocks will be; returns how many products of blocks it needs, -1 where there is no room, or these are more than `most`. */
export function arrange(scratch: i32, most: i32): i32 {
  const n = BODIES;
  if (n > MOST_BODIES) return -1;
  WORK = scratch;
  BLOCKS = WORK + 3 * SIZE;
  ORDER = 2 * (BLOCKS + SIZE * mostBlocks(n));
  IS_GONE = ORDER + n;
  DEGREE = IS_GONE + n;
  STARTS = DEGREE + n;
  NEIGHBOURS = STARTS + n + 1;
  TABLE = NEIGHBOURS + mostBlocks(n);
  for (let i = 0; i < n * n; i++) putWhole(TABLE + i, -1);
  for (let i = 0; i < n; i++) {
    putWhole(TABLE + i * n + i, i);
    putWhole(IS_GONE + i, 0);
    putWhole(DEGREE + i, 0);
  }
  count = n;
  for (let row = 0; row < ROWS; row++) {
    const a = wholeAt(SLOT_A + row);
    const b = wholeAt(SLOT_B + row);
    if (a !== n && b !== n && a !== b && !connect(a, b)) return -1;
  }
  let at: i32 = 0;
  let products = 0;
  for (let step = 0; step < n; step++) {
    const body = fewest();
    putWhole(ORDER + step, body);
    putWhole(IS_GONE + body, 1);
    putWhole(STARTS + step, at);
    const first = at;
    for (let i = 0; i < n; i++) {
      if (wholeAt(IS_GONE + i) === 1 || wholeAt(TABLE + body * n + i) < 0) continue;
      putWhole(NEIGHBOURS + at, i);
      putWhole(DEGREE + i, wholeAt(DEGREE + i) - 1);
      at++;
    }
    products += times(at - first + 1, at - first);
    if (products > most) return -1;
    for (let i = first; i < at; i++)
      for (let k = first; k < i; k++)
        if (!connect(wholeAt(NEIGHBOURS + i), wholeAt(NEIGHBOURS + k))) return -1;
  }
  putWhole(STARTS + n, at);
  return products;
}

/** The body with fewest neighbours that are left, the first of them. */
function fewest(): i32 {
  let best = -1;
  for (let i = 0; i < BODIES; i++) {
    if (wholeAt(IS_GONE + i) === 1) continue;
    if (best < 0 || wholeAt(DEGREE + i) < wholeAt(DEGREE + best)) best = i;
  }
  return best;
}

function connect(a: i32, b: i32): boolean {
  const n = BODIES;
  if (wholeAt(TABLE + a * n + b) >= 0) return true;
  if (count + 2 > mostBlocks(n)) return false;
  putWhole(TABLE + a * n + b, count);
  putWhole(TABLE + b * n + a, count + 1);
  putWhole(DEGREE + a, wholeAt(DEGREE + a) + 1);
  putWhole(DEGREE + b, wholeAt(DEGREE + b) + 1);
  count += 2;
  return true;
}

/** Makes it the unit matrix. */
export function clearBlocks(): void {
  clearReals(SIZE * count, BLOCKS);
  for (let i = 0; i < BODIES; i++) for (let k = 0; k < 6; k++) putReal(BLOCKS + SIZE * i + 7 * k, 1);
}

/** Where the block of two bodies begins. */
export function blockOf(a: i32, b: i32): i32 {
  return BLOCKS + SIZE * wholeAt(TABLE + a * BODIES + b);
}

/** Factors in place; false where it is singular. */
export function factorBlocks(): boolean {
  for (let step = 0; step < BODIES; step++) {
    const body = wholeAt(ORDER + step);
    if (!invert(blockOf(body, body))) return false;
    const first = wholeAt(STARTS + step);
    const last = wholeAt(STARTS + step + 1);
    for (let i = first; i < last; i++) {
      const row = wholeAt(NEIGHBOURS + i);
      const left = blockOf(row, body);
      for (let k = 0; k < SIZE; k++) putReal(WORK + k, realAt(left + k));
      multiply(left, WORK, blockOf(body, body));
      for (let k = first; k < last; k++) {
        const column = wholeAt(NEIGHBOURS + k);
        subtractProductOfSix(blockOf(row, column), left, blockOf(body, column));
      }
    }
  }
  return true;
}

/** x ← A⁻¹ x, six numbers a body. */
export function solveBlocks(x: i32): void {
  for (let step = 0; step < BODIES; step++) {
    const body = wholeAt(ORDER + step);
    for (let i = wholeAt(STARTS + step); i < wholeAt(STARTS + step + 1); i++) {
      const row = wholeAt(NEIGHBOURS + i);
      subtractFrom(x + 6 * row, blockOf(row, body), x + 6 * body);
    }
  }
  for (let step = BODIES - 1; step >= 0; step--) {
    const body = wholeAt(ORDER + step);
    for (let i = wholeAt(STARTS + step); i < wholeAt(STARTS + step + 1); i++) {
      const column = wholeAt(NEIGHBOURS + i);
      subtractFrom(x + 6 * body, blockOf(body, column), x + 6 * column);
    }
    const inverse = blockOf(body, body);
    for (let r = 0; r < 6; r++) {
      let sum: f64 = 0;
      for (let k = 0; k < 6; k++) sum += realAt(inverse + 6 * r + k) * realAt(x + 6 * body + k);
      putReal(WORK + r, sum);
    }
    for (let r = 0; r < 6; r++) putReal(x + 6 * body + r, realAt(WORK + r));
  }
}

/** y −= A x. */
function subtractFrom(y: i32, a: i32, x: i32): void {
  for (let r = 0; r < 6; r++) {
    let sum: f64 = 0;
    for (let k = 0; k < 6; k++) sum += realAt(a + 6 * r + k) * realAt(x + k);
    putReal(y + r, realAt(y + r) - sum);
  }
}

/** c = a b. */
function multiply(c: i32, a: i32, b: i32): void {
  clearReals(SIZE, c);
  subtractProductOfSix(c, a, b);
  for (let k = 0; k < SIZE; k++) putReal(c + k, -realAt(c + k));
}

/** A block's inverse in its place, by elimination with row exchanges; false where it is singular. */
function invert(a: i32): boolean {
  const inverse = WORK + SIZE;
  clearReals(SIZE, inverse);
  for (let k = 0; k < 6; k++) putReal(inverse + 7 * k, 1);
  for (let k = 0; k < 6; k++) {
    let pivot = k;
    for (let r = k + 1; r < 6; r++)
      if (Math.abs(realAt(a + 6 * r + k)) > Math.abs(realAt(a + 6 * pivot + k))) pivot = r;
    const top = realAt(a + 6 * pivot + k);
    if (!(Math.abs(top) > 0)) return false;
    const scale = 1 / top;
    for (let c = 0; c < 6; c++) {
      exchange(a + 6 * pivot + c, a + 6 * k + c, scale);
      exchange(inverse + 6 * pivot + c, inverse + 6 * k + c, scale);
    }
    for (let r = 0; r < 6; r++) {
      const factor = realAt(a + 6 * r + k);
      if (r === k || factor === 0) continue;
      for (let c = 0; c < 6; c++) {
        putReal(a + 6 * r + c, realAt(a + 6 * r + c) - factor * realAt(a + 6 * k + c));
        putReal(inverse + 6 * r + c, realAt(inverse + 6 * r + c) - factor * realAt(inverse + 6 * k + c));
      }
    }
  }
  for (let k = 0; k < SIZE; k++) putReal(a + k, realAt(inverse + k));
  return true;
}

/** The first goes to where the second is, scaled, and the second to where the first was. */
function exchange(first: i32, other: i32, scale: f64): void {
  const kept = realAt(first);
  putReal(first, realAt(other));
  putReal(other, kept * scale);
}
