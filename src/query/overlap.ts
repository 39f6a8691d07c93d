// Whether two placed forms overlap: their elements meet, which exact predicates decide for the vertices as they are placed
// (rounded to doubles); or a piece of one lies inside the other, where that one is closed.

import { simplicesIntersect } from '../geometry/predicates/index.ts';
import { findTreePairs, IndexList, relativeRest } from '../geometry/tree/index.ts';
import { Aim } from './aim.ts';
import { MARGIN, type Placed, relate } from './placed.ts';
import { RayWalk } from './ray-walk.ts';

const pairs = new IndexList(256);
const motion = relativeRest(0);
const relation = new Float64Array(12);
const x = new Float64Array(18);

/** The first two elements that meet, or undefined. */
export function findCrossing(a: Placed, b: Placed): readonly [number, number] | undefined {
  setRelation(a, b);
  pairs.clear();
  findTreePairs(pairs, a.form.tree, b.form.tree, motion);
  for (let k = 0; k < pairs.length; k += 2) {
    const first = a.write(x, 0, pairs.data[k]);
    const second = b.write(x, 3 * first, pairs.data[k + 1]);
    if (simplicesIntersect(x, first, second)) return [pairs.data[k], pairs.data[k + 1]];
  }
  return undefined;
}

function setRelation(a: Placed, b: Placed): void {
  relate(relation, a, b);
  motion.rotation.set(relation.subarray(0, 9));
  motion.translation.set(relation.subarray(9));
  // What placing rounds, far from the origin much more than the coordinates that the trees see.
  motion.distance = MARGIN * (a.scale + b.scale);
}

const vertex = new Float64Array(3);

/** A vertex of `inner` that lies inside `outer`, if `outer` is closed and the surfaces do not meet; undefined: none does. */
export function findInside(outer: Placed, inner: Placed): number | undefined {
  if (!outer.form.closed) return undefined;
  for (const piece of inner.form.pieces) {
    inner.writeVertex(vertex, 0, piece);
    if (isInside(outer, vertex)) return piece;
  }
  return undefined;
}

const walk = new RayWalk();
const aim = new Aim();
const origin = new Float64Array(3);
/** Along no axis of anything, so that the ray is rarely along a face. */
const direction = Float64Array.of(2 / 7, 3 / 7, 6 / 7);

/**
 * Whether a point of the world is inside a closed surface: a ray from it crosses the surface more often one way than the
 * other. Parts of the surface may overlap each other, and cavities are outside.
 */
function isInside(outer: Placed, point: Float64Array): boolean {
  const { form } = outer;
  const { positions, faces } = form.mesh;
  outer.bringBack(origin, point[0], point[1], point[2]);
  walk.begin(form.tree, origin, direction);
  aim.set(origin, direction);
  let winding = 0;
  for (let e = walk.next(Number.MAX_VALUE); e >= 0; e = walk.next(Number.MAX_VALUE)) {
    if (e >= form.faces) continue;
    const f = 3 * e;
    if (aim.meet(positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]) >= 0) winding += aim.side;
  }
  return winding !== 0;
}

/** Forms that only touch overlap. */
export function overlap(a: Placed, b: Placed): boolean {
  if (findCrossing(a, b) !== undefined) return true;
  return findInside(a, b) !== undefined || findInside(b, a) !== undefined;
}
