// The oracle: do two convex hulls meet? A linear feasibility problem in whole numbers.
//
// λ ≥ 0, μ ≥ 0 with Σλ = Σμ = 1 and Σλᵢaᵢ = Σμⱼbⱼ. If there is a solution there is a basic one, whose
// columns are independent, so trying every subset of columns decides it. No geometry, no cases.

import { wholeNumbers } from '../../../src/geometry/predicates/exact.ts';

export function hullsMeet(points: ArrayLike<number>, countA: number, countB: number): boolean {
  const whole = wholeNumbers(Array.from(points).slice(0, 3 * (countA + countB)));
  const columns: bigint[][] = [];
  for (let i = 0; i < countA + countB; i++) {
    const sign = i < countA ? 1n : -1n;
    columns.push([
      sign * whole[3 * i],
      sign * whole[3 * i + 1],
      sign * whole[3 * i + 2],
      i < countA ? 1n : 0n,
      i < countA ? 0n : 1n,
    ]);
  }
  const right = [0n, 0n, 0n, 1n, 1n];
  for (let subset = 1; subset < 1 << columns.length; subset++) {
    const chosen = columns.filter((_, i) => subset & (1 << i));
    if (chosen.length <= 5 && hasNonNegativeSolution(chosen, right)) return true;
  }
  return false;
}

/** True where the columns are independent and the one solution, if there is one, is ≥ 0. */
function hasNonNegativeSolution(columns: bigint[][], right: bigint[]): boolean {
  const n = columns.length;
  const rows = right.map((value, r) => [...columns.map((column) => column[r]), value]);
  for (let c = 0; c < n; c++) {
    const pivot = rows.findIndex((row, r) => r >= c && row[c] !== 0n);
    if (pivot < 0) return false;
    [rows[c], rows[pivot]] = [rows[pivot], rows[c]];
    for (let r = 0; r < rows.length; r++) {
      if (r === c || rows[r][c] === 0n) continue;
      const factor = rows[r][c];
      const scale = rows[c][c];
      rows[r] = rows[r].map((value, k) => value * scale - rows[c][k] * factor);
    }
  }
  if (rows.slice(n).some((row) => row[n] !== 0n)) return false;
  return rows.slice(0, n).every((row, r) => row[n] === 0n || row[n] > 0n === row[r] > 0n);
}
