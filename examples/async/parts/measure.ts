// What expectations ask about deformables.

import { frameAt, type Moment, type Outcome } from '../../../src/sim/index.ts';

/** The first vertex of a deformable among those of all, and how many it has. */
function rangeOf({ scene }: Outcome, name: string): [number, number] {
  let first = 0;
  for (const { name: one, mesh } of scene.deformables) {
    const count = scene.meshes[mesh].positions.length / 3;
    if (one === name) return [first, count];
    first += count;
  }
  throw new Error(`the scene has no deformable "${name}"`);
}

function frameStart(outcome: Outcome, moment: Moment): number {
  return frameAt(outcome, moment) * (outcome.vertices.length / outcome.times.length);
}

/** Mean of a deformable's vertices [m]. */
export function middle(outcome: Outcome, name: string, moment: Moment): [number, number, number] {
  const [first, count] = rangeOf(outcome, name);
  const at = frameStart(outcome, moment) + 3 * first;
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) sum[k] += outcome.vertices[at + 3 * i + k] / count;
  return sum;
}

/** Smallest and largest coordinate of a deformable along an axis [m]. */
export function extent(outcome: Outcome, name: string, moment: Moment, axis: number): [number, number] {
  const [first, count] = rangeOf(outcome, name);
  const at = frameStart(outcome, moment) + 3 * first + axis;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    low = Math.min(low, outcome.vertices[at + 3 * i]);
    high = Math.max(high, outcome.vertices[at + 3 * i]);
  }
  return [low, high];
}

/** Mean speed of a deformable's vertices between the frame before a moment and that moment [m/s]. */
export function meanSpeed(outcome: Outcome, name: string, moment: Moment): number {
  const frame = Math.max(1, frameAt(outcome, moment));
  const [first, count] = rangeOf(outcome, name);
  const size = outcome.vertices.length / outcome.times.length;
  const dt = outcome.times[frame] - outcome.times[frame - 1];
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const at = frame * size + 3 * (first + i);
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const d = outcome.vertices[at + k] - outcome.vertices[at - size + k];
      squared += d * d;
    }
    sum += Math.sqrt(squared) / dt;
  }
  return sum / count;
}

/** The longest edge over its rest length, over all frames. */
export function largestStretch(outcome: Outcome, name: string): number {
  const { scene, vertices, times } = outcome;
  const deformable = scene.deformables.find((one) => one.name === name);
  if (!deformable) throw new Error(`the scene has no deformable "${name}"`);
  const { faces, positions } = scene.meshes[deformable.mesh];
  const rest = deformable.restPositions ?? positions;
  const [first] = rangeOf(outcome, name);
  const size = vertices.length / times.length;
  let largest = 0;
  for (let f = 0; f < faces.length; f++) {
    const a = 3 * faces[f];
    const b = 3 * faces[f % 3 === 2 ? f - 2 : f + 1];
    const length = distance(rest, a, b);
    for (let frame = 0; frame < times.length; frame++) {
      const at = frame * size + 3 * first;
      largest = Math.max(largest, distance(vertices, at + a, at + b) / length);
    }
  }
  return largest;
}

function distance(x: Float64Array, a: number, b: number): number {
  const [dx, dy, dz] = [x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
