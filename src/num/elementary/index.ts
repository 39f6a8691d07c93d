// Elementary functions of our own, and taking doubles apart.

export { acos, asin, atan, atan2 } from './arc.ts';
export { cosh, exp, sinh } from './exponential.ts';
export { log, log10 } from './logarithm.ts';
export { pow } from './power.ts';
export { cbrt } from './roots.ts';
export { cos, sin, tan } from './trigonometric.ts';
export { ARC_ROWS, EXP_ROWS, LOG_ROWS } from './tables.ts';
