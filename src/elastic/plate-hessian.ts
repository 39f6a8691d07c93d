// The second derivative of a plate's energy. Portable.
//
//   ∂²V = Σ Kᵢⱼ ∂αᵢ ∂αⱼᵀ + Σ (K β)ᵢ shareᵢ ∂²θᵢ
//
// With `projected` the second part, which has no sign, is left out: what remains is positive semidefinite. ∂²θ is that of hinges.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';
import { hingeAngleHessian } from './hinge-hessian.ts';
import {
  addAngleForce,
  bend0,
  bend1,
  bend2,
  moment0,
  moment1,
  moment2,
  PLATE_SHARE,
  PLATE_SIGN,
  PLATE_STIFFNESS,
  PLATE_TILT,
  plateBends,
  plateMoments,
} from './plate.ts';

const UNKNOWNS: i32 = 21;
// room: three slopes of 21, then a hinge's places, slope and second derivative
const HINGE_PLACES: i32 = 63;
const HINGE_SLOPE: i32 = 75;
const HINGE_SECOND: i32 = 87;
/** Reals of room that `plateHessian` needs. */
export const PLATE_HESSIAN_ROOM: i32 = 231;

/**
 * 21 rows of 21 reals to `out`.
 * @param near  three angles that θ is known to be near
 * @param room  PLATE_HESSIAN_ROOM reals
 */
export function plateHessian(x: i32, plate: i32, near: i32, projected: boolean, room: i32, out: i32): void {
  plateBends(x, plate, near);
  plateMoments(plate, bend0, bend1, bend2);
  for (let i: i32 = 0; i < 3 * UNKNOWNS; i++) putReal(room + i, 0);
  for (let k: i32 = 0; k < 3; k++) {
    addAngleForce(x, k, -realAt(plate + PLATE_SHARE + k), room + UNKNOWNS * k);
    putReal(room + UNKNOWNS * k + PLATE_TILT + k, realAt(plate + PLATE_SIGN + k));
  }
  const stiffness: i32 = plate + PLATE_STIFFNESS;
  for (let i: i32 = 0; i < UNKNOWNS; i++) {
    const s0: f64 = realAt(room + i);
    const s1: f64 = realAt(room + UNKNOWNS + i);
    const s2: f64 = realAt(room + 2 * UNKNOWNS + i);
    const m0: f64 = realAt(stiffness) * s0 + realAt(stiffness + 3) * s1 + realAt(stiffness + 5) * s2;
    const m1: f64 = realAt(stiffness + 3) * s0 + realAt(stiffness + 1) * s1 + realAt(stiffness + 4) * s2;
    const m2: f64 = realAt(stiffness + 5) * s0 + realAt(stiffness + 4) * s1 + realAt(stiffness + 2) * s2;
    for (let j: i32 = 0; j < UNKNOWNS; j++) {
      const sum: f64 =
        m0 * realAt(room + j) + m1 * realAt(room + UNKNOWNS + j) + m2 * realAt(room + 2 * UNKNOWNS + j);
      putReal(out + UNKNOWNS * i + j, sum);
    }
  }
  if (projected) return;
  addTurning(x, 0, realAt(plate + PLATE_SHARE) * moment0, room, out);
  addTurning(x, 1, realAt(plate + PLATE_SHARE + 1) * moment1, room, out);
  addTurning(x, 2, realAt(plate + PLATE_SHARE + 2) * moment2, room, out);
}

/** Adds torque × ∂²θ of edge k. */
function addTurning(x: i32, k: i32, torque: f64, room: i32, out: i32): void {
  if (torque === 0) return;
  const places: i32 = room + HINGE_PLACES;
  for (let v: i32 = 0; v < 4; v++) {
    const from: i32 = x + 3 * vertexOf(k, v);
    for (let i: i32 = 0; i < 3; i++) putReal(places + 3 * v + i, realAt(from + i));
  }
  hingeAngleHessian(places, torque, room + HINGE_SLOPE, room + HINGE_SECOND);
  for (let v: i32 = 0; v < 4; v++) {
    for (let w: i32 = 0; w < 4; w++) {
      for (let i: i32 = 0; i < 3; i++) {
        const row: i32 = out + UNKNOWNS * (3 * vertexOf(k, v) + i) + 3 * vertexOf(k, w);
        const from: i32 = room + HINGE_SECOND + 12 * (3 * v + i) + 3 * w;
        for (let j: i32 = 0; j < 3; j++) putReal(row + j, realAt(row + j) + realAt(from + j));
      }
    }
  }
}

/** Vertex v of the hinge at edge k: its ends, the face's own corner, the one across. */
function vertexOf(k: i32, v: i32): i32 {
  if (v === 3) return 3 + k;
  const corner: i32 = k + v;
  return corner > 2 ? corner - 3 : corner;
}
