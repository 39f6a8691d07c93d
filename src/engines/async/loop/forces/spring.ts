// A spring between two vertices, with damping along it.
//
//   V = ½ k (ℓ - ℓ₀)²,   force on x₀: -(k (ℓ - ℓ₀) + b (ℓ - ℓ') / h) (x₀ - x₁) / ℓ,   on x₁ the opposite
//
// ℓ' is the length at the element's previous tick: damping is taken from places, never from velocities, so that the
// order of events of one tick does not matter. Derivative checked in forces.test.ts.

import {
  NOW,
  SCRATCH,
  SPRING_DAMPING,
  SPRING_PREVIOUS,
  SPRING_REALS,
  SPRING_REST,
  SPRING_SIZE,
  SPRING_STIFFNESS,
  SPRING_VERTICES,
} from '../layout/layout.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { kick, owe, placeOf } from '../vertices.ts';

let along0: f64 = 0;
let along1: f64 = 0;
let along2: f64 = 0;

/** Length [m] of a spring at a tick; x₀ - x₁ is left in globals. */
function springLength(element: i32, tick: f64): f64 {
  const a: i32 = wholeAt(SPRING_VERTICES + 2 * element);
  const b: i32 = wholeAt(SPRING_VERTICES + 2 * element + 1);
  along0 = placeOf(a, 0, tick) - placeOf(b, 0, tick);
  along1 = placeOf(a, 1, tick) - placeOf(b, 1, tick);
  along2 = placeOf(a, 2, tick) - placeOf(b, 2, tick);
  return Math.sqrt(along0 * along0 + along1 * along1 + along2 * along2);
}

/** One tick: leaves the impulse on the first end in globals, and remembers the length. */
function springPull(element: i32, h: f64): void {
  const spring: i32 = SPRING_REALS + SPRING_SIZE * element;
  const a: i32 = NOW + 3 * wholeAt(SPRING_VERTICES + 2 * element);
  const b: i32 = NOW + 3 * wholeAt(SPRING_VERTICES + 2 * element + 1);
  const x: f64 = realAt(a) - realAt(b);
  const y: f64 = realAt(a + 1) - realAt(b + 1);
  const z: f64 = realAt(a + 2) - realAt(b + 2);
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  const tension: f64 =
    realAt(spring + SPRING_STIFFNESS) * (length - realAt(spring + SPRING_REST)) * h +
    realAt(spring + SPRING_DAMPING) * (length - realAt(spring + SPRING_PREVIOUS));
  putReal(spring + SPRING_PREVIOUS, length);
  const scale: f64 = length > 0 ? -tension / length : 0;
  along0 = scale * x;
  along1 = scale * y;
  along2 = scale * z;
}

/** Impulses of one tick [N s] on both ends, six doubles from `out`. */
export function springImpulse(element: i32, h: f64, out: i32): void {
  springPull(element, h);
  putImpulses(along0, along1, along2, out);
}

/** One on the first end, the opposite on the second. */
function putImpulses(x: f64, y: f64, z: f64, out: i32): void {
  putReal(out, x);
  putReal(out + 1, y);
  putReal(out + 2, z);
  putReal(out + 3, -x);
  putReal(out + 4, -y);
  putReal(out + 5, -z);
}

/** Gives them to both ends, which stand at the tick. */
export function springKick(element: i32, h: f64): void {
  springPull(element, h);
  const x: f64 = along0;
  const y: f64 = along1;
  const z: f64 = along2;
  kick(wholeAt(SPRING_VERTICES + 2 * element), x, y, z);
  kick(wholeAt(SPRING_VERTICES + 2 * element + 1), -x, -y, -z);
}

/** [J] */
export function springEnergy(element: i32, tick: f64): f64 {
  const spring: i32 = SPRING_REALS + SPRING_SIZE * element;
  const stretch: f64 = springLength(element, tick) - realAt(spring + SPRING_REST);
  return 0.5 * realAt(spring + SPRING_STIFFNESS) * stretch * stretch;
}

/** What its force gives in a time [s] from a tick on is owed. */
export function springOwes(element: i32, tick: f64, time: f64): void {
  const spring: i32 = SPRING_REALS + SPRING_SIZE * element;
  const length: f64 = springLength(element, tick);
  if (!(length > 0)) return;
  const stretch: f64 = length - realAt(spring + SPRING_REST);
  const scale: f64 = (-realAt(spring + SPRING_STIFFNESS) * stretch * time) / length;
  putImpulses(scale * along0, scale * along1, scale * along2, SCRATCH);
  owe(SPRING_VERTICES + 2 * element, 2, SCRATCH);
}

/** Makes the length at a tick the previous one: where a run begins. */
export function springPrime(element: i32, tick: f64): void {
  putReal(SPRING_REALS + SPRING_SIZE * element + SPRING_PREVIOUS, springLength(element, tick));
}
