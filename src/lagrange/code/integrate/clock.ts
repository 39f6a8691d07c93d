// What the simulator keeps beside the state: time, step size, counters and tolerances, in one array.

import type { Code } from '../ir.ts';
import { load } from '../write.ts';

/** Places in the array `clock`. */
export const clock = {
  time: 0,
  began: 1,
  stepSize: 2,
  lastError: 3,
  fresh: 4,
  accepted: 5,
  rejected: 6,
  evaluations: 7,
  relative: 8,
  absolute: 9,
  /** The largest residual the last projection left. */
  drift: 10,
  /** 1 where the coefficients of the state inside the last step are there. */
  dense: 11,
  /** 1 where slopes are taken on the constraints only: near singular poses. */
  careful: 12,
  /** Evaluations for which the fixed order of pivots was not good. */
  robust: 13,
  /** The smallest pivot of full pivoting in this step, the largest being 1: small near singular poses. */
  pivot: 14,
  /** 1 where steps are those of the stiff method, which the host makes; and looks in a row that speak for changing. */
  stiff: 15,
  stiffLooks: 16,
  /** When the host last looked whether steps are stiff. */
  looked: 17,
  /** The smallest pivot of full pivoting where the mode began: what small is measured by. */
  usual: 18,
} as const;

export const CLOCK_SIZE = 24;

export const now = (what: keyof typeof clock): Code => load('clock', clock[what]);
