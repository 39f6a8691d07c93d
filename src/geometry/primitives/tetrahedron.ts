import { makeMesh } from '../mesh.ts';
import { definePrimitive, length } from './define.ts';

export const tetrahedron = definePrimitive(
  'tetrahedron',
  'a regular tetrahedron with its centre at the origin',
  { edge: length(1, 'length of its six edges') },
  ({ edge }) => {
    // Every other corner of a cube of edge / √2.
    const h = edge / (2 * Math.SQRT2);
    return makeMesh([h, h, h, h, -h, -h, -h, h, -h, -h, -h, h], [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2]);
  },
);
