// What a frame's report says. Every number follows from the motion alone, never from how contacts were found.

import { columnTable, layoutOf, vectorColumns } from '../../record/index.ts';
import { TALLY_DEEPEST, TALLY_FORCES, TALLY_LEAST, TALLY_PUSHES } from './loop/layout/control.ts';

export const columns = columnTable({
  smallestGap: [
    'm',
    'smallest distance at which anything was pushed since the last frame, at most the largest thickness',
  ],
  energy: ['J', 'kinetic, elastic, of contact, and of gravity and pulls'],
  kineticEnergy: [
    'J',
    'of vertices that move by themselves, and of tilts of edges, with what kicks have given too early or not yet',
  ],
  elasticEnergy: ['J', 'of springs, triangles, hinges and plates'],
  contactEnergy: ['J', 'of penalty layers; leaving ones by what they will give back'],
  ...vectorColumns('momentum', 'kg m/s', 'linear momentum'),
  ...vectorColumns('angularMomentum', 'kg m²/s', 'angular momentum about the origin'),
  forceEvents: ['', 'kicks of elements and pushing layers since the last frame'],
  pushes: ['', 'ticks of layers that pushed since the last frame'],
  deepestLayer: ['', 'deepest layer that pushed since the last frame, 0: none'],
  contacts: ['', 'pairs of primitives that pushed since the last frame'],
});

/** Where each column stands in a report. */
export const at = layoutOf(columns);

/**
 * @param energy   kinetic between kicks, elastic, of contact, of weight, kinetic with what forces owe [J]
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
  out[at.smallestGap] = Math.min(tally[TALLY_LEAST], thickest);
  const kinetic = energy[4];
  out[at.energy] = kinetic + energy[1] + energy[2] + energy[3];
  out[at.kineticEnergy] = kinetic;
  out.set(energy.subarray(1, 3), at.elasticEnergy);
  out.set(momenta.subarray(0, 6), at.momentumX);
  out[at.forceEvents] = tally[TALLY_FORCES];
  out[at.pushes] = tally[TALLY_PUSHES];
  out[at.deepestLayer] = tally[TALLY_DEEPEST];
  out[at.contacts] = contacts;
}

export function clearTally(tally: Float64Array): void {
  tally.fill(0);
  tally[TALLY_LEAST] = 1e300;
}
