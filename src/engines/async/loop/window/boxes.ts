// Boxes of vertices and nodes for the search of candidates: they hold tubes, with room for windows to come.

import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { realAt, putReal, most, least, wholeAt } from '../../../../num/kernels/machine.ts';
import {
  windowReal,
  WINDOW_SKIN,
  tubeAt,
  TUBE_REACH,
  TUBE_TRAVEL,
  WINDOW_LEAD,
  TUBE_RHO,
  TUBE_END,
  VERTEX_BOX,
  NODE_BOX,
} from '../layout/window.ts';
import { VERTEX_COUNT, INVERSE_MASS } from '../layout/layout.ts';
import { NODES, NODE_CHILD, LEAF_RADIUS, LEAF_VERTEX } from '../layout/kinetic.ts';

export function boxVertices(): void {
  const skin: f64 = windowReal(WINDOW_SKIN);
  let sum: f64 = 0;
  let count: f64 = 0;
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    const tube: i32 = tubeAt(i);
    // chord and ρ of this window
    const moves: f64 = realAt(tube + TUBE_REACH) - realAt(tube + TUBE_TRAVEL);
    putReal(tube + TUBE_TRAVEL, 0);
    putReal(tube + TUBE_REACH, moves);
    if (realAt(INVERSE_MASS + i) === 0) continue;
    sum += moves;
    count += 1;
  }
  // one that is slow now may be as fast as others soon; what nothing can push only goes on as it does
  const mean: f64 = count > 0 ? sum / count : 0;
  const lead: f64 = windowReal(WINDOW_LEAD);
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    const tube: i32 = tubeAt(i);
    const held: boolean = realAt(INVERSE_MASS + i) === 0;
    const moves: f64 = realAt(tube + TUBE_REACH);
    const room: f64 = realAt(tube + TUBE_RHO) + lead * (held ? moves : most(moves, mean)) + (held ? 0 : skin);
    for (let k: i32 = 0; k < 3; k++) {
      const start: f64 = realAt(tube + k);
      const end: f64 = realAt(tube + TUBE_END + k);
      putReal(VERTEX_BOX + 6 * i + k, least(start, end) - room);
      putReal(VERTEX_BOX + 6 * i + 3 + k, most(start, end) + room);
    }
  }
}

export function boxNodes(): void {
  for (let node: i32 = 0; node < NODES; node++) {
    const box: i32 = NODE_BOX + 6 * node;
    const first: i32 = wholeAt(NODE_CHILD + 2 * node);
    const second: i32 = wholeAt(NODE_CHILD + 2 * node + 1);
    if (first >= 0) {
      const a: i32 = NODE_BOX + 6 * first;
      const b: i32 = NODE_BOX + 6 * second;
      for (let k: i32 = 0; k < 3; k++) {
        putReal(box + k, least(realAt(a + k), realAt(b + k)));
        putReal(box + 3 + k, most(realAt(a + 3 + k), realAt(b + 3 + k)));
      }
      continue;
    }
    const radius: f64 = realAt(LEAF_RADIUS + second);
    const v: i32 = wholeAt(LEAF_VERTEX + 3 * second);
    for (let k: i32 = 0; k < 6; k++) putReal(box + k, realAt(VERTEX_BOX + 6 * v + k));
    for (let j: i32 = 1; j < 3; j++) {
      const w: i32 = wholeAt(LEAF_VERTEX + 3 * second + j);
      if (w < 0) break;
      for (let k: i32 = 0; k < 3; k++) {
        putReal(box + k, least(realAt(box + k), realAt(VERTEX_BOX + 6 * w + k)));
        putReal(box + 3 + k, most(realAt(box + 3 + k), realAt(VERTEX_BOX + 6 * w + 3 + k)));
      }
    }
    for (let k: i32 = 0; k < 3; k++) {
      putReal(box + k, realAt(box + k) - radius);
      putReal(box + 3 + k, realAt(box + 3 + k) + radius);
    }
  }
}
