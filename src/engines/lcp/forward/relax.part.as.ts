// Gauss–Seidel sweeps made conjugate: see relax.ts, the twin.

import { at, bodyCount, clear, copy, diagonal, impulses, now, put, rowCount } from './problem.part.as';
import { residualOf } from './residual.part.as';
import { loadVelocities, sweep } from './sweep.part.as';

/** @param scratch  3 numbers a row and 12 a slot */
export function relax(p: usize, scratch: usize, scale: f64, tolerance: f64, maxSweeps: i32): f64 {
  const n = rowCount(p);
  const m = 6 * (bodyCount(p) + 1);
  const before = scratch;
  const direction = before + ((<usize>n) << 3);
  const best = direction + ((<usize>n) << 3);
  const velocityBefore = best + ((<usize>n) << 3);
  const velocityDirection = velocityBefore + ((<usize>m) << 3);
  const z = impulses(p),
    v = now(p),
    w = diagonal(p);
  clear(n, direction);
  clear(m, velocityDirection);
  copy(n, best, z);
  let last: f64 = 0;
  let least: f64 = Infinity;
  for (let i = 0; i < maxSweeps; i++) {
    copy(n, before, z);
    copy(m, velocityBefore, v);
    const change = sweep(p, false) / scale;
    if (change <= tolerance || i % 10 === 9 || i === maxSweeps - 1) {
      loadVelocities(p);
      const residual = residualOf(p) / scale;
      if (residual < least) {
        least = residual;
        copy(n, best, z);
      }
      if (residual <= tolerance) return residual;
    }
    let size: f64 = 0;
    for (let k = 0; k < n; k++) {
      const g = at(before, k) - at(z, k);
      size += g * g * at(w, k);
    }
    const beta: f64 = last > 0 ? size / last : 0;
    last = size;
    if (beta > 1) {
      clear(n, direction);
      clear(m, velocityDirection);
      continue;
    }
    follow(n, z, before, direction, beta);
    follow(m, v, velocityBefore, velocityDirection, beta);
  }
  copy(n, z, best);
  loadVelocities(p);
  return residualOf(p) / scale;
}

/** x += β d, and d ← β d + x − before of the x that came in. */
function follow(n: i32, x: usize, before: usize, direction: usize, beta: f64): void {
  for (let k = 0; k < n; k++) {
    const along = beta * at(direction, k);
    put(direction, k, along + at(x, k) - at(before, k));
    put(x, k, at(x, k) + along);
  }
}
