// Impulses that no law gives: what a pass logs where the forward kick misses, and what damping in flight takes away.

import type { Model } from '../../model.ts';
import type { Motion } from '../../motion.ts';
import { bodyDefect, CLOSES } from '../kick/closure.ts';
import type { IslandBack } from '../kick/island-back.ts';
import type { Log } from './log.ts';
import type { RewindOptions } from '../options.ts';
import { bodySpeed } from '../body-speed.ts';
import type { Statistics } from './tally.ts';

/** What is written to. */
interface Noting {
  readonly model: Model;
  readonly motion: Motion;
  readonly log: Log;
  readonly statistics: Statistics;
}

const ghost = new Float64Array(6);

/** What the forward kick misses on a body, where it is more than rounding. */
export function noteMiss(
  { model, motion, log, statistics }: Noting,
  { again, before }: IslandBack,
  tick: number,
  body: number,
): void {
  const defect = bodyDefect(model, body, again, motion);
  if (defect <= CLOSES * (1 + bodySpeed(model, before, body))) return;
  for (let k = 0; k < 3; k++) {
    ghost[k] = model.masses[body] * (motion.velocities[3 * body + k] - again.velocities[3 * body + k]);
    ghost[3 + k] = motion.momenta[3 * body + k] - again.momenta[3 * body + k];
  }
  log.addGhost(tick, body, ghost, 0);
  statistics.ghosts[body] += model.masses[body] * defect;
  statistics.ghostCount++;
}

/** Backward damping in flight (§4): slower before than the law says; forward, a ghost gives the rest. */
export function dampFlight(
  { model, log, statistics }: Noting,
  options: RewindOptions,
  { velocities, momenta }: Motion,
  tick: number,
  body: number,
): void {
  const v = 1 - Math.min(1, options.linearDamping * model.timeStep);
  const l = 1 - Math.min(1, options.angularDamping * model.timeStep);
  for (let k = 0; k < 3; k++) {
    const at = 3 * body + k;
    ghost[k] = model.masses[body] * velocities[at] * (1 - v);
    ghost[3 + k] = momenta[at] * (1 - l);
    velocities[at] *= v;
    momenta[at] *= l;
  }
  log.addGhost(tick, body, ghost, 0);
  statistics.ghosts[body] += Math.sqrt(ghost[0] * ghost[0] + ghost[1] * ghost[1] + ghost[2] * ghost[2]);
  statistics.ghostCount++;
}
