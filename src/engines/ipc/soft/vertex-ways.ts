// The way of every vertex that may meet something: a box around it, and how long it is.

import { rotationFromVector } from '../../../num/index.ts';
import type { Model } from '../model.ts';
import type { Poses } from '../step/poses.ts';
import { lengthAt } from '../step/reach.ts';

export class VertexWays {
  /** Six numbers a vertex of the scene. */
  readonly boxes: Float64Array;
  /** [m] */
  readonly lengths: Float64Array;

  constructor(vertices: number) {
    this.boxes = new Float64Array(6 * vertices);
    this.lengths = new Float64Array(vertices);
  }

  /** Of owner i, which is moved by (u, ω) at way[6 i…], about its carrier's centre where it has one. */
  write(model: Model, { x, q }: Poses, i: number, way: Float64Array): void {
    const { boxes, lengths } = this;
    const w = 6 * i;
    const centre = 3 * (model.carrier[i] >= 0 ? model.carrier[i] : i);
    const angle = lengthAt(way, w + 3);
    const shift = lengthAt(way, w);
    if (angle > 0) rotationFromVector(rotation, 0, way, w + 3);
    for (let v = model.vertexStart[i]; v < model.vertexStart[i + 1]; v++) {
      let lever = 0;
      for (let k = 0; k < 3; k++) arm[k] = x[3 * v + k] - q[centre + k];
      if (angle > 0) lever = lengthAt(arm, 0);
      // an arc is so far from its chord at most
      const bulge = 0.125 * angle * angle * lever;
      for (let k = 0; k < 3; k++) {
        const here = x[3 * v + k];
        let there = here + way[w + k];
        if (angle > 0) {
          there = q[centre + k] + way[w + k];
          for (let c = 0; c < 3; c++) there += rotation[3 * k + c] * arm[c];
        }
        boxes[6 * v + k] = Math.min(here, there) - bulge;
        boxes[6 * v + 3 + k] = Math.max(here, there) + bulge;
      }
      lengths[v] = shift + angle * lever;
    }
  }

  /** The box of up to three vertices, wider by so much, to out[at…at+5]. */
  around(vertices: Int32Array, from: number, wider: number, out: Float64Array, at: number): void {
    const { boxes } = this;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let n = from; n < from + 3; n++) {
        if (vertices[n] < 0) continue;
        const v = 6 * vertices[n] + axis;
        if (boxes[v] < low) low = boxes[v];
        if (boxes[v + 3] > high) high = boxes[v + 3];
      }
      out[at + axis] = low - wider;
      out[at + 3 + axis] = high + wider;
    }
  }

  /** Whether the boxes around a and b, and around c, d and e come as near as this along every axis. */
  meet(a: number, b: number, c: number, d: number, e: number, near: number): boolean {
    const { boxes } = this;
    for (let axis = 0; axis < 3; axis++) {
      const i = 6 * a + axis;
      const j = 6 * b + axis;
      const k = 6 * c + axis;
      const l = 6 * d + axis;
      const m = 6 * e + axis;
      const low = Math.min(boxes[i], boxes[j]);
      const high = Math.max(boxes[i + 3], boxes[j + 3]);
      const otherLow = Math.min(boxes[k], boxes[l], boxes[m]);
      const otherHigh = Math.max(boxes[k + 3], boxes[l + 3], boxes[m + 3]);
      if (low - near > otherHigh || otherLow - near > high) return false;
    }
    return true;
  }
}

const rotation = new Float64Array(9);
const arm = new Float64Array(3);
