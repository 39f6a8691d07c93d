// Balls by formula, against meshes, floors and each other.
//
// On a mesh a ball touches wherever the surface comes nearest to its centre: on a smooth face where the centre lies on
// the smooth normal, at a crease in the direction of the nearest point (ball-places.ts says which of them count).

import { IndexList } from '../../../geometry/tree/index.ts';
import { CLOSEST_SIZE, CLOSEST_SQUARED } from '../../../geometry/distance/index.ts';
import type { Displaced } from '../bodies/displace.ts';
import { BallPlaces } from './ball-places.ts';
import { closestOfFace, findAround, findNearest, findNearestOf, makeNearest } from './bd-tree.ts';
import { footAt, isAtCrease, makeFoot, projectAlongNormal, sideOf } from './foot.ts';
import type { Placement } from './frames.ts';
import { isInPlane, planeHeight } from './plane.ts';
import { isContact, roughen, type World, writeContact } from './world.ts';

/** For the roundings of distances [m]. */
const HAIR = 1e-12;

const nearest = makeNearest();
const foot = makeFoot();
const record = new Float64Array(CLOSEST_SIZE);
const weights = new Float64Array(3);
const centre = new Float64Array(3);
const place = { normal: new Float64Array(3), point: new Float64Array(3) };
const offered = new BallPlaces();

/** Two balls. */
export function addBallPair(world: World, a: number, b: number, into: Placement, number: number): void {
  const bodies = world.model.bodies;
  const { shift } = into;
  const distance = Math.sqrt(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]);
  const gap = distance - bodies[a].radius - bodies[b].radius;
  if (distance === 0 || gap < -world.options.depth || !isContact(world, gap, number)) return;
  for (let k = 0; k < 3; k++) {
    place.normal[k] = shift[k] / distance;
    place.point[k] = place.normal[k] * (bodies[b].radius + 0.5 * gap);
  }
  const contact = writeContact(world, a, b, place, gap, number);
  if (bodies[a].roughness + bodies[b].roughness > 0) roughen(world, contact);
}

/** Faces of a solid that a ball may touch before both have moved by the margin that they were collected with. */
export interface NearFaces {
  readonly faces: IndexList;
  /** How far each was from the centre [m]. */
  distances: Float64Array;
  /** Those of them that may be touched now. */
  readonly within: IndexList;
  /** The centre was inside: the nearest face may be any. */
  isInside: boolean;
}

export function makeNearFaces(): NearFaces {
  return {
    faces: new IndexList(64),
    distances: new Float64Array(64),
    within: new IndexList(64),
    isInside: false,
  };
}

/** Collects the faces near a ball; returns how far both may move before they touch [m], -1 where it is inside. */
export function collectFaces(
  out: NearFaces,
  world: World,
  ball: Displaced,
  solid: Displaced,
  { shift }: Placement,
  margin: number,
): number {
  const reach = reachOf(world, ball, solid);
  out.faces.clear();
  findNearest(nearest, solid, shift[0], shift[1], shift[2], Infinity);
  out.isInside = nearest.face >= 0 && sideOf(solid, nearest) < 0;
  if (out.isInside) return -1;
  const free = nearest.distance - reach;
  if (free > margin) return free;
  findAround(out.faces, solid, shift[0], shift[1], shift[2], reach + margin);
  const { length } = out.faces;
  if (out.distances.length < length) out.distances = new Float64Array(2 * length);
  centre.set(shift);
  for (let i = 0; i < length; i++) {
    closestToCentre(solid, out.faces.data[i]);
    out.distances[i] = Math.sqrt(record[CLOSEST_SQUARED]);
  }
  return free;
}

/** Farther than this from its centre a ball touches nothing [m]. */
function reachOf({ options, bulges }: World, ball: Displaced, solid: Displaced): number {
  return ball.body.radius + 2 * options.slop + bulges[solid.body.index];
}

/**
 * A ball on a floor or a mesh.
 * @param slack  how far anything may have moved since faces were collected [m]
 */
