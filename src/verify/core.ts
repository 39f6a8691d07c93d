// Round shapes as the judge sees them, where a promise is about them and not about the meshes that draw them: all points at
// most a radius away from a core. Two of them are apart where their cores are farther apart than both radii. Cylinders and cones, whose
// rims are sharp, have no radius: they are polyhedra within them that are as good as the shape itself.
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
/** Of a cylinder or a cone, which is as much nearer to its axis as 8e-5 of its radius, a twentieth of where contact begins. */
const FLATS = 256;

/** Undefined for what is not round. */
export function judgedCore(shape: Shape): Core | undefined {
  switch (shape.kind) {
    case 'sphere':
      return { mesh: meshOf([0, 0, 0], [], [], [0]), radius: shape.radius };
    case 'capsule': {
      const [x, y, z] = shape.axis.map((part) => (part * shape.length) / 2);
      return { mesh: meshOf([x, y, z, -x, -y, -z], [], [0, 1], []), radius: shape.radius };
    }
    case 'cylinder': {
      const half = shape.length / 2;
      return { mesh: frustum(shape.radius, -half, shape.radius, half, shape.axis), radius: 0 };
    }
    case 'cone': {
      const { radius: foot, topRadius: top, height, axis } = shape;
      // moments of the squares of the radii: ∫ t (foot + (top − foot) t)² dt over ∫ (foot + (top − foot) t)² dt
      const slope = top - foot;
      const volume = foot * foot + foot * slope + (slope * slope) / 3;
      const moment = (foot * foot) / 2 + (2 * foot * slope) / 3 + (slope * slope) / 4;
      const below = (height * moment) / volume;
      return { mesh: frustum(foot, -below, top, height - below, axis), radius: 0 };
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

/** Between two circles about an axis, at these places along it, one of which may be a point: closed, its corners on the circles. */
function frustum(low: number, from: number, high: number, until: number, axis: readonly number[]): Mesh {
  const up = axis.findIndex((part) => Math.abs(part) > 0.5);
  const positions = new Array<number>(6 * FLATS + 6).fill(0);
  const middles = 6 * FLATS;
  for (let end = 0; end < 2; end++) {
    const radius = end === 0 ? low : high;
    for (let i = 0; i < FLATS; i++) {
      const angle = (2 * Math.PI * i) / FLATS;
      const at = 3 * (FLATS * end + i);
      positions[at + up] = end === 0 ? from : until;
      positions[at + ((up + 1) % 3)] = radius * cos(angle);
      positions[at + ((up + 2) % 3)] = radius * sin(angle);
    }
    positions[middles + 3 * end + up] = end === 0 ? from : until;
  }
  const faces: number[] = [];
  for (let i = 0; i < FLATS; i++) {
    const [p, q] = [i, (i + 1) % FLATS];
    const [r, s] = [FLATS + p, FLATS + q];
    const [bottom, top] = [2 * FLATS, 2 * FLATS + 1];
    if (high === 0) {
      faces.push(bottom, q, p, p, q, top);
      continue;
    }
    faces.push(bottom, q, p, p, q, s, p, s, r, top, r, s);
  }
  return meshOf(positions, faces, [], []);
}
