// Bounds on what is read, so that no text can exhaust memory or the stack: texts come from strangers.

/** Characters of a specification. */
export const MAX_TEXT = 1_000_000;
/** Brackets inside brackets, of any kind. */
export const MAX_NESTING = 200;
/**
 * Operations that hang on each other in one expression, counted along its deepest branch. The parser itself gives up at
 * a few more (300 reductions from one start, 2,800 symbols on its stack), and would not say why.
 */
export const MAX_HEIGHT = 300;
/** Characters of a name. */
export const MAX_NAME = 256;
/** Faults reported of one text. */
export const MAX_FAULTS = 20;
/** Characters of a statement before its fault, for which it is tried what could stand there. */
export const MAX_TRIAL = 4000;
