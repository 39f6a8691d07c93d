// The exact shape behind a primitive's mesh, in body coordinates, where scaling left it one.

import {
  box,
  capsule,
  cone,
  cylinder,
  die,
  roundedBox,
  sphere,
  torus,
} from '../../geometry/primitives/index.ts';
import { conjugate, rotate } from '../pose.ts';
import type { ShapeFile } from '../schema/shape.ts';
import type { Pose, Shape, Vec3 } from '../types.ts';

const mesh: Shape = { kind: 'mesh' };
const directions: Readonly<Record<string, Vec3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** @param bodyInModel  at the centre of mass of every primitive named here; only its turn matters */
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
    case 'rounded-box': {
      if (!even || turned) return mesh;
      const size = shape.size ?? roundedBox.parameters.size.default;
      const radius = shape.radius ?? roundedBox.parameters.radius.default;
      return { kind: 'rounded-box', size: [x * size[0], x * size[1], x * size[2]], radius: x * radius };
    }
    case 'torus': {
      if (!even || turned) return mesh;
      const { radius, tubeRadius, axis } = torus.parameters;
      return {
        kind: 'torus',
        radius: x * (shape.radius ?? radius.default),
        tubeRadius: x * (shape.tubeRadius ?? tubeRadius.default),
        axis: directions[shape.axis ?? axis.default],
      };
    }
    case 'cone': {
      // a mirrored one may stand on its top
      if (!even || turned || scale.some((part) => part < 0)) return mesh;
      const { radius, topRadius, height, axis } = cone.parameters;
      return {
        kind: 'cone',
        radius: x * (shape.radius ?? radius.default),
        topRadius: x * (shape.topRadius ?? topRadius.default),
        height: x * (shape.height ?? height.default),
        axis: directions[shape.axis ?? axis.default],
      };
    }
    case 'plane':
      if ((shape.thickness ?? 0) > 0) return mesh;
      return { kind: 'plane', normal: direction(shape.axis ?? up) };
    default:
      return mesh;
  }
}

function defaultsOf(kind: 'capsule' | 'cylinder'): { radius: number; length: number; axis: string } {
  const { radius, length, axis } = (kind === 'capsule' ? capsule : cylinder).parameters;
  return { radius: radius.default, length: length.default, axis: axis.default };
}
