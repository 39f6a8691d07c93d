// Large islands: Gauss–Seidel sweeps, each taken as a step along a gradient and made conjugate to the last ones.
//
// g = z − GS(z) plays the gradient; the next guess is GS(z) + β p with β = |g|² / |g_before|² (Fletcher, Reeves) and p the
// direction so far. Where β > 1 the direction is forgotten. Weights |g|² are in energy, W_ii z². What a sweep returns obeys
// every law but for its neighbours' news, so the last thing done is always a sweep.
//
// Silcowitz, Niebe, Erleben 2010, "A nonsmooth nonlinear conjugate gradient method for interactive contact force problems".
//
// Portable (num/kernels/machine.ts).

import { clearReals, copyReals, type f64, type i32, putReal, realAt } from '../../../num/kernels/machine.ts';
import { BODIES, DIAGONAL, IMPULSE, NOW, ROWS, TOLERANCE } from './layout.ts';
import { residualOf } from './residual.ts';
import { loadVelocities, sweep } from './sweep.ts';

/** Numbers of scratch that `relax` needs. */
export function relaxScratch(rows: i32, bodies: i32): i32 {
  return 3 * rows + 12 * (bodies + 1);
}

/** Sweeps until the residual is below the tolerance or the sweeps are used up; returns it, relative to `scale`. */
export function relax(scratch: i32, scale: f64, maxSweeps: i32): f64 {
  const n = ROWS;
  const m = 6 * (BODIES + 1);
  const z = IMPULSE;
  const v = NOW;
  const before = scratch;
  const direction = before + n;
  const best = direction + n;
  // The same of velocities: they follow impulses linearly, so nothing need be multiplied.
  const velocityBefore = best + n;
  const velocityDirection = velocityBefore + m;
  clearReals(n, direction);
  clearReals(m, velocityDirection);
  copyReals(n, best, z);
  let last: f64 = 0;
  let least: f64 = Infinity;
  for (let i = 0; i < maxSweeps; i++) {
    copyReals(n, before, z);
    copyReals(m, velocityBefore, v);
    const change = sweep(false) / scale;
    if (change <= TOLERANCE || i % 10 === 9 || i === maxSweeps - 1) {
      loadVelocities();
      const now = residualOf() / scale;
      if (now < least) {
        least = now;
        copyReals(n, best, z);
      }
      if (now <= TOLERANCE) return now;
    }
    let size: f64 = 0;
    for (let k = 0; k < n; k++) {
      const g = realAt(before + k) - realAt(z + k);
      size += g * g * realAt(DIAGONAL + k);
    }
    const beta: f64 = last > 0 ? size / last : 0;
    last = size;
    if (beta > 1) {
      clearReals(n, direction);
      clearReals(m, velocityDirection);
      continue;
    }
    follow(n, z, before, direction, beta);
    follow(m, v, velocityBefore, velocityDirection, beta);
  }
  copyReals(n, z, best);
  loadVelocities();
  return residualOf() / scale;
}

/** x += β d, and d ← β d + x − before of the x that came in. */
function follow(n: i32, x: i32, before: i32, direction: i32, beta: f64): void {
  for (let k = 0; k < n; k++) {
    const along = beta * realAt(direction + k);
    const now = realAt(x + k);
    putReal(direction + k, along + now - realAt(before + k));
    putReal(x + k, now + along);
  }
}
