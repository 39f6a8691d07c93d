import { faceUp as faceOf } from '../../../src/engines/lcp/dice/index.ts';
import { frameAt, type Outcome } from '../../../src/sim/index.ts';

/** The number on the upper face of a die at the end. */
export function faceUp(outcome: Outcome, name: string): number {
  const { scene, poses } = outcome;
  const body = scene.bodies.findIndex((one) => one.name === name);
  const at = 7 * (frameAt(outcome, 'last') * scene.bodies.length + body) + 3;
  return faceOf([poses[at], poses[at + 1], poses[at + 2], poses[at + 3]]).face;
}
