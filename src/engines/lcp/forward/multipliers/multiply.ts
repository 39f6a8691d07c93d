// Groups of many rows: Newton's method on velocities, with impulses as multipliers.
//
// In place of a law, an impulse follows the speed as if there were a stiff spring behind what it was before (springs.ts):
//
//   f(v) = P(z − σ (u(v) + s)/w),   v = v_free + M⁻¹ Jᵀ f(v)
//
// With z and s held these are the equations of the least of a convex energy, which Newton's method finds from anywhere, each step as far
// as the energy falls on its way. Then f is the next z and μ |u_t| the next s, and where they stay the same the laws hold, exactly
// (method of multipliers: Hestenes 1969, Powell 1969; s after De Saxcé, Feng 1998, as Acary, Cadoux, Lemaréchal, Malick 2011,
// "A formulation of the linear discrete Coulomb friction problem via convex optimization"). What the next z, s and v will be is
// foreseen from the slopes of all three, so that rounds converge like Newton's method, not like powers; where that goes astray, rounds take the plain way
// for a while, twice as long each time; of what is joined the map of all laws goes on from here (newton.ts).
//
// The equations of v are never singular, however many contacts a body has, and their matrix 1 + M⁻¹ Jᵀ ∂f J is as sparse as the island
// (body-blocks.ts). Impulses that nothing tells apart stay as they came.
//
// Portable (num/kernels/machine.ts).

import {
  clearReals,
  copyReals,
  type f64,
  type i32,
  putReal,
  real,
  realAt,
} from '../../../../num/kernels/machine.ts';
import { arrange, blocksScratch, factorBlocks, solveBlocks } from './body-blocks.ts';
import { left, mostProducts, spend } from './budget.ts';
import { BODIES, CONTACTS, IMPULSE, LEVER, NOW, ROWS, SHIFT } from '../layout.ts';
import { residualOf } from '../residual.ts';
import { speed } from '../row-products.ts';
import { alongSlope, formBlocks } from './response.ts';
import { BEHIND, bindSlopes, JUMP, setSlopes, slopesScratch } from './slopes.ts';
import {
  AROUND,
  bindSprings,
  GAIN,
  KEEP,
  project,
  setGains,
  SLIP,
  springsScratch,
  takeSlips,
  Y,
} from './springs.ts';
import { loadVelocities } from '../sweep.ts';

/** σ of the first round, from where on it rises only while rounds are slow, and its most. */
const FIRST_STIFFNESS: f64 = 1e3;
const ENOUGH: f64 = 1e5;
const LAST_STIFFNESS: f64 = 1e7;
const ROUNDS = 30;
const ITERATIONS = 20;

// Scratch. Of rows: what would give AT by itself, how it changes along the direction, speeds at AT and along it, and the best impulses.
let FROM: i32 = 0;
let SPEED: i32 = 0;
let CHANGE: i32 = 0;
let ALONG: i32 = 0;
let BEST: i32 = 0;
/** Of bodies: v, the direction of a step, and by how much v is off what its impulses make. */
let AT: i32 = 0;
let DIRECTION: i32 = 0;
let OFF: i32 = 0;
let BLOCKS: i32 = 0;

/** Numbers of scratch that `multiply` needs. */
export function multipliersScratch(rows: i32, bodies: i32): i32 {
  return 5 * rows + 18 * (bodies + 1) + springsScratch(rows) + slopesScratch(rows) + blocksScratch(bodies);
}

function bindScratch(scratch: i32): void {
  const m = 6 * (BODIES + 1);
  FROM = scratch;
  CHANGE = FROM + ROWS;
  SPEED = CHANGE + ROWS;
  ALONG = SPEED + ROWS;
  BEST = ALONG + ROWS;
  AT = BEST + ROWS;
  DIRECTION = AT + m;
  OFF = DIRECTION + m;
  bindSprings(OFF + m);
  bindSlopes(OFF + m + springsScratch(ROWS));
  BLOCKS = OFF + m + springsScratch(ROWS) + slopesScratch(ROWS);
  clearReals(ROWS, CHANGE);
  clearReals(ROWS, ALONG);
}

