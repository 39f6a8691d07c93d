// Torque-free rotation of a rigid body over a time h: the rotation a body makes on its own.
//
// The kinetic energy is split along the body's principal axes, H = Σ lᵢ²/(2 Iᵢ); the flow of each
// part is an exact rotation about that body axis by the angle t·lᵢ/Iᵢ. Composed symmetrically
// (x/2, y/2, z, y/2, x/2) the step is reversible, symplectic, and keeps the angular momentum in the
// world exactly. McLachlan 1993; Touma and Wisdom 1994.

import { cos, sin } from './elementary/trigonometric.ts';
import { multiplyQuaternions, normalizeQuaternion, unrotateByQuaternion } from './quaternion.ts';

/** Largest angle [rad] of one inner step: its error is below a thousandth of the step's own angle. */
const largestAngle = 0.1;

const momentum = new Float64Array(3);
const turn = new Float64Array(4);

/**
 * Turns the orientation `q[at…at+3]` (x y z w, body to world) by the free motion over time h.
 * @param angularMomentum  world axes [kg m²/s], constant during the motion
 * @param inertia          principal moments [kg m²], all positive
 */
export function rotateFreely(
  q: Float64Array,
  at: number,
  angularMomentum: Float64Array,
  momentumAt: number,
  inertia: Float64Array,
  inertiaAt: number,
  h: number,
): void {
  unrotateByQuaternion(momentum, 0, q, at, angularMomentum, momentumAt);
  // From what the motion keeps, |L|, so that a turn back takes as many inner steps and undoes it.
  let square = 0;
  let softness = 0;
  for (let k = 0; k < 3; k++) {
    square += angularMomentum[momentumAt + k] * angularMomentum[momentumAt + k];
    softness += 1 / (inertia[inertiaAt + k] * inertia[inertiaAt + k]);
  }
  const speed = Math.sqrt(square * softness);
  if (speed === 0) return;
  const count = Math.max(1, Math.ceil((speed * Math.abs(h)) / largestAngle));
  const step = h / count;
  for (let i = 0; i < count; i++) {
    turnAbout(q, at, 0, (0.5 * step) / inertia[inertiaAt]);
    turnAbout(q, at, 1, (0.5 * step) / inertia[inertiaAt + 1]);
    turnAbout(q, at, 2, step / inertia[inertiaAt + 2]);
    turnAbout(q, at, 1, (0.5 * step) / inertia[inertiaAt + 1]);
    turnAbout(q, at, 0, (0.5 * step) / inertia[inertiaAt]);
  }
  normalizeQuaternion(q, at);
}

/** R ← R exp(θ eₖ) and l ← exp(−θ eₖ) l with θ = scale · lₖ, l the momentum in body axes. */
function turnAbout(q: Float64Array, at: number, k: number, scale: number): void {
  const angle = scale * momentum[k];
  turn[0] = 0;
  turn[1] = 0;
  turn[2] = 0;
  turn[k] = sin(0.5 * angle);
  turn[3] = cos(0.5 * angle);
  multiplyQuaternions(q, at, q, at, turn, 0);
  const c = cos(angle);
  const s = sin(angle);
  const i = (k + 1) % 3;
  const j = (k + 2) % 3;
  const a = momentum[i];
  const b = momentum[j];
  momentum[i] = c * a + s * b;
  momentum[j] = c * b - s * a;
}
