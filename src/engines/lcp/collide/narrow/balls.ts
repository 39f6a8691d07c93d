// Contacts of a ball. Always one with a convex piece: at the point of the piece that is nearest to the centre, or, where
// the centre is inside, at the face that is nearest from within.
//
// A ball is named as its only face, a plane as its only face.

import type { Emitter } from '../emitter.ts';
import { closestOnSegment, NearPoint } from './nearest.ts';
import { boxEdge } from '../polytope.ts';
import { isOverFace } from './over-face.ts';
import type { Piece } from '../piece.ts';

const nearest = new NearPoint();

const BALL_FEATURE = 2;

/** A ball, or what is round like one: the end of a capsule, the place of its side nearest to something. */
export interface Ball {
  x: number;
  y: number;
  z: number;
  radius: number;
  feature: number;
}

/** A ball to be placed: kept by whoever looks at balls, so that nothing is allocated. */
export function makeBall(): Ball {
  return { x: 0, y: 0, z: 0, radius: 0, feature: BALL_FEATURE };
}

/** Places a ball's centre at x[at], x[at + 1], x[at + 2]. */
export function placeBall(out: Ball, x: Float64Array, at: number, radius: number): Ball {
  out.x = x[at];
  out.y = x[at + 1];
  out.z = x[at + 2];
  out.radius = radius;
  return out;
}

export function ballBall(out: Emitter, margin: number, a: Ball, b: Ball): void {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  const dz = a.z - b.z;
  const squared = dx * dx + dy * dy + dz * dz;
  const range = a.radius + b.radius + margin;
  if (squared > range * range) return;
  const distance = Math.sqrt(squared);
  const gap = distance - a.radius - b.radius;
  if (gap > margin) return;
  // Two centres in one place have no direction between them: push along x, the same one in both directions of time.
  const inverse = distance > 0 ? 1 / distance : 0;
  const nx = distance > 0 ? dx * inverse : 1;
  const ny = dy * inverse;
  const nz = dz * inverse;
  const middle = b.radius + 0.5 * gap;
  out.along(nx, ny, nz);
  out.emit(a.feature, b.feature, b.x + nx * middle, b.y + ny * middle, b.z + nz * middle, gap);
}

/** Only over the rectangle; below it at any depth. */
export function ballPlane(out: Emitter, margin: number, ball: Ball, plane: Piece): void {
  const { x: cx, y: cy, z: cz, radius: r } = ball;
  const n = plane.normals;
  const s = n[0] * cx + n[1] * cy + n[2] * cz - plane.offsets[0];
  const gap = s - r;
  if (gap > margin) return;
  const qx = cx - s * n[0];
  const qy = cy - s * n[1];
  const qz = cz - s * n[2];
  // Far from the rim, as most balls on most floors are, there is no need to look at it.
  const { centre, inner } = plane;
  const dx = qx - centre[0];
  const dy = qy - centre[1];
  const dz = qz - centre[2];
  if (dx * dx + dy * dy + dz * dz > inner * inner && !isOverFace(plane, 0, qx, qy, qz)) return;
  out.along(n[0], n[1], n[2]);
  out.emitOver(ball.feature, plane.polytope.faceNames[0], qx, qy, qz, gap);
}

