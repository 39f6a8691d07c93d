// When that left which is heard now: τ + r(τ)/c = t, r(τ) the way from where the body was then.
//
// Where the body is now says nothing: sound of it is still under way. A body that comes with the Mach number M is heard
// higher by 1/(1 − M), one that goes lower by 1/(1 + M), and abeam by 1/(1 − M²). Below the speed of sound there is one
// such τ; of what comes faster the one that is found is taken.

import { SPEED_OF_SOUND } from '../transfer.ts';

/** Of time [s], and of steps towards it: both halve the bracket at worst. */
const EXACT = 1e-11;
const MOST_STEPS = 100;

/** @param way  r at a time [m], from a body at that time to who hears it at `time` */
export function emissionTime(time: number, way: (tau: number) => number): number {
  const late = (tau: number): number => tau + way(tau) / SPEED_OF_SOUND - time;
  let high = time;
  let atHigh = late(high);
  if (!(atHigh > EXACT)) return time;
  let stride = atHigh;
  let low = high - stride;
  let atLow = late(low);
  for (let k = 0; k < MOST_STEPS && atLow > 0; k++) {
    high = low;
    atHigh = atLow;
    stride *= 2;
    low -= stride;
    atLow = late(low);
  }
  // regula falsi; an end that stays counts half (Illinois)
  let stayed = 0;
  for (let k = 0; k < MOST_STEPS && high - low > EXACT; k++) {
    const tau = low + ((high - low) * atLow) / (atLow - atHigh);
    const value = late(tau);
    if (Math.abs(value) < EXACT) return tau;
    if (value > 0) {
      high = tau;
      atHigh = value;
      if (stayed === 1) atLow *= 0.5;
      stayed = 1;
    } else {
      low = tau;
      atLow = value;
      if (stayed === -1) atHigh *= 0.5;
      stayed = -1;
    }
  }
  return low;
}
