// What sliding friction missed: it was solved for with the normal forces of a pass before, which may differ by `settled`.
//
// Its direction is right, its size should be μ times what contacts carry in the end. The difference is given to velocities alone,
// or each time that normal forces change it would stay in them: an error that only shrinks with the step.

import { isFree } from '../model.ts';
import type { Island } from '../solve/islands.ts';
import type { IpcState } from '../state.ts';
import { turnToWorld } from '../step/axes.ts';
import { lengthAt } from '../step/reach.ts';
import type { Work } from '../step/work.ts';
import { appliedAt, laggedStride, pointsAt, slipAt } from './friction-set.ts';
import { settled } from './prepare-friction.ts';

const arm = new Float64Array(3);

/** Adds to velocities, and to the friction that is noted, what contacts that slide should have had in the step that ends. */
export function addMissed(work: Work, state: IpcState): void {
  for (const island of work.islands.list) if (island.friction.count > 0) addOfIsland(work, state, island);
}

function addOfIsland(work: Work, state: IpcState, { friction, pairs }: Island): void {
  const { data } = friction;
  const { h } = work.span;
  for (let p = 0; p < pairs.length; p++) {
    // what slips slower than a step's acceleration gives may be about to stop, where friction is not at its limit
    const slides = h * h * pairs[p].acceleration;
    for (let c = friction.start[p]; c < friction.start[p + 1]; c++) {
      const at = c * laggedStride;
      const limit = data[at];
      const slip = lengthAt(data, at + slipAt);
      const applied = lengthAt(data, at + appliedAt);
      if (limit === 0 || applied === 0 || slip < slides) continue;
      const more = limit / applied - 1;
      // what changed by more than passes allow was hit, and is no steady sliding
      if (more === 0 || Math.abs(more) > 2 * settled) continue;
      for (let side = 0; side < 2; side++)
        push(work, state, side === 0 ? pairs[p].a : pairs[p].b, data, at, side, more / h);
      for (let k = 0; k < 3; k++) data[at + appliedAt + k] *= 1 + more;
    }
  }
}

/** Gives body i, the first or second of a contact, `share` times the friction that is noted there. */
function push(
  { model, role, poses }: Work,
  { velocity, angularMomentum }: IpcState,
  i: number,
  data: Float64Array,
  at: number,
  side: number,
  share: number,
): void {
  if (role[i] !== isFree) return;
  turnToWorld(arm, 0, poses.r, 9 * i, data, at + pointsAt + 3 * side);
  const scale = side === 0 ? share : -share;
  const x = scale * data[at + appliedAt];
  const y = scale * data[at + appliedAt + 1];
  const z = scale * data[at + appliedAt + 2];
  if (!model.fixed[6 * i]) velocity[3 * i] += x / model.mass[i];
  if (!model.fixed[6 * i + 1]) velocity[3 * i + 1] += y / model.mass[i];
  if (!model.fixed[6 * i + 2]) velocity[3 * i + 2] += z / model.mass[i];
  angularMomentum[3 * i] += arm[1] * z - arm[2] * y;
  angularMomentum[3 * i + 1] += arm[2] * x - arm[0] * z;
  angularMomentum[3 * i + 2] += arm[0] * y - arm[1] * x;
}
