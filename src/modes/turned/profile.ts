// The profile of a body of revolution as triangles of six nodes with straight sides, as fine as wanted.
//
// Every triangle is cut into four at its mid nodes, so those of the tetrahedra stay nodes and keep their numbers; what
// lies on the outline's bulge is on it again.

import type { Turned } from '../../geometry/tetra/index.ts';

export interface Profile {
  /** r and z by turns [m]. */
  readonly points: Float64Array;
  /** Six a triangle: corners, then the mid nodes of 01 12 20. */
  readonly triangles: Uint32Array;
  /** 1 for each node that cannot move. */
  readonly held: Uint8Array;
}

/** As it is, but for mid nodes that leave the middle of their side. */
export function coarseProfile({ points, triangles }: Turned, held: Uint8Array): Profile {
  const straight = points.slice();
  for (let t = 0; t < triangles.length; t += 6)
    for (let c = 0; c < 3; c++) straighten(straight, triangles, t, c);
  return { points: straight, triangles, held };
}

/** Cut once: half as long sides. */
export function fineProfile({ points: given, triangles }: Turned, held: Uint8Array): Profile {
  const points = [...given];
  const holds = [...held];
  for (let t = 0; t < triangles.length; t += 6) {
    // a bulge that turns a part over is left out
    for (const [c, p, q, r] of [
      [0, 0, 3, 5],
      [1, 3, 1, 4],
      [2, 5, 4, 2],
      [0, 3, 4, 5],
    ])
      if (!(area(points, triangles[t + p], triangles[t + q], triangles[t + r]) > 0))
        for (const side of c === 0 && p === 3 ? [0, 1, 2] : [c, (c + 2) % 3])
          straighten(points, triangles, t, side);
  }
  const known = points.length / 2;
  const middles = new Map<number, number>();
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * known + Math.max(a, b);
    let made = middles.get(key);
    if (made === undefined) {
      made = points.length / 2;
      middles.set(key, made);
      points.push(0.5 * (points[2 * a] + points[2 * b]), 0.5 * (points[2 * a + 1] + points[2 * b + 1]));
      holds.push(holds[a] === 1 && holds[b] === 1 ? 1 : 0);
    }
    return made;
  };
  const fine: number[] = [];
  for (let t = 0; t < triangles.length; t += 6) {
    const [a, b, c, ab, bc, ca] = triangles.subarray(t, t + 6);
    for (const [p, q, r] of [
      [a, ab, ca],
      [ab, b, bc],
      [ca, bc, c],
      [ab, bc, ca],
    ])
      fine.push(p, q, r, middle(p, q), middle(q, r), middle(r, p));
  }
  return {
    points: Float64Array.from(points),
    triangles: Uint32Array.from(fine),
    held: Uint8Array.from(holds),
  };
}

/** Puts the mid node of side c of the triangle at t into its middle. */
function straighten(points: number[] | Float64Array, triangles: Uint32Array, t: number, c: number): void {
  const [a, b, m] = [triangles[t + c], triangles[t + ((c + 1) % 3)], triangles[t + 3 + c]];
  for (let k = 0; k < 2; k++) points[2 * m + k] = 0.5 * (points[2 * a + k] + points[2 * b + k]);
}

/** Twice the area of three points, positive counter-clockwise. */
function area(x: ArrayLike<number>, a: number, b: number, c: number): number {
  return (
    (x[2 * b] - x[2 * a]) * (x[2 * c + 1] - x[2 * a + 1]) -
    (x[2 * b + 1] - x[2 * a + 1]) * (x[2 * c] - x[2 * a])
  );
}
