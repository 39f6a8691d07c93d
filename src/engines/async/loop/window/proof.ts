// The proof that no layer beyond those switched on could have pushed in a window: d ≥ η(L + 1) throughout.
//
// Vertices of a candidate move along chords, off by ρ at most (window/tube.ts). For a unit normal n and a part of
// the window, n·(c_a - c_b) is linear in time, so it is least at one of the part's ends; all points of the first
// primitive lie above its vertices' least n·c_a - ρ_a, all points of the second below the largest n·c_b + ρ_b:
//
//   d ≥ min over both ends of [ min_a (n·c_a - ρ_a) - max_b (n·c_b + ρ_b) ]
//
// with n the normal of the closest points in the part's middle. Where that does not do, the part is halved, a few
// times. Lengths of edges: ‖c_a - c_b‖ is convex, largest at an end; its least value by a normal as above.
//
// Most candidates are not even looked at: d can shrink no faster than their vertices travel, so a distance d₀ when
// the window opens proves d ≥ η while the sum of the vertices' reach is below that sum at the opening + d₀ - η.
// Only the places when a window opens go into such a limit, so it survives a roll-back.
//
// Rounding: bounds are taken a pad short, so the computed distance of every tick that did not happen, too, is not
// below η(L + 1): it would have been a null tick. How many layers a candidate *should* have beyond that only
// decides speed.

