// A profile turned about an axis: a full body where it begins and ends on the axis, a ring where it is closed in itself, a
// wall of some thickness where it is a line.

import { cos, sin } from '../../num/elementary/index.ts';
import type { Mesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { alongAxis, AXIS, count, definePrimitive, outline, type Points, quantity } from './define.ts';
import type { Ring } from './extrude.ts';
import { lathe } from './lathe.ts';
import { requireSimple, ringOf } from './simple.ts';
import { closedTube } from './tube.ts';
import { wallOf } from './wall.ts';

const WHERE = 'lathe.profile';

export const lathed = definePrimitive(
  'lathe',
  'a body of revolution: a profile of radius and height turned about z',
  {
    profile: outline(
      [
        [0, 0],
        [0.4, 0],
        [0.5, 0.3],
        [0.15, 0.6],
        [0.2, 1],
        [0, 1],
      ],
      0,
      'radius, height one after the other; closed from the last to the first. It may not cross or touch itself, and only both its ends may lie on the axis',
    ),
    thickness: quantity(
      0,
      0,
      1e6,
      'm',
      'of a wall to both sides of the profile; 0 makes what it encloses full',
    ),
    segments: count(48, 3, 1024, 'flats around'),
    axis: AXIS,
  },
  (p) => alongAxis(turnedAbout(sectionOf(p.profile, p.thickness), p.segments), p.axis),
  (p) => {
    const section = sectionOf(p.profile, p.thickness);
    const corners = section.length / 2;
    return section[0] === 0 ? 2 + (corners - 2) * p.segments : corners * p.segments;
  },
);

/** What is turned, counter-clockwise; where it touches the axis it begins and ends there. */
function sectionOf(profile: Points, thickness: number): Ring {
  const ring = ringOf(thickness > 0 ? wallOf(profile, thickness, WHERE) : profile, WHERE);
  requireSimple([ring], WHERE);
  const corners = ring.length / 2;
  const onAxis = Array.from({ length: corners }, (_, i) => i).filter((i) => ring[2 * i] === 0);
  if (onAxis.length === 0) return ring;
  const [a, b] = onAxis;
  const isNext = b === a + 1 || (a === 0 && b === corners - 1);
  if (onAxis.length !== 2 || !isNext)
    throw new MeshError(
      'touches the axis in the middle',
      WHERE,
      onAxis.map((i) => `(0, ${ring[2 * i + 1]})`).join(' '),
      'begin and end on the axis, or keep all of it away',
    );
  // The edge along the axis is the last: it is left out.
  const first = b === a + 1 ? b : 0;
  return [...ring.slice(2 * first), ...ring.slice(0, 2 * first)];
}

function turnedAbout(section: Ring, segments: number): Mesh {
  if (section[0] === 0) return lathe(section, segments);
  const corners = section.length / 2;
  return closedTube(segments, corners, (along, around) => {
    const angle = (2 * Math.PI * along) / segments;
    const i = 2 * (corners - 1 - around);
    return [section[i] * cos(angle), section[i] * sin(angle), section[i + 1]];
  });
}
