// The foot of a point on a smooth surface: signed gap and normal that go on without a jump from face to face.
//
// Faces are flat, the surface they stand for is not. Between the corners vᵢ of a face with smooth normals nᵢ and
// weights wᵢ the surface bulges over the flat point by
//
//   2/(1 + |Σ wᵢ nᵢ|) Σ_{i<j} wᵢ wⱼ aᵢⱼ,   aᵢⱼ the smaller of (vᵢ − vⱼ)·nᵢ and (vⱼ − vᵢ)·nⱼ, 0 where signs differ
//
// On a circle both are equal and this is right in the middle of a chord; on spheres and cylinders it is right up to the
// fourth order of the face's size (about half of a Phong tessellation, Boubekeur, Alexa 2008, which goes twice as far).
// Where a flat face ends at a bend one of them is 0: it stays flat. Where normals jump, at a crease, the normal of a
// point outside is the direction to it, which stays between the normals of the faces.

import type { Displaced } from '../bodies/displace.ts';
import { chordHeight } from '../bodies/round-edges.ts';
import type { Nearest } from './bd-tree.ts';

export interface Foot {
  /** [m], below 0 inside. */
  gap: number;
  /** Outward, body coordinates. */
  readonly normal: Float64Array;
}

export function makeFoot(): Foot {
  return { gap: Infinity, normal: new Float64Array(3) };
}

/** Directions to points nearer than this [m] are rounding. */
const UNDIRECTED = 1e-13;

/** Gap and normal at the nearest point that a search found. */
export function footAt(out: Foot, displaced: Displaced, nearest: Nearest): void {
  const { toPoint, feature, face, distance } = nearest;
  const sign = sideOf(displaced, nearest);
  if (feature < 6 && distance > UNDIRECTED && isAtCrease(displaced, face, feature)) {
    const scale = sign / distance;
    for (let k = 0; k < 3; k++) out.normal[k] = scale * toPoint[k];
    out.gap = sign * distance;
    return;
  }
  const length = smoothNormal(out.normal, displaced, face, nearest.weights);
  out.gap = sign * distance - bulge(displaced, face, nearest.weights, length);
}

/** Gap and normal over the face that a search found, crease or not; returns how far beside it the point is [m]. */
export function footOnFace(out: Foot, displaced: Displaced, nearest: Nearest): number {
  const { toPoint, face, weights, distance } = nearest;
  const { normal } = out;
  const length = smoothNormal(normal, displaced, face, weights);
  const height = normal[0] * toPoint[0] + normal[1] * toPoint[1] + normal[2] * toPoint[2];
  out.gap = height - bulge(displaced, face, weights, length);
  return Math.sqrt(Math.max(0, distance * distance - height * height));
}

/**
 * The point of a face, smooth up to its corners, on whose normal a given point lies: v(w) + t n(w) = y, by Newton's
 * method. Lines along smooth normals fill the space about a surface without gaps, where nearest points of flat faces
 * leave wedges at edges.
 * @param weights  where to begin; written
 * @returns whether the foot is on this face
 */
export function projectAlongNormal(
  out: Foot,
  displaced: Displaced,
  face: number,
  y: Float64Array,
  weights: Float64Array,
): boolean {
  const { positions, groupNormals } = displaced;
  const { faces, cornerGroups } = displaced.body.surface;
  displaced.face(face);
  for (let c = 0; c < 3; c++) displaced.group(cornerGroups[3 * face + c]);
  const a = 3 * faces[3 * face];
  const b = 3 * faces[3 * face + 1];
  const c = 3 * faces[3 * face + 2];
  const p = 3 * cornerGroups[3 * face];
  const q = 3 * cornerGroups[3 * face + 1];
  const r = 3 * cornerGroups[3 * face + 2];
  let u = weights[1];
  let w = weights[2];
  let t = 0;
  for (let k = 0; k < 3; k++) t += (y[k] - positions[a + k]) * displaced.faceNormals[3 * face + k];
  for (let iteration = 0; iteration < 8; iteration++) {
    // columns of the Jacobian over u, w, t, and what is left
    for (let k = 0; k < 3; k++) {
      const vb = positions[b + k] - positions[a + k];
      const vc = positions[c + k] - positions[a + k];
      const nb = groupNormals[q + k] - groupNormals[p + k];
      const nc = groupNormals[r + k] - groupNormals[p + k];
      const n = groupNormals[p + k] + u * nb + w * nc;
      jacobian[k] = vb + t * nb;
      jacobian[3 + k] = vc + t * nc;
      jacobian[6 + k] = n;
      left[k] = y[k] - (positions[a + k] + u * vb + w * vc + t * n);
    }
    const determinant = triple(jacobian, 0, jacobian, 3, jacobian, 6);
    if (determinant === 0) return false;
    const du = triple(left, 0, jacobian, 3, jacobian, 6) / determinant;
    const dw = triple(jacobian, 0, left, 0, jacobian, 6) / determinant;
    const dt = triple(jacobian, 0, jacobian, 3, left, 0) / determinant;
    u += du;
    w += dw;
    t += dt;
    if (Math.abs(du) + Math.abs(dw) < 1e-13) break;
  }
  weights[0] = 1 - u - w;
  weights[1] = u;
  weights[2] = w;
  if (!(weights[0] >= -OUTSIDE && u >= -OUTSIDE && w >= -OUTSIDE)) return false;
  const length = smoothNormal(out.normal, displaced, face, weights);
  out.gap = t * length - bulge(displaced, face, weights, length);
  return true;
}

