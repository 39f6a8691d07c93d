// Solid elements at rest: what their points (solid-point.ts) need, of tetrahedra with four nodes or with ten.
//
//   N_i = L_i (four);   N_i = L_i (2 L_i − 1) at corners, N_ij = 4 L_i L_j on edges (ten)
//
// Four nodes have a constant gradient, one point says all; they lock where a thin thing bends. Ten nodes bend: four points, exact for
// what is of second order in L. Their mid nodes may lie beside the middle of their edges, where the solid is curved.

import { EDGES } from '../geometry/tetra/index.ts';

/** Nodes of an element. */
export type TetraNodes = 4 | 10;

/** Shares of mass of ten nodes in proportion to the diagonal of the consistent mass, which are positive (Hinton, Rock, Zienkiewicz 1976). */
const CORNER_SHARE = 1 / 36;
const MIDDLE_SHARE = 4 / 27;

/** Of the four points: (5 ± √5 …)/20. */
const NEAR = 0.5854101966249685;
const FAR = 0.1381966011250105;

/** How many points an element has. */
export function pointCount(width: TetraNodes): number {
  return width === 4 ? 1 : 4;
}

/** What part of its mass a node of an element has. */
export function nodeShare(width: TetraNodes, node: number): number {
  if (width === 4) return 0.25;
  return node < 4 ? CORNER_SHARE : MIDDLE_SHARE;
}

/**
 * Its points in a row: volume and gradients of all nodes. Returns the volume of all [m³]; undefined where the element is flat or
 * turned over anywhere.
 * @param rest  places of all nodes
 */
export function writePoints(
  width: TetraNodes,
  rest: ArrayLike<number>,
  nodes: ArrayLike<number>,
  out: number[],
): number | undefined {
  let whole = 0;
  const count = pointCount(width);
  for (let q = 0; q < count; q++) {
    const at = [0, 1, 2, 3].map((i) => (count === 1 ? 0.25 : i === q ? NEAR : FAR));
    const local = localGradients(width, at);
    // J_rk = ∂x_r/∂L_k with L_0 = 1 − L_1 − L_2 − L_3
    const jacobian = [0, 1, 2].map((r) =>
      [0, 1, 2].map((k) => {
        let sum = 0;
        for (let a = 0; a < width; a++) sum += rest[3 * nodes[a] + r] * local[3 * a + k];
        return sum;
      }),
    );
    const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = jacobian;
    const cofactors = [
      [yy * zz - yz * zy, yz * zx - yx * zz, yx * zy - yy * zx],
      [xz * zy - xy * zz, xx * zz - xz * zx, xy * zx - xx * zy],
      [xy * yz - xz * yy, xz * yx - xx * yz, xx * yy - xy * yx],
    ];
    const determinant = xx * cofactors[0][0] + xy * cofactors[0][1] + xz * cofactors[0][2];
    if (!(determinant > flatVolume(jacobian))) return undefined;
    const volume = determinant / 6 / count;
    whole += volume;
    out.push(volume);
    for (let a = 0; a < width; a++)
      for (let r = 0; r < 3; r++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += cofactors[r][k] * local[3 * a + k];
        out.push(sum / determinant);
      }
  }
  return whole;
}

/** Below this part of what edges of such lengths could enclose a volume is none. */
const FLAT = 1e-6;

function flatVolume(jacobian: readonly (readonly number[])[]): number {
  let product = FLAT;
  for (let k = 0; k < 3; k++) {
    let squares = 0;
    for (let r = 0; r < 3; r++) squares += jacobian[r][k] * jacobian[r][k];
    product *= Math.sqrt(squares);
  }
  return product;
}

/** ∂N/∂L_1 … L_3 of every node. */
function localGradients(width: TetraNodes, at: readonly number[]): number[] {
  const out: number[] = [];
  for (let i = 0; i < 4; i++) {
    const slope = width === 4 ? 1 : 4 * at[i] - 1;
    for (let k = 1; k < 4; k++) out.push(i === 0 ? -slope : i === k ? slope : 0);
  }
  for (let e = 0; width === 10 && e < 12; e += 2) {
    const [i, j] = [EDGES[e], EDGES[e + 1]];
    for (let k = 1; k < 4; k++) {
      const di = i === 0 ? -1 : i === k ? 1 : 0;
      const dj = j === k ? 1 : 0;
      out.push(4 * (at[i] * dj + at[j] * di));
    }
  }
  return out;
}
