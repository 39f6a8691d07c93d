// Affine maps x ↦ M x + t, as glTF's nodes are: multiplied, inverted, taken apart into translation, rotation and scale,
// and found from points that correspond.

import { cross3, dot3, matrixFromQuaternion, norm3, normalize3, quaternionFromMatrix } from '../num/index.ts';

export interface Affine {
  /** Row-major 3×3. */
  readonly matrix: Float64Array;
  readonly translation: Float64Array;
}

export const IDENTITY: Affine = {
  matrix: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
  translation: new Float64Array(3),
};

/** First b, then a. */
export function multiplyAffine(a: Affine, b: Affine): Affine {
  const matrix = new Float64Array(9);
  const translation = Float64Array.from(a.translation);
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) {
      translation[i] += a.matrix[3 * i + k] * b.translation[k];
      for (let j = 0; j < 3; j++) matrix[3 * i + j] += a.matrix[3 * i + k] * b.matrix[3 * k + j];
    }
  }
  return { matrix, translation };
}

/** The map of pose number `body` (7 numbers: position, quaternion). */
export function affineOfPose(poses: Float64Array, body: number): Affine {
  const matrix = new Float64Array(9);
  matrixFromQuaternion(matrix, 0, poses, 7 * body + 3);
  return { matrix, translation: poses.slice(7 * body, 7 * body + 3) };
}

/** Undefined where the map flattens. */
export function invertAffine({ matrix: m, translation: t }: Affine): Affine | undefined {
  const adjugate = Float64Array.of(
    m[4] * m[8] - m[5] * m[7],
    m[2] * m[7] - m[1] * m[8],
    m[1] * m[5] - m[2] * m[4],
    m[5] * m[6] - m[3] * m[8],
    m[0] * m[8] - m[2] * m[6],
    m[2] * m[3] - m[0] * m[5],
    m[3] * m[7] - m[4] * m[6],
    m[1] * m[6] - m[0] * m[7],
    m[0] * m[4] - m[1] * m[3],
  );
  const determinant = m[0] * adjugate[0] + m[1] * adjugate[3] + m[2] * adjugate[6];
  const matrix = adjugate.map((x) => x / determinant);
  if (!matrix.every(Number.isFinite)) return undefined;
  const translation = new Float64Array(3);
  for (let i = 0; i < 3; i++) translation[i] = -dot3(matrix, 3 * i, t, 0);
  return { matrix, translation };
}

export interface Parts {
  readonly translation: Float64Array;
  /** x y z w */
  readonly rotation: Float64Array;
  readonly scale: Float64Array;
  /** The largest cosine between two axes that should be at right angles. */
  readonly shear: number;
}

/** M = R diag(scale); a map that mirrors has a negative scale along x. */
export function partsOf({ matrix, translation }: Affine): Parts {
  const columns = new Float64Array(9);
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) columns[3 * k + i] = matrix[3 * i + k];
  const scale = Float64Array.of(norm3(columns, 0), norm3(columns, 3), norm3(columns, 6));
  const across = new Float64Array(3);
  cross3(across, 0, columns, 0, columns, 3);
  if (dot3(across, 0, columns, 6) < 0) scale[0] = -scale[0];
  const unit = matrix.map((x, i) => x / scale[i % 3]);
  let shear = 0;
  for (let a = 0; a < 3; a++)
    for (let b = a + 1; b < 3; b++)
      shear = Math.max(shear, Math.abs(dot3(columns, 3 * a, columns, 3 * b) / (scale[a] * scale[b])));
  const rotation = new Float64Array(4);
  quaternionFromMatrix(rotation, 0, unit, 0);
  return { translation, rotation, scale, shear };
}

export interface RigidPart {
  readonly position: Float64Array;
  /** x y z w */
  readonly rotation: Float64Array;
  /** What is left: M = R S, row-major; upper triangular, mirrored along z where M mirrors. */
  readonly stretch: Float64Array;
}

