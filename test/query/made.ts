// Scenes for queries, and answers by looking at every element.

import fc from 'fast-check';
import { rotate } from '../../src/scene/pose.ts';
import { closestOfSimplices } from '../../src/query/closest.ts';
import { simplicesIntersect } from '../../src/geometry/predicates/index.ts';
import { Random } from '../../src/num/index.ts';
import {
  box,
  defineScene,
  type Pose,
  resolveScene,
  type Scene,
  sphere,
  type Vec3,
} from '../../src/scene/index.ts';

/** Does something with other random numbers each time. */
export function rounds(count: number, each: (random: Random) => void): void {
  fc.assert(
    fc.property(fc.nat(), (seed) => each(new Random(seed))),
    { numRuns: count, endOnFailure: true },
  );
}

/** A pose by chance; quaternions of length one. */
export function somePose(random: Random, spread: number): Pose {
  const position = [0, 1, 2].map(() => random.between(-spread, spread)) as [number, number, number];
  const q = [0, 1, 2, 3].map(() => random.between(-1, 1));
  const length = Math.hypot(...q) || 1;
  return { position, orientation: q.map((one) => one / length) as [number, number, number, number] };
}

/** Boxes and balls of about this size somewhere. */
export function someScene(random: Random, count: number, size: number, spread: number): Scene {
  const bodies = Array.from({ length: count }, (_, i) => {
    const shape =
      i % 2 === 0
        ? box({ size: [0, 1, 2].map(() => size * random.between(0.3, 1)) as [number, number, number] })
        : sphere({ radius: 0.5 * size, subdivisions: 1 });
    const { position, orientation } = somePose(random, spread);
    return {
      ...shape,
      name: `body ${i}`,
      position: [...position] as [number, number, number],
      rotation: [...orientation] as [number, number, number, number],
    };
  });
  return resolveScene(defineScene({ name: 'some', bodies })).scene;
}

/** The vertices of a body in the world. */
export function placed(scene: Scene, body: number): Vec3[] {
  const { pose, mesh } = scene.bodies[body];
  const { positions } = scene.meshes[mesh];
  return Array.from({ length: positions.length / 3 }, (_, i) => {
    const at = rotate(pose.orientation, [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]);
    return [0, 1, 2].map((k) => at[k] + pose.position[k]) as unknown as Vec3;
  });
}

export function trianglesOf(scene: Scene, body: number): Vec3[][] {
  const vertices = placed(scene, body);
  const { faces } = scene.meshes[scene.bodies[body].mesh];
  return Array.from({ length: faces.length / 3 }, (_, f) => [0, 1, 2].map((k) => vertices[faces[3 * f + k]]));
}

/** The distance of two surfaces and whether they meet, by all pairs of faces. */
export function bruteNearest(scene: Scene, a: number, b: number): { distance: number; meets: boolean } {
  let squared = Infinity;
  let meets = false;
  const answer = new Float64Array(7);
  const others = trianglesOf(scene, b);
  for (const one of trianglesOf(scene, a))
    for (const other of others) {
      const x = Float64Array.from([...one, ...other].flat());
      closestOfSimplices(answer, x, 3, 3);
      squared = Math.min(squared, answer[0]);
      meets ||= simplicesIntersect(x, 3, 3);
    }
  return { distance: Math.sqrt(squared), meets };
}

/** Distances along a ray to all triangles that it meets (Möller and Trumbore). */
export function bruteRay(triangles: readonly (readonly Vec3[])[], origin: Vec3, direction: Vec3): number[] {
  const minus = (p: Vec3, q: Vec3): Vec3 => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  const cross = (p: Vec3, q: Vec3): Vec3 => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const dot = (p: Vec3, q: Vec3): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const length = Math.hypot(...direction);
  const hits: number[] = [];
  for (const [a, b, c] of triangles) {
    const [u, v, s] = [minus(b, a), minus(c, a), minus(origin, a)];
    const h = cross(direction, v);
    const q = cross(s, u);
    const det = dot(u, h);
    const first = dot(s, h) / det;
    const second = dot(direction, q) / det;
    const t = dot(v, q) / det;
    if (first >= 0 && second >= 0 && first + second <= 1 && t >= 0) hits.push(t * length);
  }
  return hits.sort((p, q) => p - q);
}
