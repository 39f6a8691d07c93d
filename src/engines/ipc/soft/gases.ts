// What a gas couples: all vertices around it, by c g gᵀ with g the derivative of its volume. No matrix has room for that, so what was
// solved for without is put right (Sherman and Morrison), gas by gas.

import { foldForces } from './carried.ts';
import type { Island } from '../solve/islands.ts';
import type { Work } from '../step/work.ts';
import { Pressures } from './pressures.ts';
import { enterRoom, GRADIENT, room } from './room.ts';

/** Puts the island's direction right after it was solved for; its matrix is still factored. */
export function heedGases(work: Work, island: Island): void {
  const { soft } = work.model;
  if (!soft || !island.soft) return;
  const { direction, system } = island;
  const heeded: Heeded[] = [];
  for (const place of island.soft.places)
    for (const elements of soft.items[place].elements) {
      if (!(elements instanceof Pressures) || elements.curvature === 0) continue;
      const g = volumeGradient(work, island, elements);
      const z = g.slice();
      system.solve(z);
      for (const other of heeded) correct(z, other);
      const c = work.span.h * work.span.h * elements.curvature;
      const one = { g, z, scale: c / (1 + c * dot(g, z)) };
      heeded.push(one);
      correct(direction, one);
    }
}

interface Heeded {
  readonly g: Float64Array;
  /** H⁻¹ g */
  readonly z: Float64Array;
  readonly scale: number;
}

function correct(x: Float64Array, { g, z, scale }: Heeded): void {
  const share = scale * dot(g, x);
  for (let k = 0; k < x.length; k++) x[k] -= share * z[k];
}

function volumeGradient(work: Work, island: Island, faces: Pressures): Float64Array {
  const { islands, model, poses } = work;
  const { bodies, direction } = island;
  const g = new Float64Array(direction.length);
  enterRoom();
  for (let e = 0; e < faces.count; e++) {
    faces.gather(e, poses.q);
    faces.writeVolumeGradient(e);
    for (let n = 0; n < 3; n++) {
      const p = islands.place[faces.nodes[3 * e + n]];
      if (p >= 0) for (let k = 0; k < 3; k++) g[6 * p + k] += room[GRADIENT + 3 * n + k];
    }
  }
  foldForces(work, island, poses, g);
  for (let k = 0; k < bodies.length && bodies[k] < model.bodies; k++)
    for (let f = 0; f < 6; f++) if (model.fixed[6 * bodies[k] + f]) g[6 * k + f] = 0;
  return g;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
