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
// Checked against all pairs in test/geometry/tree/tree.test.ts.

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
/** Nodes with no more primitives than this are not descended into any more: all of one are tested with all of the other. */
const BUCKET = 4;
let stack = new Int32Array(512);

/** Adds (primitive of A, primitive of B) to the list for every pair of leaves that may come near. */
export function findTreePairs(list: IndexList, a: Tree, b: Tree, motion: RelativeMotion): void {
  if (a.count === 0 || b.count === 0) return;
  // Each step replaces a pair of nodes by two, one of them a level deeper.
  const needed = 2 * (a.depth + b.depth + 2);
  if (stack.length < needed) stack = new Int32Array(2 * needed);
  const waiting = stack;
  begin(a, b, motion);

  let laid = -1; // node of A that lies in B's frame; kept while only B descends
  waiting[0] = 0;
  waiting[1] = 0;
  let top = 2;
  while (top > 0) {
    top -= 2;
    const i = waiting[top];
    const j = waiting[top + 1];
    if (i !== laid) layNode(a.nodes, NODE_SIZE * i, motion);
    laid = i;
    if (isApart(a.nodes, NODE_SIZE * i, b.nodes, NODE_SIZE * j, motion)) continue;

    const smallA = a.leaves[i] <= BUCKET;
    const smallB = b.leaves[j] <= BUCKET;
    const largerA = a.nodes[NODE_SIZE * i + NODE_EXTENT] > b.nodes[NODE_SIZE * j + NODE_EXTENT];
    if (smallA && smallB) {
      testBuckets(list, a, i, b, j, motion);
      laid = -1;
    } else if (smallB || (!smallA && largerA)) {
      waiting[top] = a.links[i];
      waiting[top + 1] = j;
      waiting[top + 2] = i + 1;
      waiting[top + 3] = j;
      top += 4;
    } else {
      waiting[top] = i;
      waiting[top + 1] = b.links[j];
      waiting[top + 2] = i;
      waiting[top + 3] = j + 1;
      top += 4;
    }
  }
}

/** Tests every leaf below node i of A with every leaf below node j of B. */
function testBuckets(list: IndexList, a: Tree, i: number, b: Tree, j: number, motion: RelativeMotion): void {
  const endA = i + 2 * a.leaves[i] - 1;
  const endB = j + 2 * b.leaves[j] - 1;
  for (let p = i; p < endA; p++) {
    if (a.links[p] >= 0) continue;
    layNode(a.nodes, NODE_SIZE * p, motion);
    for (let q = j; q < endB; q++) {
      if (b.links[q] >= 0 || isApart(a.nodes, NODE_SIZE * p, b.nodes, NODE_SIZE * q, motion)) continue;
      list.pushPair(~a.links[p], ~b.links[q]);
    }
  }
}

// What holds for a whole search. Half the sweep moves the centres of A's boxes.
let near = 0;
let angleA = 0;
let angleB = 0;
let angle = 0;
const half = new Float64Array(3);
const origin = new Float64Array(3);

function begin(a: Tree, b: Tree, motion: RelativeMotion): void {
  const { translation, sweep, spin, distance } = motion;
  let scale = a.nodes[NODE_RADIUS] + b.nodes[NODE_RADIUS];
  for (let k = 0; k < 3; k++) {
    half[k] = 0.5 * sweep[k];
    origin[k] = translation[k] + half[k];
  }
  for (let k = 0; k < 3; k++) scale += Math.abs(origin[k]);
  for (let k = 0; k < 3; k++) scale += Math.abs(half[k]);
  near = distance + MARGIN * (scale + distance);
  angle = Math.sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
  // However far a body turns, no point gets further than 2ρ from where it was.
  angleA = Math.min(2, motion.angleA);
  angleB = Math.min(2, motion.angleB);
}

/** A node of A as it lies in B's frame: centre, half extents, how far turns move it, half the sweep along A's axes. */
const laidNode = new Float64Array(10);

