// Mid nodes of the boundary moved onto the curved surface, as long as no element is turned over by it.
//
// The determinant of the Jacobian of a quadratic element is a cubic polynomial, so five points integrate it exactly:
//   V = Σ w det J / 6,  w = -4/5 at the centre, 9/20 at the four points (1/2, 1/6, 1/6, 1/6).

import { sixVolume } from './orientation.ts';
import { EDGES, type TetraMesh } from './tetra-mesh.ts';

/** det J at any corner, mid node or the centre may not fall below this part of the straight element's. */
const LEAST_JACOBIAN = 0.25;

/**
 * Moves the mid nodes of boundary edges, in place.
 * @param onto  writes the point of the surface for the middle (x, y, z) of the edge of corners a and b; false to leave it
 */
export function curveBoundary(
  mesh: TetraMesh,
  onto: (out: Float64Array, a: number, b: number, x: number, y: number, z: number) => boolean,
): void {
  const { positions: x, surface } = mesh;
  const point = new Float64Array(3);
  const home = new Map<number, readonly [number, number, number]>();
  for (let f = 0; f < surface.length; f += 6)
    for (let c = 0; c < 3; c++) {
      const m = surface[f + 3 + c];
      if (home.has(m)) continue;
      const [a, b] = [surface[f + c], surface[f + ((c + 1) % 3)]];
      const at = 3 * m;
      const [mx, my, mz] = [x[at], x[at + 1], x[at + 2]];
      if (!onto(point, a, b, mx, my, mz)) continue;
      let moved = 0;
      let length = 0;
      for (let k = 0; k < 3; k++) {
        moved += (point[k] - x[at + k]) * (point[k] - x[at + k]);
        length += (x[3 * a + k] - x[3 * b + k]) * (x[3 * a + k] - x[3 * b + k]);
      }
      // straight to rounding stays straight, and far away is another wall
      if (moved < 1e-18 * length || moved > 0.09 * length) continue;
      home.set(m, [mx, my, mz]);
      x.set(point, at);
    }
  straightenTurned(mesh, home);
}

/** Puts mid nodes of elements that are turned over back, until there are none. */
function straightenTurned(mesh: TetraMesh, home: Map<number, readonly [number, number, number]>): void {
  for (let turned = true; turned; ) {
    turned = false;
    for (let t = 0; t < mesh.elements.length; t += 10) {
      if (leastJacobian(mesh, t) >= LEAST_JACOBIAN) continue;
      for (let e = 4; e < 10; e++) {
        const node = mesh.elements[t + e];
        const back = home.get(node);
        if (back === undefined) continue;
        home.delete(node);
        mesh.positions.set(back, 3 * node);
        turned = true;
      }
    }
  }
}

/** Barycentric points where an element is tried: corners, middles of edges, centre. */
const TRIED: readonly (readonly number[])[] = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
  [0.5, 0.5, 0, 0],
  [0.5, 0, 0.5, 0],
  [0.5, 0, 0, 0.5],
  [0, 0.5, 0.5, 0],
  [0, 0.5, 0, 0.5],
  [0, 0, 0.5, 0.5],
  [0.25, 0.25, 0.25, 0.25],
];

/** Least det J over that of the straight element through the same corners; 1 for a straight one. */
export function leastJacobian(mesh: TetraMesh, t: number): number {
  if (isStraight(mesh, t)) return 1;
  const straight = straightSix(mesh, t);
  let least = Infinity;
  for (const at of TRIED) least = Math.min(least, jacobianAt(mesh, t, at));
  return least / straight;
}

const VOLUME_POINTS: readonly (readonly [number, readonly number[]])[] = [
  [-0.8, [0.25, 0.25, 0.25, 0.25]],
  [0.45, [1 / 2, 1 / 6, 1 / 6, 1 / 6]],
  [0.45, [1 / 6, 1 / 2, 1 / 6, 1 / 6]],
  [0.45, [1 / 6, 1 / 6, 1 / 2, 1 / 6]],
  [0.45, [1 / 6, 1 / 6, 1 / 6, 1 / 2]],
];

/** Of an element with its curved sides [m³]. */
export function curvedVolume(mesh: TetraMesh, t: number): number {
  if (isStraight(mesh, t)) return straightSix(mesh, t) / 6;
  let sum = 0;
  for (const [weight, at] of VOLUME_POINTS) sum += weight * jacobianAt(mesh, t, at);
  return sum / 6;
}

function isStraight({ positions: x, elements }: TetraMesh, t: number): boolean {
  for (let e = 0; e < 6; e++) {
    const a = 3 * elements[t + EDGES[2 * e]];
    const b = 3 * elements[t + EDGES[2 * e + 1]];
    const m = 3 * elements[t + 4 + e];
    for (let k = 0; k < 3; k++) if (x[m + k] !== 0.5 * (x[a + k] + x[b + k])) return false;
  }
  return true;
}

function straightSix({ positions, elements }: TetraMesh, t: number): number {
  return sixVolume(positions, elements[t], elements[t + 1], elements[t + 2], elements[t + 3]);
}

const columns = new Float64Array(12);

/** det of ∂x/∂(L₁ L₂ L₃) with L₀ = 1 - L₁ - L₂ - L₃. */
function jacobianAt({ positions: x, elements }: TetraMesh, t: number, l: readonly number[]): number {
  // ∂x/∂L_i: corners (4 L_i - 1), mid nodes 4 L of the other end
  columns.fill(0);
  for (let i = 0; i < 4; i++) {
    const at = 3 * elements[t + i];
    for (let k = 0; k < 3; k++) columns[3 * i + k] += (4 * l[i] - 1) * x[at + k];
  }
  for (let e = 0; e < 6; e++) {
    const i = EDGES[2 * e];
    const j = EDGES[2 * e + 1];
    const at = 3 * elements[t + 4 + e];
    for (let k = 0; k < 3; k++) {
      columns[3 * i + k] += 4 * l[j] * x[at + k];
      columns[3 * j + k] += 4 * l[i] * x[at + k];
    }
  }
  const d = (i: number, k: number): number => columns[3 * i + k] - columns[k];
  return (
    d(1, 0) * (d(2, 1) * d(3, 2) - d(2, 2) * d(3, 1)) -
    d(1, 1) * (d(2, 0) * d(3, 2) - d(2, 2) * d(3, 0)) +
    d(1, 2) * (d(2, 0) * d(3, 1) - d(2, 1) * d(3, 0))
  );
}