let least: f64 = 0;
/** What a step of Newton's method takes, in products of blocks. */
let taken: f64 = 0;

/**
 * Improves the impulses until the residual, relative to `scale`, is at most `target`, or nothing helps; never makes it worse.
 * @param enough  residual below which a slow round is the last one
 * @returns the residual
 */
export function multiply(scratch: i32, scale: f64, target: f64, enough: f64): f64 {
  bindScratch(scratch);
  loadVelocities();
  least = residualOf() / scale;
  const products = arrange(BLOCKS, mostProducts());
  if (products < 0) return least;
  // passes over rows beside it
  taken = real(products + ROWS);
  copyReals(ROWS, BEST, IMPULSE);
  copyReals(ROWS, AROUND, IMPULSE);
  copyReals(ROWS, FROM, IMPULSE);
  copyReals(6 * (BODIES + 1), AT, NOW);
  let sigma: f64 = FIRST_STIFFNESS;
  setGains(sigma);
  takeSlips(AT);
  let last: f64 = Infinity;
  let wait = 0;
  let patience = 1;
  for (let round = 0; round < ROUNDS; round++) {
    const now = settle(scale, target);
    const isSlow = !(Math.abs(now) < 0.5 * last);
    if (least <= target || (isSlow && least <= enough) || left < taken) break;
    if (!isSlow) wait = 0;
    else if (wait === 0) {
      wait = patience;
      patience *= 2;
    } else wait--;
    last = Math.min(last, Math.abs(now));
    let ratio: f64 = sigma < ENOUGH || (isSlow && sigma < LAST_STIFFNESS) ? 10 : 1;
    if (now < 0) ratio = 0.1;
    sigma *= ratio;
    carryOver(ratio, sigma);
    if (wait === 0) foresee();
  }
  copyReals(ROWS, IMPULSE, BEST);
  loadVelocities();
  return least;
}

/** Newton's method for z and s as they are; returns the residual where it ends, negative where it did not arrive. */
function settle(scale: f64, target: f64): f64 {
  measure();
  let now: f64 = 0;
  for (let iteration = 0; iteration < ITERATIONS && left >= taken; iteration++) {
    now = residualOf() / scale;
    if (now < least) {
      least = now;
      copyReals(ROWS, BEST, IMPULSE);
    }
    if (least <= target || fastestOff() <= 0.1 * scale * Math.max(target, now)) return now;
    if (!descend()) break;
  }
  return -now;
}

/** One step of Newton's method, to the least energy on its way. */
function descend(): boolean {
  setSlopes(false);
  if (!findDirection()) return false;
  for (let i = 0; i < ROWS; i++) {
    putReal(CHANGE + i, realAt(IMPULSE + i) - realAt(FROM + i) - alongSlope(i, DIRECTION));
    putReal(ALONG + i, speed(DIRECTION, i));
  }
  const length = leastAlong();
  move(length);
  measure();
  return length > 0;
}

/** direction = −(1 + M⁻¹ Jᵀ slopes)⁻¹ off. */
function findDirection(): boolean {
  spend(taken);
  formBlocks();
  if (!factorBlocks()) return false;
  for (let k = 0; k < 6 * BODIES; k++) putReal(DIRECTION + k, -realAt(OFF + k));
  clearReals(6, DIRECTION + 6 * BODIES);
  solveBlocks(DIRECTION);
  return true;
}

/** Moves along the direction. */
function move(length: f64): void {
  for (let k = 0; k < 6 * BODIES; k++) putReal(AT + k, realAt(AT + k) + length * realAt(DIRECTION + k));
  for (let i = 0; i < ROWS; i++) putReal(FROM + i, realAt(FROM + i) + length * realAt(CHANGE + i));
}

