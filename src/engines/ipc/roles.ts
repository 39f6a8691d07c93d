// What an owner is in a step: it stands still, follows a script, or is free.

export const isStatic = 0;
export const isScripted = 1;
export const isFree = 2;
