// Contacts of a capsule: a segment with a radius. Its ends are named as corners 0 and 1, its side as edge 0.

import { segmentContacts, type ThickSegment } from './axes.ts';
import { type Ball, ballBall, makeBall } from './balls.ts';
import type { Emitter } from '../emitter.ts';
import { faceContacts } from './face-contacts.ts';
import { deepestCorner } from './hulls.ts';
import { closestOfSegments, closestOnSegment, NearPair, NearPoint } from './nearest.ts';
import { isOverFace } from './over-face.ts';
import type { Piece } from '../piece.ts';
import { PREFERENCE } from './separation.ts';

const between = new NearPair();
const nearest = new NearPoint();

const SIDE = 1;

const one: ThickSegment = segment();
const two: ThickSegment = segment();

function segment(): ThickSegment {
  return { x: new Float64Array(6), p: 0, q: 3, radius: 0, nameP: 0, nameQ: 4, name: SIDE };
}

/** A piece's two corners, or those of an axis, as a thick segment. */
export function asSegment(out: ThickSegment, capsule: Piece): ThickSegment {
  const { polytope } = capsule;
  out.x = capsule.vertices;
  out.p = 0;
  out.q = 3;
  out.radius = capsule.radius;
  out.nameP = polytope.vertexNames[0];
  out.nameQ = polytope.vertexNames[1];
  out.name = polytope.edgeNames[0];
  return out;
}

/** An edge of a polytope as a segment without thickness. */
function edgeAsSegment(out: ThickSegment, piece: Piece, e: number): ThickSegment {
  const { edges, edgeNames, vertexNames } = piece.polytope;
  out.x = piece.vertices;
  out.p = 3 * edges[2 * e];
  out.q = 3 * edges[2 * e + 1];
  out.radius = 0;
  out.nameP = vertexNames[edges[2 * e]];
  out.nameQ = vertexNames[edges[2 * e + 1]];
  out.name = edgeNames[e];
  return out;
}

/** The place of the side that is nearest to a ball. */
const place: Ball = { ...makeBall(), feature: SIDE };

export function ballCapsule(out: Emitter, margin: number, ball: Ball, capsule: Piece): void {
  closestOnSegment(nearest, capsule.vertices, 0, 3, ball.x, ball.y, ball.z);
  place.x = nearest.x;
  place.y = nearest.y;
  place.z = nearest.z;
  place.radius = capsule.radius;
  ballBall(out, margin, ball, place);
}

export function capsuleCapsule(out: Emitter, margin: number, first: Piece, second: Piece): void {
  segmentContacts(out, margin, asSegment(one, first), asSegment(two, second));
}

/**
 * A capsule and a polytope. Where the axis is nearest to a face, or inside, all contacts with the face; where it is nearest
 * to an edge or corner, those with that edge.
 */
export function capsuleHull(out: Emitter, margin: number, capsule: Piece, hull: Piece): void {
  const { vertices: x, radius } = capsule;
  const { normals, offsets } = hull;
  let separation = -Infinity;
  let face = 0;
  for (let f = 0; f < offsets.length; f++) {
    const nx = normals[3 * f];
    const ny = normals[3 * f + 1];
    const nz = normals[3 * f + 2];
    const p = nx * x[0] + ny * x[1] + nz * x[2];
    const q = nx * x[3] + ny * x[4] + nz * x[5];
    const s = Math.min(p, q) - offsets[f];
    if (s > separation) {
      separation = s;
      face = f;
    }
  }
  if (separation > radius + margin) return;
  const edgeSquared = nearestEdgeSquared(capsule, hull);
  const preference = PREFERENCE * Math.min(capsule.size, hull.size);
  const distance = Math.sqrt(Math.min(edgeSquared, overFacesSquared(capsule, hull)));
  if (distance - radius > margin) return;
  if (separation >= distance - preference || crosses(capsule, hull)) {
    faceContacts(out, margin, hull, face, capsule, true, radius);
    if (out.found === 0) deepestCorner(out, margin, hull, face, capsule, true, radius);
  } else {
    edgesContacts(out, margin, asSegment(one, capsule), hull);
  }
}

/** Contacts of a thick segment with every edge of a polytope that is near enough. */
export function edgesContacts(out: Emitter, margin: number, axis: ThickSegment, hull: Piece): void {
  const { edgeNames } = hull.polytope;
  for (let e = 0; e < edgeNames.length; e++) segmentContacts(out, margin, axis, edgeAsSegment(two, hull, e));
}

function nearestEdgeSquared(capsule: Piece, hull: Piece): number {
  const { edges } = hull.polytope;
  let least = Infinity;
  for (let e = 0; 2 * e < edges.length; e++) {
    closestOfSegments(between, capsule.vertices, 0, 3, hull.vertices, 3 * edges[2 * e], 3 * edges[2 * e + 1]);
    if (between.squared < least) least = between.squared;
  }
  return least;
}

/** The smallest squared height of an end of the axis over a face that it is above. */
function overFacesSquared(capsule: Piece, hull: Piece): number {
  const { vertices: x } = capsule;
  const { normals, offsets } = hull;
  let least = Infinity;
  for (let f = 0; f < offsets.length; f++) {
    for (let i = 0; i < 6; i += 3) {
      const h =
        normals[3 * f] * x[i] + normals[3 * f + 1] * x[i + 1] + normals[3 * f + 2] * x[i + 2] - offsets[f];
      if (h < 0 || h * h >= least) continue;
      const qx = x[i] - h * normals[3 * f];
      const qy = x[i + 1] - h * normals[3 * f + 1];
      const qz = x[i + 2] - h * normals[3 * f + 2];
      if (isOverFace(hull, f, qx, qy, qz)) least = h * h;
    }
  }
  return least;
}

/** Whether some of the axis is inside the polytope. */
function crosses({ vertices: x }: Piece, { normals, offsets }: Piece): boolean {
  let enter = 0;
  let leave = 1;
  for (let f = 0; f < offsets.length; f++) {
    const nx = normals[3 * f];
    const ny = normals[3 * f + 1];
    const nz = normals[3 * f + 2];
    const p = nx * x[0] + ny * x[1] + nz * x[2] - offsets[f];
    const q = nx * x[3] + ny * x[4] + nz * x[5] - offsets[f];
    if (p > 0 && q > 0) return false;
    if (p > 0) enter = Math.max(enter, p / (p - q));
    else if (q > 0) leave = Math.min(leave, p / (p - q));
  }
  return enter <= leave;
}
