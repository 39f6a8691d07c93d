// Large islands: Gauss–Seidel sweeps, each taken as a step along a gradient and made conjugate to the last ones.
//
// g = z − GS(z) plays the gradient; the next guess is GS(z) + β p with β = |g|² / |g_before|² (Fletcher, Reeves) and p the
// direction so far. Where β > 1 the direction is forgotten. Weights |g|² are in energy, W_ii z². What a sweep returns obeys
// every law but for its neighbours' news, so the last thing done is always a sweep.
//
// Silcowitz, Niebe, Erleben 2010, "A nonsmooth nonlinear conjugate gradient method for interactive contact force problems".

import type { ContactRows } from './contact-rows.ts';
import type { Members } from './members.ts';
import { residualOf } from './residual.ts';
import type { Rows } from './rows.ts';
import { loadVelocities, sweep } from './sweep.ts';

let before = new Float64Array(0);
let direction = new Float64Array(0);
let best = new Float64Array(0);
/** The same of velocities: they follow impulses linearly, so nothing need be multiplied. */
let velocityBefore = new Float64Array(0);
let velocityDirection = new Float64Array(0);

function reserve(rows: number, velocities: number): void {
  if (before.length < rows) {
    before = new Float64Array(2 * rows);
    direction = new Float64Array(2 * rows);
    best = new Float64Array(2 * rows);
  }
  if (velocityBefore.length >= velocities) return;
  velocityBefore = new Float64Array(2 * velocities);
  velocityDirection = new Float64Array(2 * velocities);
}

/** Sweeps until the residual is below the tolerance or the sweeps are used up; returns it, relative to `scale`. */
export function relax(
  members: Members,
  rows: Rows,
  contacts: ContactRows,
  firstJointRow: number,
  scale: number,
  tolerance: number,
  maxSweeps: number,
): number {
  const n = rows.count;
  const m = 6 * (members.count + 1);
  reserve(n, m);
  direction.fill(0, 0, n);
  velocityDirection.fill(0, 0, m);
  const { z, diagonal } = rows;
  const { now: v } = members;
  for (let k = 0; k < n; k++) best[k] = z[k];
  let last = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < maxSweeps; i++) {
    for (let k = 0; k < n; k++) before[k] = z[k];
    for (let k = 0; k < m; k++) velocityBefore[k] = v[k];
    const change = sweep(members, rows, contacts, firstJointRow, false) / scale;
    if (change <= tolerance || i % 10 === 9 || i === maxSweeps - 1) {
      loadVelocities(members, rows);
      const now = residualOf(members, rows, contacts, firstJointRow) / scale;
      if (now < least) {
        least = now;
        for (let k = 0; k < n; k++) best[k] = z[k];
      }
      if (now <= tolerance) return now;
    }
    let size = 0;
    for (let k = 0; k < n; k++) {
      const g = before[k] - z[k];
      size += g * g * diagonal[k];
    }
    const beta = last > 0 ? size / last : 0;
    last = size;
    if (beta > 1) {
      direction.fill(0, 0, n);
      velocityDirection.fill(0, 0, m);
      continue;
    }
    for (let k = 0; k < n; k++) {
      const p = beta * direction[k];
      direction[k] = p + z[k] - before[k];
      z[k] += p;
    }
    for (let k = 0; k < m; k++) {
      const p = beta * velocityDirection[k];
      velocityDirection[k] = p + v[k] - velocityBefore[k];
      v[k] += p;
    }
  }
  for (let k = 0; k < n; k++) z[k] = best[k];
  loadVelocities(members, rows);
  return residualOf(members, rows, contacts, firstJointRow) / scale;
}
