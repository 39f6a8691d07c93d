// How far an island goes along its direction: until its energy falls, or where that is too coarse to tell, by its slope.

import { assembleTrialGradient } from './assemble.ts';
import { fastestMove, slopeAlong } from './direction.ts';
import { energyAtTrial, energyBefore } from './energy.ts';
import { keepInNewton, keepInWarmStart, largestFreeStep } from './free-step.ts';
import { expectAhead } from '../friction/expected-friction.ts';
import type { Island } from './islands.ts';
import { accept, type Moved, tryStep } from './trial.ts';
import type { Work } from '../step/work.ts';

const mostAttempts = 60;
/** A slope at a kink is nearly zero where it is less than this part of the one at the start. */
const kinkTolerance = 0.3;
/** A decrease by less than this part of what Newton's model foretells may have crossed a kink. */
const asForetold = 0.8;
/** A move that a kink stops before this part of its direction counts as cut short. */
const cutShort = 0.05;

/**
 * Shortens the step until the energy falls; the barrier is finite all along, because `free` was checked. A step that
 * collision has cut ends deep in a barrier which the parabola would have it shun from afar: where the energy is higher
 * there, the next is the one that ends at the barrier's rim.
 */
export function moveDownhill(
  work: Work,
  island: Island,
  free: number,
  slope: number,
  attempts = mostAttempts,
): Moved | 'stuck' {
  const before = energyBefore(work, island);
  const allowed = highestOfLate(work, island, before);
  let s = free;
  let refused = s;
  for (let attempt = 0; attempt < attempts; attempt++) {
    tryStep(work, island, s);
    const after = energyAtTrial(work, island);
    if (after < allowed && after <= allowed + 1e-4 * s * slope) {
      if (attempt > 0 && island.soft && island.soft.friction.count > 0) island.passes.kinks++;
      // a decrease by what Newton's model foretold has crossed no kink
      const foretold = -slope * s * (1 - 0.5 * s);
      if (island.friction.count > 0 && before - after < asForetold * foretold)
        s = stopEarlier(work, island, s, slope, after);
      else if (island.soft && s === 1 && before - after > straight * -slope)
        s = stretch(work, island, slope, before, after);
      else s = goFurther(work, island, s, refused, after);
      return take(work, island, s);
    }
    // where a parabola through what is known has its minimum, kept between a tenth and a half
    refused = s;
    const bend = after - before - s * slope;
    const shorter = s * Math.min(0.5, Math.max(0.1, bend < Infinity ? (-0.5 * s * slope) / bend : 0));
    const toRim = attempt === 0 && free < 1 ? largestFreeStep(work, island, keepInWarmStart) : 0;
    s = Math.max(shorter, toRim < s ? toRim : 0);
  }
  return 'stuck';
}

/**
 * Where the energy has fallen about as steeply all along the direction as at its start, its matrix is far too stiff along it, as projected
 * ones are: makes the direction longer, up to where a parabola has its minimum, and leaves the trial where the energy is lower.
 * @returns where the trial is on the direction as it is then
 */
function stretch(work: Work, island: Island, slope: number, before: number, after: number): number {
  const { direction } = island;
  const bend = 2 * (after - before - slope);
  const longer = bend > 0 ? Math.min(longest, -slope / bend) : longest;
  for (let k = 0; k < direction.length; k++) direction[k] *= longer;
  const wasSpent = work.nearby.budgetSpent;
  const free = largestFreeStep(work, island, keepInNewton);
  work.nearby.budgetSpent = wasSpent;
  if (free * longer > 1) {
    tryStep(work, island, free);
    if (energyAtTrial(work, island) < after) return free;
  }
  tryStep(work, island, 1 / longer);
  return 1 / longer;
}
/** A fall by this part of what the slope at the start would give is about straight; Newton's model has a half. */
const straight = 0.75;
const longest = 10;

