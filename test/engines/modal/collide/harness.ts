// Scenes, configurations and brute force for the tests of contacts.

import {
  CLOSEST_SIZE,
  CLOSEST_SQUARED,
  pointTriangleClosest,
} from '../../../../src/geometry/distance/index.ts';
import type { Configuration, ModalBodies, ModalBody } from '../../../../src/engines/modal/bodies/body.ts';
import { type BodyOptions, buildBodies } from '../../../../src/engines/modal/bodies/build.ts';
import { usualBodyOptions } from '../synthetic.ts';
import { Collider } from '../../../../src/engines/modal/collide/contacts.ts';
import { ContactSet } from '../../../../src/engines/modal/collide/contact-set.ts';
import { emptyMemory } from '../../../../src/engines/modal/collide/memory.ts';
import { memoryCache } from '../../../../src/modes/index.ts';
import { resolveScene, type SceneFile } from '../../../../src/scene/index.ts';

const cache = memoryCache();

export function modelOf(
  bodies: SceneFile['bodies'],
  options: Partial<BodyOptions> = {},
  more: Partial<SceneFile> = {},
): ModalBodies {
  const { scene } = resolveScene({
    name: 'test',
    up: 'z',
    duration: 1,
    frameRateHz: 60,
    bodies,
    ...more,
  } as SceneFile);
  return buildBodies(scene, { ...usualBodyOptions, ...options }, { cache, progress: () => {} });
}

export function startOf({ scene, firstMode }: ModalBodies): Configuration {
  return {
    positions: Float64Array.from(scene.bodies.flatMap(({ pose }) => [...pose.position])),
    rotations: Float64Array.from(scene.bodies.flatMap(({ pose }) => [...pose.orientation])),
    modal: new Float64Array(firstMode[firstMode.length - 1]),
  };
}

export const usual = { slop: 1e-5, depth: 5e-3 };

/** Contacts of a configuration, found afresh and without memory. */
export function contactsOf(model: ModalBodies, at: Configuration, options = usual): ContactSet {
  const out = new ContactSet();
  new Collider(model, options).findContacts(at, emptyMemory(), out);
  return out;
}

export function normalOf(set: ContactSet, k: number): number[] {
  return [...set.normals.subarray(3 * k, 3 * k + 3)];
}

/** All displaced vertices of a body, body coordinates. */
export function bent({ surface, shapes, modes }: ModalBody, q: ArrayLike<number>): Float64Array {
  const x = surface.positions.slice();
  for (let v = 0; v < x.length / 3; v++)
    for (let m = 0; m < modes; m++)
      for (let k = 0; k < 3; k++) x[3 * v + k] += q[m] * shapes[(v * modes + m) * 3 + k];
  return x;
}

/** The nearest face by looking at all of them. */
export function nearestByForce(
  { surface }: ModalBody,
  positions: Float64Array,
  y: ArrayLike<number>,
): { face: number; distance: number } {
  const x = new Float64Array(positions.length + 3);
  x.set(positions);
  for (let k = 0; k < 3; k++) x[positions.length + k] = y[k];
  const record = new Float64Array(CLOSEST_SIZE);
  let best = { face: -1, distance: Infinity };
  const { faces } = surface;
  for (let f = 0; f < faces.length; f += 3) {
    pointTriangleClosest(record, 0, x, positions.length, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]);
    const distance = Math.sqrt(record[CLOSEST_SQUARED]);
    if (distance < best.distance) best = { face: f / 3, distance };
  }
  return best;
}
