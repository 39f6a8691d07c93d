// A scene where it starts, as a frame; and where everything of a frame is.

import { meshBounds } from '../../../src/geometry/index.ts';
import type { Frame } from '../../../src/record/index.ts';
import type { Scene } from '../../../src/scene/index.ts';
import { isFloor } from '../../../src/view/index.ts';

export function startFrame(scene: Scene): Frame {
  const { bodies, deformables, meshes } = scene;
  const poses = new Float64Array(7 * bodies.length);
  const velocities = new Float64Array(6 * bodies.length);
  bodies.forEach(({ pose, velocity, angularVelocity }, i) => {
    poses.set(pose.position, 7 * i);
    poses.set(pose.orientation, 7 * i + 3);
    velocities.set(velocity, 6 * i);
    velocities.set(angularVelocity, 6 * i + 3);
  });
  const sizes = deformables.map(({ mesh }) => meshes[mesh].positions.length);
  const vertices = new Float64Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  deformables.forEach(({ mesh }, i) => {
    vertices.set(meshes[mesh].positions, at);
    at += sizes[i];
  });
  const absent = bodies.flatMap(({ enabled }, i) => (enabled === false ? [i] : []));
  return {
    time: 0,
    poses,
    velocities,
    vertices,
    ...(absent.length > 0 ? { absent: Uint32Array.from(absent) } : {}),
  };
}

export interface Ball {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radius: number;
}

/** The farthest that any vertex of a body lies from its origin [m]. */
export function bodyRadii(scene: Scene): Float64Array {
  const ofMesh = scene.meshes.map(({ positions }) => {
    let squared = 0;
    for (let i = 0; i < positions.length; i += 3)
      squared = Math.max(squared, positions[i] ** 2 + positions[i + 1] ** 2 + positions[i + 2] ** 2);
    return Math.sqrt(squared);
  });
  return Float64Array.from(scene.bodies, ({ mesh }) => ofMesh[mesh]);
}

/** How much larger than what moves a body that stands may be, and how far away, to be looked at too. */
const LARGEST = 1.5;
const FARTHEST = 3;

/** A ball around what one wants to look at: what moves, and of what stands all but ground, walls and far things [m]. */
export function ballOfInterest(scene: Scene, frame: Frame): Ball {
  const { bodies } = scene;
  const items = allItems(scene).filter((i) => i >= bodies.length || !isFloor(scene, i));
  const moving = items.filter((i) => bodies[i]?.motion !== 'static');
  if (moving.length === 0 || moving.length === items.length) return ballAround(scene, frame, items);
  const radii = bodyRadii(scene);
  const { x, y, z, radius } = ballAround(scene, frame, moving);
  const near = items.filter((i) => {
    if (bodies[i]?.motion !== 'static') return true;
    const p = 7 * i;
    const away = Math.hypot(frame.poses[p] - x, frame.poses[p + 1] - y, frame.poses[p + 2] - z);
    return radii[i] <= LARGEST * radius && away <= FARTHEST * radius;
  });
  return ballAround(scene, frame, near);
}

/** A ball around some bodies and deformables, or everything where these are none [m]. */
export function ballAround(scene: Scene, frame: Frame, items: readonly number[]): Ball {
  const { bodies } = scene;
  const radii = bodyRadii(scene);
  const chosen = items.length > 0 ? items : allItems(scene);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const add = (k: number, from: number, to: number) => {
    if (from < low[k]) low[k] = from;
    if (to > high[k]) high[k] = to;
  };
  const starts = deformableStarts(scene);
  for (const item of chosen) {
    if (item < bodies.length) {
      const reach = radii[item];
      for (let k = 0; k < 3; k++)
        add(k, frame.poses[7 * item + k] - reach, frame.poses[7 * item + k] + reach);
    } else {
      const d = item - bodies.length;
      for (let i = starts[d]; i < starts[d + 1]; i++) add(i % 3, frame.vertices[i], frame.vertices[i]);
    }
  }
  if (!(low[0] <= high[0])) return { x: 0, y: 0, z: 0, radius: 1 };
  const [x, y, z] = low.map((from, k) => (from + high[k]) / 2);
  // Around the balls of the bodies rather than the corners of the box, which lie farther out.
  let radius = 0;
  for (const item of chosen) {
    if (item >= bodies.length) continue;
    const p = 7 * item;
    const away = Math.hypot(frame.poses[p] - x, frame.poses[p + 1] - y, frame.poses[p + 2] - z);
    radius = Math.max(radius, away + radii[item]);
  }
  for (const item of chosen) {
    if (item < bodies.length) continue;
    const d = item - bodies.length;
    for (let i = starts[d]; i < starts[d + 1]; i += 3) {
      const { vertices: v } = frame;
      radius = Math.max(radius, Math.hypot(v[i] - x, v[i + 1] - y, v[i + 2] - z));
    }
  }
  return { x, y, z, radius: radius > 0 && Number.isFinite(radius) ? radius : 1 };
}

/** Where the vertices of each deformable begin in a frame, and where the last one ends. */
export function deformableStarts({ deformables, meshes }: Scene): number[] {
  const starts = [0];
  for (const { mesh } of deformables) starts.push(starts[starts.length - 1] + meshes[mesh].positions.length);
  return starts;
}

/** A size that people would name for the bodies that move: the median of their boxes' longest sides [m]. */
export function typicalSize(scene: Scene): number {
  const sizes = scene.bodies
    .filter((_, i) => !isFloor(scene, i))
    .map(({ mesh }) => {
      const box = meshBounds(scene.meshes[mesh]);
      return Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    })
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  return sizes.length > 0 ? sizes[sizes.length >> 1] : 1;
}

function allItems({ bodies, deformables }: Scene): number[] {
  return Array.from({ length: bodies.length + deformables.length }, (_, i) => i);
}

export function copyFrame({ time, poses, velocities, vertices, absent }: Frame): Frame {
  return { time, poses: poses.slice(), velocities: velocities.slice(), vertices: vertices.slice(), absent };
}
