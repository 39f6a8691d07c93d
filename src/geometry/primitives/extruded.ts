import { MeshError } from '../mesh-error.ts';
import { alongAxis, AXIS, definePrimitive, length, outline, outlines } from './define.ts';
import { extrude, reversedRing } from './extrude.ts';
import { contains, requireSimple, ringOf } from './simple.ts';

/** Of outline and holes together: clipping ears takes their square. */
const MOST_CORNERS = 4096;

export const extruded = definePrimitive(
  'extrude',
  'a plate: an outline in the xy plane, with holes, drawn out along z, its middle in the plane through the origin',
  {
    outline: outline(
      [
        [-0.5, -0.5],
        [0.5, -0.5],
        [0.5, 0],
        [0, 0],
        [0, 0.5],
        [-0.5, 0.5],
      ],
      -1e6,
      'corners x, y one after the other, either way round; it may not cross or touch itself',
    ),
    holes: outlines('outlines of holes, inside the outline and apart from each other'),
    length: length(0.2, 'from one face to the other'),
    axis: AXIS,
  },
  (p) => {
    const outer = ringOf(p.outline, 'extrude.outline');
    const holes = p.holes.map((points, i) => ringOf(points, `extrude.holes[${i}]`));
    const corners = [outer, ...holes].reduce((sum, ring) => sum + ring.length / 2, 0);
    if (corners > MOST_CORNERS)
      throw new MeshError(
        'there are too many corners',
        'extrude',
        corners,
        `keep them below ${MOST_CORNERS}`,
      );
    requireSimple([outer, ...holes], 'extrude.outline');
    holes.forEach((hole, i) => {
      const isInside = (ring: readonly number[]) => contains(ring, hole[0], hole[1]);
      if (!isInside(outer) || holes.some((other) => other !== hole && isInside(other)))
        throw new MeshError(
          'the hole is not in the plate',
          `extrude.holes[${i}]`,
          undefined,
          'put it inside the outline, and outside of other holes',
        );
    });
    const mesh = extrude([outer, ...holes.map(reversedRing)], -p.length / 2, p.length / 2);
    return alongAxis(mesh, p.axis);
  },
  (p) => [p.outline, ...p.holes].reduce((sum, points, i) => sum + ringOf(points, `extrude ${i}`).length, 0),
);
