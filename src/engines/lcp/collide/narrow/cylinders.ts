// Contacts of a cylinder, by formula where it is smooth: with flat faces through its foot (foot.ts), with edges and with
// other cylinders along its side through its axis, with balls everywhere. What is left (its rim against edges and corners)
// is found with a prism of 64 sides around it, which stands out by 0.12% of the radius at most.
//
// Faces 0 and 1 of the prism are the ends, at the positive and the negative end of the axis.

import { type ThickSegment, segmentContacts } from './axes.ts';
import type { Ball } from './balls.ts';
import { edgesContacts } from './capsules.ts';
import type { Emitter } from '../emitter.ts';
import { areParallel, endContacts } from './ends.ts';
import { type Corners, faceContacts } from './face-contacts.ts';
import { footOf } from './foot.ts';
import { deepestCorner, hullHull, nearestFeatures } from './hulls.ts';
import { closestOfSegments, NearPair } from './nearest.ts';
import { CYLINDER, type Piece } from '../piece.ts';
import { hullSeparation, PREFERENCE, Separation } from './separation.ts';

const between = new NearPair();
const parted = new Separation();

/** How far the prism stands out, relative to the radius: 1 / cos(π/64) - 1, and a little. */
const EXCESS = 0.00121;
const SIDE = 2;

export function ballCylinder(out: Emitter, margin: number, ball: Ball, cylinder: Piece): void {
  const { radius: r } = ball;
  const { centre: o, axis: a, radius: R } = cylinder;
  const half = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  const ux = a[0] / half;
  const uy = a[1] / half;
  const uz = a[2] / half;
  const dx = ball.x - o[0];
  const dy = ball.y - o[1];
  const dz = ball.z - o[2];
  const z = dx * ux + dy * uy + dz * uz;
  let rx = dx - z * ux;
  let ry = dy - z * uy;
  let rz = dz - z * uz;
  const radial = Math.sqrt(rx * rx + ry * ry + rz * rz);
  if (radial > 0) {
    rx /= radial;
    ry /= radial;
    rz /= radial;
  }
  const overEnd = Math.abs(z) - half;
  const overSide = radial - R;
  const sign = z < 0 ? -1 : 1;
  let nz: number;
  let nr: number;
  let s: number;
  let name: number;
  if (overEnd > 0 && overSide > 0) {
    s = Math.sqrt(overEnd * overEnd + overSide * overSide);
    nz = overEnd / s;
    nr = overSide / s;
    name = sign > 0 ? 5 : 9;
  } else if (overEnd > overSide) {
    s = overEnd;
    nz = 1;
    nr = 0;
    name = cylinder.polytope.faceNames[sign > 0 ? 0 : 1];
  } else {
    s = overSide;
    nz = 0;
    nr = 1;
    name = SIDE + 8;
  }
  const gap = s - r;
  if (gap > margin) return;
  const nx = sign * nz * ux + nr * rx;
  const ny = sign * nz * uy + nr * ry;
  const nzz = sign * nz * uz + nr * rz;
  const down = r + 0.5 * gap;
  out.along(nx, ny, nzz);
  out.emit(ball.feature, name, ball.x - down * nx, ball.y - down * ny, ball.z - down * nzz, gap);
}

export function cylinderPlane(out: Emitter, margin: number, cylinder: Piece, plane: Piece): void {
  faceContacts(out, margin, plane, 0, footOf(cylinder, plane, 0), true);
}

/**
 * A cylinder and a polytope, or two cylinders. The prisms are looked at too: where they are farther apart than all
 * formulas say, by more than they stand out, a rim is what touches.
 */
export function cylinderHull(out: Emitter, margin: number, first: Piece, second: Piece): void {
  flatSeparation(second, first);
  const faceOfSecond = flat.face;
  const ofSecond = flat.separation;
  flatSeparation(first, second);
  const faceOfFirst = flat.face;
  const ofFirst = flat.separation;
  const faces = Math.max(ofFirst, ofSecond);
  const side = sideSeparation(first, second);
  const exact = Math.max(faces, side);
  if (exact > margin) return;
  const preference = PREFERENCE * Math.min(first.size, second.size);
  const excess = EXCESS * (first.radius + second.radius) + preference;

  const prisms = hullSeparation(parted, first, second, margin);
  if (prisms > margin) return;
  if (prisms > exact + excess) {
    hullHull(out, margin, first, second);
    return;
  }
  if (side > faces + preference) {
    sideContacts(out, margin, first, second);
  } else {
    const useSecond = ofSecond >= ofFirst - preference;
    const reference = useSecond ? second : first;
    const face = useSecond ? faceOfSecond : faceOfFirst;
    const other = useSecond ? first : second;
    flatContacts(out, margin, reference, face, other, useSecond);
  }
  if (exact > 0 && out.smallestGap > exact + excess) {
    out.discard();
    nearestFeatures(out, margin, first, second);
  }
}

