// How bodies start a stage of the marble machine: as the run of the stage before left them. The expectations of that
// stage hold these numbers to it; when it is changed, they have to be written down again.

import { bodyPosition, frameAt, type Outcome } from '../../../src/sim/outcome.ts';
import type { Handed } from './machine.ts';

/** The marbles below the table, at the end of marble-feeder. */
export const handedMarbles: readonly Handed[] = [
  {
    position: [-0.143345, -0.003413, 0.508677],
    velocity: [-0.07414, -0.05066, -1.35689],
    angularVelocity: [0.373, 2.003, -7.17],
  },
  {
    position: [0.098204, -0.003214, 0.507717],
    velocity: [-0.05492, -0.04834, -1.36632],
    angularVelocity: [-0.63, 5.515, -7.615],
  },
];

/** The ball at the end of the ledge and of marble-run. */
export const handedBall: Handed = {
  position: [0.12, 0.631391, 0.270432],
  velocity: [0, 0.67985, -0.16996],
  angularVelocity: [-13.328, 0, 0],
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
