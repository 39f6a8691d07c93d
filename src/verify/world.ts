// Where every vertex of the scene is at the two ends of a stretch of motion, and how it goes between.
//
// All bodies and deformables (together: *items*, bodies first) share one array of vertices in
// world coordinates. Over a stretch, s from 0 to 1:
//   rigid bodies      x(s) = p₀ + s u + exp(s[ω]) (x₀ − p₀),   |ω| ≤ π, about a fixed axis
//   deformables       straight from x₀ to x₁, or along the polyline of the recorded turns
// A rigid vertex is at most ρ|ω|²/8 from its chord at the same s, ρ its distance from the axis:
// the error of linear interpolation, an eighth of the largest second derivative.

import {
  conjugateQuaternion,
  matrixFromQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionFromRotationVector,
  rotationVectorFromQuaternion,
} from '../num/quaternion.ts';
import type { Scene } from '../scene/types.ts';
import type { Polylines } from './polylines.ts';
import type { Simplices } from './simplices.ts';
import { simplicesOf } from './simplices.ts';
import type { Tree } from './tree.ts';
import { buildTree, refit } from './tree.ts';

export interface World {
  readonly scene: Scene;
  readonly bodies: number;
  readonly items: number;
  /** First vertex of each item, and the number of all at the end. */
  readonly firstVertex: Int32Array;
  readonly simplices: readonly Simplices[];
  readonly trees: readonly Tree[];
  /** Of each item's tree, over the present stretch; made when first needed. */
  readonly treeBoxes: Float64Array[];
  /** Counts the changes of each item, and those that treeBoxes know of. */
  readonly changes: Int32Array;
  readonly treeChanges: Int32Array;
  /** Distance of each vertex from its body's origin, the largest for each item [m]. */
  readonly levers: Float64Array;
  readonly radii: Float64Array;

  /** Vertices at the start and the end of the stretch [m]. */
  x0: Float64Array;
  x1: Float64Array;
  /** Poses at the start and the end, seven numbers a body. */
  poses0: Float64Array;
  poses1: Float64Array;
  /** Displacement [m] and rotation vector [rad] of each body over the stretch, world axes. */
  readonly shifts: Float64Array;
  readonly turns: Float64Array;
  /** How far each vertex may be from its chord [m]. */
  readonly deviations: Float64Array;
  /** Of each item: low xyz, high xyz around all of the stretch. */
  readonly boxes: Float64Array;
  /** 1 where the item is not the same at both ends. */
  readonly moved: Uint8Array;
  /** Of deformables: the largest displacement of a vertex over the stretch [m]. */
  readonly travels: Float64Array;
  polylines: Polylines | undefined;
  /** Start and end of the stretch within the polylines' time [s]. */
  time0: number;
  time1: number;
  /** Deformables may be this far off their recorded lines [m]. */
  stray: number;
  stretch: number;
}

export function createWorld(scene: Scene): World {
  const meshes = [...scene.bodies, ...scene.deformables].map((item) => scene.meshes[item.mesh]);
  const shared = new Map<number, { simplices: Simplices; tree: Tree }>();
  const parts = [...scene.bodies, ...scene.deformables].map((item) => {
    let part = shared.get(item.mesh);
    if (!part) {
      const simplices = simplicesOf(scene.meshes[item.mesh]);
      part = { simplices, tree: buildTree(simplices, scene.meshes[item.mesh].positions) };
      shared.set(item.mesh, part);
    }
    return part;
  });
  const bodies = scene.bodies.length;
  const items = meshes.length;
  const firstVertex = new Int32Array(items + 1);
  meshes.forEach((mesh, i) => {
    firstVertex[i + 1] = firstVertex[i] + mesh.positions.length / 3;
  });
  const vertices = firstVertex[items];
  const levers = new Float64Array(vertices);
  const radii = new Float64Array(items);
  for (let body = 0; body < bodies; body++) {
    const { positions } = meshes[body];
    for (let v = 0; v < positions.length / 3; v++) {
      const [x, y, z] = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
      const lever = Math.sqrt(x * x + y * y + z * z);
      levers[firstVertex[body] + v] = lever;
      radii[body] = Math.max(radii[body], lever);
    }
  }
  return {
    scene,
    bodies,
    items,
    firstVertex,
    simplices: parts.map((part) => part.simplices),
    trees: parts.map((part) => part.tree),
    treeBoxes: [],
    changes: new Int32Array(items),
    treeChanges: new Int32Array(items).fill(-1),
    levers,
    radii,
    x0: new Float64Array(3 * vertices),
    x1: new Float64Array(3 * vertices),
    poses0: new Float64Array(7 * bodies),
    poses1: new Float64Array(7 * bodies),
    shifts: new Float64Array(3 * bodies),
    turns: new Float64Array(3 * bodies),
    deviations: new Float64Array(vertices),
    boxes: new Float64Array(6 * items),
    moved: new Uint8Array(items),
    travels: new Float64Array(items),
    polylines: undefined,
    time0: 0,
    time1: 0,
    stray: 0,
    stretch: 0,
  };
}

