/** Numbers of a body in state.owed: (u, ω) of the way that it is owed (owed.ts). */
export const owedSize = 6;
