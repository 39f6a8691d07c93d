// How bodies were at the end of a stage of the marble machine, and the next one starts with: written down from the runs
// of the examples, whose tests hold them to it.

import type { Handed } from './machine.ts';

/** Marbles that have fallen through the table: the end of marble-feeder. */
export const handedMarbles: readonly Handed[] = [
  { position: [-0.14, 0, 0.55], velocity: [0, 0, -0.8], angularVelocity: [0, 0, 0] },
  { position: [0.1, 0, 0.55], velocity: [0, 0, -0.8], angularVelocity: [0, 0, 0] },
];

/** The ball at the end of the ledge: the end of marble-run, with rigid chutes. */
export const handedBall: Handed = {
  position: [0.12, 0.624489, 0.272158],
  velocity: [0, 0.6571, -0.16428],
  angularVelocity: [-13.156, 0, 0],
};
