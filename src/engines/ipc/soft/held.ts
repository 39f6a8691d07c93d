// What of a deformable pins hold.

import type { Deformable } from '../../../scene/index.ts';

/** Vertices that pins hold or lead. */
export function heldVertices({ pins }: Deformable): Set<number> {
  return new Set(pins.flatMap(({ vertices, force }) => (force ? [] : vertices)));
}