export function addBallContacts(
  world: World,
  ball: Displaced,
  solid: Displaced,
  into: Placement,
  near: NearFaces,
  slack: number,
  number: number,
): void {
  const { radius } = ball.body;
  const { slop, depth } = world.options;
  centre.set(into.shift);
  offered.clear();
  if (solid.body.kind === 'plane') {
    const height = planeHeight(solid.body, centre);
    if (!isInPlane(solid.body, centre)) return;
    foot.normal.set(solid.body.normal);
    offered.offer(height, foot.normal, -1, weights);
  } else {
    const reach = reachOf(world, ball, solid);
    if (near.isInside) findNearest(nearest, solid, centre[0], centre[1], centre[2], Math.max(reach, depth));
    else {
      near.within.clear();
      for (let i = 0; i < near.faces.length; i++)
        if (near.distances[i] - slack <= reach + HAIR) near.within.push(near.faces.data[i]);
      findNearestOf(nearest, solid, near.within, centre[0], centre[1], centre[2], reach);
    }
    if (nearest.face < 0) return;
    if (sideOf(solid, nearest) < 0) {
      // the centre itself is inside: one way out
      footAt(foot, solid, nearest);
      weights.set(nearest.weights);
      offered.offer(foot.gap, foot.normal, nearest.face, weights);
    } else {
      if (near.isInside) {
        near.within.clear();
        findAround(near.within, solid, centre[0], centre[1], centre[2], reach);
      }
      for (let i = 0; i < near.within.length; i++) offerFace(solid, near.within.data[i], reach);
    }
  }
  offered.choose(radius, slop, depth);
  const { chosen, data } = offered;
  for (let slot = 0; slot < chosen.length; slot++) {
    const o = chosen[slot];
    const gap = data[o] - radius;
    if (!isContact(world, gap, number + slot)) continue;
    for (let k = 0; k < 3; k++) {
      place.normal[k] = data[o + 1 + k];
      place.point[k] = centre[k] - (radius + 0.5 * gap) * place.normal[k];
    }
    const contact = writeContact(world, ball.body.index, solid.body.index, place, gap, number + slot);
    const face = data[o + 4];
    if (face >= 0) {
      for (let k = 0; k < 3; k++) {
        world.out.placesB[3 * contact + k] = solid.body.surface.faces[3 * face + k];
        world.out.weightsB[3 * contact + k] = data[o + 5 + k];
      }
    }
    if (ball.body.roughness + solid.body.roughness > 0) roughen(world, contact);
  }
}

/** Writes the record of the place of a flat face that is nearest to the centre, and returns its feature. */
function closestToCentre(solid: Displaced, face: number): number {
  solid.positions.set(centre, solid.positions.length - 6);
  solid.corners(face);
  return closestOfFace(record, solid, face);
}

/** Where a face, as a part of the smooth surface, is nearest to the centre. */
function offerFace(solid: Displaced, face: number, reach: number): void {
  const feature = closestToCentre(solid, face);
  const squared = record[CLOSEST_SQUARED];
  if (squared > reach * reach) return;
  for (let k = 0; k < 3; k++) weights[k] = -record[1 + k];
  const started = [weights[0], weights[1], weights[2]];
  if (projectAlongNormal(foot, solid, face, centre, weights)) {
    if (foot.gap > 0) offered.offer(foot.gap, foot.normal, face, weights);
    return;
  }
  if (feature === 6 || !isAtCrease(solid, face, feature)) return;
  const distance = Math.sqrt(squared);
  if (distance === 0) return;
  for (let k = 0; k < 3; k++) {
    weights[k] = started[k];
    foot.normal[k] = record[4 + k] / distance;
  }
  if (isNearestOfEdge(solid, face, feature)) offered.offer(distance, foot.normal, face, weights);
}

/** Whether the other face of a crease does not come nearer: it leads away from the centre. */
function isNearestOfEdge({ body, positions }: Displaced, face: number, feature: number): boolean {
  if (feature < 3) return true;
  const { faces, faceEdges, edgeFaces, edges } = body.surface;
  const edge = faceEdges[3 * face + feature - 3];
  const other = edgeFaces[2 * edge] === face ? edgeFaces[2 * edge + 1] : edgeFaces[2 * edge];
  let opposite = 0;
  for (let c = 0; c < 3; c++) {
    const v = faces[3 * other + c];
    if (v !== edges[2 * edge] && v !== edges[2 * edge + 1]) opposite = v;
  }
  // across the edge, within the other face
  const a = 3 * edges[2 * edge];
  const b = 3 * edges[2 * edge + 1];
  let along = 0;
  let away = 0;
  let squared = 0;
  let turned = 0;
  for (let k = 0; k < 3; k++) {
    const e = positions[b + k] - positions[a + k];
    const d = positions[3 * opposite + k] - positions[a + k];
    along += d * foot.normal[k];
    away += d * e;
    squared += e * e;
    turned += e * foot.normal[k];
  }
  return along - (away / squared) * turned <= 0;
}
