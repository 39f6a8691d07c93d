// Boxes of tetrahedra as scene files give them, with places moved where a test wants small ones.

import { boxTetrahedra } from '../../../../src/geometry/tetra/index.ts';
import type { DeformableFile } from '../../../../src/scene/index.ts';

type Triple = [number, number, number];

/** @param cells  along each axis, six tetrahedra each */
export function solidBox(
  size: Triple,
  cells: Triple,
  move: (place: Triple) => Triple = (place) => place,
): Pick<DeformableFile, 'shape' | 'tetrahedra'> {
  const { positions, elements } = boxTetrahedra(size, cells);
  const tetrahedra: [number, number, number, number][] = [];
  for (let e = 0; e < elements.length; e += 10) {
    const [a, b, c, d] = elements.subarray(e, e + 4);
    tetrahedra.push([a, b, c, d]);
  }
  const corners = 1 + Math.max(...tetrahedra.flat());
  const vertices = Array.from({ length: corners }, (_, v) => {
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
    return move([x, y, z]);
  });
  return { shape: { kind: 'inline', vertices }, tetrahedra };
}
