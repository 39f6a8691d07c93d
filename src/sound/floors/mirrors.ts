// Flat things that throw sound back: who listens is there once more, behind them (image sources).
//
// Planes and faces of boxes that stand still, at least half a metre either way (what is smaller than a wave is no mirror). What
// leaves a body towards the listener's image arrives as late and as loud as what the face throws back, times the part that it
// does, R = (Z − ρ₀c)/(Z + ρ₀c) with Z = √(ρE) of its material: 1 but for foams. Only the first time; nothing stands in the way.

import { meshBounds } from '../../geometry/index.ts';
import { rotateByQuaternion, unrotateByQuaternion } from '../../num/index.ts';
import type { Body, Material, Scene, Vec3 } from '../../scene/index.ts';
import { AIR_DENSITY, SPEED_OF_SOUND } from '../transfer.ts';

const SMALLEST = 0.5;

/** A face that reflects, and who listens behind it. */
export interface Mirror {
  /** Whose face it is. */
  readonly body: number;
  /** Where the listener is seen [m]. */
  readonly image: Vec3;
  /** The part of the pressure that comes back. */
  readonly part: number;
  /** The mirror image of a direction. */
  turned(direction: Vec3): Vec3;
  /** Whether sound from there comes back to the listener by this face; world [m]. */
  reflects(x: number, y: number, z: number): boolean;
}

export function mirrorsOf(
  { bodies, meshes }: Scene,
  listener: Vec3,
  materialOf: (body: Body) => Material,
): Mirror[] {
  const mirrors: Mirror[] = [];
  bodies.forEach((body, index) => {
    const { kind } = body.shape;
    if (body.motion !== 'static' || (kind !== 'box' && kind !== 'plane')) return;
    const material = materialOf(body);
    if (material.name === 'default') return;
    const part = thrownBack(material);
    const bounds = meshBounds(meshes[body.mesh]);
    for (const normal of normalsOf(body)) {
      const mirror = mirrorOf(body, index, bounds, normal, listener, part);
      if (mirror) mirrors.push(mirror);
    }
  });
  return mirrors;
}

function thrownBack({ density, youngsModulus }: Material): number {
  const air = AIR_DENSITY * SPEED_OF_SOUND;
  const own = Math.sqrt(density * youngsModulus);
  return (own - air) / (own + air);
}

function normalsOf({ shape }: Body): readonly Vec3[] {
  if (shape.kind === 'plane') return [shape.normal];
  return [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
}

function mirrorOf(
  { pose }: Body,
  body: number,
  bounds: Float64Array,
  normal: Vec3,
  listener: Vec3,
  part: number,
): Mirror | undefined {
  const turn = Float64Array.from(pose.orientation);
  const world = new Float64Array(3);
  rotateByQuaternion(world, 0, turn, 0, Float64Array.from(normal), 0);
  const along = (x: number, y: number, z: number): number => x * world[0] + y * world[1] + z * world[2];
  // how far out of the body the face is
  const out = [0, 1, 2].reduce((sum, k) => sum + normal[k] * bounds[normal[k] > 0 ? k + 3 : k], 0);
  const wide = [0, 1, 2].filter((k) => Math.abs(normal[k]) < 0.5).map((k) => bounds[k + 3] - bounds[k]);
  if (wide.some((extent) => extent < SMALLEST)) return undefined;
  const level = along(...pose.position) + out;
  const height = along(...listener) - level;
  if (!(height > 0)) return undefined;
  const image = [0, 1, 2].map((k) => listener[k] - 2 * height * world[k]) as unknown as Vec3;
  const at = new Float64Array(3);
  const slack = 1e-9 + 1e-6 * Math.max(...wide);
  return {
    body,
    image,
    part,
    turned(direction) {
      const by = 2 * along(...direction);
      return [direction[0] - by * world[0], direction[1] - by * world[1], direction[2] - by * world[2]];
    },
    reflects(x, y, z) {
      const above = along(x, y, z) - level;
      if (!(above >= 0)) return false;
      const u = height / (height + above);
      at.set([x, y, z]);
      for (let k = 0; k < 3; k++) at[k] = image[k] + u * (at[k] - image[k]) - pose.position[k];
      unrotateByQuaternion(at, 0, turn, 0, at, 0);
      for (let k = 0; k < 3; k++)
        if (at[k] < bounds[k] - slack || at[k] > bounds[k + 3] + slack) return false;
      return true;
    },
  };
}
