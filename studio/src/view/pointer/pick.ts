// What lies under the pointer: the first body that a ray meets, the face, and the point in the body's own coordinates.
//
// Faces of bodies and deformables are asked of the scene (carom/query). Wires and points have no area: they are met where
// they come as near as a few pixels.

import { Quaternion, Ray, Vector3 } from 'three';
import type { Mesh } from '../../../../src/geometry/index.ts';
import { RayWorld } from '../../../../src/query/index.ts';
import type { Frame } from '../../../../src/record/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import { bodyRadii, deformableStarts } from '../start-frame.ts';

export interface Hit {
  /** Index of the body; deformables counted on from them. */
  readonly item: number;
  /** Index of the face; -1 on a wire or a point. */
  readonly face: number;
  /** In body coordinates; of deformables in those of the scene [m]. */
  readonly local: Vector3;
  /** In the coordinates of the scene [m]. */
  readonly point: Vector3;
  /** From where the ray begins [m]. */
  readonly distance: number;
}

interface Askable {
  readonly world: RayWorld;
  /** Bodies with wires or points. */
  readonly thin: readonly number[];
  /** Deformables with wires, and where their coordinates begin. */
  readonly rods: readonly { readonly item: number; readonly first: number }[];
  readonly radii: Float64Array;
}

const askables = new WeakMap<Scene, Askable>();
const inBody = new Ray();
const position = new Vector3();
const turn = new Quaternion();
const back = new Quaternion();
const a = new Vector3();
const b = new Vector3();
const onRay = new Vector3();
const onSegment = new Vector3();

/**
 * The first hit of a ray in the coordinates of the scene.
 * @param near  how near [m] a wire or point must come, a metre along the ray or at any distance
 */
export function pick(
  scene: Scene,
  frame: Frame,
  ray: Ray,
  near: (distance: number) => number = () => 0,
): Hit | undefined {
  const { world, thin, rods, radii } = askableOf(scene);
  const found = world.at(frame).castRay(ray.origin.toArray(), ray.direction.toArray());
  let best: Hit | undefined = found && {
    item: found.item,
    face: found.face,
    distance: found.distance,
    local: new Vector3(...found.local),
    point: new Vector3(...found.point),
  };
  for (const item of thin) {
    if (frame.absent?.includes(item)) continue;
    poseOf(frame, item, position, turn);
    const margin = near(position.distanceTo(ray.origin));
    if (ray.distanceSqToPoint(position) > (radii[item] + margin) ** 2) continue;
    back.copy(turn).conjugate();
    inBody.origin.copy(ray.origin).sub(position).applyQuaternion(back);
    inBody.direction.copy(ray.direction).applyQuaternion(back);
    pickThin(scene.meshes[scene.bodies[item].mesh], near, (distance, local) => {
      if (best !== undefined && distance >= best.distance) return;
      best = { item, face: -1, distance, local: local.clone(), point: ray.at(distance, new Vector3()) };
    });
  }
  for (const { item, first } of rods) {
    const { mesh, thickness } = scene.deformables[item - scene.bodies.length];
    const { wires } = scene.meshes[mesh];
    for (let i = 0; i < wires.length; i += 2) {
      a.fromArray(frame.vertices, first + 3 * wires[i]);
      b.fromArray(frame.vertices, first + 3 * wires[i + 1]);
      const apart = Math.sqrt(ray.distanceSqToSegment(a, b, onRay, onSegment));
      const distance = onRay.distanceTo(ray.origin);
      if (apart > 0.5 * thickness + near(distance)) continue;
      if (best !== undefined && distance >= best.distance) continue;
      best = { item, face: -1, distance, local: onSegment.clone(), point: onSegment.clone() };
    }
  }
  return best;
}

function askableOf(scene: Scene): Askable {
  const known = askables.get(scene);
  if (known) return known;
  const isThin = ({ wires, points }: Mesh) => wires.length > 0 || points.length > 0;
  const thin = scene.bodies.flatMap(({ mesh }, item) => (isThin(scene.meshes[mesh]) ? [item] : []));
  const starts = deformableStarts(scene);
  const rods = scene.deformables.flatMap(({ mesh }, d) =>
    scene.meshes[mesh].wires.length > 0 ? [{ item: scene.bodies.length + d, first: starts[d] }] : [],
  );
  const made = { world: new RayWorld(scene), thin, rods, radii: bodyRadii(scene) };
  askables.set(scene, made);
  return made;
}

function pickThin(
  { wires, points, positions }: Mesh,
  near: (distance: number) => number,
  offer: (distance: number, local: Vector3) => void,
): void {
  for (let i = 0; i < wires.length; i += 2) {
    a.fromArray(positions, 3 * wires[i]);
    b.fromArray(positions, 3 * wires[i + 1]);
    const squared = inBody.distanceSqToSegment(a, b, onRay, onSegment);
    const distance = onRay.distanceTo(inBody.origin);
    if (squared <= near(distance) ** 2) offer(distance, onSegment);
  }
  for (const point of points) {
    a.fromArray(positions, 3 * point);
    inBody.closestPointToPoint(a, onRay);
    const distance = onRay.distanceTo(inBody.origin);
    if (onRay.distanceToSquared(a) <= near(distance) ** 2) offer(distance, a);
  }
}

/** The corner of the face that was hit, or any vertex of a thin body, nearest to the point; in the item's coordinates. */
export function nearestVertex(scene: Scene, frame: Frame, hit: Hit): Vector3 {
  const isBody = hit.item < scene.bodies.length;
  const { mesh: index } = isBody ? scene.bodies[hit.item] : scene.deformables[hit.item - scene.bodies.length];
  const mesh = scene.meshes[index];
  const from = isBody ? mesh.positions : frame.vertices;
  const start = isBody ? 0 : deformableStarts(scene)[hit.item - scene.bodies.length];
  const candidates =
    hit.face >= 0
      ? mesh.faces.subarray(3 * hit.face, 3 * hit.face + 3)
      : Uint32Array.from({ length: mesh.positions.length / 3 }, (_, i) => i);
  const best = new Vector3();
  let distance = Infinity;
  for (const vertex of candidates) {
    a.fromArray(from, start + 3 * vertex);
    const squared = a.distanceToSquared(hit.local);
    if (squared >= distance) continue;
    distance = squared;
    best.copy(a);
  }
  return best;
}

/** A point of a body, or of a deformable (where it stays), in the coordinates of the scene. */
export function toScene(scene: Scene, frame: Frame, item: number, local: Vector3, out: Vector3): Vector3 {
  if (item >= scene.bodies.length) return out.copy(local);
  poseOf(frame, item, position, turn);
  return out.copy(local).applyQuaternion(turn).add(position);
}

export function poseOf({ poses }: Frame, item: number, position: Vector3, turn: Quaternion): void {
  position.fromArray(poses, 7 * item);
  turn.fromArray(poses, 7 * item + 3);
}