/** The rotation in a map by Gram and Schmidt, so that turning the whole turns only it; undefined where the map flattens. */
export function rigidPart({ matrix: m, translation }: Affine): RigidPart | undefined {
  const axes = new Float64Array(9); // rows: the axes
  for (let i = 0; i < 3; i++) {
    axes[i] = m[3 * i];
    axes[3 + i] = m[3 * i + 1];
  }
  if (!(normalize3(axes, 0, axes, 0) > 0)) return undefined;
  const along = dot3(axes, 0, axes, 3);
  for (let i = 0; i < 3; i++) axes[3 + i] -= along * axes[i];
  if (!(normalize3(axes, 3, axes, 3) > 0)) return undefined;
  cross3(axes, 6, axes, 0, axes, 3);
  const stretch = new Float64Array(9);
  for (let a = 0; a < 3; a++)
    for (let k = 0; k < 3; k++)
      for (let i = 0; i < 3; i++) stretch[3 * a + k] += axes[3 * a + i] * m[3 * i + k];
  if (!(Math.abs(stretch[8]) > 0 && stretch.every(Number.isFinite))) return undefined;
  const turn = new Float64Array(9);
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) turn[3 * i + k] = axes[3 * k + i];
  const rotation = new Float64Array(4);
  quaternionFromMatrix(rotation, 0, turn, 0);
  return { position: Float64Array.from(translation), rotation, stretch };
}

/** How far points may lie off, as a part of their size: single precision of a file, and of a file made from it. */
const TOLERANCE = 1e-4;

/**
 * The turn, uniform scale and shift that take the points `from` to the points `to`, given in the same order; undefined
 * where none does, or where the points lie on a line.
 *
 * Both clouds get axes from their middle and two points far out; the map takes one set of axes to the other.
 */
export function fitSimilarity(
  from: Float64Array,
  to: Float64Array,
): (Affine & { readonly scale: number }) | undefined {
  if (from.length !== to.length || from.length < 9) return undefined;
  const a = centred(from);
  const b = centred(to);
  const far = farthest(a.points, (i) => norm3(a.points, i));
  const cross = new Float64Array(3);
  const side = farthest(a.points, (i) => {
    cross3(cross, 0, a.points, far, a.points, i);
    return norm3(cross, 0);
  });
  const scale = b.size / a.size;
  const axesA = axes(a.points, far, side);
  const axesB = axes(b.points, far, side);
  if (axesA === undefined || axesB === undefined || !(scale > 0 && scale < Infinity)) return undefined;
  const matrix = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++)
      for (let axis = 0; axis < 3; axis++)
        matrix[3 * i + k] += scale * axesB[3 * axis + i] * axesA[3 * axis + k];
  let off = 0;
  for (let p = 0; p < from.length; p += 3)
    for (let i = 0; i < 3; i++)
      off = Math.max(off, Math.abs(dot3(matrix, 3 * i, a.points, p) - b.points[p + i]));
  if (!(off <= TOLERANCE * norm3(b.points, far))) return undefined;
  const translation = b.middle.map((x, i) => x - dot3(matrix, 3 * i, a.middle, 0));
  return { matrix, translation, scale };
}

function centred(points: Float64Array): { middle: Float64Array; points: Float64Array; size: number } {
  const middle = new Float64Array(3);
  for (let i = 0; i < points.length; i++) middle[i % 3] += points[i] / (points.length / 3);
  const moved = points.map((x, i) => x - middle[i % 3]);
  return { middle, points: moved, size: Math.sqrt(moved.reduce((sum, x) => sum + x * x, 0)) };
}

function farthest(points: Float64Array, measure: (at: number) => number): number {
  let best = 0;
  let most = -1;
  for (let i = 0; i < points.length; i += 3) {
    const value = measure(i);
    if (value > most) {
      most = value;
      best = i;
    }
  }
  return best;
}

/** Three unit vectors: towards one point, across, and along the normal of the plane of both. */
function axes(points: Float64Array, far: number, side: number): Float64Array | undefined {
  const out = new Float64Array(9);
  cross3(out, 6, points, far, points, side);
  if (!(norm3(out, 6) > 1e-9 * norm3(points, far) * norm3(points, far))) return undefined;
  out.set(points.subarray(far, far + 3), 0);
  normalize3(out, 0, out, 0);
  normalize3(out, 6, out, 6);
  cross3(out, 3, out, 6, out, 0);
  return out;
}
