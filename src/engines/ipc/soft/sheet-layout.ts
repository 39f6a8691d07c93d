// Where the elements of a sheet or a solid lie in memory for their kernel: a record of addresses. Portable.

/** How many, and their nodes (owners). */
export const ELEMENTS = 0;
export const NODES = 1;
/** Numbers of each, strains at rest of membranes and at the start of the step of damped solids, lanes of the tilts of plates. */
export const NUMBERS_AT = 2;
export const REST_AT = 3;
export const LANES_AT = 4;
/** Places of all owners, and what they feel. */
export const Q_AT = 5;
export const FORCE_AT = 6;
/** Slots of their blocks, and the values of the matrix. */
export const SLOTS_AT = 7;
export const VALUES_AT = 8;
export const ROOM_AT = 9;
/** What the last move stretched membranes beyond the first order. */
export const BEYOND_AT = 10;
/** Nodes of a tetrahedron, and its points. */
export const WIDTH_AT = 11;
export const POINTS_EACH = 12;
export const RECORD_SIZE = 13;

/** What is wanted. */
export const ENERGY = 0;
export const FORCE = 1;
export const FULL = 2;
export const PROJECTED = 3;

/** Reals of room: places, forces and second derivative of ten nodes, and what is computed on the way. */
export const ROOM_REALS = 30 + 30 + 900 + 231;
