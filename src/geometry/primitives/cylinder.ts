import { AXIS, alongAxis, count, definePrimitive, length } from './define.ts';
import { lathe } from './lathe.ts';

export const cylinder = definePrimitive(
  'cylinder',
  'a cylinder with its centre at the origin',
  {
    radius: length(0.5, 'radius of the rim vertices'),
    length: length(1, 'distance between the two ends'),
    segments: count(32, 3, 4096, 'flats around'),
    axis: AXIS,
  },
  (p) =>
    alongAxis(
      lathe([0, -p.length / 2, p.radius, -p.length / 2, p.radius, p.length / 2, 0, p.length / 2], p.segments),
      p.axis,
    ),
  ({ segments }) => 2 + 2 * segments,
);
