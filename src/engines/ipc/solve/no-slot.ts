// The slot of a block that a matrix does not have. Portable.

export const NO_SLOT = 0x7fffffff;
