// A body and the ground it falls on: what its drops depend on.

import type { Vec3 } from '../../../scene/index.ts';
import type { Model } from '../model.ts';

/** Friction and restitution between a body and the first static one. */
export function frictionOn(model: Model, body: number): { friction: number; restitution: number } {
  const ground = model.scene.bodies.findIndex(({ motion }) => motion === 'static');
  const other = ground < 0 ? body : ground;
  return { friction: model.friction(other, body), restitution: model.restitution(other, body) };
}

/** The size of a box [m]; undefined for other shapes. */
export function boxOf(model: Model, body: number): Vec3 | undefined {
  const { shape } = model.scene.bodies[body];
  return shape.kind === 'box' ? shape.size : undefined;
}
