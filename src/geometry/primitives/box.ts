import { makeMesh } from '../mesh.ts';
import { definePrimitive } from './define.ts';

export const box = definePrimitive(
  'box',
  'a box with its centre at the origin: 8 vertices, 12 faces',
  {
    size: {
      kind: 'vec3',
      default: [1, 1, 1],
      min: 1e-6,
      max: 1e6,
      unit: 'm',
      doc: 'edge lengths along x, y and z',
    },
  },
  ({ size: [x, y, z] }) => {
    const positions: number[] = [];
    // Vertex i stands at the upper end of axis k where bit k of i is set.
    for (let i = 0; i < 8; i++) {
      positions.push(i & 1 ? x / 2 : -x / 2, i & 2 ? y / 2 : -y / 2, i & 4 ? z / 2 : -z / 2);
    }
    return makeMesh(positions, BOX_FACES);
  },
);

/** Vertices numbered as above; the two triangles of each side are −z, +z, −y, +y, −x, +x. */
const BOX_FACES = [
  0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
];
