// One iteration of projected Newton on an island: direction, largest safe step, line search.

import { type Context, Stopped } from '../../../sim/index.ts';
import { assemble, assembleTrialGradient } from './assemble.ts';
import { keepInNewton, largestFreeStep } from './free-step.ts';
import { findAgain } from '../contact/budget.ts';
import { measureContacts, rememberDistances } from '../contact/contacts.ts';
import { frictionEnergy } from '../friction/friction.ts';
import { expectAhead, expectPresent } from '../friction/expected-friction.ts';
import { normalChange, settled } from '../friction/prepare-friction.ts';
import { inertiaEnergy } from '../step/inertia.ts';
import { type Island, staleTerms } from './islands.ts';
import { jointEnergy, jointMotion } from '../joints/terms.ts';
import { isFree } from '../model.ts';
import type { Poses } from '../step/poses.ts';
import { slipMotion, type Work } from '../step/work.ts';

/** Largest shift ξ of the Hessian by ξM before a step is given up. Ferguson et al. 2021, §4.2. */
const largestShift = 1e12;

/** What an iteration found. */
export type Outcome = 'moved' | 'converged' | 'stuck' | 'spent';

export function iterate(work: Work, island: Island, context: Context): Outcome {
  if (context.stop()) throw new Stopped();
  island.iterations++;
  work.tally.iterations++;
  for (const part of ['full', 'projected'] as const) {
    if (part === 'projected' && island.pairs.some((pair) => pair.changed)) measureAgain(work, island);
    assemble(work, island, part);
    const shift = findDirection(work, island, part === 'projected');
    if (shift < 0) continue; // wrong inertia: drop what is negative
    let slope = letRest(work, island);
    if (!(slope < 0)) {
      if (slope === 0 && part === 'full') return 'converged';
      continue;
    }
    const speed = fastestMove(work, island) / work.model.tolerance;
    if (island.coarse && speed < slownessOf(island) && mustRefine(work, island)) island.coarse = false;
    const slow = shift === 0 && speed < slownessOf(island);
    // Friction that is expected to be other than it is may make moves shorter than they are.
    if (slow && expectPresent(work, island)) return iterate(work, island, context);
    // Multipliers are only as good as the minimum they are read from: joints ask for more than the tolerance.
    if (slow && (island.polished === mostPolish || jointMotion(work, island) < jointTolerance))
      return 'converged';
    let free = largestFreeStep(work, island, keepInNewton);
    if (free === 0 && work.spent) return 'spent';
    if (slow) return polish(work, island, free) ? 'moved' : 'converged';
    if (shift === 0 && -slope <= hardToSee * energyHere(work, island)) {
      return island.polished < mostBlind && moveBySlope(work, island, free, slope) ? 'moved' : 'converged';
    }
    if (rested) {
      // Near the minimum what little the others move may matter.
      if (moveDownhill(work, island, free, slope, 1)) return 'moved';
      island.direction.set(whole.subarray(0, island.direction.length));
      slope = dot(island.gradient, island.direction);
      free = largestFreeStep(work, island, keepInNewton);
      if (free === 0 && work.spent) return 'spent';
    }
    if (moveDownhill(work, island, free, slope)) return 'moved';
    // No decrease to be seen: where it is too small for the energy of large or fast bodies to show, Newton's full step
    // is right; above that try the projected Hessian.
    if (shift === 0 && -slope <= tooSmallToSee * energyHere(work, island)) {
      return island.polished < mostPolish && polish(work, island, free) ? 'moved' : 'converged';
    }
  }
  return 'stuck';
}

/** How many times Newton's tolerance is good enough at present: where friction is yet to be made harder, half of what sticks. */
function slownessOf({ softness, softnessLeft, coarse }: Island): number {
  return softness > softnessLeft ? 5 * softness : coarse ? coarseness * softness : softness;
}
/** How many times the tolerance is good enough to tell whether friction must be lagged again. */
const coarseness = 100;

/** Whether that will not do: nothing is to be lagged again, or scripts and joints want the minimum itself. */
function mustRefine(work: Work, island: Island): boolean {
  if (island.softness > island.softnessLeft) return false;
  if (island.joints.length > 0 || normalChange(island) <= settled) return true;
  return island.bodies.some((body) => work.role[body] !== isFree);
}

/** So near to the minimum Newton's full step is right, and the energy too coarse to tell: takes it as far as it is free. */
function polish(work: Work, island: Island, free: number): boolean {
  island.polished++;
  const barrierEnergy = tryStep(work, island, free);
  if (barrierEnergy === Infinity) return false;
  accept(work, island, free, barrierEnergy);
  return true;
}

