// Round shapes as the judge sees them, where a promise is about them and not about the meshes that draw them: all points at
// most a radius away from a core. Two of them are apart where their cores are farther apart than both radii.
//
// This is said here anew, and not taken from where engines have it: a core that is wrong there must not be right here.

import type { Mesh, Shape } from '../scene/index.ts';
import { cos, sin } from '../num/elementary/index.ts';

export interface Core {
  readonly mesh: Mesh;
  /** [m] */
  readonly radius: number;
}

/** Sides of the polygon that stands for a circle: it is nearer to its centre than that by 5e-6 of its radius at most. */
const SIDES = 1024;

/** Undefined for what is not round all over. */
export function judgedCore(shape: Shape): Core | undefined {
  switch (shape.kind) {
    case 'sphere':
      return { mesh: meshOf([0, 0, 0], [], [], [0]), radius: shape.radius };
    case 'capsule': {
      const [x, y, z] = shape.axis.map((part) => (part * shape.length) / 2);
      return { mesh: meshOf([x, y, z, -x, -y, -z], [], [0, 1], []), radius: shape.radius };
    }
    case 'torus':
      return { mesh: circle(shape.radius, shape.axis), radius: shape.tubeRadius };
    case 'rounded-box': {
      const [x, y, z] = shape.size.map((edge) => Math.max(0, edge / 2 - shape.radius));
      return { mesh: boxOf(x, y, z), radius: shape.radius };
    }
    default:
      return undefined;
  }
}

function meshOf(positions: number[], faces: number[], wires: number[], points: number[]): Mesh {
  return {
    positions: Float64Array.from(positions),
    faces: Uint32Array.from(faces),
    wires: Uint32Array.from(wires),
    points: Uint32Array.from(points),
  };
}

/** Corner c has its low bit along x. Where a side has no thickness its faces have no area, and still say where it is. */
function boxOf(x: number, y: number, z: number): Mesh {
  const corners = Array.from({ length: 8 }, (_, c) => [
    c & 1 ? x : -x,
    c & 2 ? y : -y,
    c & 4 ? z : -z,
  ]).flat();
  if (x === 0 || y === 0 || z === 0) {
    // edges and faces of nothing part nothing: all that is left are segments between corners
    const wires = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];
    const faces = [0, 1, 2, 1, 3, 2, 0, 1, 4, 1, 5, 4, 0, 2, 4, 2, 6, 4];
    return meshOf(corners, faces, wires, []);
  }
  const sides = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return meshOf(
    corners,
    sides.flatMap(([p, q, r, s]) => [p, q, r, p, r, s]),
    [],
    [],
  );
}

function circle(radius: number, axis: readonly number[]): Mesh {
  const up = axis.findIndex((part) => Math.abs(part) > 0.5);
  const positions: number[] = [];
  const wires: number[] = [];
  for (let i = 0; i < SIDES; i++) {
    const angle = (2 * Math.PI * i) / SIDES;
    const place = [0, 0, 0];
    place[(up + 1) % 3] = radius * cos(angle);
    place[(up + 2) % 3] = radius * sin(angle);
    positions.push(...place);
    wires.push(i, (i + 1) % SIDES);
  }
  return meshOf(positions, [], wires, []);
}
