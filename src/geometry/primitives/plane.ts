import { makeMesh } from '../mesh.ts';
import { translateMesh } from '../transform.ts';
import { AXIS, alongAxis, definePrimitive, length, quantity } from './define.ts';
import { box } from './box.ts';

export const plane = definePrimitive(
  'plane',
  'a rectangle with its centre at the origin: a sheet of two faces, or a slab below it',
  {
    width: length(10, 'first edge'),
    depth: length(10, 'second edge'),
    thickness: quantity(0, 0, 1e6, 'm', 'of the slab whose upper side is the plane; 0 makes a sheet'),
    axis: AXIS,
  },
  ({ width, depth, thickness, axis }) => {
    if (thickness > 0) {
      const slab = box.make({ size: [width, depth, thickness] });
      return alongAxis(translateMesh(slab, [0, 0, -thickness / 2]), axis);
    }
    const [x, y] = [width / 2, depth / 2];
    return alongAxis(makeMesh([-x, -y, 0, x, -y, 0, x, y, 0, -x, y, 0], [0, 1, 2, 0, 2, 3]), axis);
  },
);