/** Corners by their three bits, edges by the direction they run along and their two bits, as boxPolygons numbers them. */
export function ballBox(out: Emitter, margin: number, ball: Ball, box: Piece): void {
  const { x: cx, y: cy, z: cz, radius: r } = ball;
  const { rotation: m, half, centre } = box;
  const dx = cx - centre[0];
  const dy = cy - centre[1];
  const dz = cz - centre[2];
  const x = m[0] * dx + m[3] * dy + m[6] * dz;
  const y = m[1] * dx + m[4] * dy + m[7] * dz;
  const z = m[2] * dx + m[5] * dy + m[8] * dz;
  const hx = half[0];
  const hy = half[1];
  const hz = half[2];
  const qx = x < -hx ? -hx : Math.min(x, hx);
  const qy = y < -hy ? -hy : Math.min(y, hy);
  const qz = z < -hz ? -hz : Math.min(z, hz);
  const ux = x - qx;
  const uy = y - qy;
  const uz = z - qz;
  const squared = ux * ux + uy * uy + uz * uz;
  const range = r + margin;
  if (squared > range * range) return;
  let nx: number;
  let ny: number;
  let nz: number;
  let s: number;
  let feature: number;
  if (squared > 0) {
    s = Math.sqrt(squared);
    nx = ux / s;
    ny = uy / s;
    nz = uz / s;
    feature = boxFeature(box, ux, uy, uz, x, y, z);
  } else {
    const sx = Math.abs(x) - hx;
    const sy = Math.abs(y) - hy;
    const sz = Math.abs(z) - hz;
    nx = ny = nz = 0;
    let face: number;
    if (sx >= sy && sx >= sz) {
      s = sx;
      face = x < 0 ? 0 : 1;
      nx = x < 0 ? -1 : 1;
    } else if (sy >= sz) {
      s = sy;
      face = y < 0 ? 2 : 3;
      ny = y < 0 ? -1 : 1;
    } else {
      s = sz;
      face = z < 0 ? 4 : 5;
      nz = z < 0 ? -1 : 1;
    }
    feature = box.polytope.faceNames[face];
  }
  const gap = s - r;
  if (gap > margin) return;
  const wx = m[0] * nx + m[1] * ny + m[2] * nz;
  const wy = m[3] * nx + m[4] * ny + m[5] * nz;
  const wz = m[6] * nx + m[7] * ny + m[8] * nz;
  out.along(wx, wy, wz);
  out.emitOver(ball.feature, feature, cx - s * wx, cy - s * wy, cz - s * wz, gap);
}

function boxFeature(box: Piece, ux: number, uy: number, uz: number, x: number, y: number, z: number): number {
  const { polytope } = box;
  const outside = (ux !== 0 ? 1 : 0) + (uy !== 0 ? 1 : 0) + (uz !== 0 ? 1 : 0);
  if (outside === 1) {
    const face = ux !== 0 ? (x < 0 ? 0 : 1) : uy !== 0 ? (y < 0 ? 2 : 3) : z < 0 ? 4 : 5;
    return polytope.faceNames[face];
  }
  const corner = (x > 0 ? 1 : 0) | (y > 0 ? 2 : 0) | (z > 0 ? 4 : 0);
  if (outside === 3) return polytope.vertexNames[corner];
  return polytope.edgeNames[boxEdge(ux === 0 ? 0 : uy === 0 ? 1 : 2, corner)];
}

export function ballHull(out: Emitter, margin: number, ball: Ball, hull: Piece): void {
  const { x: cx, y: cy, z: cz, radius: r } = ball;
  const { normals, offsets, vertices } = hull;
  const { edges, faceNames, edgeNames, vertexNames } = hull.polytope;
  let face = 0;
  let s = -Infinity;
  for (let f = 0; f < offsets.length; f++) {
    const d = normals[3 * f] * cx + normals[3 * f + 1] * cy + normals[3 * f + 2] * cz - offsets[f];
    if (d > s) {
      s = d;
      face = f;
    }
  }
  if (s - r > margin) return;
  const nx = normals[3 * face];
  const ny = normals[3 * face + 1];
  const nz = normals[3 * face + 2];
  const qx = cx - s * nx;
  const qy = cy - s * ny;
  const qz = cz - s * nz;
  // Outside, the farthest face is the nearest one only where the foot of the perpendicular falls on it.
  if (s <= 0 || isOverFace(hull, face, qx, qy, qz)) {
    out.along(nx, ny, nz);
    out.emitOver(ball.feature, faceNames[face], qx, qy, qz, s - r);
    return;
  }
  let least = Infinity;
  let best = 0;
  let where = 0;
  for (let e = 0; e < edgeNames.length; e++) {
    const t = closestOnSegment(nearest, vertices, 3 * edges[2 * e], 3 * edges[2 * e + 1], cx, cy, cz);
    if (nearest.squared < least) {
      least = nearest.squared;
      best = e;
      where = t;
    }
  }
  const distance = Math.sqrt(least);
  const gap = distance - r;
  if (gap > margin || !(distance > 0)) return;
  closestOnSegment(nearest, vertices, 3 * edges[2 * best], 3 * edges[2 * best + 1], cx, cy, cz);
  const feature =
    where === 0
      ? vertexNames[edges[2 * best]]
      : where === 1
        ? vertexNames[edges[2 * best + 1]]
        : edgeNames[best];
  const { x, y, z } = nearest;
  out.along((cx - x) / distance, (cy - y) / distance, (cz - z) / distance);
  out.emitOver(ball.feature, feature, x, y, z, gap);
}
