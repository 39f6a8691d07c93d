// A triangle that bends as a thin plate, with one unknown of its own at every edge: the mid-edge normal. Portable.
//
// The surface's normal at the middle of an edge stands between those of its two faces, which differ by the hinge angle θ (hinge.ts); it is
// tilted by φ from their mean. So a face sees it turned by α = ½ θ ± φ about the edge, and three such turns are a curvature:
//
//   κ = (1/A) Σ ℓₑ (αₑ - αₑ⁰) nₑ⊗nₑ,   V = ½ A D ((1 - ν) κ:κ + ν tr²κ) = ½ Σ Kᵢⱼ βᵢ βⱼ,   β = α - α⁰
//   Kᵢⱼ = D ℓᵢ ℓⱼ / A ((1 - ν) (nᵢ·nⱼ)² + ν)
//
// with A, ℓ and the normals nₑ of the edges in the face's plane at rest. Small, this is Morley's triangle, which passes the patch test
// on every mesh; large, the shape operator of Grinspun, Gingold, Reisman and Zorin 2006, "Computing discrete shape operators on
// general meshes". α⁰ is ½ θ at rest: mid-edge normals of the rest shape are the means.
//
// α = share · θ + sign · φ. At an inner edge the share is ½ and the sign + for one face and - for the other; beside a face that is held
// (a clamp) the normal is that face's, share 1 and no φ; at a rim nothing turns the normal, so that βₑ is whatever has least energy:
// K is then what is left of it (stiffnessOfPlate), and the share 0.
//
// Unknowns: the corners 0 1 2, the vertices across the edges 01, 12, 20, and the tilts of these edges: 21 reals.

import { atan2 } from '../num/elementary/index.ts';
import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';

// A plate in memory: rest angles [rad], shares, signs of its three edges, and K (00, 11, 22, 01, 12, 20) [N m].
const PLATE_REST: i32 = 0;
/** Where the shares begin. */
export const PLATE_SHARE: i32 = 3;
/** Where the signs begin. */
export const PLATE_SIGN: i32 = 6;
export const PLATE_STIFFNESS: i32 = 9;
/** Where the tilts stand among the unknowns. */
export const PLATE_TILT: i32 = 18;

const TURN: f64 = 6.283185307179586;
const HALF_TURN: f64 = 0.5 * TURN;

// of the edge looked at last: itself, the corner and the vertex across seen from its first end, normals of face and neighbour
let ex: f64 = 0;
let ey: f64 = 0;
let ez: f64 = 0;
let cx: f64 = 0;
let cy: f64 = 0;
let cz: f64 = 0;
let dx: f64 = 0;
let dy: f64 = 0;
let dz: f64 = 0;
let nx: f64 = 0;
let ny: f64 = 0;
let nz: f64 = 0;
let mx: f64 = 0;
let my: f64 = 0;
let mz: f64 = 0;

/** θ of edge 0 [rad], after `plateBends`. */
export let angle0: f64 = 0;
/** Of edge 1. */
export let angle1: f64 = 0;
/** Of edge 2. */
export let angle2: f64 = 0;
/** β of edge 0 [rad], after `plateBends`. */
export let bend0: f64 = 0;
/** Of edge 1. */
export let bend1: f64 = 0;
/** Of edge 2. */
export let bend2: f64 = 0;
/** K β [N m], after `plateMoments`. */
export let moment0: f64 = 0;
/** Of edge 1. */
export let moment1: f64 = 0;
/** Of edge 2. */
export let moment2: f64 = 0;

/** Looks at edge k. */
function lookAt(x: i32, k: i32): void {
  const a: i32 = x + 3 * k;
  const b: i32 = k === 2 ? x : a + 3;
  const c: i32 = k === 0 ? x + 6 : x + 3 * (k - 1);
  const d: i32 = a + 9;
  const ox: f64 = realAt(a);
  const oy: f64 = realAt(a + 1);
  const oz: f64 = realAt(a + 2);
  ex = realAt(b) - ox;
  ey = realAt(b + 1) - oy;
  ez = realAt(b + 2) - oz;
  cx = realAt(c) - ox;
  cy = realAt(c + 1) - oy;
  cz = realAt(c + 2) - oz;
  dx = realAt(d) - ox;
  dy = realAt(d + 1) - oy;
  dz = realAt(d + 2) - oz;
  nx = ey * cz - ez * cy;
  ny = ez * cx - ex * cz;
  nz = ex * cy - ey * cx;
  mx = dy * ez - dz * ey;
  my = dz * ex - dx * ez;
  mz = dx * ey - dy * ex;
}

/** θ at edge k, counted on from `near`; 0 where nothing is across it. */
function angleAt(x: i32, plate: i32, k: i32, near: f64): f64 {
  if (realAt(plate + PLATE_SHARE + k) === 0) return 0;
  lookAt(x, k);
  const edge: f64 = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const sine: f64 = edge * (mx * cx + my * cy + mz * cz);
  const cosine: f64 = nx * mx + ny * my + nz * mz;
  return nearest(atan2(sine, cosine), near);
}

/** An angle counted on from one that it is known to be near. */
export function nearest(angle: f64, near: f64): f64 {
  let turned: f64 = angle - near;
  while (turned > HALF_TURN) turned -= TURN;
  while (turned < -HALF_TURN) turned += TURN;
  return near + turned;
}

