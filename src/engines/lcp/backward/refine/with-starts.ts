// A past in which groups of bodies start otherwise, and need no log any more but for the last step, which puts them onto the end.

import { logWithout } from '../pass/log.ts';
import { copyStart, type ReplayStart } from '../replay.ts';
import type { Past } from '../rewind.ts';

export function withStarts(
  past: Past,
  taken: readonly (readonly [readonly number[], { readonly start: ReplayStart }])[],
): Past {
  const { model, end, ticks, statistics } = past;
  const start = copyStart(past.start);
  const isClosed = new Uint8Array(model.bodies);
  const ghosts = statistics.ghosts.slice();
  for (const [bodies, { start: from }] of taken) {
    for (const body of bodies) {
      isClosed[body] = 1;
      ghosts[body] = 0;
      for (let k = 7 * body; k < 7 * body + 7; k++) start.poses[k] = from.poses[k];
      for (let k = 3 * body; k < 3 * body + 3; k++) {
        start.motion.velocities[k] = from.motion.velocities[k];
        start.motion.momenta[k] = from.motion.momenta[k];
      }
    }
  }
  const log = logWithout(past.log, isClosed, end.poses, end.motion, ticks);
  return {
    ...past,
    start,
    log,
    statistics: {
      ...statistics,
      ghosts,
      ghostCount: log.ghosts.keys.length / 2,
      overrides: log.overrides.keys.length / 6,
    },
  };
}
