// Boxes around owners in the world.

import type { Model } from '../model.ts';
import type { Poses } from '../step/poses.ts';

/** World boxes of all bodies, each wider by `growth` [m]. */
export function writeBodyBoxes(
  model: Model,
  poses: Poses,
  boxes: Float64Array,
  growth: (i: number) => number,
): void {
  for (let i = 0; i < model.count; i++) writeBodyBox(model, poses, i, growth(i), boxes, 6 * i);
}

/** The world box of body i, wider by `grow` [m], at boxes[at…at+5]. */
export function writeBodyBox(
  model: Model,
  poses: Poses,
  i: number,
  grow: number,
  boxes: Float64Array,
  at: number,
): void {
  let x0 = Infinity,
    y0 = Infinity,
    z0 = Infinity;
  let x1 = -Infinity,
    y1 = -Infinity,
    z1 = -Infinity;
  const end = 3 * model.vertexStart[i + 1];
  for (let k = 3 * model.vertexStart[i]; k < end; k += 3) {
    const x = poses.x[k],
      y = poses.x[k + 1],
      z = poses.x[k + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  const wider = grow + model.round[i];
  boxes[at] = x0 - wider;
  boxes[at + 1] = y0 - wider;
  boxes[at + 2] = z0 - wider;
  boxes[at + 3] = x1 + wider;
  boxes[at + 4] = y1 + wider;
  boxes[at + 5] = z1 + wider;
}
