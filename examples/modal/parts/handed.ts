// How bodies start a stage of the marble machine: as the run of the stage before left them. The expectations of that
// stage hold these numbers to it; when it is changed, they have to be written down again.

import { bodyPosition, frameAt, type Outcome } from '../../../src/sim/index.ts';
import type { Handed } from './machine.ts';

/** The marbles below the table, at the end of marble-feeder. */
export const handedMarbles: readonly Handed[] = [
  {
    position: [-0.143792, -0.003968, 0.510984],
    velocity: [-0.08087, -0.05189, -1.34259],
    angularVelocity: [1.286, 1.078, -6.658],
  },
  {
    position: [0.097138, -0.005032, 0.522228],
    velocity: [-0.0752, -0.0697, -1.25305],
    angularVelocity: [4.156, 3.536, -4.19],
  },
];

/** The ball at the end of the ledge and of marble-run. */
export const handedBall: Handed = {
  position: [0.12, 0.630295, 0.270706],
  velocity: [0, 0.67637, -0.16909],
  angularVelocity: [-13.358, 0, 0],
};

/** Whether a body ends a run as it was handed on: to a hundredth of a millimetre, a millimetre and 0.01 rad a second. */
export function isHanded(outcome: Outcome, name: string, handed: Handed): boolean {
  const { scene, velocities, times } = outcome;
  const body = scene.bodies.findIndex((one) => one.name === name);
  const at = 6 * (scene.bodies.length * frameAt(outcome, times[times.length - 1]) + body);
  const position = bodyPosition(outcome, name, 'last');
  return [0, 1, 2].every(
    (k) =>
      Math.abs(position[k] - handed.position[k]) < 1e-5 &&
      Math.abs(velocities[at + k] - handed.velocity[k]) < 1e-3 &&
      Math.abs(velocities[at + 3 + k] - handed.angularVelocity[k]) < 1e-2,
  );
}