/** The end of the last stretch becomes the start of the next one. */
export function beginStretch(world: World): void {
  [world.x0, world.x1] = [world.x1, world.x0];
  [world.poses0, world.poses1] = [world.poses1, world.poses0];
  world.stretch++;
}

const matrix = new Float64Array(9);
const relative = new Float64Array(8);

/** Fills in everything about the stretch from its ends: poses1, and for deformables x1, are set already. */
export function finishStretch(world: World): void {
  for (let body = 0; body < world.bodies; body++) finishBody(world, body);
  for (let item = world.bodies; item < world.items; item++) finishDeformable(world, item);
}

/** Puts the vertices of a body where `poses` (seven numbers a body) has it. */
export function placeBody(world: World, body: number, poses: Float64Array, x: Float64Array): void {
  const p = 7 * body;
  matrixFromQuaternion(matrix, 0, poses, p + 3);
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = matrix;
  const px = poses[p];
  const py = poses[p + 1];
  const pz = poses[p + 2];
  const { positions } = world.scene.meshes[world.scene.bodies[body].mesh];
  let out = 3 * world.firstVertex[body];
  for (let v = 0; v < positions.length; v += 3, out += 3) {
    const x0 = positions[v];
    const y0 = positions[v + 1];
    const z0 = positions[v + 2];
    x[out] = px + (m0 * x0 + m1 * y0 + m2 * z0);
    x[out + 1] = py + (m3 * x0 + m4 * y0 + m5 * z0);
    x[out + 2] = pz + (m6 * x0 + m7 * y0 + m8 * z0);
  }
}

function finishBody(world: World, body: number): void {
  const { poses0, poses1, shifts, turns, deviations, x0, x1 } = world;
  const p = 7 * body;
  normalizeQuaternion(poses1, p + 3);
  let same = true;
  for (let k = 0; k < 7; k++) if (poses0[p + k] !== poses1[p + k]) same = false;
  const wasMoving = world.moved[body] === 1;
  world.moved[body] = same ? 0 : 1;
  const from = world.firstVertex[body];
  const until = world.firstVertex[body + 1];
  const w = 3 * body;
  if (same) {
    shifts.fill(0, w, w + 3);
    turns.fill(0, w, w + 3);
    if (wasMoving || world.stretch <= 1) {
      // a body that stops leaves the vertices of its last place in one array only
      deviations.fill(0, from, until);
      placeBody(world, body, poses1, x1);
      placeBody(world, body, poses1, x0);
      writeBox(world, body);
    }
    return;
  }
  for (let k = 0; k < 3; k++) shifts[w + k] = poses1[p + k] - poses0[p + k];
  conjugateQuaternion(relative, 4, poses0, p + 3);
  multiplyQuaternions(relative, 0, poses1, p + 3, relative, 4);
  rotationVectorFromQuaternion(turns, w, relative, 0);
  const angleSquared = turns[w] * turns[w] + turns[w + 1] * turns[w + 1] + turns[w + 2] * turns[w + 2];
  for (let v = from; v < until; v++) deviations[v] = (world.levers[v] * angleSquared) / 8;
  placeBody(world, body, poses1, x1);
  writeBox(world, body);
}

