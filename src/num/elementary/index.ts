// Elementary functions whose bits are the same on every machine and in every browser.
//
// The platform's own differ by an ulp between Node and Chromium on every tenth argument, which
// is enough to make two simulations part. These use + - × ÷ and √ alone, which IEEE 754 fixes.
// Names, arguments and special values are those of `Math`; errors are below one ulp.

export { acos, asin, atan, atan2 } from './arc.ts';
export { exp } from './exponential.ts';
export { cosh, sinh } from './hyperbolic.ts';
export { log, log10 } from './logarithm.ts';
export { pow } from './power.ts';
export { cbrt } from './roots.ts';
export { tan } from './tangent.ts';
export { cos, sin } from './trigonometric.ts';
export { ARC_ROWS, EXP_ROWS, LOG_ROWS } from './tables.ts';
