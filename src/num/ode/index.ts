// Integrators of ordinary differential equations.

export { dormandPrince853 } from './dormand-prince-853.ts';
export { dormandPrince54 } from './dormand-prince.ts';
export { Radau } from './radau.ts';
