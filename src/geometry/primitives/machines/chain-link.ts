// Links of a chain: a stadium-shaped ring of round bar, and its centre line as a loop of wires.
//
// The centre line is two half circles of radius (width - thickness)/2 joined by straight lines.

import { cos, sin } from '../../../num/elementary/index.ts';
import { type Mesh, makeMesh } from '../../mesh.ts';
import { MeshError } from '../../mesh-error.ts';
import { count, definePrimitive, length } from '../define.ts';
import { closedTube } from '../tube.ts';

const SHAPE = {
  length: length(0.06, 'outer length, along x'),
  width: length(0.036, 'outer width, along y'),
  thickness: length(0.008, 'diameter of the bar'),
  segments: count(12, 2, 512, 'sections of each half circle'),
} as const;

export const chainLink = definePrimitive(
  'chain-link',
  'a link of a chain, lying in the xy plane with its centre at the origin',
  { ...SHAPE, barSegments: count(12, 3, 256, 'flats around the bar') },
  (p) => {
    const line = centreLine(p.length, p.width, p.thickness, p.segments);
    return closedTube(line.length, p.barSegments, (along, around) => {
      const [x, y, nx, ny] = line[along];
      const angle = (2 * Math.PI * around) / p.barSegments;
      const out = (p.thickness / 2) * cos(angle);
      return [x + out * nx, y + out * ny, (-p.thickness / 2) * sin(angle)];
    });
  },
  (p) => p.barSegments * centreLine(p.length, p.width, p.thickness, p.segments).length,
);

export const chainLinkWire = definePrimitive(
  'chain-link-wire',
  'the centre line of a chain link as a closed loop of wires',
  SHAPE,
  (p): Mesh => {
    const line = centreLine(p.length, p.width, p.thickness, p.segments);
    const wires = line.flatMap((_, i) => [i, (i + 1) % line.length]);
    return makeMesh(
      line.flatMap(([x, y]) => [x, y, 0]),
      [],
      wires,
    );
  },
);

/** Points and outward normals of the stadium, counter-clockwise. */
function centreLine(
  long: number,
  wide: number,
  thick: number,
  segments: number,
): [number, number, number, number][] {
  if (wide < 2.02 * thick) {
    throw new MeshError('the link has no hole', 'chain-link.width', wide, `give more than ${2.02 * thick} m`);
  }
  if (long < wide)
    throw new MeshError('the link is wider than long', 'chain-link.length', long, `give at least ${wide} m`);
  const radius = (wide - thick) / 2;
  const straight = (long - wide) / 2;
  const line: [number, number, number, number][] = [];
  for (const end of [1, -1]) {
    // Where nothing is straight the last section of one half circle is the first of the other.
    const last = straight > 1e-9 * wide ? segments : segments - 1;
    for (let s = 0; s <= last; s++) {
      const angle = -Math.PI / 2 + (Math.PI * s) / segments;
      const [nx, ny] = [end * cos(angle), end * sin(angle)];
      line.push([end * straight + radius * nx, radius * ny, nx, ny]);
    }
  }
  return line;
}
