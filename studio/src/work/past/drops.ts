// Forward drops to hold pasts against: bodies of the scene, each alone on a floor as rough and springy as the scene's own,
// thrown at random until they rest. Their contacts are counted into the same bins as those of pasts, from rest backward.

import { buildModel, type LcpOptions } from '../../../../src/engines/lcp/index.ts';
import {
  aloneOnFloor,
  frictionOn,
  measureTransitions,
} from '../../../../src/engines/lcp/statistics/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import type { DropsTask } from './messages.ts';

/** Bodies that differ in shape and material are dropped apart; of more kinds than this only the first. */
const MOST_KINDS = 4;

export function dropForward(
  { scene, bodies, count, bin }: DropsTask,
  options: Readonly<LcpOptions>,
): Uint8Array[] {
  const model = buildModel(scene, options);
  const kinds = new Map<string, number>();
  for (const body of bodies) {
    const key = keyOf(scene.bodies[body]);
    if (!kinds.has(key) && kinds.size < MOST_KINDS) kinds.set(key, body);
  }
  return [...kinds.values()].flatMap((body, i) => {
    const { friction, restitution } = frictionOn(model, body);
    const alone = aloneOnFloor(scene, scene.bodies[body], friction, restitution, options);
    const { drops } = measureTransitions(alone, 1, Math.ceil(count / kinds.size), i);
    return drops.map(({ classes }) => binned(classes, alone.timeStep, bin));
  });
}

/** The most contact of each bin, the last step first. */
export function binned(classes: Uint8Array, timeStep: number, bin: number): Uint8Array {
  const stride = Math.max(1, Math.round(bin / timeStep));
  const row = new Uint8Array(Math.ceil(classes.length / stride));
  for (let s = 0; s < classes.length; s++) {
    const at = Math.floor(s / stride);
    row[at] = Math.max(row[at], classes[classes.length - 1 - s]);
  }
  return row;
}

function keyOf({ mesh, shape, material, mass }: Scene['bodies'][number]): string {
  return JSON.stringify([mesh, shape, material.friction, material.restitution, mass]);
}
