// Flight plans: each vertex promises ‖v − v_s‖ ≤ ε, and every certificate about it rests on that promise alone.
//
//   x(t) ∈ x(t₀) + v_s (t − t₀) + a ball of radius (ε + drift) (t − t₀)      for all t ≥ t₀ until the next plan
//
// A kick costs one comparison; only when the promise breaks is a new plan made and are the certificates of the
// vertex looked at. ε is chosen for each vertex by itself: work for plans counts up, work for failures down, and
// where either prevails ε grows or shrinks by half. It never changes the motion.
//
// Rounding. x is rounded at each move, by at most 2⁻⁵³ (‖x‖ + ‖v‖ dt), and a vertex moves at most once a tick, 2³⁹
// times a second: so however many kicks there are, rounding carries it away no faster than 2⁻¹⁴ ‖x‖ (the part of
// ‖v‖ dt sums to 2⁻⁵³ of the path). With a bound EXTENT ≥ ‖x‖ on all vertices at all times,
//   drift = 2⁻¹³ EXTENT [m/s]   and   pad = 2⁻⁴² EXTENT [m]
// cover it twofold, and pad covers a thousand roundings of numbers up to EXTENT: those of evaluating x(t), n·x, slab
// positions and of the distance itself (weights sum to 1 within 2⁻⁵², so ‖Σ w x‖ is off by less than 2⁻⁴⁹ EXTENT).
// EXTENT holds because each plan asks for ‖x‖ + (‖v‖ + ε) ¼ s ≤ EXTENT, and a review every ⅛ s renews plans older
// than that; where it does not hold, EXTENT doubles and everything is looked at again.