/** What lies on a flat face, or on the end of a cylinder. */
function flatContacts(
  out: Emitter,
  margin: number,
  reference: Piece,
  face: number,
  other: Piece,
  second: boolean,
): void {
  if (reference.kind === CYLINDER && other.kind === CYLINDER && areParallel(reference, other)) {
    endContacts(out, margin, reference, face, other, second);
    return;
  }
  const lying = other.kind === CYLINDER ? footOf(other, reference, face) : other;
  faceContacts(out, margin, reference, face, lying, second, 0, rimOf(reference, face, other));
  if (out.found === 0) deepestCorner(out, 0, reference, face, lying, second);
}

/** Instead of all 64 corners of an end: those four of its rim that can lie on the other piece. */
function rimOf(reference: Piece, face: number, other: Piece): Corners | undefined {
  if (reference.kind !== CYLINDER) return undefined;
  if (other.kind === CYLINDER) return noCorners;
  const { normals } = reference;
  let most = Infinity;
  let opposite = 0;
  for (let f = 0; f < other.offsets.length; f++) {
    let along = 0;
    for (let k = 0; k < 3; k++) along += normals[3 * face + k] * other.normals[3 * f + k];
    if (along < most) {
      most = along;
      opposite = f;
    }
  }
  const foot = footOf(reference, other, opposite);
  return { vertices: foot.vertices, names: foot.polytope.vertexNames };
}

const noCorners: Corners = { vertices: new Float64Array(0), names: new Uint32Array(0) };

const flat = { face: 0, separation: 0 };

/** The flat face of `reference` that separates best; of a cylinder only its ends are. */
function flatSeparation(reference: Piece, other: Piece): void {
  const { normals, offsets } = reference;
  const count = reference.kind === CYLINDER ? 2 : offsets.length;
  flat.separation = -Infinity;
  for (let f = 0; f < count; f++) {
    const separation = lowest(other, normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]) - offsets[f];
    if (separation > flat.separation) {
      flat.separation = separation;
      flat.face = f;
    }
  }
}

/** The least n · x of a piece. */
function lowest(piece: Piece, nx: number, ny: number, nz: number): number {
  const { vertices: x, centre: c, axis: a } = piece;
  if (piece.kind === CYLINDER) {
    const along = nx * a[0] + ny * a[1] + nz * a[2];
    const half = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    const across = Math.sqrt(Math.max(0, 1 - (along * along) / half));
    return nx * c[0] + ny * c[1] + nz * c[2] - Math.abs(along) - piece.radius * across;
  }
  let least = Infinity;
  for (let i = 0; i < x.length; i += 3) {
    const h = nx * x[i] + ny * x[i + 1] + nz * x[i + 2];
    if (h < least) least = h;
  }
  return least;
}

const axisOne = axisSegment();
const axisTwo = axisSegment();

function axisSegment(): ThickSegment {
  return { x: new Float64Array(6), p: 0, q: 3, radius: 0, nameP: 1, nameQ: 1, name: 1 };
}

/** The axis of a cylinder as a segment as thick as the cylinder. */
export function axisOf(out: ThickSegment, { centre: c, axis: a, radius }: Piece): ThickSegment {
  for (let k = 0; k < 3; k++) {
    out.x[k] = c[k] + a[k];
    out.x[3 + k] = c[k] - a[k];
  }
  out.radius = radius;
  return out;
}

/**
 * How far apart the side of `first` and the nearest edge of `second` (or its side) are, where these are what is nearest:
 * the axis is beside the edge, and the polytope is all below it. -∞ elsewhere.
 */
function sideSeparation(first: Piece, second: Piece): number {
  const axis = axisOf(axisOne, first);
  if (second.kind === CYLINDER) {
    axisOf(axisTwo, second);
    closestOfSegments(between, axis.x, 0, 3, axisTwo.x, 0, 3);
    const beside = isInner(between.s) && isInner(between.t);
    return beside && between.squared > 0
      ? Math.sqrt(between.squared) - first.radius - second.radius
      : -Infinity;
  }
  const { edges } = second.polytope;
  let least = Infinity;
  let e = 0;
  for (let i = 0; 2 * i < edges.length; i++) {
    closestOfSegments(between, axis.x, 0, 3, second.vertices, 3 * edges[2 * i], 3 * edges[2 * i + 1]);
    if (between.squared < least) {
      least = between.squared;
      e = i;
    }
  }
  closestOfSegments(between, axis.x, 0, 3, second.vertices, 3 * edges[2 * e], 3 * edges[2 * e + 1]);
  const { s, px, py, pz, qx, qy, qz } = between;
  const distance = Math.sqrt(least);
  if (!isInner(s) || !(distance > 0)) return -Infinity;
  const nx = (qx - px) / distance;
  const ny = (qy - py) / distance;
  const nz = (qz - pz) / distance;
  const below = lowest(second, nx, ny, nz) - (nx * qx + ny * qy + nz * qz);
  return below >= -PREFERENCE * second.size ? distance - first.radius : -Infinity;
}

function isInner(t: number): boolean {
  return t > 0 && t < 1;
}

function sideContacts(out: Emitter, margin: number, first: Piece, second: Piece): void {
  const axis = axisOf(axisOne, first);
  if (second.kind === CYLINDER) segmentContacts(out, margin, axis, axisOf(axisTwo, second));
  else edgesContacts(out, margin, axis, second);
}
