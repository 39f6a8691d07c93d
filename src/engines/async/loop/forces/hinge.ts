// A hinge between two triangles that share an edge, as discrete shells bend.
//
//   V = ½ k (θ - θ₀)²,   torque k (θ - θ₀) + b (θ - θ') / h,   force on xᵢ: -torque ∂θ/∂xᵢ
//
// x₀ x₁ are the ends of the edge e, x₂ the corner of the face that runs x₀ → x₁ and x₃ that of the other. With the
// normals n_a = e × (x₂ - x₀), n_b = (x₃ - x₀) × e and u = n/‖n‖²: θ = atan2((n_b × n_a)·e/‖e‖, n_a·n_b), zero where
// flat and positive where x₂ and x₃ bend up along the normals; ∂θ/∂x₂ = ‖e‖ u_a, ∂θ/∂x₃ = ‖e‖ u_b, and the ends
// take the opposite by the lever rule, with s = (x₂ - x₀)·e/‖e‖² and t the same for x₃:
//   ∂θ/∂x₀ = -‖e‖ ((1 - s) u_a + (1 - t) u_b),   ∂θ/∂x₁ = -‖e‖ (s u_a + t u_b)
//
// θ is counted on from the previous tick's, beyond a half turn where it folds so far: V has no jump there.
// Grinspun et al. 2003, "Discrete shells". Derivatives are checked in forces.test.ts.

import {
  HINGE_DAMPING,
  HINGE_PREVIOUS,
  HINGE_REALS,
  HINGE_REST,
  HINGE_SIZE,
  HINGE_STIFFNESS,
  HINGE_VERTICES,
} from '../layout/layout.ts';
import { atan2 } from '../../../../num/elementary/index.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { placeOf } from '../vertices.ts';

const TURN: f64 = 6.283185307179586;
const HALF_TURN: f64 = 0.5 * TURN;

// of the hinge looked at last: edge, both other corners from x₀, both normals
let ex: f64 = 0;
let ey: f64 = 0;
let ez: f64 = 0;
let px2: f64 = 0;
let py2: f64 = 0;
let pz2: f64 = 0;
let px3: f64 = 0;
let py3: f64 = 0;
let pz3: f64 = 0;
let nax: f64 = 0;
let nay: f64 = 0;
let naz: f64 = 0;
let nbx: f64 = 0;
let nby: f64 = 0;
let nbz: f64 = 0;

/** θ [rad] of a hinge at a tick, counted on from that of its previous tick. */
function hingeAngle(element: i32, tick: f64): f64 {
  const a: i32 = wholeAt(HINGE_VERTICES + 4 * element);
  const b: i32 = wholeAt(HINGE_VERTICES + 4 * element + 1);
  const c: i32 = wholeAt(HINGE_VERTICES + 4 * element + 2);
  const d: i32 = wholeAt(HINGE_VERTICES + 4 * element + 3);
  const x: f64 = placeOf(a, 0, tick);
  const y: f64 = placeOf(a, 1, tick);
  const z: f64 = placeOf(a, 2, tick);
  ex = placeOf(b, 0, tick) - x;
  ey = placeOf(b, 1, tick) - y;
  ez = placeOf(b, 2, tick) - z;
  px2 = placeOf(c, 0, tick) - x;
  py2 = placeOf(c, 1, tick) - y;
  pz2 = placeOf(c, 2, tick) - z;
  px3 = placeOf(d, 0, tick) - x;
  py3 = placeOf(d, 1, tick) - y;
  pz3 = placeOf(d, 2, tick) - z;
  nax = ey * pz2 - ez * py2;
  nay = ez * px2 - ex * pz2;
  naz = ex * py2 - ey * px2;
  nbx = py3 * ez - pz3 * ey;
  nby = pz3 * ex - px3 * ez;
  nbz = px3 * ey - py3 * ex;
  // (n_b × n_a)·e = ‖e‖² n_b·(x₂ - x₀), as n_b is normal to e: no cross product, and no cancellation near 0
  const edge: f64 = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const sine: f64 = edge * (nbx * px2 + nby * py2 + nbz * pz2);
  const cosine: f64 = nax * nbx + nay * nby + naz * nbz;
  const angle: f64 = atan2(sine, cosine);
  const previous: f64 = realAt(HINGE_REALS + HINGE_SIZE * element + HINGE_PREVIOUS);
  let turned: f64 = angle - previous;
  while (turned > HALF_TURN) turned -= TURN;
  while (turned < -HALF_TURN) turned += TURN;
  return previous + turned;
}

/** Impulses of one tick [N s] on the four vertices, twelve doubles from `out`; remembers the angle. */
export function hingeImpulse(element: i32, tick: f64, h: f64, out: i32): void {
  const hinge: i32 = HINGE_REALS + HINGE_SIZE * element;
  const angle: f64 = hingeAngle(element, tick);
  const torque: f64 =
    realAt(hinge + HINGE_STIFFNESS) * (angle - realAt(hinge + HINGE_REST)) * h +
    realAt(hinge + HINGE_DAMPING) * (angle - realAt(hinge + HINGE_PREVIOUS));
  putReal(hinge + HINGE_PREVIOUS, angle);

  const ee: f64 = ex * ex + ey * ey + ez * ez;
  const aa: f64 = nax * nax + nay * nay + naz * naz;
  const bb: f64 = nbx * nbx + nby * nby + nbz * nbz;
  // a face without area has no angle
  const flat: boolean = !(aa > 0 && bb > 0 && ee > 0);
  const scale: f64 = flat ? 0 : -torque * Math.sqrt(ee);
  const a: f64 = flat ? 0 : scale / aa;
  const b: f64 = flat ? 0 : scale / bb;
  const s: f64 = flat ? 0 : (px2 * ex + py2 * ey + pz2 * ez) / ee;
  const t: f64 = flat ? 0 : (px3 * ex + py3 * ey + pz3 * ez) / ee;
  const ax: f64 = a * nax;
  const ay: f64 = a * nay;
  const az: f64 = a * naz;
  const bx: f64 = b * nbx;
  const by: f64 = b * nby;
  const bz: f64 = b * nbz;
  putReal(out + 3, -(s * ax + t * bx));
  putReal(out + 4, -(s * ay + t * by));
  putReal(out + 5, -(s * az + t * bz));
  putReal(out + 6, ax);
  putReal(out + 7, ay);
  putReal(out + 8, az);
  putReal(out + 9, bx);
  putReal(out + 10, by);
  putReal(out + 11, bz);
  // what remains, so that the four sum to nothing
  putReal(out, -(realAt(out + 3) + ax + bx));
  putReal(out + 1, -(realAt(out + 4) + ay + by));
  putReal(out + 2, -(realAt(out + 5) + az + bz));
}

/** [J] */
export function hingeEnergy(element: i32, tick: f64): f64 {
  const hinge: i32 = HINGE_REALS + HINGE_SIZE * element;
  const bent: f64 = hingeAngle(element, tick) - realAt(hinge + HINGE_REST);
  return 0.5 * realAt(hinge + HINGE_STIFFNESS) * bent * bent;
}

/** Makes the angle at a tick the previous one, within a half turn: where a run begins. */
export function hingePrime(element: i32, tick: f64): void {
  const previous: i32 = HINGE_REALS + HINGE_SIZE * element + HINGE_PREVIOUS;
  putReal(previous, 0);
  putReal(previous, hingeAngle(element, tick));
}
