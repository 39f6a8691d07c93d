// What rewound examples promise: that they come to where their file says.

import { bodyNames, bodyPosition, bodySpeed, type Moment, type Outcome } from '../../../src/sim/index.ts';

/** The largest distance of a body's centre from where the scene wants it, at a moment [m]. */
export function missedBy(outcome: Outcome, moment: Moment): number {
  let worst = 0;
  for (const { name, motion, pose } of outcome.scene.bodies) {
    if (motion !== 'dynamic') continue;
    const at = bodyPosition(outcome, name, moment);
    for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(at[k] - pose.position[k]));
  }
  return worst;
}

/** Share of the bodies whose name matches that move at a moment. */
export function movingShare(outcome: Outcome, names: RegExp, moment: Moment): number {
  const all = bodyNames(outcome, names);
  return all.filter((name) => bodySpeed(outcome, name, moment) > 0.01).length / all.length;
}
