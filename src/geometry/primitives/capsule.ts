import { cos, sin } from '../../num/elementary/index.ts';
import { AXIS, alongAxis, count, definePrimitive, length } from './define.ts';
import { lathe } from './lathe.ts';

export const capsule = definePrimitive(
  'capsule',
  'a cylinder with round ends, its centre at the origin',
  {
    radius: length(0.25, 'radius of the cylinder and of both ends'),
    length: length(0.5, 'distance between the centres of the two ends'),
    segments: count(32, 3, 1024, 'flats around'),
    bands: count(8, 1, 256, 'bands from rim to pole of each end'),
    axis: AXIS,
  },
  (p) => {
    const profile = [0, -p.length / 2 - p.radius];
    for (const end of [-1, 1]) {
      for (let b = 0; b < p.bands; b++) {
        // Angle above the rim: from near the lower pole up to the rim, then on to the upper pole.
        const angle = (Math.PI / 2) * ((end < 0 ? p.bands - 1 - b : b) / p.bands);
        profile.push(p.radius * cos(angle), end * (p.length / 2 + p.radius * sin(angle)));
      }
    }
    profile.push(0, p.length / 2 + p.radius);
    return alongAxis(lathe(profile, p.segments), p.axis);
  },
  ({ segments, bands }) => 2 + 2 * bands * segments,
);
