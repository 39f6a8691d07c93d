// A form somewhere in the world. Its tree stays in its own coordinates; queries come to it, and only the elements that they
// look at are laid into the world.

import { NODE_SIZE } from '../geometry/tree/index.ts';
import { matrixFromQuaternion } from '../num/index.ts';
import type { Form } from './form.ts';

/** Part of the size of coordinates that covers the roundings of placing a vertex or a box. */
export const MARGIN = 1 / 17592186044416; // 2⁻⁴⁴

export class Placed {
  readonly form: Form;
  /** Takes its axes to the world's, row-major. */
  readonly rotation = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  readonly translation = new Float64Array(3);

  constructor(form: Form) {
    this.form = form;
  }

  /** @param poses  position and unit quaternion x y z w from `at` on */
  place(poses: Float64Array, at: number): void {
    for (let k = 0; k < 3; k++) this.translation[k] = poses[at + k];
    matrixFromQuaternion(this.rotation, 0, poses, at + 3);
  }

  /** Writes the vertices of an element in the world from `at` on; returns how many they are. */
  write(out: Float64Array, at: number, element: number): number {
    const size = this.form.sizeOf(element);
    for (let k = 0; k < size; k++) this.writeVertex(out, at + 3 * k, this.form.vertexOf(element, k));
    return size;
  }

  writeVertex(out: Float64Array, at: number, vertex: number): void {
    const { positions } = this.form.mesh;
    this.toWorld(out, at, positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
  }

  toWorld(out: Float64Array, at: number, x: number, y: number, z: number): void {
    const { rotation: r, translation: t } = this;
    out[at] = r[0] * x + r[1] * y + r[2] * z + t[0];
    out[at + 1] = r[3] * x + r[4] * y + r[5] * z + t[1];
    out[at + 2] = r[6] * x + r[7] * y + r[8] * z + t[2];
  }

  /** Turns a vector of the world into its own axes. */
  turnBack(out: Float64Array, x: number, y: number, z: number): void {
    const { rotation: r } = this;
    out[0] = r[0] * x + r[3] * y + r[6] * z;
    out[1] = r[1] * x + r[4] * y + r[7] * z;
    out[2] = r[2] * x + r[5] * y + r[8] * z;
  }

  /** Brings a point of the world into its own coordinates. */
  bringBack(out: Float64Array, x: number, y: number, z: number): void {
    const { translation: t } = this;
    this.turnBack(out, x - t[0], y - t[1], z - t[2]);
  }

  /** How large its coordinates get, in its own frame and in the world [m]: what roundings are relative to. */
  get scale(): number {
    const { nodes } = this.form.tree;
    const [x, y, z] = this.translation;
    let size = Math.abs(x) + Math.abs(y) + Math.abs(z);
    for (let k = 0; k < 3; k++) size += Math.abs(nodes[k]) + nodes[3 + k];
    return size;
  }

  /** Writes the box around it in the world, six numbers at `at`; it has an element at least. */
  writeBox(out: Float64Array, at: number): void {
    const { rotation: r, translation: t, scale } = this;
    const { nodes } = this.form.tree;
    for (let k = 0; k < 3; k++) {
      let centre = t[k];
      let half = MARGIN * scale;
      for (let j = 0; j < 3; j++) {
        centre += r[3 * k + j] * nodes[j];
        half += Math.abs(r[3 * k + j]) * nodes[3 + j];
      }
      out[at + k] = centre - half;
      out[at + 3 + k] = centre + half;
    }
  }
}

/** Where one placed form is as another sees it: rotation row-major, then translation. */
export function relate(out: Float64Array, from: Placed, base: Placed): void {
  const { rotation: a } = from;
  const { rotation: b } = base;
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) out[3 * i + j] = b[i] * a[j] + b[3 + i] * a[3 + j] + b[6 + i] * a[6 + j];
  const [x, y, z] = from.translation;
  base.bringBack(back, x, y, z);
  out.set(back, 9);
}

const back = new Float64Array(3);

/** Half the longest way across a tree's root [m]. */
export function rootExtent({ nodes }: { readonly nodes: Float64Array }): number {
  return nodes.length < NODE_SIZE ? 0 : nodes[3] + nodes[4] + nodes[5];
}