import { INVERSE_MASS, VELOCITY, VERTEX_COUNT } from '../layout/layout.ts';
import {
  COUNT_REPLANS,
  PLAN_BALANCE,
  PLAN_EPSILON,
  PLAN_REACH,
  PLAN_SQUARED,
  PLAN_TIME,
  REPLAN_COUNT_AT,
  REPLAN_LIST,
  REPLAN_MARK,
  SETTING,
  SETTING_ADAPTS,
  SETTING_DRIFT,
  SETTING_EXTENT,
  SETTING_NOW,
  SETTING_PAD,
  SETTING_VAGUENESS,
  setting,
  tally,
  planAt,
} from '../layout/kinetic.ts';
import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { most, putReal, putWhole, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { placeOf } from '../vertices.ts';

/** Longest life of a certificate, and time between reviews: ⅛ s [ticks]. */
export const HORIZON: f64 = 68719476736;
/** What a plan looks ahead for EXTENT [s]: two horizons. */
const PLAN_AHEAD: f64 = 0.25;
/** Surplus of work at which ε changes, the factor, and how far it may go from where it started. */
const PLAN_SURPLUS: f64 = 256;
const PLAN_STEP: f64 = 1.5;
const PLAN_RANGE: f64 = 64;

/** Vertex i has a new velocity: is it still within its plan? */
export function planCheck(i: i32, tick: f64): void {
  const plan: i32 = planAt(i);
  const v: i32 = VELOCITY + 3 * i;
  const x: f64 = realAt(v) - realAt(plan);
  const y: f64 = realAt(v + 1) - realAt(plan + 1);
  const z: f64 = realAt(v + 2) - realAt(plan + 2);
  if (x * x + y * y + z * z > realAt(plan + PLAN_SQUARED)) planOutdated(i, tick);
}

/** A new plan for vertex i is to be made after this event, which is at `tick`. */
export function planOutdated(i: i32, tick: f64): void {
  putReal(SETTING + SETTING_NOW, tick);
  if (wholeAt(REPLAN_MARK + i) !== 0) return;
  putWhole(REPLAN_MARK + i, 1);
  const count: i32 = wholeAt(REPLAN_COUNT_AT);
  putWhole(REPLAN_LIST + count, i);
  putWhole(REPLAN_COUNT_AT, count + 1);
}

/** Work for the plan of vertex i (positive) or for failures that rest on it (negative). */
export function planWork(i: i32, work: f64, tick: f64): void {
  const at: i32 = planAt(i) + PLAN_BALANCE;
  const balance: f64 = realAt(at) + work;
  putReal(at, balance);
  if (balance < -PLAN_SURPLUS && realAt(planAt(i) + PLAN_EPSILON) > 0) planOutdated(i, tick);
}

/** A plan along the present velocity. Returns false where the vertex may leave EXTENT before the next. */
export function planMake(i: i32, tick: f64): boolean {
  tally(COUNT_REPLANS);
  const plan: i32 = planAt(i);
  const v: i32 = VELOCITY + 3 * i;
  const vx: f64 = realAt(v);
  const vy: f64 = realAt(v + 1);
  const vz: f64 = realAt(v + 2);
  const squared: f64 = vx * vx + vy * vy + vz * vz;
  const epsilon: f64 = planEpsilon(plan, squared === 0 && realAt(INVERSE_MASS + i) === 0);
  putReal(plan, vx);
  putReal(plan + 1, vy);
  putReal(plan + 2, vz);
  putReal(plan + PLAN_TIME, tick);
  putReal(plan + PLAN_EPSILON, epsilon);
  putReal(plan + PLAN_SQUARED, epsilon * epsilon);
  putReal(plan + PLAN_REACH, planReach(i, epsilon, squared));

  const x: f64 = placeOf(i, 0, tick);
  const y: f64 = placeOf(i, 1, tick);
  const z: f64 = placeOf(i, 2, tick);
  return (
    Math.sqrt(x * x + y * y + z * z) + (Math.sqrt(squared) + epsilon) * PLAN_AHEAD <= setting(SETTING_EXTENT)
  );
}

/** ε of the next plan [m/s]; what stands still and cannot be pushed has an exact plan. */
function planEpsilon(plan: i32, stands: boolean): f64 {
  const start: f64 = setting(SETTING_VAGUENESS);
  if (stands) return 0;
  let epsilon: f64 = realAt(plan + PLAN_EPSILON);
  if (epsilon === 0 || setting(SETTING_ADAPTS) === 0) return start;
  const balance: f64 = realAt(plan + PLAN_BALANCE);
  if (balance > PLAN_SURPLUS) {
    if (epsilon < start * PLAN_RANGE) epsilon *= PLAN_STEP;
    putReal(plan + PLAN_BALANCE, 0);
  } else if (balance < -PLAN_SURPLUS) {
    if (epsilon * PLAN_RANGE > start) epsilon /= PLAN_STEP;
    putReal(plan + PLAN_BALANCE, 0);
  }
  return epsilon;
}

/** ε and drift; the factor outweighs the rounding of ‖v − v_s‖². */
function planReach(i: i32, epsilon: f64, squared: f64): f64 {
  if (squared === 0 && realAt(INVERSE_MASS + i) === 0) return 0;
  return epsilon * 1.000001 + setting(SETTING_DRIFT);
}

/** The first EXTENT, or a larger one: for all vertices as they are at a tick. Their plans must be made anew. */
export function extentFit(tick: f64): void {
  let extent: f64 = 0.5;
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    let squared: f64 = 0;
    let speed: f64 = 0;
    for (let k: i32 = 0; k < 3; k++) {
      const x: f64 = placeOf(i, k, tick);
      squared += x * x;
      speed += realAt(VELOCITY + 3 * i + k) * realAt(VELOCITY + 3 * i + k);
    }
    const ahead: f64 = Math.sqrt(speed) + realAt(planAt(i) + PLAN_EPSILON) + setting(SETTING_VAGUENESS);
    extent = most(extent, 2 * (Math.sqrt(squared) + ahead * PLAN_AHEAD));
  }
  putReal(SETTING + SETTING_EXTENT, most(extent, setting(SETTING_EXTENT)));
  putReal(SETTING + SETTING_DRIFT, setting(SETTING_EXTENT) / 8192);
  putReal(SETTING + SETTING_PAD, setting(SETTING_EXTENT) / 4398046511104);
}
