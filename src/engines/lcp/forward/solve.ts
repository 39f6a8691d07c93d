// All laws of one island at once.
//
// Gauss–Seidel sweeps first: one is exact for a single contact. Small islands then go to rounding by Newton's method, with
// sweeps in between where it gets stuck; large ones sweep on to the tolerance of the options, those of middle size after a
// try with Newton's method. The residual is measured afterwards, whatever the way, and returned.

import type { Model } from '../model.ts';
import type { ContactRows } from './contact-rows.ts';
import type { Members } from './members.ts';
import { polish } from './newton.ts';
import { freeSpeed, residualOf } from './residual.ts';
import type { Rows } from './rows.ts';
import { relax } from './relax.ts';
import { loadVelocities, sweep } from './sweep.ts';

/** Most rows of an island that is solved to rounding whatever it takes, and of one that Newton's method is tried on. */
export const mostPreciseRows = 48;
export const mostNewtonRows = 160;

/** Relative residual at which small islands are left as they are, and how often Newton and sweeps take turns. */
const precise = 1e-12;
const rounds = 6;

/** What a small island still counts as solved with, after some rounds that did not come further. */
export const goodEnough = 1e-9;
const patience = 1;

/** Sweeps before Newton's method is tried on an island of middle size. */
const sweepsBefore = 30;

/** What gravity gives in a step, or a nanometre a second: errors are told relative to no less [m/s]. */
export function leastSpeed({ gravity: g, timeStep }: Model): number {
  return Math.max(timeStep * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]), 1e-9);
}

/** @returns the residual relative to the largest speed that had to be changed */
export function solveIsland(
  model: Model,
  members: Members,
  rows: Rows,
  contacts: ContactRows,
  firstJointRow: number,
): number {
  const scale = freeSpeed(members, rows, leastSpeed(model));
  const residual = (): number => {
    loadVelocities(members, rows);
    return residualOf(members, rows, contacts, firstJointRow) / scale;
  };
  loadVelocities(members, rows);
  if (rows.count === 3) {
    sweep(members, rows, contacts, firstJointRow, false);
    return residualOf(members, rows, contacts, firstJointRow) / scale;
  }

  let now = residualOf(members, rows, contacts, firstJointRow) / scale;
  if (rows.count > mostPreciseRows) {
    const { tolerance, maxSweeps } = model.options;
    const isMiddling = rows.count <= mostNewtonRows;
    if (now <= (isMiddling ? precise : tolerance)) return now;
    if (isMiddling) {
      relax(members, rows, contacts, firstJointRow, scale, tolerance, Math.min(sweepsBefore, maxSweeps));
      polish(members, rows, contacts, firstJointRow, 0.01 * precise * scale, false);
      now = residual();
      if (now <= tolerance) return now;
    }
    return relax(members, rows, contacts, firstJointRow, scale, tolerance, maxSweeps);
  }
  const target = precise;
  if (now <= target) return now;
  let sweeps = 6;
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < sweeps; i++) {
      const change = sweep(members, rows, contacts, firstJointRow, i % 2 === 1);
      if (change <= 0.1 * target * scale) break;
    }
    polish(members, rows, contacts, firstJointRow, 0.01 * target * scale, round > 0);
    now = residual();
    if (now <= (round < patience ? target : goodEnough)) return now;
    sweeps *= 2;
  }
  return now;
}
