// Where the kernel of contact and friction terms finds things: addresses at its arguments, 32-bit integers each. Those of
// reals count eights of bytes, those of whole numbers fours.

/** Pairs whose terms are wanted, so many, and how many a chunk takes; 1 where Hessians are wanted too. */
export const TODO = 0;
export const TODO_COUNT = 1;
export const TODO_CHUNK = 2;
export const WITH_HESSIAN = 3;
/** Of each pair: its two bodies; κ and d̂; where its contacts and its lagged contacts begin, one more than pairs. */
export const BODIES = 4;
export const CONSTANTS = 5;
export const CONTACT_START = 6;
export const FRICTION_START = 7;
/** Of each contact, as ContactSet has them. */
export const LIST = 8;
export const RECORD = 9;
export const GAP = 10;
export const WEIGHT = 11;
export const MOLLIFIER = 12;
export const THRESHOLD = 13;
/** Of each lagged contact, as FrictionSet has them. */
export const LAGGED = 14;
/** Vertices, positions and rotations of all bodies, and the latter two where slip begins. */
export const VERTICES = 15;
export const POSITIONS = 16;
export const ROTATIONS = 17;
export const FIRST_POSITIONS = 18;
export const FIRST_ROTATIONS = 19;
/** 12 numbers a pair and 144 a block, to be written; room for each chunk; where among the blocks that of each pair begins, or below zero. */
export const GRADIENTS = 20;
export const BLOCKS = 21;
export const ROOM = 22;
export const BLOCK_AT = 23;
/** Blocks made positive semidefinite, where the same begin; of each pair which of its bodies are unknowns, 1 and 2 for a and b. */
export const PROJECTED = 24;
export const UNKNOWNS = 25;
export const ARGUMENTS = 26;

/** Reals of room a chunk needs. */
export const ROOM_SIZE = 224;
