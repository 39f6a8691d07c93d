// The operations of expression graphs.

/** What nodes can do. */
export const op = {
  constant: 0,
  /** A variable, its rate, a parameter, time: something given from outside. */
  input: 1,
  /** c + Σ kᵢ aᵢ, like terms gathered. */
  sum: 2,
  /** Π aᵢ^nᵢ, integer powers, equal bases gathered; a quotient has negative ones. */
  product: 3,
  sqrt: 4,
  sin: 5,
  cos: 6,
  /** atan2(y, x) */
  atan2: 7,
  asin: 8,
  acos: 9,
  exp: 10,
  log: 11,
  /** a^b, b not an integer constant. */
  power: 12,
  abs: 13,
  sign: 14,
  min: 15,
  max: 16,
  /** 1 where a < b, else 0; and a ≤ b. */
  less: 17,
  atMost: 18,
  /** a where c is not 0, else b: arguments c, a, b. */
  select: 19,
} as const;

export type Op = (typeof op)[keyof typeof op];
