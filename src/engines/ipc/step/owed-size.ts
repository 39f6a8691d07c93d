/** Numbers of a body in state.owed (owed.ts). */
export const owedSize = 15;
