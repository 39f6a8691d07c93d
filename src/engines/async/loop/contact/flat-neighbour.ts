// A vertex above a flat face of an obstacle (model/flats.ts) is pushed by the triangle that it is above, not also by the one beside it,
// whose nearest point is on the edge between both: that is in the first triangle too, which is therefore not farther away and keeps
// the vertex off both.
//
// s is how far the vertex is inside of the edge, along the plane. Which of the two triangles lets go is decided with room for rounding: of
// those with the lower number by s < -2δ, of the others by s < δ. Both have the same s with opposite signs, so never both do. Near the
// ends of the edge, where other triangles meet, none does.

import { FACE_FLAT, PAIR_IDS, PAIR_KIND, pairAt, VERTEX_FACE } from '../layout/contact.ts';
import { SCRATCH } from '../layout/layout.ts';
import { type f64, type i32, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { weightOf } from './weights.ts';

/** δ over the length of the edge, and how near its ends are, far above rounding. */
const ROOM: f64 = 1e-9;

/** Whether the pair that `distanceOf` has just been called for is pushed by a triangle beside it. */
export function isBeside(pair: i32): boolean {
  if (FACE_FLAT === 0) return false;
  const record: i32 = pairAt(pair);
  if (wholeAt(record + PAIR_KIND) !== VERTEX_FACE) return false;
  const flat: i32 = FACE_FLAT + 3 * wholeAt(record + PAIR_IDS + 1);
  for (let k: i32 = 0; k < 3; k++) {
    const which: i32 = wholeAt(flat + k);
    if (which === 0) continue;
    const next: i32 = k === 2 ? 0 : k + 1;
    const third: i32 = k === 0 ? 2 : k - 1;
    if (weightOf(1 + third) !== 0) continue;
    if (weightOf(1 + k) > -ROOM || weightOf(1 + next) > -ROOM) continue;
    const inside: f64 = insideOf(SCRATCH + 3 + 3 * k, SCRATCH + 3 + 3 * next, SCRATCH + 3 + 3 * third);
    if (which === 1 ? inside < -2 * ROOM : inside < ROOM) return true;
  }
  return false;
}

/** s of the vertex at SCRATCH over the length of the edge from a to b, c being the third corner. */
function insideOf(a: i32, b: i32, c: i32): f64 {
  const ex: f64 = realAt(b) - realAt(a);
  const ey: f64 = realAt(b + 1) - realAt(a + 1);
  const ez: f64 = realAt(b + 2) - realAt(a + 2);
  const cx: f64 = realAt(c) - realAt(a);
  const cy: f64 = realAt(c + 1) - realAt(a + 1);
  const cz: f64 = realAt(c + 2) - realAt(a + 2);
  const ee: f64 = ex * ex + ey * ey + ez * ez;
  const along: f64 = (cx * ex + cy * ey + cz * ez) / ee;
  // from the edge to the corner, at right angles
  const hx: f64 = cx - along * ex;
  const hy: f64 = cy - along * ey;
  const hz: f64 = cz - along * ez;
  const vx: f64 = realAt(SCRATCH) - realAt(a);
  const vy: f64 = realAt(SCRATCH + 1) - realAt(a + 1);
  const vz: f64 = realAt(SCRATCH + 2) - realAt(a + 2);
  return (vx * hx + vy * hy + vz * hz) / Math.sqrt((hx * hx + hy * hy + hz * hz) * ee);
}
