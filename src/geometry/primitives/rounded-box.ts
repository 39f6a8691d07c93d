import { tan } from '../../num/elementary/index.ts';
import { makeMesh, type Mesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { count, definePrimitive, length } from './define.ts';

export const roundedBox = definePrimitive(
  'rounded-box',
  'a box with its centre at the origin, its edges and corners round',
  {
    size: {
      kind: 'vec3',
      default: [1, 1, 1],
      min: 1e-6,
      max: 1e6,
      unit: 'm',
      doc: 'edge lengths along x, y and z, roundings included',
    },
    radius: length(0.1, 'of the roundings; at most half the shortest edge'),
    segments: count(4, 1, 64, 'flats across a rounding'),
  },
  ({ size, radius, segments }) => {
    const half = Math.min(...size) / 2;
    if (radius > half)
      throw new MeshError('is larger than the box', 'rounded-box.radius', radius, `give at most ${half}`);
    return surface(size, radius, segments);
  },
  ({ size, radius, segments }) => {
    const [x, y, z] = rowsOf(size, radius, segments);
    return x * y * z - (x - 2) * (y - 2) * (z - 2);
  },
);

/** Of the lattice along each axis. */
function rowsOf(size: readonly number[], radius: number, segments: number): number[] {
  return size.map((edge) => 2 * segments + (edge > 2 * radius ? 2 : 1));
}

/**
 * The surface of a lattice of n³ points, drawn onto the box: a coordinate c of the lattice is an angle from −45° to 45°, and its
 * direction (tan α, tan β, ±1) leads from the nearest corner of the inner box to the point. Two rows stand at 0°, one at either
 * side of what is flat; where nothing is flat along an axis they are one.
 */
function surface(size: readonly number[], radius: number, segments: number): Mesh {
  const flat = size.map((edge) => edge > 2 * radius);
  const rows = rowsOf(size, radius, segments);
  const slope = (axis: number, c: number): number => {
    const from = c <= segments ? c - segments : c - segments - (flat[axis] ? 1 : 0);
    return from === 0
      ? 0
      : Math.abs(from) === segments
        ? Math.sign(from)
        : tan((from * Math.PI) / (4 * segments));
  };
  const side = (axis: number, c: number): number => (!flat[axis] ? 0 : c <= segments ? -1 : 1);
  const positions: number[] = [];
  const numbers = new Map<number, number>();
  const vertex = (at: readonly number[]): number => {
    const key = (at[0] * rows[1] + at[1]) * rows[2] + at[2];
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const d = at.map((c, axis) => slope(axis, c));
    const long = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (let k = 0; k < 3; k++)
      positions.push(side(k, at[k]) * (size[k] / 2 - radius) + (radius * d[k]) / long);
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  const faces: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const end of [0, rows[axis] - 1]) {
      for (let i = 0; i + 1 < rows[u]; i++) {
        for (let j = 0; j + 1 < rows[v]; j++) {
          const corner = (di: number, dj: number): number => {
            const at = [0, 0, 0];
            at[axis] = end;
            at[u] = i + di;
            at[v] = j + dj;
            return vertex(at);
          };
          const [a, c] = [corner(0, 0), corner(1, 1)];
          const [b, d] = end > 0 ? [corner(1, 0), corner(0, 1)] : [corner(0, 1), corner(1, 0)];
          if (isAbove(positions, a, b, c, d)) faces.push(a, b, d, b, c, d);
          else faces.push(a, b, c, a, c, d);
        }
      }
    }
  }
  return makeMesh(positions, faces);
}

/** Whether d is outside the plane of a, b and c: then the other diagonal is the one that leaves the surface convex. */
function isAbove(p: readonly number[], a: number, b: number, c: number, d: number): boolean {
  const [ab, ac, ad] = [b, c, d].map((v) => [0, 1, 2].map((k) => p[3 * v + k] - p[3 * a + k]));
  const volume =
    ad[0] * (ab[1] * ac[2] - ab[2] * ac[1]) +
    ad[1] * (ab[2] * ac[0] - ab[0] * ac[2]) +
    ad[2] * (ab[0] * ac[1] - ab[1] * ac[0]);
  return volume > 0;
}
