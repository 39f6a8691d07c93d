import { AXIS, alongAxis, count, definePrimitive, length, quantity } from './define.ts';
import { lathe } from './lathe.ts';

export const cone = definePrimitive(
  'cone',
  'a cone, or a truncated one, standing on the plane through the origin',
  {
    radius: length(0.5, 'radius at the foot'),
    topRadius: quantity(0, 0, 1e6, 'm', 'radius at the top; 0 makes a tip'),
    height: length(1, 'from foot to top'),
    segments: count(32, 3, 4096, 'flats around'),
    axis: AXIS,
  },
  (p) => {
    const rim = p.topRadius > 0 ? [p.topRadius, p.height] : [];
    return alongAxis(lathe([0, 0, p.radius, 0, ...rim, 0, p.height], p.segments), p.axis);
  },
  ({ topRadius, segments }) => 2 + (topRadius > 0 ? 2 : 1) * segments,
);
