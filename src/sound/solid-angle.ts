// The solid angle of a triangle seen from a point: Van Oosterom, Strackee 1983.
//
//   tan(Ω/2) = a·(b × c) / (|a||b||c| + (a·b)|c| + (a·c)|b| + (b·c)|a|)

import { atan2 } from '../num/elementary/index.ts';

/** Of the triangle whose corners stand at positions[a…], [b…] and [c…], seen from x y z. */
export function solidAngle(
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
  x: number,
  y: number,
  z: number,
): number {
  const ax = positions[a] - x;
  const ay = positions[a + 1] - y;
  const az = positions[a + 2] - z;
  const bx = positions[b] - x;
  const by = positions[b + 1] - y;
  const bz = positions[b + 2] - z;
  const cx = positions[c] - x;
  const cy = positions[c + 1] - y;
  const cz = positions[c + 2] - z;
  const la = Math.sqrt(ax * ax + ay * ay + az * az);
  const lb = Math.sqrt(bx * bx + by * by + bz * bz);
  const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const triple = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const below =
    la * lb * lc +
    (ax * bx + ay * by + az * bz) * lc +
    (ax * cx + ay * cy + az * cz) * lb +
    (bx * cx + by * cy + bz * cz) * la;
  return 2 * atan2(triple, below);
}
