// The exact shape behind a primitive's mesh, in body coordinates, where scaling left it one.

import { box, capsule, cylinder, die, sphere } from '../../geometry/primitives/index.ts';
import { conjugate, rotate } from '../pose.ts';
import type { ShapeFile } from '../schema/shape.ts';
import type { Pose, Shape, Vec3 } from '../types.ts';

const mesh: Shape = { kind: 'mesh' };
const directions: Readonly<Record<string, Vec3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** @param bodyInModel  centred at the middle of every primitive named here; only its turn matters */
export function analyticShape(shape: ShapeFile, scale: Vec3, bodyInModel: Pose, up: 'y' | 'z'): Shape {
  const [x, y, z] = scale.map(Math.abs);
  const even = x === y && y === z;
  const direction = (axis: string) => rotate(conjugate(bodyInModel.orientation), directions[axis]);
  const turned = bodyInModel.orientation[3] !== 1;
  switch (shape.kind) {
    case 'sphere':
      return even ? { kind: 'sphere', radius: x * (shape.radius ?? sphere.parameters.radius.default) } : mesh;
    case 'box': {
      const size = shape.size ?? box.parameters.size.default;
      return turned ? mesh : { kind: 'box', size: [x * size[0], y * size[1], z * size[2]] };
    }
    case 'die': {
      const size = x * (shape.size ?? die.parameters.size.default);
      return even && !turned ? { kind: 'box', size: [size, size, size] } : mesh;
    }
    case 'capsule':
    case 'cylinder': {
      if (!even) return mesh;
      const { radius, length, axis } = { ...defaultsOf(shape.kind), ...shape };
      if (turned) return mesh;
      return { kind: shape.kind, radius: x * radius, length: x * length, axis: directions[axis] };
    }
    case 'plane':
      if ((shape.thickness ?? 0) > 0) return mesh;
      return { kind: 'plane', normal: direction(shape.axis ?? up) };
    default:
      return mesh;
  }
}

/**
 * Mass [kg] and principal inertia [kg m²] of the true shape, where its mesh only comes near it: a ball of
 * steel weighs what a ball weighs, however few triangles draw it. Undefined where the mesh is exact.
 */
export function exactMass(shape: Shape, density: number): { mass: number; inertia: Vec3 } | undefined {
  if (shape.kind !== 'sphere' && shape.kind !== 'cylinder' && shape.kind !== 'capsule') return undefined;
  const r2 = shape.radius * shape.radius;
  const ball = (density * 4 * Math.PI * r2 * shape.radius) / 3;
  if (shape.kind === 'sphere') {
    const moment = 0.4 * ball * r2;
    return { mass: ball, inertia: [moment, moment, moment] };
  }
  const l = shape.length;
  const rod = density * Math.PI * r2 * l;
  let along = (rod * r2) / 2;
  let across = rod * (r2 / 4 + (l * l) / 12);
  if (shape.kind === 'capsule') {
    // Two half balls, their flat sides at ±l/2, their centres of mass 3r/8 further out.
    along += 0.4 * ball * r2;
    across += ball * (0.4 * r2 + (l * l) / 4 + (3 * l * shape.radius) / 8);
  }
  const inertia = shape.axis.map((part) => (Math.abs(part) > 0.5 ? along : across)) as unknown as Vec3;
  return { mass: shape.kind === 'capsule' ? rod + ball : rod, inertia };
}

function defaultsOf(kind: 'capsule' | 'cylinder'): { radius: number; length: number; axis: string } {
  const { radius, length, axis } = (kind === 'capsule' ? capsule : cylinder).parameters;
  return { radius: radius.default, length: length.default, axis: axis.default };
}
