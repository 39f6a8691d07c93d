// What a flight says about itself: quantities that free flight keeps, so that a plot shows drift.

import type { SteppedState } from '../../sim/index.ts';
import { columnTable, layoutOf } from '../../record/index.ts';
import { absentOf } from '../../sim/index.ts';
import type { Model } from './model.ts';

export const columns = columnTable({
  energy: ['J', 'kinetic plus potential energy of the dynamic bodies'],
  kineticEnergy: ['J', 'of their centres and of their rotation'],
  momentumX: ['kg m/s', 'linear momentum along x'],
  momentumY: ['kg m/s', 'linear momentum along y'],
  momentumZ: ['kg m/s', 'linear momentum along z'],
  spin: ['kg m²/s', 'sum of the sizes of the bodies’ angular momenta about their own centres'],
  fastest: ['m/s', 'largest speed of a centre'],
});

const at = layoutOf(columns);

export function report(model: Model, state: SteppedState): Float64Array {
  const { poses, velocities, momenta } = state;
  const absent = absentOf(state);
  let next = 0;
  const out = new Float64Array(columns.length);
  for (let b = 0; b < model.bodies; b++) {
    if (absent[next] === b) {
      next++;
      continue;
    }
    if (model.isStatic[b] === 1 || model.coasts[b] === 1 || model.paths[b] !== undefined) continue;
    const mass = model.masses[b];
    let speedSquared = 0;
    let turning = 0;
    let spinSquared = 0;
    for (let k = 0; k < 3; k++) {
      const v = velocities[6 * b + k];
      const l = momenta[3 * b + k];
      speedSquared += v * v;
      turning += l * velocities[6 * b + 3 + k];
      spinSquared += l * l;
      out[at.energy] -= mass * model.gravity[k] * poses[7 * b + k];
      out[at.momentumX + k] += mass * v;
    }
    out[at.kineticEnergy] += 0.5 * (mass * speedSquared + turning);
    out[at.spin] += Math.sqrt(spinSquared);
    out[at.fastest] = Math.max(out[at.fastest], Math.sqrt(speedSquared));
  }
  out[at.energy] += out[at.kineticEnergy];
  return out;
}
