// Wind on particles: F = ½ ρ c π r² |u| u, u being the air's velocity against the particle.
//
// With what else acts, f, it is the force over a step h that makes m (v′ − v) = h (f + k |u| (w − v′)): so no particle outruns the air, and
// what falls steadily falls as it should.

import { type Air, BALL_DRAG } from '../soft/air.ts';

/** Adds it to all that acts on a particle of a mass and radius. @param at  of its velocity, three numbers */
export function addWind(
  { velocity: wind, density }: Air,
  mass: number,
  radius: number,
  h: number,
  velocity: Float64Array,
  at: number,
  out: Float64Array,
): void {
  let squared = 0;
  for (let k = 0; k < 3; k++) squared += (wind[k] - velocity[at + k]) * (wind[k] - velocity[at + k]);
  const drawn = 0.5 * density * BALL_DRAG * Math.PI * radius * radius * Math.sqrt(squared);
  const slower = 1 / (1 + (h * drawn) / mass);
  for (let k = 0; k < 3; k++) out[k] = slower * (out[k] + drawn * (wind[k] - velocity[at + k]));
}
