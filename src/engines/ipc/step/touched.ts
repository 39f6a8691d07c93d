// What state.touched says of a body.

/** Nothing touches it. */
export const isAlone = 0;
/** Something does, or what it is jointed to: its velocities are staggered. */
export const isTouched = 1;
/** It has begun, or was changed from outside: what joints do to it is not known yet. */
export const isNew = 2;