function finishDeformable(world: World, item: number): void {
  const { x0, x1, deviations, polylines } = world;
  const from = world.firstVertex[item];
  const until = world.firstVertex[item + 1];
  const first = world.firstVertex[world.bodies];
  let travel = 0;
  for (let v = from; v < until; v++) {
    const dx = x1[3 * v] - x0[3 * v];
    const dy = x1[3 * v + 1] - x0[3 * v + 1];
    const dz = x1[3 * v + 2] - x0[3 * v + 2];
    const bend = polylines ? polylines.deviation(v - first, world.time0, world.time1) : 0;
    deviations[v] = bend + world.stray;
    travel = Math.max(travel, Math.sqrt(dx * dx + dy * dy + dz * dz) + 2 * deviations[v]);
  }
  world.travels[item] = travel;
  world.moved[item] = travel > 0 ? 1 : 0;
  writeBox(world, item);
}

function writeBox(world: World, item: number): void {
  const { x0, x1, deviations, boxes } = world;
  world.changes[item]++;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let v = world.firstVertex[item]; v < world.firstVertex[item + 1]; v++) {
      const d = deviations[v];
      const u = 3 * v + axis;
      if (x0[u] - d < low) low = x0[u] - d;
      if (x1[u] - d < low) low = x1[u] - d;
      if (x0[u] + d > high) high = x0[u] + d;
      if (x1[u] + d > high) high = x1[u] + d;
    }
    boxes[6 * item + axis] = low;
    boxes[6 * item + 3 + axis] = high;
  }
}

/** The boxes of an item's tree over the present stretch. */
export function treeBoxesOf(world: World, item: number): Float64Array {
  world.treeBoxes[item] ??= new Float64Array(6 * world.trees[item].nodes);
  const boxes = world.treeBoxes[item];
  if (world.treeChanges[item] !== world.changes[item]) {
    const { x0, x1, deviations } = world;
    refit(world.trees[item], world.simplices[item], world.firstVertex[item], x0, x1, deviations, boxes);
    world.treeChanges[item] = world.changes[item];
  }
  return boxes;
}

/** Puts the vertices of an item where they are at s, 0…1 of the stretch. */
export function placeItem(world: World, item: number, s: number, x: Float64Array): void {
  if (item < world.bodies) {
    const poses = new Float64Array(world.poses0.length);
    blendPoses(world.poses0, world.poses1, s, poses);
    placeBody(world, item, poses, x);
    return;
  }
  for (let v = world.firstVertex[item]; v < world.firstVertex[item + 1]; v++)
    placeVertex(world, v, s, x, 3 * v);
}

/** Where a vertex of a deformable, or of a body that does not move, is at s. */
export function placeVertex(world: World, vertex: number, s: number, out: Float64Array, o: number): void {
  const { x0, x1, polylines } = world;
  const deformable = vertex - world.firstVertex[world.bodies];
  if (polylines && deformable >= 0) {
    polylines.place(deformable, timeAt(world, s), out, o);
    return;
  }
  for (let k = 0; k < 3; k++) out[o + k] = x0[3 * vertex + k] + s * (x1[3 * vertex + k] - x0[3 * vertex + k]);
}

export function timeAt(world: World, s: number): number {
  return s >= 1 ? world.time1 : world.time0 + s * (world.time1 - world.time0);
}

const rotation = new Float64Array(7);

/** Poses of all bodies at s between `from` and `to`, on the motion the recording means. */
export function blendPoses(from: Float64Array, to: Float64Array, s: number, out: Float64Array): void {
  for (let p = 0; p < from.length; p += 7) {
    for (let k = 0; k < 3; k++) out[p + k] = from[p + k] + s * (to[p + k] - from[p + k]);
    conjugateQuaternion(rotation, 0, from, p + 3);
    multiplyQuaternions(rotation, 0, to, p + 3, rotation, 0);
    rotationVectorFromQuaternion(rotation, 4, rotation, 0);
    for (let k = 4; k < 7; k++) rotation[k] *= s;
    quaternionFromRotationVector(rotation, 0, rotation, 4);
    multiplyQuaternions(out, p + 3, rotation, 0, from, p + 3);
    normalizeQuaternion(out, p + 3);
  }
}
