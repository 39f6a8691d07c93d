// Unit quaternions as rotations, x y z w in flat arrays (w is the real part).
//
// A product a b rotates by b first, then by a. Every function reads its inputs before it
// writes, so `out` may overlap them. The rotation vector w is axis times angle [rad].

import { atan2 } from './elementary/arc.ts';
import { cos, sin } from './elementary/trigonometric.ts';

/** out = a b (Hamilton's product) */
export function multiplyQuaternions(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ai: number,
  b: Float64Array,
  bi: number,
): void {
  const ax = a[ai];
  const ay = a[ai + 1];
  const az = a[ai + 2];
  const aw = a[ai + 3];
  const bx = b[bi];
  const by = b[bi + 1];
  const bz = b[bi + 2];
  const bw = b[bi + 3];
  out[o] = aw * bx + ax * bw + ay * bz - az * by;
  out[o + 1] = aw * by + ay * bw + az * bx - ax * bz;
  out[o + 2] = aw * bz + az * bw + ax * by - ay * bx;
  out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** out = q*, for a unit quaternion the inverse rotation */
export function conjugateQuaternion(out: Float64Array, o: number, q: Float64Array, qi: number): void {
  const w = q[qi + 3];
  out[o] = -q[qi];
  out[o + 1] = -q[qi + 1];
  out[o + 2] = -q[qi + 2];
  out[o + 3] = w;
}

/** Scales q to unit length in place; the zero quaternion becomes the identity. */
export function normalizeQuaternion(q: Float64Array, at: number): void {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (length > 0) {
    q[at] = x / length;
    q[at + 1] = y / length;
    q[at + 2] = z / length;
    q[at + 3] = w / length;
  } else {
    q[at] = 0;
    q[at + 1] = 0;
    q[at + 2] = 0;
    q[at + 3] = 1;
  }
}

/** out = q v q*: with t = 2 (u × v), u the imaginary part, this is v + w t + u × t */
export function rotateByQuaternion(
  out: Float64Array,
  o: number,
  q: Float64Array,
  qi: number,
  v: Float64Array,
  vi: number,
): void {
  rotate(out, o, q[qi], q[qi + 1], q[qi + 2], q[qi + 3], v, vi);
}

/** out = q* v q, the inverse of `rotateByQuaternion` */
export function unrotateByQuaternion(
  out: Float64Array,
  o: number,
  q: Float64Array,
  qi: number,
  v: Float64Array,
  vi: number,
): void {
  rotate(out, o, -q[qi], -q[qi + 1], -q[qi + 2], q[qi + 3], v, vi);
}

function rotate(
  out: Float64Array,
  o: number,
  x: number,
  y: number,
  z: number,
  w: number,
  v: Float64Array,
  vi: number,
): void {
  const vx = v[vi];
  const vy = v[vi + 1];
  const vz = v[vi + 2];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[o] = vx + w * tx + (y * tz - z * ty);
  out[o + 1] = vy + w * ty + (z * tx - x * tz);
  out[o + 2] = vz + w * tz + (x * ty - y * tx);
}

/** q = exp(w / 2) = (sin(|w|/2) w/|w|, cos(|w|/2)) */
export function quaternionFromRotationVector(
  out: Float64Array,
  o: number,
  w: Float64Array,
  wi: number,
): void {
  const x = w[wi];
  const y = w[wi + 1];
  const z = w[wi + 2];
  const angleSquared = x * x + y * y + z * z;
  const angle = Math.sqrt(angleSquared);
  // Below 1e-4 rad the next term of the series, angle⁴/3840, is under half an ulp.
  const scale = angle < 1e-4 ? 0.5 - angleSquared / 48 : sin(0.5 * angle) / angle;
  out[o] = scale * x;
  out[o + 1] = scale * y;
  out[o + 2] = scale * z;
  out[o + 3] = cos(0.5 * angle);
}

/** The shortest rotation vector of ±q, |w| ≤ π [rad]; q need not be of unit length. */
export function rotationVectorFromQuaternion(
  out: Float64Array,
  o: number,
  q: Float64Array,
  qi: number,
): void {
  const x = q[qi];
  const y = q[qi + 1];
  const z = q[qi + 2];
  const real = q[qi + 3];
  const sine = Math.sqrt(x * x + y * y + z * z);
  // q and -q are the same rotation: a non-negative real part gives the angle below π.
  const sign = real < 0 ? -1 : 1;
  const cosine = Math.abs(real);
  let scale: number;
  if (sine < 1e-5 * cosine) {
    // 2 atan(t) / sine with t = sine / cosine; the next term, 2 t⁴/5, is under half an ulp
    const t = sine / cosine;
    scale = (2 / cosine) * (1 - (t * t) / 3);
  } else {
    scale = sine > 0 ? (2 * atan2(sine, cosine)) / sine : 0;
  }
  out[o] = sign * scale * x;
  out[o + 1] = sign * scale * y;
  out[o + 2] = sign * scale * z;
}

/** Row-major 3×3 rotation matrix of a unit quaternion. */
export function matrixFromQuaternion(out: Float64Array, o: number, q: Float64Array, qi: number): void {
  const x = q[qi];
  const y = q[qi + 1];
  const z = q[qi + 2];
  const w = q[qi + 3];
  out[o] = 1 - 2 * (y * y + z * z);
  out[o + 1] = 2 * (x * y - w * z);
  out[o + 2] = 2 * (x * z + w * y);
  out[o + 3] = 2 * (x * y + w * z);
  out[o + 4] = 1 - 2 * (x * x + z * z);
  out[o + 5] = 2 * (y * z - w * x);
  out[o + 6] = 2 * (x * z - w * y);
  out[o + 7] = 2 * (y * z + w * x);
  out[o + 8] = 1 - 2 * (x * x + y * y);
}

/**
 * The unit quaternion of a row-major rotation matrix.
 *
 * Starts from the largest of the four components, which is at least ½, so that nothing cancels
 * (Shepperd 1978, "Quaternion from rotation matrix"); the others follow by division.
 */
export function quaternionFromMatrix(out: Float64Array, o: number, m: Float64Array, mi: number): void {
  const m00 = m[mi];
  const m11 = m[mi + 4];
  const m22 = m[mi + 8];
  const zy = m[mi + 7] - m[mi + 5];
  const xz = m[mi + 2] - m[mi + 6];
  const yx = m[mi + 3] - m[mi + 1];
  const xy2 = m[mi + 1] + m[mi + 3];
  const xz2 = m[mi + 2] + m[mi + 6];
  const yz2 = m[mi + 5] + m[mi + 7];

  // Each branch writes 4·(largest) times the quaternion; the normalisation divides it out.
  const trace = m00 + m11 + m22;
  if (trace >= m00 && trace >= m11 && trace >= m22) {
    out[o] = zy;
    out[o + 1] = xz;
    out[o + 2] = yx;
    out[o + 3] = 1 + trace;
  } else if (m00 >= m11 && m00 >= m22) {
    out[o] = 1 + m00 - m11 - m22;
    out[o + 1] = xy2;
    out[o + 2] = xz2;
    out[o + 3] = zy;
  } else if (m11 >= m22) {
    out[o] = xy2;
    out[o + 1] = 1 + m11 - m00 - m22;
    out[o + 2] = yz2;
    out[o + 3] = xz;
  } else {
    out[o] = xz2;
    out[o + 1] = yz2;
    out[o + 2] = 1 + m22 - m00 - m11;
    out[o + 3] = yx;
  }
  normalizeQuaternion(out, o);
}
