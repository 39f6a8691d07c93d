// How bodies start a stage of the marble machine. Nothing holds these numbers to the runs they stand for: when a stage before is
// changed, they have to be written down again.

import type { Handed } from './machine.ts';

/** Marbles as they should fall through the table. The feeder has not been run so far: these are chosen, not measured. */
export const handedMarbles: readonly Handed[] = [
  { position: [-0.14, 0, 0.55], velocity: [0, 0, -0.8], angularVelocity: [0, 0, 0] },
  { position: [0.1, 0, 0.55], velocity: [0, 0, -0.8], angularVelocity: [0, 0, 0] },
];

/** The ball at the end of the ledge, from a run of marble-run with rigid chutes (`flexible: none`). */
export const handedBall: Handed = {
  position: [0.12, 0.624489, 0.272158],
  velocity: [0, 0.6571, -0.16428],
  angularVelocity: [-13.156, 0, 0],
};
