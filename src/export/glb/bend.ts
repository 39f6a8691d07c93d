// A body that bends as morph targets: where all weights are zero stands x₀, and
//
//   x(t) = x₀ + Σ_j w_j(t) T_j,   0 ≤ w_j ≤ 1
//
// for programs hold weights to that range. A target is a mode of vibration, from the least to the most of its coordinate
// that was recorded. Viewers need not cope with more than eight targets, so where more modes move, the targets are the
// eight combinations of them that the recorded motion follows best: principal components of the coordinates, each
// measured by how far its mode moves the surface.

import { eigenSymmetric } from '../../num/dense/index.ts';
import type { BendingShape } from '../../record/index.ts';

const MOST_TARGETS = 8;

export interface BendTargets {
  /** The surface without any target, and with each of them alone: xyz a vertex [m], body coordinates. */
  readonly keys: readonly Float32Array[];
  /** A row a frame, a number a target. */
  readonly weights: Float32Array;
}

/** @param rows  the coordinates of the shape's modes at every frame, frame after frame */
export function bendTargets(shape: BendingShape, rows: Float64Array): BendTargets {
  const { positions, modes, displacements } = shape;
  const frames = rows.length / modes;
  const base = Float64Array.from(positions);
  const add = (out: Float64Array, mode: number, amount: number): void => {
    const u = mode * positions.length;
    for (let i = 0; i < positions.length; i++) out[i] += amount * displacements[u + i];
  };
  const moving: number[] = [];
  for (let m = 0; m < modes; m++) {
    let moves = false;
    for (let f = 1; f < frames && !moves; f++) moves = rows[f * modes + m] !== rows[m];
    if (moves) moving.push(m);
    else add(base, m, rows[m]);
  }

  const { means, parts } = partsOf(shape, rows, moving);
  moving.forEach((mode, i) => {
    add(base, mode, means[i]);
  });
  const shapes: Float64Array[] = [];
  const courses: Float64Array[] = [];
  for (const { amounts, course } of parts) {
    const low = course.reduce((least, c) => Math.min(least, c), Number.POSITIVE_INFINITY);
    const span = course.reduce((most, c) => Math.max(most, c), Number.NEGATIVE_INFINITY) - low;
    if (!(span > 0)) continue;
    const target = new Float64Array(positions.length);
    moving.forEach((mode, i) => {
      add(base, mode, low * amounts[i]);
      add(target, mode, span * amounts[i]);
    });
    shapes.push(target);
    courses.push(course.map((c) => (c - low) / span));
  }
  const weights = new Float32Array(frames * courses.length);
  courses.forEach((course, j) => {
    for (let f = 0; f < frames; f++) weights[f * courses.length + j] = course[f];
  });
  const keys = [base, ...shapes.map((target) => target.map((x, i) => x + base[i]))];
  return { keys: keys.map((key) => Float32Array.from(key)), weights };
}

/** What a target is made of, and how much of it every frame has: q ≈ means + Σ course · amounts. */
interface Part {
  readonly amounts: Float64Array;
  readonly course: Float64Array;
}

function partsOf(
  shape: BendingShape,
  rows: Float64Array,
  moving: readonly number[],
): { means: Float64Array; parts: Part[] } {
  const { modes } = shape;
  const frames = rows.length / modes;
  const count = moving.length;
  const courseOf = (mode: number) => Float64Array.from({ length: frames }, (_, f) => rows[f * modes + mode]);
  if (count <= MOST_TARGETS)
    return {
      means: new Float64Array(count),
      parts: moving.map((mode, i) => ({
        amounts: Float64Array.from({ length: count }, (_, k) => (k === i ? 1 : 0)),
        course: courseOf(mode),
      })),
    };

  const reaches = moving.map((mode) => reachOf(shape, mode));
  const courses = moving.map(courseOf);
  const means = Float64Array.from(courses, (course) => course.reduce((sum, q) => sum + q, 0) / frames);
  const scaled = courses.map((course, i) => course.map((q) => reaches[i] * (q - means[i])));
  const covariance = new Float64Array(count * count);
  for (let i = 0; i < count; i++)
    for (let j = 0; j <= i; j++)
      covariance[i * count + j] = scaled[i].reduce((sum, a, f) => sum + a * scaled[j][f], 0);
  const { vectors } = eigenSymmetric(covariance, count);
  const parts = Array.from({ length: MOST_TARGETS }, (_, j): Part => {
    // values ascend: the last eigenvectors say most
    const vector = vectors.subarray((count - 1 - j) * count, (count - j) * count);
    const course = new Float64Array(frames);
    scaled.forEach((own, i) => {
      for (let f = 0; f < frames; f++) course[f] += vector[i] * own[f];
    });
    const amounts = Float64Array.from(vector, (e, i) => (reaches[i] > 0 ? e / reaches[i] : 0));
    return { amounts, course };
  });
  return { means, parts };
}

/** Root of the mean square over all vertices [m]. */
function reachOf({ positions, displacements }: BendingShape, mode: number): number {
  let sum = 0;
  const from = mode * positions.length;
  for (let i = from; i < from + positions.length; i++) sum += displacements[i] * displacements[i];
  return Math.sqrt(sum / (positions.length / 3));
}
