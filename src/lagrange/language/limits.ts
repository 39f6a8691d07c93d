// Bounds on what is read, so that no text can exhaust memory or the stack: texts come from strangers.

/** Characters of a specification. */
export const MAX_TEXT = 1_000_000;
/** Brackets inside brackets, of any kind. */
export const MAX_NESTING = 200;
/** Operations that hang on each other in one expression, counted along its deepest branch. */
export const MAX_HEIGHT = 1000;
/** Characters of a name. */
export const MAX_NAME = 256;
/** Faults reported of one text. */
export const MAX_FAULTS = 20;
/** Characters parsed in search of faults: a long text full of them is not read twenty times. */
export const MAX_SEARCH = 4_000_000;
