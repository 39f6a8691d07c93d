// Where a point of one body's surface stands over or in another body.
//
// The nearest face of the other surface counts. Where two surfaces meet they look at each other: a point whose own
// normal looks along the face's belongs to the other side of something thin, and where it is inside the nearest face
// that does look at it counts. A point over a crease of the other surface is that of a face over an edge (then the
// normal is the face's own), or of a corner over an edge: then the face it looks at counts, where the corner is over
// it, and otherwise points over faces and edges over edges say the same, better.

import type { ModalBody } from '../bodies/body.ts';
import type { Displaced } from '../bodies/displace.ts';
import { findNearest, makeNearest } from './bd-tree.ts';
import { footAt, footOnFace, isAtCrease, makeFoot, sideOf } from './foot.ts';
import { isInPlane, planeHeight } from './plane.ts';
import type { CollideOptions } from './world.ts';

/**
 * Cosine between the normals of a point and of a face above which they do not look at each other. With more, what slides
 * over an edge is caught by the face below it: a bent ruler that is drawn onto a table.
 */
const ALONG = -0.25;

/** What the last call found: gap and normal, and on a mesh the face and weights. */
export const nearest = makeNearest();
export const foot = makeFoot();

/**
 * Whether a point could touch a body, and where.
 * @param y        the point, in the frame of the body
 * @param outward  the normal of its own surface there
 * @param isSharp  whether the point is on a crease of its own surface
 * @param limit    no face farther than this is looked for [m]
 */
export function findFoot(
  solid: Displaced,
  y: Float64Array,
  outward: Float64Array,
  isSharp: boolean,
  limit: number,
  { slop, depth }: CollideOptions,
): boolean {
  if (solid.body.kind === 'plane') return footOnPlane(solid.body, y, depth);
  findNearest(nearest, solid, y[0], y[1], y[2], limit);
  if (nearest.face < 0) return false;
  const outside = sideOf(solid, nearest) > 0;
  const isOverCrease = outside && nearest.feature < 6 && isAtCrease(solid, nearest.face, nearest.feature);
  if (!isOverCrease) {
    footAt(foot, solid, nearest);
    if (looksAt(outward)) return foot.gap >= -depth;
  }
  if (outside && nearest.distance > 2 * slop) return false;
  if (isOverCrease && !isSharp) {
    foot.gap = 0;
    for (let k = 0; k < 3; k++) {
      foot.normal[k] = -outward[k];
      foot.gap += nearest.toPoint[k] * foot.normal[k];
    }
    return foot.gap >= 0;
  }
  // A corner that is inside, or beside a face by no more than the slop: boxes that stand exactly on each other have
  // all their corners there, and rounding must not decide.
  findNearest(nearest, solid, y[0], y[1], y[2], limit, outward);
  if (nearest.face < 0) return false;
  const beside = footOnFace(foot, solid, nearest);
  return looksAt(outward) && foot.gap >= -depth && (!outside || beside <= slop);
}

function footOnPlane(body: ModalBody, y: Float64Array, depth: number): boolean {
  foot.gap = planeHeight(body, y);
  if (foot.gap < -depth || !isInPlane(body, y)) return false;
  foot.normal.set(body.normal);
  return true;
}

function looksAt(outward: Float64Array): boolean {
  const { normal } = foot;
  return outward[0] * normal[0] + outward[1] * normal[1] + outward[2] * normal[2] < ALONG;
}
