// Forces on deformables that come and go (`forces` of a scene), as accelerations of their vertices.
//
// Accelerations kick at the ticks k h. A kick stands for the time since the one before, and has of a force what share of that time it
// acts: so the momentum given is F (until - from), whatever h is.

import { ladderStep, TICKS_PER_SECOND } from './clock.ts';
import type { Model } from './model/model.ts';

/** The step of accelerations [ticks]. */
function stepOf({ options }: Model): number {
  return ladderStep(options.accelerationStep * TICKS_PER_SECOND);
}

/** Adds what the kick at or after a tick has of all forces [m/s²], three numbers a vertex of all. */
export function addPulls(model: Model, tick: number, out: Float64Array): void {
  const { scene, firstVertex, bodies, masses, inverseMasses } = model;
  const step = stepOf(model);
  const kick = Math.max(1, Math.ceil(tick / step)) * step;
  for (const { deformable, vertices, force, from, until } of scene.pulls ?? []) {
    const begins = Math.max(kick - step, from * TICKS_PER_SECOND);
    const share = (Math.min(kick, until * TICKS_PER_SECOND) - begins) / step;
    if (!(share > 0)) continue;
    const first = firstVertex[bodies + deformable];
    let mass = 0;
    for (const v of vertices) mass += masses[first + v];
    for (const v of vertices) {
      if (inverseMasses[first + v] === 0) continue;
      for (let k = 0; k < 3; k++) out[3 * (first + v) + k] += (share * force[k]) / mass;
    }
  }
}

/** The next tick after one at which some force changes what a kick has of it; Infinity where none does any more. */
export function nextPullChange(model: Model, tick: number): number {
  const step = stepOf(model);
  let next = Number.POSITIVE_INFINITY;
  for (const { from, until } of model.scene.pulls ?? [])
    for (const seconds of [from, until]) {
      // it changes within the time before this kick: so with this one and with the next
      const kick = Math.max(1, Math.ceil((seconds * TICKS_PER_SECOND) / step)) * step;
      for (const change of [kick - step + 1, kick + 1]) if (change > tick && change < next) next = change;
    }
  return next;
}
