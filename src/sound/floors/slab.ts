// What a body that is held sounds as, by its shape alone: a thin plate, a block that goes on for ever, or neither.
//
// A plate has one extent that is at most an eighth of the two others; what has none that is less than an eighth of another, and
// fills most of its box, is a block, and so is a plane, which has no other side. How bars vibrate, and what fills little of its
// box as bowls, frames and tables with legs do, hangs on where they are held, which a clamp says.

import { type Mesh, meshBounds } from '../../geometry/index.ts';

const THIN = 1 / 8;
/** Of its box: a disc fills 0.79 of it. */
const FULL = 0.7;

/** A plate, in coordinates of the body. */
export interface Slab {
  /** The axis across it, and the two along it. */
  readonly across: number;
  readonly along: readonly [number, number];
  /** [m] */
  readonly thickness: number;
  /** Of the rectangle of the same area [m]. */
  readonly sides: readonly [number, number];
  readonly centre: readonly [number, number, number];
}

export function slabOf(mesh: Mesh): Slab | 'block' | undefined {
  const [x0, y0, z0, x1, y1, z1] = meshBounds(mesh);
  const extents = [x1 - x0, y1 - y0, z1 - z0];
  const across = extents.indexOf(Math.min(...extents));
  const along = [(across + 1) % 3, (across + 2) % 3] as const;
  const thickness = extents[across];
  const [a, b] = [extents[along[0]], extents[along[1]]];
  if (!(thickness > 1e-9 * Math.max(a, b))) return 'block';
  const full = volumeOf(mesh) / (thickness * a * b);
  if (full < FULL) return undefined;
  if (thickness > THIN * Math.max(a, b)) return 'block';
  if (thickness > THIN * Math.min(a, b)) return undefined;
  const shrunk = Math.sqrt(Math.min(1, full));
  const centre = [0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)] as const;
  return { across, along, thickness, sides: [shrunk * a, shrunk * b], centre };
}

function volumeOf({ positions: x, faces }: Mesh): number {
  let six = 0;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    six +=
      x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1]) +
      x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2]) +
      x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c]);
  }
  return Math.abs(six) / 6;
}
