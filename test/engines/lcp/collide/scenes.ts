// Scenes of a few bodies and their contacts, for the tests of collisions.

import { buildCollider, findContacts } from '../../../../src/engines/lcp/collide/collider.ts';
import { ContactSet } from '../../../../src/engines/lcp/collide/contact-set.ts';
import { type BodyFile, resolveScene, type Scene } from '../../../../src/scene/index.ts';

export function sceneOf(bodies: readonly BodyFile[], more: object = {}): Scene {
  return resolveScene({ name: 'collide', up: 'z', bodies, ...more }).scene;
}

/** The poses of the scene's start, 7 a body. */
export function posesOf(scene: Scene): Float64Array {
  return Float64Array.from(scene.bodies.flatMap(({ pose }) => [...pose.position, ...pose.orientation]));
}

export interface Told {
  readonly a: number;
  readonly b: number;
  readonly featureA: number;
  readonly featureB: number;
  readonly part: number;
  readonly point: readonly number[];
  readonly normal: readonly number[];
  readonly gap: number;
}

export function contactsOf(scene: Scene, poses = posesOf(scene), marginFactor?: number): Told[] {
  const set = new ContactSet();
  findContacts(buildCollider(scene, marginFactor), poses, set);
  return tell(set);
}

export function tell(set: ContactSet): Told[] {
  return Array.from({ length: set.count }, (_, i) => ({
    a: set.a[i],
    b: set.b[i],
    featureA: set.featureA[i],
    featureB: set.featureB[i],
    part: set.part[i],
    point: [...set.points.subarray(3 * i, 3 * i + 3)],
    normal: [...set.normals.subarray(3 * i, 3 * i + 3)],
    gap: set.gaps[i],
  }));
}
