// The closest points of two edges: weights 1 - s, s, -(1 - t), -t for distance.ts.
//
// The closest points of the two lines, each clamped to its edge and the other taken anew. Parallel edges have an
// interval of closest points; its middle is taken, so that the push on two edges that lie side by side acts at the
// middle of where they face each other.

import { type f64, type i32, least, most, realAt } from '../../../../num/kernels/machine.ts';
import { setWeights } from './weights.ts';

/** sin² of the angle below which edges count as parallel. */
const PARALLEL: f64 = 1e-14;

function unit(x: f64): f64 {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}

/** The four ends stand at doubles from `at`. */
export function closestOfEdges(at: i32): void {
  const ux: f64 = realAt(at + 3) - realAt(at);
  const uy: f64 = realAt(at + 4) - realAt(at + 1);
  const uz: f64 = realAt(at + 5) - realAt(at + 2);
  const vx: f64 = realAt(at + 9) - realAt(at + 6);
  const vy: f64 = realAt(at + 10) - realAt(at + 7);
  const vz: f64 = realAt(at + 11) - realAt(at + 8);
  const rx: f64 = realAt(at) - realAt(at + 6);
  const ry: f64 = realAt(at + 1) - realAt(at + 7);
  const rz: f64 = realAt(at + 2) - realAt(at + 8);
  const a: f64 = ux * ux + uy * uy + uz * uz;
  const b: f64 = ux * vx + uy * vy + uz * vz;
  const e: f64 = vx * vx + vy * vy + vz * vz;
  const c: f64 = ux * rx + uy * ry + uz * rz;
  const f: f64 = vx * rx + vy * ry + vz * rz;

  let s: f64 = 0;
  let t: f64 = 0;
  if (a === 0) {
    t = e > 0 ? unit(f / e) : 0;
  } else if (e === 0) {
    s = unit(-c / a);
  } else {
    const determinant: f64 = a * e - b * b;
    if (determinant > PARALLEL * a * e) {
      s = unit((b * f - c * e) / determinant);
    } else {
      // both ends of the other edge on this one, and the middle of what they share
      const p: f64 = -c / a;
      const q: f64 = (b - c) / a;
      s = unit(0.5 * (most(0, least(p, q)) + least(1, most(p, q))));
    }
    t = (b * s + f) / e;
    if (t < 0) {
      t = 0;
      s = unit(-c / a);
    } else if (t > 1) {
      t = 1;
      s = unit((b - c) / a);
    }
  }
  setWeights(1 - s, s, t - 1, -t);
}