/**
 * The highest of the energies that an island with sheets had lately: what hardly stretches and easily bends is stretched by the
 * best of moves, and the next takes it back (Grippo, Lampariello, Lucidi 1986, "A nonmonotone line search technique"). Near the minimum the
 * energy alone.
 */
function highestOfLate(work: Work, island: Island, energy: number): number {
  const { soft } = island;
  if (!soft?.hasSheets || fastestMove(work, island) < farFromEnd * work.model.tolerance) return energy;
  const { late } = soft;
  late.push(energy);
  if (late.length > REMEMBERED) late.shift();
  return Math.max(...late);
}
const REMEMBERED = 3;
/** Moves so many times as fast as Newton's tolerance. */
const farFromEnd = 100;

/**
 * Leaves the trial, which is at the fraction s with the given energy, where that is lowest of a few fractions up to the one that
 * was refused. What was refused has often met a barrier that Newton's model does not know: in its rim it will.
 */
function goFurther(work: Work, island: Island, s: number, refused: number, energy: number): number {
  let low = s;
  let lowest = energy;
  let last = s;
  for (let high = refused; high > 1.5 * low; ) {
    last = 0.5 * (low + high);
    tryStep(work, island, last);
    const here = energyAtTrial(work, island);
    if (here < lowest) {
      low = last;
      lowest = here;
    } else high = last;
  }
  if (last !== low) tryStep(work, island, low);
  return low;
}

/** So near to the minimum Newton's full step is right, and the energy too coarse to tell: takes it as far as it is free. */
export function polish(work: Work, island: Island, free: number): Moved | 'converged' {
  island.newton.polished++;
  return tryStep(work, island, free) ? accept(work, island, free) : 'converged';
}

/** The energy is too coarse to tell, its slope is not: goes to where that is nearly zero. */
export function moveBySlope(work: Work, island: Island, free: number, slope: number): Moved | 'converged' {
  island.newton.polished++;
  if (!tryStep(work, island, free)) return 'converged';
  const s = stopAtKink(work, island, free, slope);
  if (s < free) tryStep(work, island, s);
  return take(work, island, s);
}

/** Accepts the trial with what its direction lets expect of friction. */
function take(work: Work, island: Island, s: number): Moved {
  if (island.friction.count > 0) expectAhead(work, island, s);
  return accept(work, island, s);
}

/** Leaves the trial, which is at the fraction s with the given energy, at a kink before it where that is no higher. */
function stopEarlier(work: Work, island: Island, s: number, slope: number, energy: number): number {
  const kink = stopAtKink(work, island, s, slope);
  if (!(kink < s)) return s;
  tryStep(work, island, kink);
  if (energyAtTrial(work, island) <= energy) {
    if (kink < cutShort) island.passes.kinks++;
    return kink;
  }
  tryStep(work, island, s);
  return s;
}

/**
 * Friction has a kink where slip reverses: Newton's model does not see it and steps back and forth across it. Where
 * the energy rises again at the end of the step, this finds where along it the slope is nearly zero.
 */
function stopAtKink(work: Work, island: Island, end: number, slope: number): number {
  let low = 0;
  let high = end;
  let slopeLow = slope;
  let slopeHigh = slopeAtTrial(work, island);
  if (slopeHigh <= -kinkTolerance * slope) return end;
  for (let turn = 0; turn < 12; turn++) {
    // secant, kept well inside
    let s = low - (slopeLow * (high - low)) / (slopeHigh - slopeLow);
    s = Math.min(high - 0.05 * (high - low), Math.max(low + 0.05 * (high - low), s));
    tryStep(work, island, s);
    const here = slopeAtTrial(work, island);
    if (Math.abs(here) <= -kinkTolerance * slope) return s;
    if (here < 0) {
      low = s;
      slopeLow = here;
    } else {
      high = s;
      slopeHigh = here;
    }
  }
  return low > 0 ? low : high;
}

function slopeAtTrial(work: Work, island: Island): number {
  assembleTrialGradient(work, island);
  return slopeAlong(island);
}
