// Prisms over the triangles of a plane region, moved along a line or around an axis, three tetrahedra each.
//
// The diagonals of a prism's sides leave the corner with the smaller number, below in even layers and above in odd ones,
// so neighbours agree and no direction is preferred. A corner on the axis of rotation is the same in every layer: the
// tetrahedra that vanish there are left out, and pyramids and single tetrahedra remain.

import { curveBoundary } from '../curve.ts';
import { pushPositive } from '../orientation.ts';
import { quadratic } from '../quadratic.ts';
import type { Region } from './region.ts';
import { EDGES, type TetraMesh } from '../tetra-mesh.ts';

export interface Sweep {
  readonly layers: number;
  /** The last layer is joined to the first. */
  readonly around: boolean;
  /** Points of the region that do not move. */
  readonly onAxis: (point: number) => boolean;
  /** Writes the position of a point (u, v) of the region at a layer, which may be a half. */
  readonly place: (out: Float64Array, u: number, v: number, layer: number) => void;
}

export interface Swept {
  readonly mesh: TetraMesh;
  /** The point of the region that each corner comes from. */
  readonly pointOf: readonly number[];
}

export function sweepRegion(region: Region, sweep: Sweep): Swept {
  const { layers, around, onAxis, place } = sweep;
  const { points, triangles } = region;
  const count = points.length / 2;
  const levels = around ? layers : layers + 1;
  const number = new Int32Array(count * levels);
  const pointOf: number[] = [];
  const levelOf: number[] = [];
  const positions: number[] = [];
  const out = new Float64Array(3);
  for (let level = 0; level < levels; level++)
    for (let p = 0; p < count; p++) {
      if (level > 0 && onAxis(p)) {
        number[level * count + p] = number[p];
        continue;
      }
      number[level * count + p] = pointOf.length;
      pointOf.push(p);
      levelOf.push(level);
      place(out, points[2 * p], points[2 * p + 1], level);
      positions.push(out[0], out[1], out[2]);
    }
  const corners = Float64Array.from(positions);
  const four: number[] = [];
  for (let layer = 0; layer < layers; layer++) {
    let low = layer * count;
    let high = ((layer + 1) % levels) * count;
    if (layer % 2 === 1) [low, high] = [high, low];
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]].sort((p, q) => p - q);
      const [A, B, C] = [number[high + a], number[high + b], number[high + c]];
      const [i, j, k] = [number[low + a], number[low + b], number[low + c]];
      push(four, corners, i, j, k, C);
      push(four, corners, i, j, C, B);
      push(four, corners, i, A, B, C);
    }
  }
  const mesh = quadratic(corners, Uint32Array.from(four));
  const middle = new Float64Array(2);
  const halfway = (a: number, b: number): number => {
    let [from, to] = [levelOf[a], levelOf[b]];
    if (onAxis(pointOf[a])) from = to;
    else if (onAxis(pointOf[b])) to = from;
    if (around && Math.abs(from - to) > 1) {
      if (from < to) from += layers;
      else to += layers;
    }
    return 0.5 * (from + to);
  };
  // a wall thinner than its layers bulge is sound only if what is inside bulges with it
  if (around)
    for (let t = 0; t < mesh.elements.length; t += 10)
      for (let e = 0; e < 6; e++) {
        const [a, b] = [mesh.elements[t + EDGES[2 * e]], mesh.elements[t + EDGES[2 * e + 1]]];
        const [p, q] = [2 * pointOf[a], 2 * pointOf[b]];
        place(out, 0.5 * (points[p] + points[q]), 0.5 * (points[p + 1] + points[q + 1]), halfway(a, b));
        mesh.positions.set(out, 3 * mesh.elements[t + 4 + e]);
      }
  curveBoundary(mesh, (at, a, b) => {
    const [p, q] = [pointOf[a], pointOf[b]];
    if (p === q) {
      middle[0] = points[2 * p];
      middle[1] = points[2 * p + 1];
    } else if (!region.middle(middle, p, q)) return false;
    place(at, middle[0], middle[1], halfway(a, b));
    return true;
  });
  return { mesh, pointOf };
}

/** Left out where two corners are one. */
function push(four: number[], x: Float64Array, a: number, b: number, c: number, d: number): void {
  if (a === b || a === c || a === d || b === c || b === d || c === d) return;
  pushPositive(four, x, a, b, c, d);
}
