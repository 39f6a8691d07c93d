// All pairs of primitives of two moving bodies that may come near each other: tree against tree.
//
// Body A's tree is laid into body B's frame by the pose of A relative to B at the start; its boxes
// become boxes by |R| h. While the step lasts, B's frame being held at its start, a point of A minus
// a point of B moves by the relative sweep u of the origins, plus turns of at most θ_A ρ_A and
// θ_B ρ_B. So two nodes are apart for the whole step when on some axis of B, or of A,
//
//   |c_A + u/2 - c_B|  >  h_A + h_B + |u|/2 + distance + θ_A ρ_A + θ_B ρ_B.
//
// Where A turns about a point p of B's frame rather than about its own origin (a wheel on its axle, a link in its
// neighbour), θ(|c_A - p| + h_A) bounds the turn far more tightly; both forms may be given together.
//
// A margin of 2⁻⁴⁴ of the largest coordinate covers rounding here and in a rotation matrix that is
// orthogonal to a few roundings. The order of the pairs depends on the trees and the motion only.
// Checked against all pairs in test/geometry/tree.test.ts.

import type { IndexList } from './index-list.ts';
import { NODE_EXTENT, NODE_RADIUS, NODE_SIZE, type Tree } from './tree.ts';

/** Where body A is relative to body B, how both move during the step, and how near counts. */
export interface RelativeMotion {
  /** Takes A's axes to B's, 3×3 row-major. */
  readonly rotation: Float64Array;
  /** A's origin in B's frame [m]. */
  readonly translation: Float64Array;
  /** How far A's origin moves relative to B's, in B's axes at the start [m]; zero for a search at rest. */
  readonly sweep: Float64Array;
  /** Upper bounds of the angles the bodies turn by [rad]. */
  angleA: number;
  angleB: number;
  /** Besides, A may turn relative to B by up to this angle [rad] about a point near `pivot`, in B's frame [m]. */
  turn: number;
  readonly pivot: Float64Array;
  /**
   * Instead of an unknown turn, a known one: A turns about `pivot` by the rotation vector `spin` [rad] in B's axes,
   * while the pivot moves by `sweep`. Boxes then grow only along their own way, and by what that way bends at most:
   * `bend` times the distance from the pivot.
   */
  readonly spin: Float64Array;
  bend: number;
  /** Pairs that come as near as this [m] are found. */
  distance: number;
}

export function relativeRest(distance: number): RelativeMotion {
  return {
    rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
    translation: new Float64Array(3),
    sweep: new Float64Array(3),
    angleA: 0,
    angleB: 0,
    turn: 0,
    pivot: new Float64Array(3),
    spin: new Float64Array(3),
    bend: 0,
    distance,
  };
}

const MARGIN = 1 / 17592186044416; // 2⁻⁴⁴
let stack = new Int32Array(512);

