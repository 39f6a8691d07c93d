// The exact propagator of a damped oscillator over one sample, in coordinates in which it never lengthens a state.
//
//   d/dt (ωq, q̇) = [0 ω; −ω −c] (ωq, q̇),     P = e^(−ch/2) [C + (c/2) S,  ω S;  −ω S,  C − (c/2) S]
//   ring:  C = cos ω_d h,  S = sin(ω_d h)/ω_d,  ω_d² = ω² − c²/4;     beyond critical damping cosh and sinh
//
// |(ωq, q̇)|²/2 is the energy, which damping alone changes: |P z| ≤ |z|.

import { cos, cosh, exp, sin, sinh } from '../../num/elementary/index.ts';

/** Writes p11, p12, p21, p22. */
export function writePropagator(out: Float64Array, omega: number, rate: number, h: number): void {
  const half = 0.5 * rate;
  const square = omega * omega - half * half;
  // near critical damping both forms lose digits in S, and their limit does not
  const angle = Math.sqrt(Math.abs(square)) * h;
  let c: number;
  let s: number;
  let decay = exp(-half * h);
  if (angle < 1e-4) {
    c = 1 - (square * h * h) / 2;
    s = h * (1 - (square * h * h) / 6);
  } else if (square > 0) {
    c = cos(angle);
    s = (h * sin(angle)) / angle;
  } else if (angle < 20) {
    c = cosh(angle);
    s = (h * sinh(angle)) / angle;
  } else {
    // e^(−half h) cosh(angle) without overflow
    const slow = 0.5 * exp(angle - half * h);
    decay = 1;
    c = slow;
    s = (h * slow) / angle;
  }
  out[0] = decay * (c + half * s);
  out[1] = decay * omega * s;
  out[2] = -decay * omega * s;
  out[3] = decay * (c - half * s);
}

/** sin(x)/x */
export function sinc(x: number): number {
  return Math.abs(x) < 1e-4 ? 1 - (x * x) / 6 : sin(x) / x;
}
