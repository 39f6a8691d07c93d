// All laws of one island at once: see solve.ts, the twin.

import { polish } from './newton.part.as';
import { leastSpeed, maxSweeps, rowCount, setResidual, tolerance } from './problem.part.as';
import { relax } from './relax.part.as';
import { freeSpeed, residualOf } from './residual.part.as';
import { loadVelocities, sweep } from './sweep.part.as';

const MOST_PRECISE_ROWS: i32 = 48;
const MOST_NEWTON_ROWS: i32 = 160;
const PRECISE: f64 = 1e-12;
const ROUNDS: i32 = 6;
const GOOD_ENOUGH: f64 = 1e-9;
const PATIENCE: i32 = 1;
const SWEEPS_BEFORE: i32 = 30;

/**
 * Solves the islands of a chunk, and writes their residuals into their records.
 * @param args  u32: starts of the chunks in the list (one more than chunks), the list of records, scratch of each chunk
 */
export function solveIslands(args: usize, chunk: i32): void {
  const starts = <usize>load<u32>(args);
  const list = <usize>load<u32>(args, 4);
  const scratch = <usize>load<u32>(<usize>load<u32>(args, 8) + ((<usize>chunk) << 2));
  const to = load<i32>(starts + ((<usize>chunk) << 2), 4);
  for (let i = load<i32>(starts + ((<usize>chunk) << 2)); i < to; i++) {
    const p = <usize>load<u32>(list + ((<usize>i) << 2));
    setResidual(p, solveIsland(p, scratch));
  }
}

function solveIsland(p: usize, scratch: usize): f64 {
  const n = rowCount(p);
  const scale = freeSpeed(p, leastSpeed(p));
  loadVelocities(p);
  if (n === 3) {
    sweep(p, false);
    return residualOf(p) / scale;
  }

  let now = residualOf(p) / scale;
  if (n > MOST_PRECISE_ROWS) {
    const isMiddling = n <= MOST_NEWTON_ROWS;
    if (now <= (isMiddling ? PRECISE : tolerance(p))) return now;
    if (isMiddling) {
      relax(p, scratch, scale, tolerance(p), min(SWEEPS_BEFORE, maxSweeps(p)));
      polish(p, scratch, 0.01 * PRECISE * scale, false);
      loadVelocities(p);
      now = residualOf(p) / scale;
      if (now <= tolerance(p)) return now;
    }
    return relax(p, scratch, scale, tolerance(p), maxSweeps(p));
  }
  if (now <= PRECISE) return now;
  let sweeps = 6;
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < sweeps; i++) {
      const change = sweep(p, i % 2 === 1);
      if (change <= 0.1 * PRECISE * scale) break;
    }
    polish(p, scratch, 0.01 * PRECISE * scale, round > 0);
    loadVelocities(p);
    now = residualOf(p) / scale;
    if (now <= (round < PATIENCE ? PRECISE : GOOD_ENOUGH)) return now;
    sweeps *= 2;
  }
  return now;
}
