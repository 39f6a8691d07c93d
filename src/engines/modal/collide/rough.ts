// Rough surfaces: contact normals tilted by a Gaussian field that is fixed to the body.
//
// The field has independent normal values at the points of a lattice in body coordinates and is blended between them,
// so the same place always has the same normal, whatever the mesh. (The underside of the block feeder squeaks so.)

import { philox } from '../../../num/index.ts';
import { cos, log, sin } from '../../../num/elementary/index.ts';

/** Between lattice points [m]: the length over which normals change. */
const GRAIN = 0.002;

const words = new Uint32Array(4);
const field = new Float64Array(3);

/**
 * Tilts a unit normal at a place of a body's rest surface.
 * @param deviation  of the angle about each tangent [rad]
 */
export function tiltNormal(
  normal: Float64Array,
  deviation: number,
  seed: number,
  body: number,
  x: number,
  y: number,
  z: number,
): void {
  field.fill(0);
  const [i, j, k] = [Math.floor(x / GRAIN), Math.floor(y / GRAIN), Math.floor(z / GRAIN)];
  const [u, v, w] = [x / GRAIN - i, y / GRAIN - j, z / GRAIN - k];
  let squares = 0;
  for (let corner = 0; corner < 8; corner++) {
    const [a, b, c] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const weight = (a ? u : 1 - u) * (b ? v : 1 - v) * (c ? w : 1 - w);
    addGaussian(weight, seed, body, i + a, j + b, k + c);
    squares += weight * weight;
  }
  // blending would make it smoother between the points than at them
  const scale = deviation / Math.sqrt(squares);
  const along = field[0] * normal[0] + field[1] * normal[1] + field[2] * normal[2];
  let length = 0;
  for (let n = 0; n < 3; n++) {
    normal[n] += scale * (field[n] - along * normal[n]);
    length += normal[n] * normal[n];
  }
  length = Math.sqrt(length);
  for (let n = 0; n < 3; n++) normal[n] /= length;
}

/** Three independent normal numbers of a lattice point (Box–Muller), times a weight. */
function addGaussian(weight: number, seed: number, body: number, i: number, j: number, k: number): void {
  philox(words, i >>> 0, j >>> 0, k >>> 0, body, seed >>> 0, Math.floor(seed / 4294967296));
  const first = weight * Math.sqrt(-2 * log((words[0] + 1) / 4294967297));
  const second = weight * Math.sqrt(-2 * log((words[2] + 1) / 4294967297));
  const turn = (2 * Math.PI * words[1]) / 4294967296;
  field[0] += first * cos(turn);
  field[1] += first * sin(turn);
  field[2] += second * cos((2 * Math.PI * words[3]) / 4294967296);
}
