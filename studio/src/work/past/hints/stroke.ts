// What a stroke means: straight, the body slid in that way; an arc, it came bouncing. A parabola is fitted to the stroke in
// coordinates whose unit is the chord from its first to its last point, along (s) and across it (d),
//
//   d(s) = c₀ + c₁ s + c₂ s²
//
// and |c₂| is held against a threshold: an arc as high as a tenth of its chord has |c₂| = 0.4, whatever its size and
// wherever it points. Twigg, James 2008, Figure 8.

/** Shorter ones are clicks [px]. */
const SHORTEST = 14;
export const BENT = 0.3;

interface Stroke {
  readonly kind: 'slide' | 'bounce';
  /** c₂. */
  readonly bend: number;
}

/** @param points  x and y of each point in turn [px]; undefined where it is too short to mean anything */
export function readStroke(points: readonly number[]): Stroke | undefined {
  const count = points.length >> 1;
  if (count < 2) return undefined;
  const chordX = points[2 * count - 2] - points[0];
  const chordY = points[2 * count - 1] - points[1];
  const squared = chordX * chordX + chordY * chordY;
  if (squared < SHORTEST * SHORTEST) return undefined;
  if (count < 4) return { kind: 'slide', bend: 0 };
  const bend = quadraticOf(points, chordX, chordY, squared);
  return { kind: Math.abs(bend) >= BENT ? 'bounce' : 'slide', bend };
}

/** c₂ by least squares: the part of d that is along s² once what 1 and s explain is taken from both. */
function quadraticOf(points: readonly number[], chordX: number, chordY: number, squared: number): number {
  const count = points.length >> 1;
  const s = new Float64Array(count);
  const d = new Float64Array(count);
  const square = new Float64Array(count);
  const sums = { s: 0, d: 0, square: 0 };
  for (let i = 0; i < count; i++) {
    const x = points[2 * i] - points[0];
    const y = points[2 * i + 1] - points[1];
    s[i] = (x * chordX + y * chordY) / squared;
    d[i] = (y * chordX - x * chordY) / squared;
    square[i] = s[i] * s[i];
    sums.s += s[i] / count;
    sums.d += d[i] / count;
    sums.square += square[i] / count;
  }
  let ss = 0;
  let sSquare = 0;
  for (let i = 0; i < count; i++) {
    ss += (s[i] - sums.s) * (s[i] - sums.s);
    sSquare += (s[i] - sums.s) * (square[i] - sums.square);
  }
  const slope = ss > 0 ? sSquare / ss : 0;
  let along = 0;
  let across = 0;
  for (let i = 0; i < count; i++) {
    const left = square[i] - sums.square - slope * (s[i] - sums.s);
    along += left * left;
    across += left * (d[i] - sums.d);
  }
  return along > 1e-9 * count ? across / along : 0;
}