/** Leaves θ above. @param near  three angles that θ is known to be near */
function plateAngles(x: i32, plate: i32, near: i32): void {
  angle0 = angleAt(x, plate, 0, realAt(near));
  angle1 = angleAt(x, plate, 1, realAt(near + 1));
  angle2 = angleAt(x, plate, 2, realAt(near + 2));
}

/** β of edge k. */
export function bendOf(plate: i32, k: i32, angle: f64, tilt: f64): f64 {
  const share: f64 = realAt(plate + PLATE_SHARE + k);
  return share * (angle - realAt(plate + PLATE_REST + k)) + realAt(plate + PLATE_SIGN + k) * tilt;
}

/** Leaves θ and β above. */
export function plateBends(x: i32, plate: i32, near: i32): void {
  plateAngles(x, plate, near);
  bend0 = bendOf(plate, 0, angle0, realAt(x + PLATE_TILT));
  bend1 = bendOf(plate, 1, angle1, realAt(x + PLATE_TILT + 1));
  bend2 = bendOf(plate, 2, angle2, realAt(x + PLATE_TILT + 2));
}

/** Leaves K β above, of any three β. */
export function plateMoments(plate: i32, b0: f64, b1: f64, b2: f64): void {
  const k: i32 = plate + PLATE_STIFFNESS;
  const k01: f64 = realAt(k + 3);
  const k12: f64 = realAt(k + 4);
  const k20: f64 = realAt(k + 5);
  moment0 = realAt(k) * b0 + k01 * b1 + k20 * b2;
  moment1 = k01 * b0 + realAt(k + 1) * b1 + k12 * b2;
  moment2 = k20 * b0 + k12 * b1 + realAt(k + 2) * b2;
}

function addTriple(at: i32, x: f64, y: f64, z: f64): void {
  putReal(at, realAt(at) + x);
  putReal(at + 1, realAt(at + 1) + y);
  putReal(at + 2, realAt(at + 2) + z);
}

/** Adds -torque ∂θ/∂x of edge k. */
export function addAngleForce(x: i32, k: i32, torque: f64, out: i32): void {
  if (torque === 0) return;
  lookAt(x, k);
  const ee: f64 = ex * ex + ey * ey + ez * ez;
  const aa: f64 = nx * nx + ny * ny + nz * nz;
  const bb: f64 = mx * mx + my * my + mz * mz;
  // a face without area has no angle
  if (!(aa > 0 && bb > 0 && ee > 0)) return;
  const scale: f64 = -torque * Math.sqrt(ee);
  const a: f64 = scale / aa;
  const b: f64 = scale / bb;
  const s: f64 = (cx * ex + cy * ey + cz * ez) / ee;
  const t: f64 = (dx * ex + dy * ey + dz * ez) / ee;
  const px: f64 = a * nx;
  const py: f64 = a * ny;
  const pz: f64 = a * nz;
  const qx: f64 = b * mx;
  const qy: f64 = b * my;
  const qz: f64 = b * mz;
  const rx: f64 = -(s * px + t * qx);
  const ry: f64 = -(s * py + t * qy);
  const rz: f64 = -(s * pz + t * qz);
  const first: i32 = out + 3 * k;
  addTriple(k === 0 ? out + 6 : out + 3 * (k - 1), px, py, pz);
  addTriple(first + 9, qx, qy, qz);
  addTriple(k === 2 ? out : first + 3, rx, ry, rz);
  // what remains, so that the four sum to nothing
  addTriple(first, -(rx + px + qx), -(ry + py + qy), -(rz + pz + qz));
}

/** What the unknowns feel of the moments left above, 21 reals to `out`, which is not where x is: forces, or impulses over a time. */
function plateForce(x: i32, plate: i32, out: i32): void {
  for (let i: i32 = 0; i < PLATE_TILT; i++) putReal(out + i, 0);
  addAngleForce(x, 0, realAt(plate + PLATE_SHARE) * moment0, out);
  addAngleForce(x, 1, realAt(plate + PLATE_SHARE + 1) * moment1, out);
  addAngleForce(x, 2, realAt(plate + PLATE_SHARE + 2) * moment2, out);
  putReal(out + PLATE_TILT, -realAt(plate + PLATE_SIGN) * moment0);
  putReal(out + PLATE_TILT + 1, -realAt(plate + PLATE_SIGN + 1) * moment1);
  putReal(out + PLATE_TILT + 2, -realAt(plate + PLATE_SIGN + 2) * moment2);
}

/** [J] @param near  three angles that θ is known to be near, such as the last ones */
export function plateEnergy(x: i32, plate: i32, near: i32): f64 {
  plateBends(x, plate, near);
  plateMoments(plate, bend0, bend1, bend2);
  return 0.5 * (bend0 * moment0 + bend1 * moment1 + bend2 * moment2);
}

/** ∂V: [N] of the vertices, [N m] of the tilts, 21 reals to `out`. */
export function plateGradient(x: i32, plate: i32, near: i32, out: i32): void {
  plateBends(x, plate, near);
  plateMoments(plate, -bend0, -bend1, -bend2);
  plateForce(x, plate, out);
}
