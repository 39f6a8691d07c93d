// How a body turns whose modes change its inertia and carry angular momentum of their own.
//
//   L = R (I ω + s),   ω = I⁻¹ (Rᵀ L − s) = ω₀ + δ,   ω₀ = I₀⁻¹ Rᵀ L,   δ = −I⁻¹ (s + ΔI ω₀),   I = I₀ + ΔI
//
// ΔI and s are those of the middle of the step (spin-terms.ts), L is the momentum of motion and vibration together. The turn is
// half of δ, the free rotation of the rigid body (num/free-rotation.ts), and half of δ again, the last by what it leads to: so it is
// symmetric in time, L is kept whatever happens, and where nothing vibrates it is the rigid body's to the bit.

import {
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionFromRotationVector,
  rotateFreely,
  unrotateByQuaternion,
} from '../../../../num/index.ts';

/** What turns: I₀ (three) and, at their places, L, ΔI and s. */
export interface Turning {
  readonly inertia: Float64Array;
  readonly momenta: Float64Array;
  readonly momentumAt: number;
  readonly changes: Float64Array;
  readonly changeAt: number;
  readonly inner: Float64Array;
  readonly innerAt: number;
}

const local = new Float64Array(3);
const slip = new Float64Array(3);
const vector = new Float64Array(3);
const turn = new Float64Array(4);
const middle = new Float64Array(4);

/** δ shrinks by ten thousand and more each time. */
const MOST_ROUNDS = 10;
/** Angles that turn nothing [rad]. */
const ROUNDING = 1e-17;

/** Turns q[at…at+3] over a time h. */
export function turnBending(q: Float64Array, at: number, turning: Turning, h: number): void {
  if (writeSlip(turning, q, at)) turnBy(q, at, q, at, h);
  rotateFreely(q, at, turning.momenta, turning.momentumAt, turning.inertia, 0, h);
  for (let k = 0; k < 4; k++) middle[k] = q[at + k];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const x = slip[0];
    const y = slip[1];
    const z = slip[2];
    const isSlipping = writeSlip(turning, q, at);
    if (!isSlipping && round === 0) return;
    const off = Math.abs(slip[0] - x) + Math.abs(slip[1] - y) + Math.abs(slip[2] - z);
    if (round > 0 && off * Math.abs(h) < ROUNDING) return;
    turnBy(q, at, middle, 0, h);
  }
}

/** Writes ω, body axes, of a body turned by q[at…]. */
export function writeSpin(
  turning: Turning,
  q: Float64Array,
  at: number,
  out: Float64Array,
  outAt: number,
): void {
  writeSlip(turning, q, at);
  for (let k = 0; k < 3; k++) out[outAt + k] = local[k] + slip[k];
}

/** δ into `slip` and ω₀ into `local`; false where δ is 0. */
function writeSlip(
  { inertia, momenta, momentumAt, changes, changeAt, inner, innerAt }: Turning,
  q: Float64Array,
  at: number,
): boolean {
  unrotateByQuaternion(local, 0, q, at, momenta, momentumAt);
  for (let k = 0; k < 3; k++) local[k] /= inertia[k];
  const [x, y, z] = local;
  const xx = changes[changeAt];
  const yy = changes[changeAt + 1];
  const zz = changes[changeAt + 2];
  const xy = changes[changeAt + 3];
  const xz = changes[changeAt + 4];
  const yz = changes[changeAt + 5];
  const a = -inner[innerAt] - xx * x - xy * y - xz * z;
  const b = -inner[innerAt + 1] - xy * x - yy * y - yz * z;
  const c = -inner[innerAt + 2] - xz * x - yz * y - zz * z;
  if (a === 0 && b === 0 && c === 0) {
    slip.fill(0);
    return false;
  }
  // by cofactors of I
  const ix = inertia[0] + xx;
  const iy = inertia[1] + yy;
  const iz = inertia[2] + zz;
  const cxx = iy * iz - yz * yz;
  const cxy = xz * yz - xy * iz;
  const cxz = xy * yz - xz * iy;
  const cyy = ix * iz - xz * xz;
  const cyz = xy * xz - ix * yz;
  const czz = ix * iy - xy * xy;
  const inverse = 1 / (ix * cxx + xy * cxy + xz * cxz);
  slip[0] = inverse * (cxx * a + cxy * b + cxz * c);
  slip[1] = inverse * (cxy * a + cyy * b + cyz * c);
  slip[2] = inverse * (cxz * a + cyz * b + czz * c);
  return true;
}

/** out = from exp(½ h δ) */
function turnBy(out: Float64Array, outAt: number, from: Float64Array, fromAt: number, h: number): void {
  for (let k = 0; k < 3; k++) vector[k] = 0.5 * h * slip[k];
  quaternionFromRotationVector(turn, 0, vector, 0);
  multiplyQuaternions(out, outAt, from, fromAt, turn, 0);
  normalizeQuaternion(out, outAt);
}
