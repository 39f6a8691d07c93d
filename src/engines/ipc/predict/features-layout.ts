/** Numbers of a feature pair, and where: Features.data says what they are. */
export const featureSize = 20;
export const secondPoint = 3;
export const normalAt = 6;
export const edgeAt = 9;
export const kappaAt = 12;
export const gapAt = 13;
export const loadAt = 14;
export const rubAt = 15;
export const sideAt = 17;
export const reachAt = 18;
export const frictionAt = 19;