/** How far along the direction the energy falls: to where its slope, which grows along, is nothing beside the first. */
function leastAlong(): f64 {
  const first = slopeAt(0);
  if (!(first < 0)) return 0;
  let low: f64 = 0;
  let atLow = first;
  let high: f64 = 1;
  let atHigh = slopeAt(1);
  if (atHigh <= -0.1 * first) return 1;
  for (let i = 0; i < 30; i++) {
    const middle: f64 = i % 3 === 2 ? 0.5 * (low + high) : low + ((high - low) * atLow) / (atLow - atHigh);
    const slope = slopeAt(middle);
    if (Math.abs(slope) <= -0.1 * first) return middle;
    if (slope < 0) {
      low = middle;
      atLow = slope;
    } else {
      high = middle;
      atHigh = slope;
    }
  }
  return low;
}

/** The slope of the energy at a length along the direction. */
function slopeAt(length: f64): f64 {
  setImpulses(length);
  let slope: f64 = 0;
  for (let i = 0; i < ROWS; i++)
    slope += (realAt(FROM + i) + length * realAt(CHANGE + i) - realAt(IMPULSE + i)) * realAt(ALONG + i);
  return slope;
}

/** The impulses at a length along the direction. */
function setImpulses(length: f64): void {
  for (let i = 0; i < ROWS; i++) {
    const u = realAt(SPEED + i) + length * realAt(ALONG + i);
    putReal(Y + i, realAt(KEEP + i) * realAt(AROUND + i) - realAt(GAIN + i) * u);
  }
  for (let c = 0; c < CONTACTS; c++)
    putReal(Y + 3 * c, realAt(Y + 3 * c) - realAt(GAIN + 3 * c) * realAt(SLIP + c));
  project();
}

/** The impulses at AT, and by how much AT is off what they make. */
function measure(): void {
  for (let i = 0; i < ROWS; i++) putReal(SPEED + i, speed(AT, i) + realAt(SHIFT + i));
  setImpulses(0);
  takeOff();
}

function takeOff(): void {
  loadVelocities();
  for (let k = 0; k < 6 * (BODIES + 1); k++) putReal(OFF + k, realAt(AT + k) - realAt(NOW + k));
}

/** The largest speed of a row in what velocities are off by. */
function fastestOff(): f64 {
  let most: f64 = 0;
  for (let i = 0; i < ROWS; i++) most = Math.max(most, Math.abs(speed(OFF, i)) * realAt(LEVER + i));
  return most;
}

/** The next z, s and gains; y comes to where P is the same as it was. */
function carryOver(ratio: f64, sigma: f64): void {
  copyReals(ROWS, AROUND, IMPULSE);
  for (let i = 0; i < ROWS; i++)
    putReal(Y + i, realAt(IMPULSE + i) + ratio * (realAt(Y + i) - realAt(IMPULSE + i)));
  setGains(sigma);
  takeSlips(AT);
}

/** Velocities, and slips with them, that follow as long as contacts stick and slip as they do. */
function foresee(): void {
  for (let i = 0; i < ROWS; i++) {
    const gain = realAt(GAIN + i);
    const y = realAt(KEEP + i) * realAt(AROUND + i) - gain * (speed(AT, i) + realAt(SHIFT + i));
    putReal(BEHIND + i, gain > 0 ? (realAt(Y + i) - y) / gain : 0);
  }
  for (let c = 0; c < CONTACTS; c++) putReal(BEHIND + 3 * c, realAt(BEHIND + 3 * c) + realAt(SLIP + c));
  setSlopes(true);
  for (let i = 0; i < ROWS; i++) putReal(IMPULSE + i, realAt(IMPULSE + i) - realAt(JUMP + i));
  takeOff();
  if (!findDirection()) return;
  for (let i = 0; i < ROWS; i++)
    putReal(CHANGE + i, realAt(IMPULSE + i) - alongSlope(i, DIRECTION) - realAt(FROM + i));
  measure();
  const without = fastestOff();
  copyReals(6 * (BODIES + 1), OFF, AT);
  copyReals(ROWS, ALONG, FROM);
  move(1);
  takeSlips(AT);
  copyReals(6 * (BODIES + 1), DIRECTION, OFF);
  measure();
  if (fastestOff() < without) return;
  copyReals(6 * (BODIES + 1), AT, DIRECTION);
  copyReals(ROWS, FROM, ALONG);
  takeSlips(AT);
}
