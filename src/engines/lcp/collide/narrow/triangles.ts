// Contacts with one face of a static mesh. The face is touched from its front; its edges and corners only where the mesh
// bends outward there and in directions between the faces around them, and only once of all faces that share them.

import { type Ball, makeBall, placeBall } from './balls.ts';
import type { Emitter } from '../emitter.ts';
import { type Corners, faceContacts, type Solid } from './face-contacts.ts';
import { footOf } from './foot.ts';
import { edgeContact } from './hulls.ts';
import { closestOfSegments, closestOnSegment, NearPair, NearPoint } from './nearest.ts';
import { Crossing, findCrossing, PREFERENCE, type SeparatingFace, separatingFace } from './separation.ts';
import { CYLINDER, FLAT, type Piece, RIDGE } from '../piece.ts';

const separating: SeparatingFace = { face: 0, separation: 0 };
const crossing = new Crossing();
const between = new NearPair();
const nearest = new NearPoint();

/** Sines: by how much a direction may leave the room between the faces around an edge or corner. */
const ROUNDING = 1e-9;
const LEANING = 1e-3;
/** Relative to size: how far beyond an edge is still over the face. */
const SLACK = 1e-9;

/** A ball of radius r about c; behind the face down to half its radius. */
export function ballTriangle(out: Emitter, margin: number, ball: Ball, triangle: Piece): void {
  const { x: cx, y: cy, z: cz, radius: r } = ball;
  const { normals: n, vertices: x, polytope } = triangle;
  const { bends, ownsEdge, ownsCorner } = triangle.neighbours!;
  const s = n[0] * cx + n[1] * cy + n[2] * cz - triangle.offsets[0];
  if (s - r > margin || s < -0.5 * r) return;
  const slack = SLACK * triangle.size;
  let outside = false;
  for (let k = 0; k < 3 && !outside; k++) outside = beyondEdge(triangle, k, cx, cy, cz) > slack;
  if (!outside) {
    const down = r + 0.5 * (s - r);
    out.along(n[0], n[1], n[2]);
    out.emit(
      ball.feature,
      polytope.faceNames[0],
      cx - down * n[0],
      cy - down * n[1],
      cz - down * n[2],
      s - r,
    );
    return;
  }
  if (s < 0) return;
  let least = Infinity;
  let edge = 0;
  for (let k = 0; k < 3; k++) {
    closestOnSegment(nearest, x, 3 * k, 3 * ((k + 1) % 3), cx, cy, cz);
    if (nearest.squared < least) {
      least = nearest.squared;
      edge = k;
    }
  }
  const distance = Math.sqrt(least);
  const gap = distance - r;
  if (gap > margin || !(distance > 0)) return;
  const t = closestOnSegment(nearest, x, 3 * edge, 3 * ((edge + 1) % 3), cx, cy, cz);
  const dx = (cx - nearest.x) / distance;
  const dy = (cy - nearest.y) / distance;
  const dz = (cz - nearest.z) / distance;
  let name: number;
  if (t === 0 || t === 1) {
    const corner = t === 0 ? edge : (edge + 1) % 3;
    if (ownsCorner[corner] === 0 || !isAboveCorner(triangle, corner, dx, dy, dz, ROUNDING)) return;
    name = polytope.vertexNames[corner];
  } else {
    if (bends[edge] === FLAT || ownsEdge[edge] === 0) return;
    if (bends[edge] === RIDGE && intoNeighbour(triangle, edge, dx, dy, dz) > ROUNDING) return;
    name = polytope.edgeNames[edge];
  }
  out.along(dx, dy, dz);
  out.emitOver(ball.feature, name, nearest.x, nearest.y, nearest.z, gap);
}

/** How far outside edge k a point is, along the face [m]. */
function beyondEdge(triangle: Piece, k: number, cx: number, cy: number, cz: number): number {
  const x = triangle.vertices;
  return acrossEdge(triangle, k, 0, cx - x[3 * k], cy - x[3 * k + 1], cz - x[3 * k + 2]);
}

/** Above 0 where a direction from edge k leans over the face beyond it, which is then nearer than the edge. */
function intoNeighbour(triangle: Piece, k: number, dx: number, dy: number, dz: number): number {
  // e × m points into the neighbour, along it
  return acrossEdge(triangle, k, k + 1, dx, dy, dz);
}

/** Above 0 where a direction from edge k leans over the face itself. */
function intoSelf(triangle: Piece, k: number, dx: number, dy: number, dz: number): number {
  return -acrossEdge(triangle, k, 0, dx, dy, dz);
}

/** (e × m)·d / |e| with e the edge k and m one of the normals: that of the face, then those beyond its edges. */
function acrossEdge(
  { vertices: x, normals: n }: Piece,
  k: number,
  normal: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const p = 3 * k;
  const q = 3 * ((k + 1) % 3);
  const ex = x[q] - x[p];
  const ey = x[q + 1] - x[p + 1];
  const ez = x[q + 2] - x[p + 2];
  const mx = n[3 * normal];
  const my = n[3 * normal + 1];
  const mz = n[3 * normal + 2];
  const across = (ey * mz - ez * my) * dx + (ez * mx - ex * mz) * dy + (ex * my - ey * mx) * dz;
  return across / Math.sqrt(ex * ex + ey * ey + ez * ez);
}

