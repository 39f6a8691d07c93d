// What state.touched says of a body.

/** Nothing touches it. */
export const isAlone = 0;
/** Something does, or what it is jointed to. */
export const isTouched = 1;
/** It has begun, or was changed from outside: what touches it and what joints do to it is not known yet. */
export const isNew = 2;
/** Something touched it in the last step, which it began alone (landing.ts). */
export const isLanded = 3;
