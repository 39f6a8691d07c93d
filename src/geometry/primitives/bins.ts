// A grid of open boxes without a floor: thin walls that stand on the plane through the origin.
//
// Walls along x run through; walls along y stand between them. Every wall is a box of its own, so that engines of
// convex shapes take the whole as so many boxes; a hair of room between them keeps them from touching.

import { type Mesh, makeMesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { joinMeshes, translateMesh } from '../transform.ts';
import { box } from './box.ts';
import { AXIS, alongAxis, count, definePrimitive, length } from './define.ts';

const hair = 1e-3;

export const bins = definePrimitive(
  'bins',
  'walls of a grid of bins, open above and below; the middle of their foot at the origin',
  {
    columns: count(4, 1, 1000, 'bins along x'),
    rows: count(3, 1, 1000, 'bins along y'),
    cell: length(0.25, 'from the middle of a wall to the middle of the next'),
    wall: length(0.01, 'thickness of a wall'),
    height: length(0.1, 'of the walls, along z'),
    axis: AXIS,
  },
  ({ columns, rows, cell, wall, height, axis }): Mesh => {
    if (!(wall < cell))
      throw new MeshError('the walls leave no room', 'bins.wall', wall, `give less than ${cell}`);
    if (columns * rows > 250_000)
      throw new MeshError('there are too many bins', 'bins', columns * rows, 'keep them below 250,000');
    const parts: Mesh[] = [];
    const width = columns * cell;
    const depth = rows * cell;
    const along = box.make({ size: [width + wall, wall, height] });
    const across = box.make({ size: [wall, (1 - hair) * (cell - wall), height] });
    for (let r = 0; r <= rows; r++) parts.push(translateMesh(along, [0, r * cell - depth / 2, height / 2]));
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c <= columns; c++) {
        const at = [c * cell - width / 2, (r + 0.5) * cell - depth / 2, height / 2] as const;
        parts.push(translateMesh(across, at));
      }
    }
    const { positions, faces } = joinMeshes(parts);
    return alongAxis(makeMesh(positions, faces), axis);
  },
  ({ columns, rows }) => 8 * (rows + 1 + rows * (columns + 1)),
);