/** The energy is too coarse to tell, its slope is not: goes to where that is nearly zero. */
function moveBySlope(work: Work, island: Island, free: number, slope: number): boolean {
  island.polished++;
  let barrierEnergy = tryStep(work, island, free);
  if (barrierEnergy === Infinity) return false;
  const s = stopAtKink(work, island, free, slope);
  if (s < free) barrierEnergy = tryStep(work, island, s);
  if (island.friction.count > 0) expectAhead(work, island, s);
  accept(work, island, s, barrierEnergy);
  return true;
}

/** Moves below the tolerance, or below what the energy can show, that are made before that counts as converged. */
const mostPolish = 3;
/** So many that go by the slope. */
const mostBlind = 12;
/** A decrease by less than this part of the energy cannot be told from the rounding of hundreds of terms. */
const hardToSee = 1e-12;
/** A decrease by less than this part of the energy may be lost in the rounding of its terms. */
const tooSmallToSee = 1e-11;
/** What Newton's next move may still change of a joint, in the error it may keep. */
const jointTolerance = 0.1;

/** Solves for the direction; returns the shift that was needed, or -1 where the matrix has the wrong inertia. */
function findDirection(work: Work, island: Island, mayShift: boolean): number {
  const { system, gradient, direction } = island;
  let shift = 0;
  for (;;) {
    if (shift > 0) {
      work.tally.shifts++;
      for (let k = 0; k < island.bodies.length; k++) {
        const body = island.bodies[k];
        const mass = work.model.mass[body] * work.weight[body];
        system.addDiagonal(k, shift * mass, shift * mass * work.model.radius[body] * work.model.radius[body]);
      }
    }
    if (system.factor()) {
      for (let k = 0; k < gradient.length; k++) direction[k] = -gradient[k];
      system.solve(direction);
      if (finite(direction)) return shift;
    }
    if (!mayShift) return -1;
    shift = shift === 0 ? 1e-3 : 2 * shift; // each turn adds to what is there already
    if (shift > largestShift) return -1;
  }
}

/**
 * Bodies that would move by much less than Newton's tolerance stay where they are, so that nothing of their pairs must be
 * computed anew; unless their motion matters together, or joints, which ask for more than the tolerance, hold them.
 * @returns the slope along the direction that is left
 */
function letRest(work: Work, island: Island): number {
  const { gradient, direction, bodies } = island;
  const slope = dot(gradient, direction);
  rested = false;
  if (island.joints.length > 0) return slope;
  const least = resting * island.softness * work.model.tolerance * work.h;
  let left = 0;
  for (let k = 0; k < bodies.length; k++) {
    if (reachOf(direction, 6 * k, work.model.radius[bodies[k]]) < least) continue;
    for (let i = 6 * k; i < 6 * k + 6; i++) left += gradient[i] * direction[i];
  }
  if (left === slope || !(left < 0.9 * slope)) return slope;
  rested = true;
  if (whole.length < direction.length) whole = new Float64Array(2 * direction.length);
  whole.set(direction);
  for (let k = 0; k < bodies.length; k++) {
    if (reachOf(direction, 6 * k, work.model.radius[bodies[k]]) < least) direction.fill(0, 6 * k, 6 * k + 6);
  }
  return left;
}

/** Moves below this part of the tolerance are none. */
const resting = 0.1;
/** Whether letRest has let any body rest, and the direction before it did. */
let rested = false;
let whole = new Float64Array(6);

/** Fastest motion of any point along the direction, as a speed over the step [m/s]. */
export function fastestMove(work: Work, island: Island): number {
  let fastest = 0;
  for (let k = 0; k < island.bodies.length; k++) {
    fastest = Math.max(fastest, reachOf(island.direction, 6 * k, work.model.radius[island.bodies[k]]));
  }
  return fastest / work.h;
}

/** How far any point of a body of this radius can move by (u, ω) [m]. */
export function reachOf(direction: Float64Array, at: number, radius: number): number {
  const ux = direction[at],
    uy = direction[at + 1],
    uz = direction[at + 2];
  const wx = direction[at + 3],
    wy = direction[at + 4],
    wz = direction[at + 5];
  return Math.sqrt(ux * ux + uy * uy + uz * uz) + radius * Math.sqrt(wx * wx + wy * wy + wz * wz);
}

/** Shortens the step until the energy falls; the barrier is finite all along, because `free` was checked. */
function moveDownhill(work: Work, island: Island, free: number, slope: number, attempts = 60): boolean {
  const before = energyOfMoving(work, island, work.poses, island.barrierEnergy);
  let s = free;
  for (let attempt = 0; attempt < attempts; attempt++) {
    let barrierEnergy = tryStep(work, island, s);
    const after = energyOfMoving(work, island, work.trial, barrierEnergy);
    if (after < before && after <= before + 1e-4 * s * slope) {
      // a decrease by what Newton's model foretold has crossed no kink
      const foretold = -slope * s * (1 - 0.5 * s);
      if (island.friction.count > 0 && before - after < asForetold * foretold) {
        const better = stopAtKink(work, island, s, slope);
        if (better < s) {
          const closer = tryStep(work, island, better);
          if (energyOfMoving(work, island, work.trial, closer) <= after) {
            s = better;
            barrierEnergy = closer;
            if (s < cutShort) island.kinks++;
          } else barrierEnergy = tryStep(work, island, s);
        }
      }
      if (island.friction.count > 0) expectAhead(work, island, s);
      accept(work, island, s, barrierEnergy);
      return true;
    }
    // where a parabola through what is known has its minimum, kept between a tenth and a half
    const bend = after - before - s * slope;
    s *= Math.min(0.5, Math.max(0.1, bend < Infinity ? (-0.5 * s * slope) / bend : 0));
  }
  return false;
}