import { distanceAt, NX, NY, NZ } from '../contact/distance.ts';
import {
  EDGE_EDGE,
  LADDER,
  LADDER_ETA,
  LADDER_MOST,
  LADDER_SIZE,
  LADDER_STEP,
  NOT_LONGER,
  PAIR_LAYERS,
  PAIR_REST,
  PAIR_STEP,
  VERTEX_VERTEX,
  pairAt,
  pairRealsAt,
} from '../layout/contact.ts';
import {
  CANDIDATE_COUNT_AT,
  CANDIDATE_ETA,
  CANDIDATE_KIND,
  CANDIDATE_LIMIT,
  CANDIDATE_MUST,
  CANDIDATE_PAIR,
  CANDIDATE_STENCIL,
  CANDIDATE_WISH,
  CHUNK,
  CHUNK_COUNTS,
  CHUNK_COUNTS_SIZE,
  CHUNK_DEEP,
  CHUNK_MISSED,
  CHUNK_NOTED,
  CHUNK_TESTED,
  NOTED,
  PROOF,
  PROOF_SIZE,
  TUBE_END,
  TUBE_REACH,
  TUBE_RHO,
  TUBE_TRAVEL,
  WINDOW_LENGTH,
  WINDOW_PAD,
  WINDOW_TICKS,
  windowReal,
  candidateAt,
  candidateRealsAt,
  tubeAt,
} from '../layout/window.ts';
import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { least, most, putReal, putWhole, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { unroundedStep } from '../contact/pairs.ts';

/** How often a part of a window is halved. */
const HALVINGS: i32 = 3;
/** Of the ticks that are worth a window, those of layers that are only likely to be needed. */
const WISHED: f64 = 0.25;
/** Windows that are not longer [ticks] are not shortened: so the loop stops where no layer is left. */
const SHORTEST: f64 = 256;
/** Where `proven` finds its numbers from PROOF of the chunk on. */
const AT_START: i32 = 0; // 12
const AT_END: i32 = 12; // 12
const AT_RHO: i32 = 24; // 4
const AT_NOW: i32 = 28; // 12

/** Without any stray: separation when the window opens and when it closes, by the normal of its middle. */
let openGap: f64 = 0;
let closeGap: f64 = 0;

/** Tests the candidates of a chunk. */
export function chunkProve(chunk: i32): void {
  const counts: i32 = CHUNK_COUNTS + CHUNK_COUNTS_SIZE * chunk;
  const scratch: i32 = PROOF + PROOF_SIZE * chunk;
  const from: i32 = CHUNK * chunk;
  const all: i32 = wholeAt(CANDIDATE_COUNT_AT);
  const end: i32 = from + CHUNK < all ? from + CHUNK : all;
  const pad: f64 = windowReal(WINDOW_PAD);
  let noted: i32 = 0;
  let missed: i32 = 0;
  let deep: i32 = 0;
  let tested: i32 = 0;
  for (let c: i32 = from; c < end; c++) {
    const at: i32 = candidateAt(c);
    const reals: i32 = candidateRealsAt(c);
    if (reachOf(at, TUBE_REACH) <= realAt(reals + CANDIDATE_LIMIT)) continue;
    tested++;
    const verdict: i32 = candidateProve(at, reals, scratch, pad);
    if (verdict === 0) continue;
    putWhole(NOTED + from + noted, c);
    noted++;
    if (verdict > 1) missed = 1;
    if (verdict > 2) deep = 1;
  }
  putWhole(counts + CHUNK_NOTED, noted);
  putWhole(counts + CHUNK_MISSED, missed);
  putWhole(counts + CHUNK_DEEP, deep);
  putWhole(counts + CHUNK_TESTED, tested);
}

function reachOf(at: i32, field: i32): f64 {
  let sum: f64 = 0;
  for (let k: i32 = 0; k < 4; k++) {
    const v: i32 = wholeAt(at + CANDIDATE_STENCIL + k);
    if (v < 0) break;
    sum += realAt(tubeAt(v) + field);
  }
  return sum;
}

/** 0: its layers are as they should be; 1: others would be better; 2: some are missing; 3: and too deep for so long. */
function candidateProve(at: i32, reals: i32, scratch: i32, pad: f64): i32 {
  const kind: i32 = wholeAt(at + CANDIDATE_KIND);
  const pair: i32 = wholeAt(at + CANDIDATE_PAIR);
  const eta: f64 = realAt(reals + CANDIDATE_ETA);
  const layers: i32 = pair < 0 ? 0 : wholeAt(pairAt(pair) + PAIR_LAYERS);
  const rest: f64 = pair < 0 ? 0 : realAt(pairRealsAt(pair) + PAIR_REST);
  const wanted: f64 = etaOf(eta, layers + 1) + pad;
  const proved: f64 = proven(kind, at, rest, scratch, wanted);
  const drop: f64 = most(0, openGap - proved);
  putReal(reals + CANDIDATE_LIMIT, reachOf(at, TUBE_TRAVEL) + openGap - wanted - pad);

  const length: f64 = windowReal(WINDOW_LENGTH);
  if (!(proved >= wanted)) {
    const step: f64 = firstStep(kind, at, pair);
    let must: i32 = layers + 1;
    let ticks: f64 = ticksOf(must, step, length);
    while (ticks < windowReal(WINDOW_TICKS) && !(etaOf(eta, must + 1) + pad <= proved)) {
      must++;
      ticks += ticksOf(must, step, length);
    }
    const isEnough: boolean = etaOf(eta, must + 1) + pad <= proved;
    if (!isEnough && length > SHORTEST) {
      putWhole(at + CANDIDATE_MUST, layers);
      return 3;
    }
    putWhole(at + CANDIDATE_MUST, isEnough ? must : layers + 1 + (layers >> 1));
    return 2;
  }

  // the next window may lose as much again: one half more for layers that come, twice that for those that go
  putWhole(at + CANDIDATE_MUST, layers);
  let wish: i32 = layers;
  const ahead: f64 = closeGap - 1.5 * drop;
  if (etaOf(eta, wish + 1) + pad > ahead) {
    const step: f64 = firstStep(kind, at, pair);
    let ticks: f64 = ticksOf(wish + 1, step, length);
    while (ticks < WISHED * windowReal(WINDOW_TICKS) && etaOf(eta, wish + 1) + pad > ahead) {
      wish++;
      ticks += ticksOf(wish + 1, step, length);
    }
  }
  if (wish === layers) {
    const behind: f64 = closeGap - 3 * drop - 0.02 * eta;
    while (wish > 0 && etaOf(eta, wish) + pad <= behind) wish--;
    // what goes takes the limit with it
    if (wish < layers) putReal(reals + CANDIDATE_LIMIT, -1);
  }
  putWhole(at + CANDIDATE_WISH, wish);
  return wish === layers ? 0 : 1;
}

/** Thickness η(l) [m] of a layer by that of the first; 0 beyond the ladder. */
function etaOf(first: f64, l: i32): f64 {
  return l > LADDER_MOST ? 0 : first * realAt(LADDER + LADDER_SIZE * l + LADDER_ETA);
}

/** Step of a candidate's first layer [ticks], not rounded. */
function firstStep(kind: i32, at: i32, pair: i32): f64 {
  if (pair >= 0) return realAt(pairRealsAt(pair) + PAIR_STEP);
  const s: i32 = at + CANDIDATE_STENCIL;
  return unroundedStep(kind, wholeAt(s), wholeAt(s + 1), wholeAt(s + 2), wholeAt(s + 3));
}

/** How often layer l would tick in a window [ticks]; endless where there is no such layer. */
function ticksOf(l: i32, first: f64, length: f64): f64 {
  if (l > LADDER_MOST) return Infinity;
  const step: f64 = Math.floor(first * realAt(LADDER + LADDER_SIZE * l + LADDER_STEP));
  return step < 1 ? Infinity : length / step;
}

/** A lower bound of the distance over the window [m]; no more effort than for `wanted`. */
function proven(kind: i32, at: i32, rest: f64, scratch: i32, wanted: f64): f64 {
  const count: i32 = kind < VERTEX_VERTEX ? 4 : 2;
  for (let k: i32 = 0; k < count; k++) {
    const tube: i32 = tubeAt(wholeAt(at + CANDIDATE_STENCIL + k));
    for (let j: i32 = 0; j < 3; j++) {
      putReal(scratch + AT_START + 3 * k + j, realAt(tube + j));
      putReal(scratch + AT_END + 3 * k + j, realAt(tube + TUBE_END + j));
    }
    putReal(scratch + AT_RHO + k, realAt(tube + TUBE_RHO));
  }
  if (kind > VERTEX_VERTEX) {
    openGap = distanceAt(kind, rest, scratch + AT_START);
    closeGap = distanceAt(kind, rest, scratch + AT_END);
    const strays: f64 = realAt(scratch + AT_RHO) + realAt(scratch + AT_RHO + 1);
    if (kind === NOT_LONGER) return least(openGap, closeGap) - strays;
    return provenPart(VERTEX_VERTEX, scratch, 0, 1, wanted + rest, HALVINGS, false) - rest;
  }
  return provenPart(kind, scratch, 0, 1, wanted, HALVINGS, true);
}

function provenPart(
  kind: i32,
  scratch: i32,
  from: f64,
  to: f64,
  wanted: f64,
  halvings: i32,
  isWhole: boolean,
): f64 {
  const count: i32 = kind < VERTEX_VERTEX ? 4 : 2;
  const middle: f64 = 0.5 * (from + to);
  for (let k: i32 = 0; k < 3 * count; k++) {
    const start: f64 = realAt(scratch + AT_START + k);
    putReal(scratch + AT_NOW + k, start + middle * (realAt(scratch + AT_END + k) - start));
  }
  const distance: f64 = distanceAt(kind, 0, scratch + AT_NOW);
  const nx: f64 = NX;
  const ny: f64 = NY;
  const nz: f64 = NZ;
  const upper: i32 = kind === EDGE_EDGE ? 2 : 1;
  // of both primitives at both ends: with strays, and without
  let lowFrom: f64 = Infinity;
  let lowTo: f64 = Infinity;
  let highFrom: f64 = -Infinity;
  let highTo: f64 = -Infinity;
  let bareLowFrom: f64 = Infinity;
  let bareLowTo: f64 = Infinity;
  let bareHighFrom: f64 = -Infinity;
  let bareHighTo: f64 = -Infinity;
  let strayA: f64 = 0;
  let strayB: f64 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const s: i32 = scratch + AT_START + 3 * k;
    const e: i32 = scratch + AT_END + 3 * k;
    const start: f64 = nx * realAt(s) + ny * realAt(s + 1) + nz * realAt(s + 2);
    const end: f64 = nx * realAt(e) + ny * realAt(e + 1) + nz * realAt(e + 2);
    const rho: f64 = realAt(scratch + AT_RHO + k);
    const first: f64 = start + from * (end - start);
    const last: f64 = start + to * (end - start);
    if (k < upper) {
      lowFrom = least(lowFrom, first - rho);
      lowTo = least(lowTo, last - rho);
      bareLowFrom = least(bareLowFrom, first);
      bareLowTo = least(bareLowTo, last);
      strayA = most(strayA, rho);
    } else {
      highFrom = most(highFrom, first + rho);
      highTo = most(highTo, last + rho);
      bareHighFrom = most(bareHighFrom, first);
      bareHighTo = most(bareHighTo, last);
      strayB = most(strayB, rho);
    }
  }
  if (isWhole) {
    openGap = bareLowFrom - bareHighFrom;
    closeGap = bareLowTo - bareHighTo;
  }
  const bound: f64 = least(lowFrom - highFrom, lowTo - highTo);
  if (bound >= wanted || halvings === 0) return bound;
  // the best that halving can do here
  if (!(distance - strayA - strayB >= wanted)) return bound;
  const first: f64 = provenPart(kind, scratch, from, middle, wanted, halvings - 1, false);
  if (!(first >= wanted)) return most(bound, first);
  return most(bound, least(first, provenPart(kind, scratch, middle, to, wanted, halvings - 1, false)));
}
