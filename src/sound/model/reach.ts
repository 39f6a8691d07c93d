// How much a force at a point of a model's surface moves each of its modes.

import { locate, type Locator } from '../../modes/index.ts';
import type { ModalModel } from './modal-model.ts';

type Triple = readonly [number, number, number];

/**
 * U·d of each mode at the point of the surface nearest to `point` [1/√kg].
 * @param out  written: one a mode
 * @returns the curvature there [1/m]
 */
export function reachOf(
  model: ModalModel,
  locator: Locator,
  point: Triple,
  direction: Triple,
  out: Float64Array | Float32Array,
): number {
  locate(locator, point[0], point[1], point[2]);
  const { vertices, weights } = locator;
  const { shapes, count, curvatures } = model;
  const size = model.positions.length;
  const [a, b, c] = [3 * vertices[0], 3 * vertices[1], 3 * vertices[2]];
  for (let m = 0; m < count; m++) {
    const at = m * size;
    let sum = 0;
    for (let k = 0; k < 3; k++)
      sum +=
        direction[k] *
        (weights[0] * shapes[at + a + k] + weights[1] * shapes[at + b + k] + weights[2] * shapes[at + c + k]);
    out[m] = sum;
  }
  let curvature = 0;
  for (let i = 0; i < 3; i++) curvature += weights[i] * curvatures[vertices[i]];
  return curvature;
}
