// Monotone interpolation: slopes of Fritsch and Carlson, so that damping between two steps stays between theirs.
//
// Plain cubics overshoot below zero where damping falls to it, and would then add energy.

/** The slope at a point with values y₋ y y₊, distances h₋ h₊ apart. */
export function monotoneSlope(before: number, y: number, behind: number, h0: number, h1: number): number {
  const d0 = (y - before) / h0;
  const d1 = (behind - y) / h1;
  if (!(d0 * d1 > 0)) return 0;
  const w0 = 2 * h1 + h0;
  const w1 = h1 + 2 * h0;
  return (w0 + w1) / (w0 / d0 + w1 / d1);
}

/** At u = 0 … 1 of a span h. */
export function hermite(y0: number, s0: number, y1: number, s1: number, h: number, u: number): number {
  const u2 = u * u;
  const u3 = u2 * u;
  return (
    y0 * (1 - 3 * u2 + 2 * u3) + h * s0 * (u - 2 * u2 + u3) + y1 * (3 * u2 - 2 * u3) + h * s1 * (u3 - u2)
  );
}
