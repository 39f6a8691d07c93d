// Which edges of a sheet need a tilt of their own (elastic/plate.ts), and which do not, since the mean of their faces' normals is right
// for every curvature.
//
// With the edge from (−½ℓ, 0) to (½ℓ, 0) and the corners c and d across it, both faces laid into the plane, the slopes across the edge of
// what is linear on each face and has the heights ½ xᵀKx are
//
//   (½ Kxx (cx² − ¼ℓ²) + Kxy cx cy + ½ Kyy cy²) / cy,   and the same of d,
//
// while that of the surface is 0 there: the mean is right where (cx² − ¼ℓ²)/cy + (dx² − ¼ℓ²)/dy, cx + dx and cy + dy vanish. They do where the
// faces make a parallelogram. Each tilt less is an unknown less, and a grid with all diagonals alike needs none.

import type { Plate, Sheet } from '../../../elastic/index.ts';

/** Of the edge's length: what a mean may be off by, for a curvature of one over it. */
const NEGLIGIBLE = 1e-3;

/** The plates with the tilts that are needed. */
export function withNeededTilts(plates: readonly Plate[], sheet: Sheet): Plate[] {
  return plates.map((plate) => {
    const needed = plate.edges.map((edge, k) => edge >= 0 && !isMeanRight(sheet, plate, k));
    if (plate.edges.every((edge, k) => edge < 0 || needed[k])) return plate;
    return {
      ...plate,
      edges: plate.edges.map((edge, k) => (needed[k] ? edge : -1)),
      // rest angles, shares, signs, K
      reals: plate.reals.map((real, i) => (i >= SIGNS && i < SIGNS + 3 && !needed[i - SIGNS] ? 0 : real)),
    };
  });
}

/** Where the signs of the tilts are among a plate's numbers. */
const SIGNS = 6;

function isMeanRight(sheet: Sheet, { vertices }: Plate, k: number): boolean {
  const a = vertices[k];
  const b = vertices[(k + 1) % 3];
  const length = sheet.length(a, b);
  const [cx, cy] = laidOut(sheet, a, b, vertices[(k + 2) % 3], length);
  const [dx, height] = laidOut(sheet, a, b, vertices[3 + k], length);
  const dy = -height;
  const quarter = 0.25 * length * length;
  const alongEdge = (cx * cx - quarter) / cy + (dx * dx - quarter) / dy;
  return Math.max(Math.abs(alongEdge), Math.abs(cx + dx), Math.abs(cy + dy)) <= NEGLIGIBLE * length;
}

/** A corner in the plane of its face: along the edge from its middle, and how far from it [m]. */
function laidOut(sheet: Sheet, a: number, b: number, c: number, length: number): [number, number] {
  const ac = sheet.length(a, c);
  const bc = sheet.length(b, c);
  const along = (ac * ac - bc * bc) / (2 * length);
  const fromA = along + 0.5 * length;
  return [along, Math.sqrt(Math.max(0, ac * ac - fromA * fromA))];
}
