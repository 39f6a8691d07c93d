// What of a deformable pins hold.

import type { Body, Deformable } from '../../../scene/index.ts';

/** Vertices that pins hold or lead, on bodies too. */
export function heldVertices({ pins }: Pick<Deformable, 'pins'>): Set<number> {
  return new Set(pins.flatMap(({ vertices, force }) => (force ? [] : vertices)));
}

/** Whether a body goes where it is pushed, if only at the end of its path. */
export function movesByItself({ motion, path }: Pick<Body, 'motion' | 'path'>): boolean {
  return motion === 'dynamic' || path?.after === 'release';
}

/** Vertices that go along with bodies that move by themselves. */
export function carriedVertices({ pins }: Pick<Deformable, 'pins'>, bodies: readonly Body[]): Set<number> {
  return new Set(
    pins.flatMap(({ vertices, body }) => (body !== undefined && movesByItself(bodies[body]) ? vertices : [])),
  );
}
