// What a frame's report says. Every number follows from the motion alone, never from how contacts were found.

import type { Column } from '../../record/index.ts';
import { TALLY_DEEPEST, TALLY_FORCES, TALLY_LEAST, TALLY_PUSHES } from './loop/layout/control.ts';

export const columns: readonly Column[] = [
  {
    name: 'smallestGap',
    unit: 'm',
    doc: 'smallest distance at which anything was pushed since the last frame, at most the largest thickness',
  },
  { name: 'energy', unit: 'J', doc: 'kinetic, elastic, of contact, and of gravity and pulls' },
  { name: 'kineticEnergy', unit: 'J', doc: 'of vertices that move by themselves' },
  { name: 'elasticEnergy', unit: 'J', doc: 'of springs, triangles and hinges' },
  { name: 'contactEnergy', unit: 'J', doc: 'of penalty layers; leaving ones by what they will give back' },
  { name: 'momentumX', unit: 'kg m/s', doc: 'linear momentum' },
  { name: 'momentumY', unit: 'kg m/s', doc: 'linear momentum' },
  { name: 'momentumZ', unit: 'kg m/s', doc: 'linear momentum' },
  { name: 'angularMomentumX', unit: 'kg m²/s', doc: 'angular momentum about the origin' },
  { name: 'angularMomentumY', unit: 'kg m²/s', doc: 'angular momentum about the origin' },
  { name: 'angularMomentumZ', unit: 'kg m²/s', doc: 'angular momentum about the origin' },
  { name: 'forceEvents', unit: '', doc: 'kicks of elements and pushing layers since the last frame' },
  { name: 'pushes', unit: '', doc: 'ticks of layers that pushed since the last frame' },
  { name: 'deepestLayer', unit: '', doc: 'deepest layer that pushed since the last frame, 0: none' },
  { name: 'contacts', unit: '', doc: 'pairs of primitives that pushed since the last frame' },
];

/**
 * @param energy   kinetic, elastic, of contact, of weight [J]
 * @param momenta  linear, angular
 */
export function writeReport(
  out: Float64Array,
  tally: Float64Array,
  energy: Float64Array,
  momenta: Float64Array,
  contacts: number,
  thickest: number,
): void {
  out[0] = Math.min(tally[TALLY_LEAST], thickest);
  out[1] = energy[0] + energy[1] + energy[2] + energy[3];
  out.set(energy.subarray(0, 3), 2);
  out.set(momenta.subarray(0, 6), 5);
  out[11] = tally[TALLY_FORCES];
  out[12] = tally[TALLY_PUSHES];
  out[13] = tally[TALLY_DEEPEST];
  out[14] = contacts;
}

export function clearTally(tally: Float64Array): void {
  tally.fill(0);
  tally[TALLY_LEAST] = 1e300;
}