/** So far outside a face a foot still counts: never on neither side of an edge. */
const OUTSIDE = 1e-9;
const jacobian = new Float64Array(9);
const left = new Float64Array(3);

function triple(
  a: Float64Array,
  ai: number,
  b: Float64Array,
  bi: number,
  c: Float64Array,
  ci: number,
): number {
  return (
    a[ai] * (b[bi + 1] * c[ci + 2] - b[bi + 2] * c[ci + 1]) +
    a[ai + 1] * (b[bi + 2] * c[ci] - b[bi] * c[ci + 2]) +
    a[ai + 2] * (b[bi] * c[ci + 1] - b[bi + 1] * c[ci])
  );
}

/** Σ wᵢ nᵢ made a unit vector; returns its length before. */
function smoothNormal(out: Float64Array, displaced: Displaced, face: number, weights: Float64Array): number {
  const { groupNormals } = displaced;
  const { cornerGroups } = displaced.body.surface;
  out.fill(0);
  for (let c = 0; c < 3; c++) {
    const group = cornerGroups[3 * face + c];
    displaced.group(group);
    for (let k = 0; k < 3; k++) out[k] += weights[c] * groupNormals[3 * group + k];
  }
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  for (let k = 0; k < 3; k++) out[k] /= length;
  return length;
}

/** @param length  of Σ wᵢ nᵢ */
function bulge(displaced: Displaced, face: number, weights: Float64Array, length: number): number {
  const { positions, groupNormals } = displaced;
  const { faces, cornerGroups } = displaced.body.surface;
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    const j = i === 2 ? 0 : i + 1;
    const product = weights[i] * weights[j];
    if (product === 0) continue;
    const u = 3 * faces[3 * face + i];
    const v = 3 * faces[3 * face + j];
    const p = 3 * cornerGroups[3 * face + i];
    const q = 3 * cornerGroups[3 * face + j];
    sum += product * chordHeight(positions, u, v, groupNormals, p, q);
  }
  return (2 * sum) / (1 + length);
}

/** +1 outside, -1 inside, by the normal of the nearest feature (Bærentzen, Aanæs 2005). */
export function sideOf(displaced: Displaced, { face, feature, toPoint }: Nearest): number {
  const { faces, faceEdges, edgeFaces } = displaced.body.surface;
  let along = 0;
  if (feature === 6) {
    displaced.face(face);
    along = dotAt(displaced.faceNormals, face, toPoint);
  } else if (feature >= 3) {
    const edge = faceEdges[3 * face + feature - 3];
    for (let s = 0; s < 2; s++) {
      const side = edgeFaces[2 * edge + s];
      displaced.face(side);
      along += dotAt(displaced.faceNormals, side, toPoint);
    }
  } else {
    const vertex = faces[3 * face + feature];
    displaced.normal(vertex);
    along = dotAt(displaced.vertexNormals, vertex, toPoint);
  }
  return along >= 0 ? 1 : -1;
}

/** Whether normals jump at a corner or edge of a face. */
export function isAtCrease({ body }: Displaced, face: number, feature: number): boolean {
  const { faces, faceEdges, isCrease, groupStarts, cornerGroups, aroundStarts } = body.surface;
  if (feature >= 3) return isCrease[faceEdges[3 * face + feature - 3]] === 1;
  const vertex = faces[3 * face + feature];
  const group = cornerGroups[3 * face + feature];
  return groupStarts[group + 1] - groupStarts[group] < aroundStarts[vertex + 1] - aroundStarts[vertex];
}

function dotAt(normals: Float64Array, item: number, v: Float64Array): number {
  return normals[3 * item] * v[0] + normals[3 * item + 1] * v[1] + normals[3 * item + 2] * v[2];
}
