// One tick of plates that tick together (elastic/plate.ts), in three rounds: every fold between them is looked at, every plate says which
// torques its bends make, and every fold gives them to its vertices and its tilt. So what two plates have in common is computed once.
//
// Damping: β + τ (β - β') / h in place of the bends, where β' are those of the previous tick, from whose angles θ is counted on.
// Within a round nobody reads what another writes: threads may share it.

import {
  bendOf,
  FOLD_ANGLE,
  foldForce,
  foldLookAt,
  foldLookTwo,
  moment0,
  moment1,
  moment2,
  nearest,
  PLATE_SHARE,
  PLATE_SIGN,
  plateMoments,
} from '../../../../elastic/index.ts';
import { NOW } from '../layout/layout.ts';
import {
  FOLD_PHI,
  FOLD_REALS,
  FOLD_SIZE,
  FOLD_TILT,
  FOLD_TORQUE,
  FOLD_TURN,
  FOLD_VERTICES,
  PLATE_DAMPING,
  PLATE_FOLDS,
  PLATE_PREVIOUS,
  PLATE_REALS,
  PLATE_SIZE,
  TILT,
  TILT_ANGLE,
  TILT_INVERSE,
  TILT_RATE,
  TILT_SIZE,
  TILT_TIME,
} from '../layout/plates.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { TICK } from '../vertices.ts';

/** Round 1: looks at folds, two at a time, and moves their tilts to the tick. */
export function foldsSee(from: i32, end: i32, tick: f64): void {
  const even: i32 = end - ((end - from) & 1);
  for (let fold: i32 = from; fold < even; fold += 2) {
    const reals: i32 = FOLD_REALS + FOLD_SIZE * fold;
    foldLookTwo(NOW, FOLD_VERTICES + 4 * fold, reals, reals + FOLD_SIZE);
    tiltMove(fold, reals, tick);
    tiltMove(fold + 1, reals + FOLD_SIZE, tick);
  }
  if (even === end) return;
  const reals: i32 = FOLD_REALS + FOLD_SIZE * even;
  foldLookAt(NOW, FOLD_VERTICES + 4 * even, reals);
  tiltMove(even, reals, tick);
}

function tiltMove(fold: i32, reals: i32, tick: f64): void {
  const tilt: i32 = wholeAt(FOLD_TILT + fold);
  if (tilt < 0) return;
  const record: i32 = TILT + TILT_SIZE * tilt;
  const dt: f64 = (tick - realAt(record + TILT_TIME)) * TICK;
  const phi: f64 = realAt(record + TILT_ANGLE) + realAt(record + TILT_RATE) * dt;
  putReal(record + TILT_ANGLE, phi);
  putReal(record + TILT_TIME, tick);
  putReal(reals + FOLD_PHI, phi);
}

/** Bend of a plate at its edge k; remembers the angle there. */
function bendAt(plate: i32, folds: i32, k: i32): f64 {
  const code: i32 = wholeAt(folds + k);
  if (code < 0) return 0;
  const fold: i32 = FOLD_REALS + FOLD_SIZE * (code >> 2);
  const seen: f64 = realAt(fold + FOLD_ANGLE);
  const previous: i32 = plate + PLATE_PREVIOUS + k;
  const angle: f64 = nearest((code & 2) !== 0 ? -seen : seen, realAt(previous));
  putReal(previous, angle);
  return bendOf(plate, k, angle, realAt(fold + FOLD_PHI));
}

function torqueAt(plate: i32, folds: i32, k: i32, moment: f64): void {
  const code: i32 = wholeAt(folds + k);
  if (code < 0) return;
  const fold: i32 = FOLD_REALS + FOLD_SIZE * (code >> 2) + (code & 1);
  const torque: f64 = realAt(plate + PLATE_SHARE + k) * moment;
  putReal(fold + FOLD_TORQUE, (code & 2) !== 0 ? -torque : torque);
  putReal(fold + FOLD_TURN, realAt(plate + PLATE_SIGN + k) * moment);
}

/** Round 2: torques of a plate over a time h [s]; remembers angles and bends. */
export function plateBend(element: i32, h: f64): void {
  const plate: i32 = PLATE_REALS + PLATE_SIZE * element;
  const folds: i32 = PLATE_FOLDS + 3 * element;
  const previous: i32 = plate + PLATE_PREVIOUS + 3;
  const tau: f64 = realAt(plate + PLATE_DAMPING);
  const b0: f64 = bendAt(plate, folds, 0);
  const b1: f64 = bendAt(plate, folds, 1);
  const b2: f64 = bendAt(plate, folds, 2);
  plateMoments(
    plate,
    b0 * h + tau * (b0 - realAt(previous)),
    b1 * h + tau * (b1 - realAt(previous + 1)),
    b2 * h + tau * (b2 - realAt(previous + 2)),
  );
  putReal(previous, b0);
  putReal(previous + 1, b1);
  putReal(previous + 2, b2);
  torqueAt(plate, folds, 0, moment0);
  torqueAt(plate, folds, 1, moment1);
  torqueAt(plate, folds, 2, moment2);
}

/** Round 3: impulses of a fold on its four vertices [N s], twelve doubles to `out`; its tilt is kicked. */
export function foldImpulse(fold: i32, out: i32): void {
  const reals: i32 = FOLD_REALS + FOLD_SIZE * fold;
  foldForce(reals, realAt(reals + FOLD_TORQUE) + realAt(reals + FOLD_TORQUE + 1), out);
  const tilt: i32 = wholeAt(FOLD_TILT + fold);
  if (tilt < 0) return;
  const record: i32 = TILT + TILT_SIZE * tilt;
  const turn: f64 = realAt(reals + FOLD_TURN) + realAt(reals + FOLD_TURN + 1);
  putReal(record + TILT_RATE, realAt(record + TILT_RATE) - realAt(record + TILT_INVERSE) * turn);
}