/** Whether no edge that leaves the corner comes nearer in this direction. */
function isAboveCorner(
  triangle: Piece,
  corner: number,
  dx: number,
  dy: number,
  dz: number,
  tolerance: number,
): boolean {
  const { spokeStart, spokes } = triangle.neighbours!;
  const m = triangle.rotation;
  // The direction in body coordinates.
  const x = m[0] * dx + m[3] * dy + m[6] * dz;
  const y = m[1] * dx + m[4] * dy + m[7] * dz;
  const z = m[2] * dx + m[5] * dy + m[8] * dz;
  for (let i = spokeStart[corner]; i < spokeStart[corner + 1]; i += 3)
    if (x * spokes[i] + y * spokes[i + 1] + z * spokes[i + 2] > tolerance) return false;
  return true;
}

const end = makeBall();

/** Its ends as balls, its side against edges that bend outward. */
export function capsuleTriangle(out: Emitter, margin: number, capsule: Piece, triangle: Piece): void {
  const { vertices: x, radius, polytope } = capsule;
  for (let k = 0; k < 2; k++) {
    end.feature = polytope.vertexNames[k];
    ballTriangle(out, margin, placeBall(end, x, 3 * k, radius), triangle);
  }
  const { bends, ownsEdge } = triangle.neighbours!;
  for (let k = 0; k < 3; k++) {
    if (bends[k] === FLAT || ownsEdge[k] === 0) continue;
    closestOfSegments(between, x, 0, 3, triangle.vertices, 3 * k, 3 * ((k + 1) % 3));
    const { s, t, px, py, pz, qx, qy, qz } = between;
    if (s === 0 || s === 1 || t === 0 || t === 1) continue;
    const distance = Math.sqrt(between.squared);
    const gap = distance - radius;
    if (gap > margin || !(distance > 0)) continue;
    const nx = (px - qx) / distance;
    const ny = (py - qy) / distance;
    const nz = (pz - qz) / distance;
    if (intoSelf(triangle, k, nx, ny, nz) > ROUNDING) continue;
    if (bends[k] === RIDGE && intoNeighbour(triangle, k, nx, ny, nz) > ROUNDING) continue;
    out.along(nx, ny, nz);
    out.emitOver(polytope.edgeNames[0], triangle.polytope.edgeNames[k], qx, qy, qz, gap);
  }
}

/** A polytope, or a cylinder, whose middle is in front of the face. */
export function hullTriangle(out: Emitter, margin: number, hull: Piece, triangle: Piece): void {
  const { centre: c } = hull;
  const { normals: n } = triangle;
  if (n[0] * c[0] + n[1] * c[1] + n[2] * c[2] < triangle.offsets[0]) return;
  if (!separatingFace(separating, triangle, hull, margin)) return;
  const own = separating.separation;
  if (!separatingFace(separating, hull, triangle, margin)) return;
  const hullFace = separating.face;
  const ofHull = separating.separation;
  findCrossing(crossing, hull, triangle, triangle, 0, own, margin);
  if (crossing.separation > margin) return;
  const preference = PREFERENCE * Math.min(hull.size, triangle.size);
  if (crossing.separation > Math.max(own, ofHull) + preference) {
    if (isOwned(triangle, crossing.second)) edgeContact(out, margin, hull, triangle, crossing);
  } else if (ofHull > own + preference && facesRidge(hull, hullFace, triangle)) {
    faceContacts(out, margin, hull, hullFace, triangle, false, 0, noCorners);
  } else {
    const lying: Solid = hull.kind === CYLINDER ? footOf(hull, triangle, 0) : hull;
    faceContacts(out, margin, triangle, 0, lying, true);
  }
}

const noCorners: Corners = { vertices: new Float64Array(0), names: new Uint32Array(0) };

function isOwned(triangle: Piece, edge: number): boolean {
  return triangle.neighbours!.ownsEdge[edge] === 1;
}

/** Whether the corner of the triangle that is deepest below a face of the hull is one that such a face can lie on. */
function facesRidge(hull: Piece, face: number, triangle: Piece): boolean {
  const nx = hull.normals[3 * face];
  const ny = hull.normals[3 * face + 1];
  const nz = hull.normals[3 * face + 2];
  const x = triangle.vertices;
  let least = Infinity;
  let corner = 0;
  for (let k = 0; k < 3; k++) {
    const h = nx * x[3 * k] + ny * x[3 * k + 1] + nz * x[3 * k + 2];
    if (h < least) {
      least = h;
      corner = k;
    }
  }
  return isAboveCorner(triangle, corner, -nx, -ny, -nz, LEANING);
}
