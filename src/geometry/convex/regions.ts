// Which rims of a flat face belong together: an outer rim and the holes in it are one region.

import { rootOf, singles, unite } from '../../num/index.ts';

/** Directed edges in a plane. */
export interface Rims {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** The regions of a face, as numbers of its edges; undefined where rims do not fit together. */
export function regionsOf(
  rims: Rims,
  x: Float64Array,
  normal: ArrayLike<number>,
): readonly (readonly number[])[] | undefined {
  const loops = loopsOf(rims);
  if (loops.length === 1) return loops;
  // Seen along the largest part of the normal.
  const k = [0, 1, 2].reduce((best, i) => (Math.abs(normal[i]) > Math.abs(normal[best]) ? i : best), 0);
  const sign = normal[k] < 0 ? -1 : 1;
  const u = (k + 1) % 3;
  const v = (k + 2) % 3;
  const areas = loops.map((loop) => {
    const o = 3 * rims.from[loop[0]];
    let twice = 0;
    for (const i of loop) {
      const a = 3 * rims.from[i];
      const b = 3 * rims.to[i];
      twice += (x[a + u] - x[o + u]) * (x[b + v] - x[o + v]) - (x[a + v] - x[o + v]) * (x[b + u] - x[o + u]);
    }
    return sign * twice;
  });
  const regions = new Map<number, number[]>();
  loops.forEach((loop, i) => {
    if (areas[i] >= 0) regions.set(i, [...loop]);
  });
  for (let i = 0; i < loops.length; i++) {
    if (areas[i] >= 0) continue;
    const p = 3 * rims.from[loops[i][0]];
    let home = -1;
    for (const j of regions.keys()) {
      if (areas[j] <= -areas[i] || (home >= 0 && areas[j] >= areas[home])) continue;
      if (isInside(rims, loops[j], x, u, v, x[p + u], x[p + v])) home = j;
    }
    if (home < 0) return undefined;
    regions.get(home)!.push(...loops[i]);
  }
  return [...regions.values()];
}

/** Edges that hang together, in the order of their first ones. */
function loopsOf({ from, to }: Rims): number[][] {
  const place = new Map<number, number>();
  for (const a of from) if (!place.has(a)) place.set(a, place.size);
  const parents = singles(place.size);
  for (let i = 0; i < from.length; i++) unite(parents, place.get(from[i])!, place.get(to[i])!);
  const loops = new Map<number, number[]>();
  for (let i = 0; i < from.length; i++) {
    const root = rootOf(parents, place.get(from[i])!);
    const loop = loops.get(root);
    if (loop === undefined) loops.set(root, [i]);
    else loop.push(i);
  }
  return [...loops.values()];
}

/** By how often a ray crosses the rim. */
function isInside(
  { from, to }: Rims,
  loop: readonly number[],
  x: Float64Array,
  u: number,
  v: number,
  px: number,
  py: number,
): boolean {
  let inside = false;
  for (const i of loop) {
    const a = 3 * from[i];
    const b = 3 * to[i];
    const ay = x[a + v];
    const by = x[b + v];
    if (ay > py === by > py) continue;
    if (px < x[a + u] + ((py - ay) / (by - ay)) * (x[b + u] - x[a + u])) inside = !inside;
  }
  return inside;
}
