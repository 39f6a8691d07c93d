// Numbers a lagged contact keeps, and where: FrictionSet.data says what they are.

export const laggedStride = 25;
export const pointsAt = 1;
export const tangentsAt = 7;
export const epsilonAt = 13;
export const keyAt = 14;
export const appliedAt = 15;
export const slipAt = 18;
export const expectedAt = 21;
export const rolledAt = 23;
