// A table: a top on four legs, one closed surface with its corner in the middle of the floor below it.
//
// Legs are as wide as a cell of the top's grid, so that one grid of squares gives top, bottom and legs without seams.

import { makeMesh, type Mesh } from '../../../src/geometry/index.ts';

export interface TableSize {
  /** Along x and z [m]. */
  readonly long: number;
  readonly wide: number;
  /** Of the upper face above the floor [m]. */
  readonly high: number;
  readonly thick: number;
  /** Of a leg [m], set in from the edges by its own width. */
  readonly leg: number;
}

/** About the y axis, standing on y = 0. Faces have few corners: their number says nothing about modes. */
export function table({ long, wide, high, thick, leg }: TableSize): Mesh {
  const xs = gridLines(long, leg);
  const zs = gridLines(wide, leg);
  const under = high - thick;
  const positions: number[] = [];
  const known = new Map<string, number>();
  const at = (x: number, y: number, z: number): number => {
    const key = `${x} ${y} ${z}`;
    let index = known.get(key);
    if (index === undefined) {
      index = positions.length / 3;
      positions.push(x, y, z);
      known.set(key, index);
    }
    return index;
  };
  const faces: number[] = [];
  const quad = (a: number, b: number, c: number, d: number): void => {
    faces.push(a, b, c, a, c, d);
  };
  const level = (x0: number, x1: number, z0: number, z1: number, y: number, up: boolean): void => {
    const [a, b, c, d] = [at(x0, y, z0), at(x0, y, z1), at(x1, y, z1), at(x1, y, z0)];
    if (up) quad(a, b, c, d);
    else quad(d, c, b, a);
  };
  // a wall from (x0, z0) to (x1, z1), its outside to the right of that way seen from above
  const wall = (x0: number, z0: number, x1: number, z1: number, low: number, top: number): void =>
    quad(at(x0, low, z0), at(x0, top, z0), at(x1, top, z1), at(x1, low, z1));
  const last = xs.length - 1;
  const end = zs.length - 1;
  for (let i = 0; i < last; i++) {
    for (let k = 0; k < end; k++) {
      const [x0, x1, z0, z1] = [xs[i], xs[i + 1], zs[k], zs[k + 1]];
      level(x0, x1, z0, z1, high, true);
      const isLeg = (i === 1 || i === last - 2) && (k === 1 || k === end - 2);
      level(x0, x1, z0, z1, isLeg ? 0 : under, false);
      if (!isLeg) continue;
      wall(x0, z0, x1, z0, 0, under);
      wall(x1, z0, x1, z1, 0, under);
      wall(x1, z1, x0, z1, 0, under);
      wall(x0, z1, x0, z0, 0, under);
    }
  }
  for (let i = 0; i < last; i++) {
    wall(xs[i], zs[0], xs[i + 1], zs[0], under, high);
    wall(xs[i + 1], zs[end], xs[i], zs[end], under, high);
  }
  for (let k = 0; k < end; k++) {
    wall(xs[last], zs[k], xs[last], zs[k + 1], under, high);
    wall(xs[0], zs[k + 1], xs[0], zs[k], under, high);
  }
  return makeMesh(positions, faces);
}

/** From edge to edge: overhang, leg, the middle, leg, overhang. */
function gridLines(size: number, leg: number): number[] {
  const half = size / 2;
  return [-half, -half + leg, -half + 2 * leg, half - 2 * leg, half - leg, half];
}
