// A die: a cube whose faces are pitted with one to six pips, opposite faces adding up to seven.
//
// +x 2, −x 5, +y 3, −y 4, +z 1, −z 6. A pip is a round pit, a flat cone cut into the face; engines that know boxes
// take the whole for one.

import { cos, sin } from '../../num/elementary/index.ts';
import { type Mesh, makeMesh } from '../mesh.ts';
import { triangulateRings } from '../surface/triangulate.ts';
import { count, definePrimitive, length, quantity } from './define.ts';

export const die = definePrimitive(
  'die',
  'a cube with pips, its middle at the origin; 1 looks to +z, 2 to +x, 3 to +y',
  {
    size: length(0.016, 'edge'),
    pip: quantity(0.09, 0.02, 0.1, '', 'radius of a pip, as a part of the edge'),
    depth: quantity(0.09, 0.005, 0.1, '', 'of a pip, as a part of the edge'),
    sides: count(10, 4, 32, 'corners of a pip'),
  },
  ({ size, pip, depth, sides }): Mesh => {
    const positions: number[] = [];
    const faces: number[] = [];
    const corners = new Map<string, number>();
    for (const { value, at } of dieFaces) {
      addFace(value, at);
    }
    return makeMesh(positions, faces);

    function vertex(point: readonly number[]): number {
      return positions.push(...point) / 3 - 1;
    }

    /** Corners of the cube belong to three faces each. */
    function corner(point: readonly number[]): number {
      const key = point.map(Math.sign).join();
      const known = corners.get(key) ?? vertex(point);
      corners.set(key, known);
      return known;
    }

    function addFace(value: number, at: Place): void {
      const flat: number[] = [];
      const indices: number[] = [];
      const rings: number[][] = [[]];
      const square = [-1, -1, 1, -1, 1, 1, -1, 1];
      for (let i = 0; i < 8; i += 2) {
        rings[0].push(indices.length);
        indices.push(corner(at((size * square[i]) / 2, (size * square[i + 1]) / 2, size / 2)));
        flat.push((size * square[i]) / 2, (size * square[i + 1]) / 2);
      }
      for (const [cx, cy] of pipsOf[value - 1]) {
        const ring: number[] = [];
        for (let i = 0; i < sides; i++) {
          const angle = (-2 * Math.PI * i) / sides;
          const u = size * (cx * pipSpacing + pip * cos(angle));
          const v = size * (cy * pipSpacing + pip * sin(angle));
          ring.push(indices.length);
          indices.push(vertex(at(u, v, size / 2)));
          flat.push(u, v);
        }
        rings.push(ring);
        const bottom = vertex(at(size * cx * pipSpacing, size * cy * pipSpacing, size * (0.5 - depth)));
        // the rim runs clockwise, as holes do, so that its pit looks out
        for (let i = 0; i < sides; i++) faces.push(indices[ring[(i + 1) % sides]], indices[ring[i]], bottom);
      }
      const { triangles } = triangulateRings(flat, rings);
      for (const i of triangles) faces.push(indices[i]);
    }
  },
);

type Place = (u: number, v: number, w: number) => readonly [number, number, number];

/** Which number looks where: outward along the third coordinate, the first two turning right-handed. */
export const dieFaces: readonly { readonly value: number; readonly at: Place }[] = [
  { value: 1, at: (u, v, w) => [u, v, w] },
  { value: 6, at: (u, v, w) => [v, u, -w] },
  { value: 2, at: (u, v, w) => [w, u, v] },
  { value: 5, at: (u, v, w) => [-w, v, u] },
  { value: 3, at: (u, v, w) => [v, w, u] },
  { value: 4, at: (u, v, w) => [u, -w, v] },
];

const pipSpacing = 0.27;
const [l, o, r] = [-1, 0, 1];
const pipsOf: readonly (readonly (readonly [number, number])[])[] = [
  [[o, o]],
  [
    [l, l],
    [r, r],
  ],
  [
    [l, l],
    [o, o],
    [r, r],
  ],
  [
    [l, l],
    [l, r],
    [r, l],
    [r, r],
  ],
  [
    [l, l],
    [l, r],
    [o, o],
    [r, l],
    [r, r],
  ],
  [
    [l, l],
    [l, o],
    [l, r],
    [r, l],
    [r, o],
    [r, r],
  ],
];
