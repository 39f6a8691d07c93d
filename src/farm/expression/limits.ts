// How much an expression may ask for: it may come from a stranger.

export const LIMITS = {
  characters: 2000,
  /** Brackets, signs and powers inside each other. */
  depth: 60,
} as const;
