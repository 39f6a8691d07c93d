// What forces owe at a time: a kick at k h gives at once what its force gives from half a step before to half a step after.
//
// So velocities between kicks are ahead of those of leapfrog, or behind, by up to half a kick, and an energy made of them ripples by
// v·F h/2, an order of the step, while that of places and velocities of one time strays by the step's square. At a tick t, since the last
// kick at k h ≤ t, an element owes
//
//   F(t) (t - k h - ½ h),    and F(t) t before its first kick, which nothing comes before
//
// F is the one of the time t: what it has changed since the kick is of second order again. Wind and damping, which feed no energy, and
// contacts, which step a tenth as long as they swing, are as they are.

import { hingeOwes } from './hinge.ts';
import { triangleOwes } from './membrane.ts';
import { plateOwes } from './plate.ts';
import { springOwes } from './spring.ts';
import {
  ACCELERATION,
  GROUP_COUNT,
  GROUP_ELEMENTS,
  GROUP_KIND,
  GROUP_START,
  GROUP_STEP,
  INVERSE_MASS,
  KIND_ACCELERATION,
  KIND_HINGE,
  KIND_PLATE,
  KIND_SPRING,
  KIND_TRIANGLE,
  OWED,
  VERTEX_COUNT,
} from '../layout/layout.ts';
import { TILT_COUNT } from '../layout/plates.ts';
import { clearReals, type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { TICK } from '../vertices.ts';

/** Nothing is owed: velocities as they are between kicks. */
export function oweNothing(): void {
  clearReals(3 * VERTEX_COUNT + TILT_COUNT, OWED);
}

/** Sums up what is owed at a tick: impulses of all vertices [N s], then of all tilts [N m s]. */
export function oweAll(tick: f64): void {
  oweNothing();
  for (let g: i32 = 0; g < GROUP_COUNT; g++) {
    const kind: i32 = wholeAt(GROUP_KIND + g);
    const time: f64 = timeOwed(tick, realAt(GROUP_STEP + g));
    const end: i32 = wholeAt(GROUP_START + g + 1);
    for (let at: i32 = wholeAt(GROUP_START + g); at < end; at++) {
      const element: i32 = wholeAt(GROUP_ELEMENTS + at);
      if (kind === KIND_ACCELERATION) weightOwes(element, time);
      else if (kind === KIND_SPRING) springOwes(element, tick, time);
      else if (kind === KIND_TRIANGLE) triangleOwes(element, tick, time);
      else if (kind === KIND_HINGE) hingeOwes(element, tick, time);
      else if (kind === KIND_PLATE) plateOwes(element, tick, time);
    }
  }
}

/** For how long a force still has to act at a tick, by its step [ticks]; below zero where it has acted too long [s]. */
function timeOwed(tick: f64, step: f64): f64 {
  // one at this very tick has been given
  const kicks: f64 = Math.floor(tick / step);
  return (kicks < 1 ? tick : tick - kicks * step - 0.5 * step) * TICK;
}

function weightOwes(i: i32, time: f64): void {
  const w: f64 = realAt(INVERSE_MASS + i);
  if (w === 0) return;
  for (let k: i32 = 0; k < 3; k++) {
    const at: i32 = OWED + 3 * i + k;
    putReal(at, realAt(at) + (realAt(ACCELERATION + 3 * i + k) * time) / w);
  }
}