/** Adds (primitive of A, primitive of B) to the list for every pair of leaves that may come near. */
export function findTreePairs(list: IndexList, a: Tree, b: Tree, motion: RelativeMotion): void {
  if (a.count === 0 || b.count === 0) return;
  // Each step replaces a pair of nodes by two, one of them a level deeper.
  const needed = 2 * (a.depth + b.depth + 2);
  if (stack.length < needed) stack = new Int32Array(2 * needed);
  const waiting = stack;

  const nodesA = a.nodes;
  const nodesB = b.nodes;
  const linksA = a.links;
  const linksB = b.links;
  const { rotation: r, translation, sweep, turn, pivot, spin, bend } = motion;
  const angle = Math.sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
  const spinning = angle > 0 || bend > 0;
  const r00 = r[0];
  const r01 = r[1];
  const r02 = r[2];
  const r10 = r[3];
  const r11 = r[4];
  const r12 = r[5];
  const r20 = r[6];
  const r21 = r[7];
  const r22 = r[8];
  const s00 = Math.abs(r00);
  const s01 = Math.abs(r01);
  const s02 = Math.abs(r02);
  const s10 = Math.abs(r10);
  const s11 = Math.abs(r11);
  const s12 = Math.abs(r12);
  const s20 = Math.abs(r20);
  const s21 = Math.abs(r21);
  const s22 = Math.abs(r22);

  // Half the sweep: moves the centre, and widens along B's axes (u) and A's (v).
  const ux = 0.5 * sweep[0];
  const uy = 0.5 * sweep[1];
  const uz = 0.5 * sweep[2];
  let vx = Math.abs(r00 * ux + r10 * uy + r20 * uz);
  let vy = Math.abs(r01 * ux + r11 * uy + r21 * uz);
  let vz = Math.abs(r02 * ux + r12 * uy + r22 * uz);
  const tx = translation[0] + ux;
  const ty = translation[1] + uy;
  const tz = translation[2] + uz;
  // However far a body turns, no point gets further than 2ρ from where it was.
  const angleA = Math.min(2, motion.angleA);
  const angleB = Math.min(2, motion.angleB);
  const scale =
    nodesA[NODE_RADIUS] +
    nodesB[NODE_RADIUS] +
    Math.abs(tx) +
    Math.abs(ty) +
    Math.abs(tz) +
    Math.abs(ux) +
    Math.abs(uy) +
    Math.abs(uz);
  const near = motion.distance + MARGIN * (scale + motion.distance);
  const wx = Math.abs(ux) + near;
  const wy = Math.abs(uy) + near;
  const wz = Math.abs(uz) + near;

  // Node of A as it lies in B's frame; kept while only B descends.
  let laid = -1;
  let cx = 0;
  let cy = 0;
  let cz = 0;
  let hx = 0;
  let hy = 0;
  let hz = 0;
  let turnA = 0;

  waiting[0] = 0;
  waiting[1] = 0;
  let top = 2;
  while (top > 0) {
    top -= 2;
    const i = waiting[top];
    const j = waiting[top + 1];
    const p = NODE_SIZE * i;
    const q = NODE_SIZE * j;

    const ax = nodesA[p + 3];
    const ay = nodesA[p + 4];
    const az = nodesA[p + 5];
    if (i !== laid) {
      laid = i;
      const x = nodesA[p];
      const y = nodesA[p + 1];
      const z = nodesA[p + 2];
      cx = r00 * x + r01 * y + r02 * z + tx;
      cy = r10 * x + r11 * y + r12 * z + ty;
      cz = r20 * x + r21 * y + r22 * z + tz;
      turnA = angleA * nodesA[p + NODE_RADIUS];
      if (turn > 0) {
        const px = cx - pivot[0];
        const py = cy - pivot[1];
        const pz = cz - pivot[2];
        turnA += turn * (Math.sqrt(px * px + py * py + pz * pz) + nodesA[p + NODE_EXTENT]);
      }
      hx = s00 * ax + s01 * ay + s02 * az + wx;
      hy = s10 * ax + s11 * ay + s12 * az + wy;
      hz = s20 * ax + s21 * ay + s22 * az + wz;
      if (spinning) {
        // half of what the known turn adds to the sweep at this node's centre
        const px = cx - ux - pivot[0];
        const py = cy - uy - pivot[1];
        const pz = cz - uz - pivot[2];
        const ex = 0.5 * (spin[1] * pz - spin[2] * py);
        const ey = 0.5 * (spin[2] * px - spin[0] * pz);
        const ez = 0.5 * (spin[0] * py - spin[1] * px);
        const extent = nodesA[p + NODE_EXTENT];
        turnA += angle * extent + bend * (Math.sqrt(px * px + py * py + pz * pz) + extent);
        cx += ex;
        cy += ey;
        cz += ez;
        hx += Math.abs(ux + ex) - Math.abs(ux);
        hy += Math.abs(uy + ey) - Math.abs(uy);
        hz += Math.abs(uz + ez) - Math.abs(uz);
        vx = Math.abs(r00 * (ux + ex) + r10 * (uy + ey) + r20 * (uz + ez));
        vy = Math.abs(r01 * (ux + ex) + r11 * (uy + ey) + r21 * (uz + ez));
        vz = Math.abs(r02 * (ux + ex) + r12 * (uy + ey) + r22 * (uz + ez));
      }
      hx += turnA;
      hy += turnA;
      hz += turnA;
    }
    const turnB = angleB * nodesB[q + NODE_RADIUS];
    const bx = nodesB[q + 3];
    const dx = cx - nodesB[q];
    if (Math.abs(dx) > hx + bx + turnB) continue;
    const by = nodesB[q + 4];
    const dy = cy - nodesB[q + 1];
    if (Math.abs(dy) > hy + by + turnB) continue;
    const bz = nodesB[q + 5];
    const dz = cz - nodesB[q + 2];
    if (Math.abs(dz) > hz + bz + turnB) continue;

    const reach = turnA + turnB + near;
    if (Math.abs(r00 * dx + r10 * dy + r20 * dz) > ax + s00 * bx + s10 * by + s20 * bz + vx + reach) continue;
    if (Math.abs(r01 * dx + r11 * dy + r21 * dz) > ay + s01 * bx + s11 * by + s21 * bz + vy + reach) continue;
    if (Math.abs(r02 * dx + r12 * dy + r22 * dz) > az + s02 * bx + s12 * by + s22 * bz + vz + reach) continue;

    const linkA = linksA[i];
    const linkB = linksB[j];
    if (linkA < 0 && linkB < 0) {
      list.pushPair(~linkA, ~linkB);
    } else if (linkB < 0 || (linkA >= 0 && nodesA[p + NODE_EXTENT] > nodesB[q + NODE_EXTENT])) {
      waiting[top] = linkA;
      waiting[top + 1] = j;
      waiting[top + 2] = i + 1;
      waiting[top + 3] = j;
      top += 4;
    } else {
      waiting[top] = i;
      waiting[top + 1] = linkB;
      waiting[top + 2] = i;
      waiting[top + 3] = j + 1;
      top += 4;
    }
  }
}
