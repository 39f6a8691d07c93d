// Large islands: Gauss–Seidel sweeps, each taken as a step along a gradient and carried on by its momentum.
//
// With z_k what sweep k leaves, the next one begins at z_k + m (z_k − z_{k−1}), m = (t_k − 1)/t_{k+1} and
// t_{k+1} = (1 + √(1 + 4 t_k²))/2 (Nesterov 1983; for contacts Mazhar et al. 2015, "Using Nesterov's method to accelerate
// multibody dynamics with friction and contact"). Where the sweep went back along the last way, momentum is forgotten
// (O'Donoghue, Candès 2015). Products are in energy, W_ii z². Beside conjugate directions after Fletcher and Reeves, which were here
// before, 500 sweeps leave a tenth of the residual on piles and rows of dominoes. What a sweep leaves obeys every law but for
// its neighbours' news, so residuals are those behind a sweep.
//
// Portable (num/kernels/machine.ts).

import { copyReals, type f64, type i32, putReal, realAt } from '../../../num/kernels/machine.ts';
import { BODIES, DIAGONAL, IMPULSE, NOW, ROWS, TOLERANCE } from './layout.ts';
import { residualOf } from './residual.ts';
import { loadVelocities, sweep } from './sweep.ts';

/** Numbers of scratch that `relax` needs. */
export function carryScratch(rows: i32, bodies: i32): i32 {
  return 3 * rows + 6 * (bodies + 1);
}

/** Sweeps until the residual is below the tolerance or the sweeps are used up; returns it, relative to `scale`. */
export function carry(scratch: i32, scale: f64, maxSweeps: i32): f64 {
  const n = ROWS;
  const m = 6 * (BODIES + 1);
  const z = IMPULSE;
  const v = NOW;
  const begun = scratch;
  const last = begun + n;
  const best = last + n;
  // The same of velocities: they follow impulses linearly, so nothing need be multiplied.
  const velocityLast = best + n;
  copyReals(n, last, z);
  copyReals(m, velocityLast, v);
  copyReals(n, best, z);
  let least: f64 = Infinity;
  let t: f64 = 1;
  for (let i = 0; i < maxSweeps; i++) {
    copyReals(n, begun, z);
    const change = sweep(false) / scale;
    if (change <= TOLERANCE || i % 10 === 9 || i === maxSweeps - 1) {
      loadVelocities();
      const now = residualOf() / scale;
      if (now < least) {
        least = now;
        copyReals(n, best, z);
      }
      if (now <= TOLERANCE || (now === least && i === maxSweeps - 1)) return now;
    }
    let back: f64 = 0;
    for (let k = 0; k < n; k++) {
      const now = realAt(z + k);
      back += (realAt(begun + k) - now) * (now - realAt(last + k)) * realAt(DIAGONAL + k);
    }
    const next: f64 = back > 0 ? 1 : 0.5 * (1 + Math.sqrt(1 + 4 * t * t));
    const momentum: f64 = back > 0 ? 0 : (t - 1) / next;
    t = next;
    carryOn(n, z, last, momentum);
    carryOn(m, v, velocityLast, momentum);
  }
  copyReals(n, z, best);
  loadVelocities();
  return residualOf() / scale;
}

/** x += m (x − last), and last ← the x that came in. */
function carryOn(n: i32, x: i32, last: i32, m: f64): void {
  for (let k = 0; k < n; k++) {
    const now = realAt(x + k);
    putReal(x + k, now + m * (now - realAt(last + k)));
    putReal(last + k, now);
  }
}
