import type { Scene } from '../../../src/scene/index.ts';

/** A sheet that stands still: what others lie on, and nothing to measure the scene by. */
export function isFloor({ bodies }: Scene, index: number): boolean {
  const body = bodies[index];
  return body.motion === 'static' && body.shape.kind === 'plane';
}