function layNode(
  nodes: Float64Array,
  p: number,
  { rotation: r, turn, pivot, spin, bend }: RelativeMotion,
): void {
  const x = nodes[p];
  const y = nodes[p + 1];
  const z = nodes[p + 2];
  const ax = nodes[p + 3];
  const ay = nodes[p + 4];
  const az = nodes[p + 5];
  const extent = nodes[p + NODE_EXTENT];
  const ux = half[0];
  const uy = half[1];
  const uz = half[2];
  let cx = r[0] * x + r[1] * y + r[2] * z + origin[0];
  let cy = r[3] * x + r[4] * y + r[5] * z + origin[1];
  let cz = r[6] * x + r[7] * y + r[8] * z + origin[2];
  let turned = angleA * nodes[p + NODE_RADIUS];
  if (turn > 0) turned += turn * (length(cx - pivot[0], cy - pivot[1], cz - pivot[2]) + extent);
  let hx = Math.abs(r[0]) * ax + Math.abs(r[1]) * ay + Math.abs(r[2]) * az + (Math.abs(ux) + near);
  let hy = Math.abs(r[3]) * ax + Math.abs(r[4]) * ay + Math.abs(r[5]) * az + (Math.abs(uy) + near);
  let hz = Math.abs(r[6]) * ax + Math.abs(r[7]) * ay + Math.abs(r[8]) * az + (Math.abs(uz) + near);
  let fx = ux;
  let fy = uy;
  let fz = uz;
  if (angle > 0 || bend > 0) {
    // half of what the known turn adds to the sweep at this node's centre
    const px = cx - ux - pivot[0];
    const py = cy - uy - pivot[1];
    const pz = cz - uz - pivot[2];
    const ex = 0.5 * (spin[1] * pz - spin[2] * py);
    const ey = 0.5 * (spin[2] * px - spin[0] * pz);
    const ez = 0.5 * (spin[0] * py - spin[1] * px);
    turned += angle * extent + bend * (length(px, py, pz) + extent);
    cx += ex;
    cy += ey;
    cz += ez;
    fx = ux + ex;
    fy = uy + ey;
    fz = uz + ez;
    hx += Math.abs(fx) - Math.abs(ux);
    hy += Math.abs(fy) - Math.abs(uy);
    hz += Math.abs(fz) - Math.abs(uz);
  }
  laidNode[0] = cx;
  laidNode[1] = cy;
  laidNode[2] = cz;
  laidNode[3] = hx + turned;
  laidNode[4] = hy + turned;
  laidNode[5] = hz + turned;
  laidNode[6] = turned;
  laidNode[7] = Math.abs(r[0] * fx + r[3] * fy + r[6] * fz);
  laidNode[8] = Math.abs(r[1] * fx + r[4] * fy + r[7] * fz);
  laidNode[9] = Math.abs(r[2] * fx + r[5] * fy + r[8] * fz);
}

/** Whether the node that was laid last, at p of A's nodes, and node q of B are apart along an axis of B or of A. */
function isApart(
  nodesA: Float64Array,
  p: number,
  nodesB: Float64Array,
  q: number,
  { rotation: r }: RelativeMotion,
): boolean {
  const turnB = angleB * nodesB[q + NODE_RADIUS];
  const bx = nodesB[q + 3];
  const dx = laidNode[0] - nodesB[q];
  if (Math.abs(dx) > laidNode[3] + bx + turnB) return true;
  const by = nodesB[q + 4];
  const dy = laidNode[1] - nodesB[q + 1];
  if (Math.abs(dy) > laidNode[4] + by + turnB) return true;
  const bz = nodesB[q + 5];
  const dz = laidNode[2] - nodesB[q + 2];
  if (Math.abs(dz) > laidNode[5] + bz + turnB) return true;

  const reach = laidNode[6] + turnB + near;
  for (let k = 0; k < 3; k++) {
    const along = r[k] * dx + r[3 + k] * dy + r[6 + k] * dz;
    const size = nodesA[p + 3 + k] + Math.abs(r[k]) * bx + Math.abs(r[3 + k]) * by + Math.abs(r[6 + k]) * bz;
    if (Math.abs(along) > size + laidNode[7 + k] + reach) return true;
  }
  return false;
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
