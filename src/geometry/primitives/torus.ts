import { cos, sin } from '../../num/elementary/index.ts';
import { MeshError } from '../mesh-error.ts';
import { AXIS, alongAxis, count, definePrimitive, length } from './define.ts';
import { closedTube } from './tube.ts';

export const torus = definePrimitive(
  'torus',
  'a ring about the origin',
  {
    radius: length(0.5, 'from the centre to the middle of the tube'),
    tubeRadius: length(0.15, 'of the tube'),
    segments: count(48, 3, 2048, 'sections along the ring'),
    tubeSegments: count(16, 3, 512, 'flats around the tube'),
    axis: AXIS,
  },
  (p) => {
    if (p.tubeRadius >= p.radius * 0.999) {
      throw new MeshError(
        'the tube fills its own hole',
        'torus.tubeRadius',
        p.tubeRadius,
        `give less than the radius ${p.radius}`,
      );
    }
    const mesh = closedTube(p.segments, p.tubeSegments, (along, around) => {
      const u = (2 * Math.PI * along) / p.segments;
      const v = (2 * Math.PI * around) / p.tubeSegments;
      const r = p.radius + p.tubeRadius * cos(v);
      return [r * cos(u), r * sin(u), -p.tubeRadius * sin(v)];
    });
    return alongAxis(mesh, p.axis);
  },
  ({ segments, tubeSegments }) => segments * tubeSegments,
);