/** Puts the trial at the fraction s of the direction and returns its barrier energy. */
function tryStep(work: Work, island: Island, s: number): number {
  work.tally.lineSearches++;
  moveTo(work, island, s);
  return measureTrial(work, island, s);
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
const kinkTolerance = 0.3;
const asForetold = 0.8;
/** A move that a kink stops before this part of its direction counts as cut short. */
const cutShort = 0.05;

function slopeAtTrial(work: Work, island: Island): number {
  assembleTrialGradient(work, island);
  return dot(island.gradient, island.direction);
}

/** Trial poses at the fraction s of the direction. */
export function moveTo(work: Work, island: Island, s: number): void {
  for (let k = 0; k < island.bodies.length; k++) {
    const body = island.bodies[k];
    if (reachOf(island.direction, 6 * k, 1) === 0) work.trial.copyBody(work.model, work.poses, body);
    else work.trial.move(work.model, work.poses, body, island.direction, 6 * k, s);
  }
}

/** Barrier energy of the trial at the fraction s; pairs that went beyond their candidates find them there anew. */
export function measureTrial(work: Work, island: Island, s: number): number {
  for (const pair of island.pairs) if (!pair.holdsAt(s)) findAgain(work, pair, s);
  return measureContacts(island.pairs, work.trial.x, s, island.trialContacts, island.contacts);
}

/** A line search that was given up may have found other candidates: measures the present poses with these. */
function measureAgain(work: Work, island: Island): void {
  for (const body of island.bodies) work.trial.copyBody(work.model, work.poses, body);
  for (const pair of island.pairs) {
    if (!pair.holdsAt(0)) findAgain(work, pair, 0);
    pair.settleAt(0);
    pair.changed = false;
  }
  island.barrierEnergy = measureContacts(island.pairs, work.poses.x, 0, island.contacts);
  island.stale.fill(staleTerms);
}

/** Makes the trial the present iterate, and counts how far everything moved. */
export function accept(work: Work, island: Island, s: number, barrierEnergy: number): void {
  for (let k = 0; k < island.bodies.length; k++) {
    const body = island.bodies[k];
    work.poses.copyBody(work.model, work.trial, body);
    work.moved[body] += s * reachOf(island.direction, 6 * k, work.model.radius[body]);
  }
  for (let i = 0; i < island.pairs.length; i++) {
    const pair = island.pairs[i];
    if (!pair.isStill || pair.changed) island.stale[i] = staleTerms;
    // a pair that had no candidates when the island was formed has no block in its matrix
    if (island.idle[i] && island.trialContacts.start[i] < island.trialContacts.start[i + 1])
      work.regroup = true;
    pair.settleAt(s);
    pair.changed = false; // the trial was measured with the candidates that it has now
  }
  island.shortMoves = s < 0.1 ? island.shortMoves + 1 : 0;
  rememberDistances(island.pairs);
  const contacts = island.contacts;
  island.contacts = island.trialContacts;
  island.trialContacts = contacts;
  island.barrierEnergy = barrierEnergy;
}

/** The size of the island's incremental potential at the present poses. */
export function energyHere(work: Work, island: Island): number {
  return Math.abs(energyOfMoving(work, island, work.poses, island.barrierEnergy));
}

/** The island's incremental potential at the given poses, given its barrier energy there, but for friction where nothing moves. */
function energyOfMoving(work: Work, island: Island, poses: Poses, barrierEnergy: number): number {
  if (barrierEnergy === Infinity) return Infinity;
  const { model } = work;
  let energy = barrierEnergy + jointEnergy(work, island, poses);
  for (const body of island.bodies) {
    energy += inertiaEnergy(
      model.mass[body],
      model.secondMoments,
      body,
      poses.q,
      poses.r,
      work.targetQ,
      work.targetR,
      work.weight[body],
    );
  }
  const motion = slipMotion(work, poses);
  island.pairs.forEach((pair, i) => {
    if (!pair.isStill) energy += frictionEnergy(island.friction, i, pair.a, pair.b, motion);
  });
  return energy;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

function finite(a: Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (!Number.isFinite(a[k])) return false;
  return true;
}
