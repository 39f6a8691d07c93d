// Splits long edges of a surface in halves until none is longer than asked, so that it can follow its modes.
//
// Neighbours agree on every edge that is split, so a closed surface stays closed, and every old vertex stays.

import type { Mesh } from '../../../geometry/index.ts';
import { meshTopology } from '../../../geometry/surface/index.ts';

export interface Triangles {
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
}

/** More faces than this are not made: where the surface is large, edges stay longer. */
const MOST_FACES = 100_000;

export function refineSurface(surface: Triangles, longest: number): Triangles {
  let { positions, faces } = surface;
  for (;;) {
    const split = splitOnce(positions, faces, longest);
    if (!split || split.faces.length > 3 * MOST_FACES) return { positions, faces };
    ({ positions, faces } = split);
  }
}

function splitOnce(positions: Float64Array, faces: Uint32Array, longest: number): Triangles | undefined {
  const none = new Uint32Array(0);
  const mesh: Mesh = { positions, faces, wires: none, points: none };
  const { edges, faceEdges } = meshTopology(mesh);
  const middleOf = new Int32Array(edges.length / 2).fill(-1);
  const made = Array.from(positions);
  for (let e = 0; e < middleOf.length; e++) {
    const a = 3 * edges[2 * e];
    const b = 3 * edges[2 * e + 1];
    const x = positions[b] - positions[a];
    const y = positions[b + 1] - positions[a + 1];
    const z = positions[b + 2] - positions[a + 2];
    if (x * x + y * y + z * z <= longest * longest) continue;
    middleOf[e] = made.length / 3;
    for (let k = 0; k < 3; k++) made.push(0.5 * (positions[a + k] + positions[b + k]));
  }
  if (made.length === positions.length) return undefined;
  const pieces: number[] = [];
  for (let f = 0; f < faces.length; f += 3) {
    const middles = [middleOf[faceEdges[f]], middleOf[faceEdges[f + 1]], middleOf[faceEdges[f + 2]]];
    splitFace(pieces, made, [faces[f], faces[f + 1], faces[f + 2]], middles);
  }
  return { positions: Float64Array.from(made), faces: Uint32Array.from(pieces) };
}

/** Cuts off one corner after the other whose two edges are both split, then halves what is left. */
function splitFace(out: number[], x: readonly number[], corners: number[], middles: number[]): void {
  const count = middles.filter((m) => m >= 0).length;
  if (count === 0) {
    out.push(...corners);
    return;
  }
  if (count === 3) {
    const [ab, bc, ca] = middles;
    out.push(corners[0], ab, ca, corners[1], bc, ab, corners[2], ca, bc, ab, bc, ca);
    return;
  }
  // turned so that the first edge is split, and the last is not
  let turn = 0;
  while (!(middles[turn] >= 0 && middles[(turn + 2) % 3] < 0)) turn++;
  const [a, b, c] = [corners[turn], corners[(turn + 1) % 3], corners[(turn + 2) % 3]];
  const ab = middles[turn];
  const bc = middles[(turn + 1) % 3];
  if (bc < 0) {
    out.push(a, ab, c, ab, b, c);
    return;
  }
  out.push(ab, b, bc);
  // the four-sided rest along its shorter diagonal
  if (squared(x, a, bc) <= squared(x, ab, c)) out.push(a, ab, bc, a, bc, c);
  else out.push(a, ab, c, ab, bc, c);
}

function squared(x: readonly number[], a: number, b: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const d = x[3 * a + k] - x[3 * b + k];
    sum += d * d;
  }
  return sum;
}
