// Whether a body is a ball. Equal moments are not enough: a cube has them too.

import type { Model } from '../model.ts';

export function isBall({ scene }: Model, body: number): boolean {
  return scene.bodies[body].shape.kind === 'sphere';
}
