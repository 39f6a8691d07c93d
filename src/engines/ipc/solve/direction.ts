// Newton's direction of an island, shifted until it leads downhill, and without what hardly moves.

import type { Island } from './islands.ts';
import { leadCarried } from '../soft/carried.ts';
import { heedGases } from '../soft/gases.ts';
import { reachOf } from '../step/reach.ts';
import type { Work } from '../step/work.ts';

/** Largest shift ξ of the Hessian by ξM before a step is given up. Ferguson et al. 2021 §4.2. */
const largestShift = 1e12;
/** Moves below this part of the tolerance are none. */
const resting = 0.1;

/** Solves for the direction; returns the shift that was needed, unless the matrix has the wrong inertia. */
export function findDirection(work: Work, island: Island, mayShift: boolean): number | 'indefinite' {
  const { system, gradient, direction } = island;
  const { mass, radius } = work.model;
  let shift = 0;
  for (;;) {
    if (shift > 0) {
      work.tally.shifts++;
      for (let k = 0; k < island.bodies.length; k++) {
        const body = island.bodies[k];
        const m = mass[body] * work.targets.weight[body];
        system.addDiagonal(k, shift * m, shift * m * radius[body] * radius[body]);
      }
    }
    if (system.factor()) {
      for (let k = 0; k < gradient.length; k++) direction[k] = -gradient[k];
      system.solve(direction);
      if (island.soft) {
        heedGases(work, island);
        leadCarried(work, island, direction);
      }
      if (isWhole(direction)) return shift;
    }
    if (!mayShift) return 'indefinite';
    shift = shift === 0 ? 1e-3 : 2 * shift; // each turn adds to what is there already
    if (shift > largestShift) return 'indefinite';
  }
}

function isWhole(direction: Float64Array): boolean {
  for (let k = 0; k < direction.length; k++) if (!Number.isFinite(direction[k])) return false;
  return true;
}

/** By how much the energy falls along the direction, for each part of it: gradient · direction. */
export function slopeAlong({ gradient, direction }: Island): number {
  let sum = 0;
  for (let k = 0; k < gradient.length; k++) sum += gradient[k] * direction[k];
  return sum;
}

/**
 * Bodies that would move by much less than Newton's tolerance stay where they are, so that nothing of their pairs must be
 * computed anew; unless their motion matters together, or joints, which ask for more than the tolerance, hold them.
 * @param slope  along the whole direction, which is kept in island.wholeDirection where anything is left out of it
 * @returns the slope along the direction that is left
 */
export function leaveSmallMoves(work: Work, island: Island, slope: number): number {
  const { gradient, direction, bodies } = island;
  const { radius } = work.model;
  island.wholeDirection.set(direction);
  // what is soft passes small moves on
  if (island.joints.length > 0 || island.soft) return slope;
  const least = resting * island.passes.softness * work.model.tolerance * work.span.h;
  let left = 0;
  for (let k = 0; k < bodies.length; k++) {
    if (reachOf(direction, 6 * k, radius[bodies[k]]) < least) continue;
    for (let i = 6 * k; i < 6 * k + 6; i++) left += gradient[i] * direction[i];
  }
  if (left === slope || !(left < 0.9 * slope)) return slope;
  for (let k = 0; k < bodies.length; k++) {
    if (reachOf(direction, 6 * k, radius[bodies[k]]) < least) direction.fill(0, 6 * k, 6 * k + 6);
  }
  return left;
}

/** Fastest motion of any point along the direction, as a speed over the step [m/s]. */
export function fastestMove({ model, span }: Work, { bodies, direction }: Island): number {
  let fastest = 0;
  for (let k = 0; k < bodies.length; k++)
    fastest = Math.max(fastest, reachOf(direction, 6 * k, model.radius[bodies[k]]));
  return fastest / span.h;
}
