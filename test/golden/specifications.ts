// Specifications that golden hashes are of: what compiles, and what runs on the program engine.

import type { Input } from './parts.ts';

/** Events, a parameter, and a variable that no motion but a constraint determines. */
export const bounce = `system Bounce;
const g = 9.81;
param Keep = 0.8;
frame Ball at (0, 0, 1) { shape sphere(0.1); }
frame Eye at (1, 0, 0.5) { frame Look { shape cone(0.05, 0.2); } }
vary Tz(Ball), Rx(Look);
mass Ball = point(1);
potential(o) = Mass(o) * g * AbsTrans(o).z;
constrain look: XfnP(AbsTrans(Ball), Root, Look).y == 0;
when Tz(Ball) falls { Tz(Ball)' := -Keep * Tz(Ball)'; }
`;

/**
 * A block on a spring and a damper so strong that the implicit method takes over, and a pendulum of its own that stays
 * explicit. Once the damper is let go (parameter 0), the block is explicit again.
 */
export const damper = `system Damper;
param Grip = 1e4;
frame Arm turn y(30 deg) { frame Bob at (0, 0, -1) { shape sphere(0.1); } }
frame Slide at (1, 0, 0) { shape box(0.2, 0.2, 0.2); }
vary Ry(Arm), Tx(Slide), Tz(Slide);
mass Bob = point(1);
mass Slide = point(2);
potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
force Slide = (-Grip * AbsLV(Slide).x + 5 * sin(3 * t) - Tx(Slide) * Tz(Slide), 0, -1e5 * Tz(Slide) - Grip * AbsLV(Slide).z);
`;

export const letGo =
  (frame: number) =>
  (index: number, time: number): readonly Input[] =>
    index === frame ? [{ time, kind: 'parameter', target: 0, values: [1] }] : [];

/** Modes that are entered with an impulse and left again, an event of every mode, and two parts with steps of their own. */
export const latched = `system Latched;
const g = 9.81;
frame Swing turn x(60 deg) { frame Bob at (0, 0, -1) { shape sphere(0.05); } }
frame Cart at (0, 0, -1) { shape box(0.1, 0.1, 0.1); }
frame Clock at (1, 0, 0) turn x(80 deg) { frame Weight at (0, 0, -0.1) { shape sphere(0.02); } }
frame Hand at (1, 0, 0.5) { shape cone(0.05, 0.2); }
vary Rx(Swing), Ty(Cart), Rx(Clock), Tx(Hand);
mass Bob = point(1);
mass Cart = point(3);
mass Weight = point(0.1);
mass Hand = point(0.1);
potential(o) = Mass(o) * g * AbsTrans(o).z;
when EulerX(Clock) falls { Tx(Hand)' := Tx(Hand)' + 1; }
mode Free { when AbsTrans(Bob).y - AbsTrans(Cart).y falls { goto Caught; } }
mode Caught {
  constrain catch: AbsTrans(Bob).y == AbsTrans(Cart).y;
  when AbsTrans(Bob).y + 0.05 falls { goto Free; }
}
`;
