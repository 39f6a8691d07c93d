// What the three stages of the marble machine share, z up, heights from the floor.
//
//   1  feeder.ts: a block with two pockets is pushed under two tubes of marbles, which squeak on it, and lets a marble
//      of each fall through the table;
//   2  marble-run.ts: two chutes, one about the other, lead the marbles into a basket on a lever, which lifts a ball over
//      a ledge;
//   3  cart.ts: the ball falls into a cart, the cart goes down a bumpy ramp and hits a curb.
//
// Each stage is a scene of its own; what it is handed by the one before stands in `handed.ts`.

export type Triple = [number, number, number];

/** How a body was when a stage ended: centre of mass [m], [m/s], [rad/s]. */
export interface Handed {
  readonly position: Triple;
  readonly velocity: Triple;
  readonly angularVelocity: Triple;
}

export const marble = { radius: 0.008, material: 'steel', friction: 0.3, restitution: 0.3 } as const;
export const ball = {
  radius: 0.025,
  mass: 0.032,
  material: 'wood',
  friction: 0.4,
  restitution: 0.2,
} as const;

export const tableTop = 0.6;
/** Where marbles fall through the table, on the x axis. */
export const holes = [-0.14, 0.1] as const;
