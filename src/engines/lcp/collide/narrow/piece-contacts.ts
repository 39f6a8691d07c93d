// Which function finds the contacts of which pair of pieces.

import { segmentContacts, type ThickSegment } from './axes.ts';
import { ballBall, ballBox, ballHull, ballPlane, makeBall, placeBall } from './balls.ts';
import { asSegment, ballCapsule, capsuleCapsule, capsuleHull } from './capsules.ts';
import { axisOf, ballCylinder, cylinderHull, cylinderPlane } from './cylinders.ts';
import type { Emitter } from '../emitter.ts';
import { faceContacts } from './face-contacts.ts';
import { hullHull } from './hulls.ts';
import { closestOfSegments, NearPair } from './nearest.ts';
import { BALL, BOX, CAPSULE, CYLINDER, HULL, type Piece, PLANE, TRIANGLE } from '../piece.ts';
import { ballTriangle, capsuleTriangle, hullTriangle } from './triangles.ts';

const between = new NearPair();

/**
 * Tells the contacts of two placed pieces, of which `first` is not of a greater kind than `second`.
 * @param ahead  how much farther apart than the margin they are told; what touches is told alike
 */
export function pieceContacts(
  out: Emitter,
  margin: number,
  first: Piece,
  second: Piece,
  ahead: number,
): void {
  if (first.kind === BOX || first.kind === HULL) {
    if (second.kind === PLANE) faceContacts(out, margin + ahead, second, 0, first, true);
    else if (second.kind === TRIANGLE) hullTriangle(out, margin, first, second);
    else hullHull(out, margin, first, second, ahead);
    return;
  }
  roundContacts(out, margin, first, second);
  // What is round has one way to touch when it touches, and may have another from afar.
  if (ahead > 0 && out.found === 0) roundContacts(out, margin + ahead, first, second);
}

function roundContacts(out: Emitter, margin: number, first: Piece, second: Piece): void {
  if (first.kind === BALL) ballContacts(out, margin, first, second);
  else if (first.kind === CAPSULE) capsuleContacts(out, margin, first, second);
  else if (second.kind === TRIANGLE) hullTriangle(out, margin, first, second);
  else if (first.kind === CYLINDER) {
    if (second.kind === PLANE) cylinderPlane(out, margin, first, second);
    else cylinderHull(out, margin, first, second);
  }
}

const ballOne = makeBall();
const ballTwo = makeBall();

function ballContacts(out: Emitter, margin: number, piece: Piece, other: Piece): void {
  const ball = placeBall(ballOne, piece.centre, 0, piece.radius);
  if (other.kind === BOX) ballBox(out, margin, ball, other);
  else if (other.kind === PLANE) ballPlane(out, margin, ball, other);
  else if (other.kind === TRIANGLE) ballTriangle(out, margin, ball, other);
  else if (other.kind === CAPSULE) ballCapsule(out, margin, ball, other);
  else if (other.kind === CYLINDER) ballCylinder(out, margin, ball, other);
  else if (other.kind === BALL)
    ballBall(out, margin, ball, placeBall(ballTwo, other.centre, 0, other.radius));
  else ballHull(out, margin, ball, other);
}

const axis: ThickSegment = {
  x: new Float64Array(6),
  p: 0,
  q: 3,
  radius: 0,
  nameP: 1,
  nameQ: 1,
  name: 1,
};
const spine: ThickSegment = { ...axis };

function capsuleContacts(out: Emitter, margin: number, capsule: Piece, other: Piece): void {
  if (other.kind === CAPSULE) capsuleCapsule(out, margin, capsule, other);
  else if (other.kind === PLANE) faceContacts(out, margin, other, 0, capsule, true, capsule.radius);
  else if (other.kind === TRIANGLE) capsuleTriangle(out, margin, capsule, other);
  else if (other.kind === CYLINDER) {
    // Beside each other by their axes; at an end of the cylinder by the prism around it.
    asSegment(spine, capsule);
    axisOf(axis, other);
    closestOfSegments(between, spine.x, 0, 3, axis.x, 0, 3);
    if (between.t > 0 && between.t < 1) segmentContacts(out, margin, spine, axis);
    else capsuleHull(out, margin, capsule, other);
  } else capsuleHull(out, margin, capsule, other);
}
