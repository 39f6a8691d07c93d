// Where the kernel of sweeps finds things: addresses at its arguments, 32-bit integers each. Those of reals count eights of
// bytes, those of whole numbers fours.

/** So many feature pairs; of each its first and second body; its numbers (features.ts) and its rows (rows.ts). */
export const COUNT = 0;
export const BODIES = 1;
export const FEATURES = 2;
export const ROWS = 3;
/** (u, ω) of every body, and 1/m of it along each axis. */
export const MOTIONS = 4;
export const MOVING = 5;
/** Those that are swept over, how many, and of each whether it is one of them. */
export const NEAR = 6;
export const NEAR_COUNT = 7;
export const IS_NEAR = 8;
export const ARGUMENTS = 9;
