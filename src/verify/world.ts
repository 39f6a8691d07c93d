// Where every vertex of the scene is at the two ends of a stretch of motion, and how it goes between.
//
// All bodies and deformables (together: *items*, bodies first) share one array of vertices in
// world coordinates. Over a stretch, s from 0 to 1:
//   rigid bodies      x(s) = p₀ + s u + exp(s[ω]) (x₀ − p₀),   |ω| ≤ π, about a fixed axis
//   deformables       straight from x₀ to x₁, or along the polyline of the recorded turns
// A rigid vertex is at most ρ|ω|²/8 from its chord at the same s, ρ its distance from the axis:
// the error of linear interpolation, an eighth of the largest second derivative.
//
// Vertices of rigid bodies are placed when they are first asked for: of a body with thousands of
// faces only a few are near anything.

import {
  conjugateQuaternion,
  matrixFromQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionFromRotationVector,
  rotationVectorFromQuaternion,
} from '../num/index.ts';
import type { Scene } from '../scene/index.ts';
import { judgedCore } from './core.ts';
import { Form } from './form.ts';
import { Glue } from './glued.ts';
import type { Polylines } from './polylines.ts';
import { refit } from './tree.ts';

export interface World {
  readonly scene: Scene;
  readonly bodies: number;
  readonly items: number;
  /** The body of the recording that an item stands for: itself, unless it bends (bent.ts). */
  readonly standsFor: (item: number) => number;
  /** First vertex of each item, and the number of all at the end. */
  readonly firstVertex: Int32Array;
  readonly forms: readonly Form[];
  /** What of deformables is not judged against the bodies that it is glued to. */
  readonly glue: Glue;
  /** How thick each item is around its form, which is then its core (core.ts) [m]. */
  readonly thickness: Float64Array;
  /** Of each item's tree, over the present stretch; made when first needed. */
  readonly treeBoxes: Float64Array[];
  /** Counts the changes of each item, and those that treeBoxes, all of its vertices, and each vertex know of. */
  readonly changes: Int32Array;
  readonly treeChanges: Int32Array;
  readonly wholeChanges: Int32Array;
  readonly vertexChanges: Int32Array;
  /** The largest distance of a vertex from its body's origin [m]. */
  readonly radii: Float64Array;

  /** Vertices at the start and the end of the stretch [m]; those of bodies after `placeVertices` or `placeWhole`. */
  x0: Float64Array;
  x1: Float64Array;
  /** Poses at the start and the end, seven numbers a body, and their rotation matrices, nine. */
  poses0: Float64Array;
  poses1: Float64Array;
  rotations0: Float64Array;
  rotations1: Float64Array;
  /** Displacement [m] and rotation vector [rad] of each body over the stretch, world axes. */
  readonly shifts: Float64Array;
  readonly turns: Float64Array;
  /** How far each vertex may be from its chord [m]; those of bodies after `placeWhole`. */
  readonly deviations: Float64Array;
  /** Of it what recorded turns make [m]. */
  readonly bends: Float64Array;
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

/**
 * @param isRound  round shapes and particles are what they are, not the meshes that draw them
 * @param isThick  sheets and rods are as thick as they say
 */
export function createWorld(
  scene: Scene,
  isRound = false,
  isThick = false,
  standsFor: (item: number) => number = (item) => item,
): World {
  const shared = new Map<string, Form>();
  const bodies = scene.bodies.length;
  const cores = scene.bodies.map(({ shape }) => (isRound ? judgedCore(shape) : undefined));
  const forms = [...scene.bodies, ...scene.deformables].map(({ mesh }, i) => {
    const core = cores[i];
    const key = core ? JSON.stringify(scene.bodies[i].shape) : String(mesh);
    const form = shared.get(key) ?? new Form(core?.mesh ?? scene.meshes[mesh]);
    shared.set(key, form);
    return form;
  });
  const items = forms.length;
  const firstVertex = new Int32Array(items + 1);
  forms.forEach((form, i) => {
    firstVertex[i + 1] = firstVertex[i] + form.mesh.positions.length / 3;
  });
  const vertices = firstVertex[items];
  return {
    scene,
    standsFor,
    bodies,
    items,
    firstVertex,
    forms,
    glue: new Glue(scene, forms),
    thickness: Float64Array.from(
      forms,
      (_, i) => cores[i]?.radius ?? halfThickness(scene, i, isRound, isThick),
    ),
    treeBoxes: [],
    changes: new Int32Array(items),
    treeChanges: new Int32Array(items).fill(-1),
    wholeChanges: new Int32Array(items).fill(-1),
    vertexChanges: new Int32Array(vertices).fill(-1),
    radii: Float64Array.from(forms, (form) => form.radius),
    x0: new Float64Array(3 * vertices),
    x1: new Float64Array(3 * vertices),
    poses0: new Float64Array(7 * bodies),
    poses1: new Float64Array(7 * bodies),
    rotations0: new Float64Array(9 * bodies),
    rotations1: new Float64Array(9 * bodies),
    shifts: new Float64Array(3 * bodies),
    turns: new Float64Array(3 * bodies),
    deviations: new Float64Array(vertices),
    bends: new Float64Array(vertices),
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

/** Of particles, which are balls, and of sheets and rods [m]; the surface of a solid is its mesh. */
function halfThickness(
  { bodies, deformables }: Scene,
  item: number,
  isRound: boolean,
  isThick: boolean,
): number {
  const deformable = deformables[item - bodies.length];
  if (deformable === undefined || deformable.kind === 'solid') return 0;
  return (deformable.kind === 'particles' ? isRound : isThick) ? deformable.thickness / 2 : 0;
}

/** How far apart the forms of two items, or two parts of one, are where these touch [m]. */
export function thicknessOf({ thickness }: World, a: number, b: number): number {
  return thickness[a] + thickness[b];
}

/** The end of the last stretch becomes the start of the next one. */
export function beginStretch(world: World): void {
  [world.x0, world.x1] = [world.x1, world.x0];
  [world.poses0, world.poses1] = [world.poses1, world.poses0];
  [world.rotations0, world.rotations1] = [world.rotations1, world.rotations0];
  world.stretch++;
}

/** In a stretch that has begun, and in which nothing moves: a body is where its last one did not end. */
export function putElsewhere(world: World, body: number, poses: Float64Array): void {
  const p = 7 * body;
  for (let k = p; k < p + 7; k++) world.poses0[k] = poses[k];
  normalizeQuaternion(world.poses0, p + 3);
  // what was known of it does not hold, as if it had moved
  world.moved[body] = 1;
}

const matrix = new Float64Array(9);
const relative = new Float64Array(8);

/** Fills in everything about the stretch from its ends: poses1, and for deformables x1, are set already. */
export function finishStretch(world: World): void {
  for (let body = 0; body < world.bodies; body++) finishBody(world, body);
  for (let item = world.bodies; item < world.items; item++) finishDeformable(world, item);
}

/** Puts the vertices of a body where `poses` (seven numbers a body) has it. */
function placeBody(world: World, body: number, poses: Float64Array, x: Float64Array): void {
  matrixFromQuaternion(matrix, 0, poses, 7 * body + 3);
  for (let v = world.firstVertex[body]; v < world.firstVertex[body + 1]; v++)
    placeRigid(world, body, v, poses, matrix, 0, x);
}

/** x = p + R r, the doubles that are judged. */
function placeRigid(
  world: World,
  body: number,
  vertex: number,
  poses: Float64Array,
  m: Float64Array,
  at: number,
  x: Float64Array,
): void {
  const { positions } = world.forms[body].mesh;
  const r = 3 * (vertex - world.firstVertex[body]);
  const p = 7 * body;
  const rx = positions[r];
  const ry = positions[r + 1];
  const rz = positions[r + 2];
  x[3 * vertex] = poses[p] + (m[at] * rx + m[at + 1] * ry + m[at + 2] * rz);
  x[3 * vertex + 1] = poses[p + 1] + (m[at + 3] * rx + m[at + 4] * ry + m[at + 5] * rz);
  x[3 * vertex + 2] = poses[p + 2] + (m[at + 6] * rx + m[at + 7] * ry + m[at + 8] * rz);
}

/** Makes x0 and x1 true of one vertex of an item. */
export function placeEnds(world: World, item: number, vertex: number): void {
  if (item >= world.bodies || world.vertexChanges[vertex] === world.changes[item]) return;
  placeRigid(world, item, vertex, world.poses0, world.rotations0, 9 * item, world.x0);
  placeRigid(world, item, vertex, world.poses1, world.rotations1, 9 * item, world.x1);
  world.vertexChanges[vertex] = world.changes[item];
}

/** Makes x0, x1 and deviations true of all vertices of an item. */
export function placeWhole(world: World, item: number): void {
  if (item >= world.bodies || world.wholeChanges[item] === world.changes[item]) return;
  const w = 3 * item;
  const { turns, deviations } = world;
  const { positions } = world.forms[item].mesh;
  const angleSquared = turns[w] * turns[w] + turns[w + 1] * turns[w + 1] + turns[w + 2] * turns[w + 2];
  for (let v = world.firstVertex[item]; v < world.firstVertex[item + 1]; v++) {
    placeEnds(world, item, v);
    const r = 3 * (v - world.firstVertex[item]);
    const lever = Math.sqrt(
      positions[r] * positions[r] + positions[r + 1] * positions[r + 1] + positions[r + 2] * positions[r + 2],
    );
    deviations[v] = (lever * angleSquared) / 8;
  }
  world.wholeChanges[item] = world.changes[item];
}

function finishBody(world: World, body: number): void {
  const { poses0, poses1, shifts, turns, rotations1 } = world;
  const p = 7 * body;
  normalizeQuaternion(poses1, p + 3);
  if (world.stretch === 0) normalizeQuaternion(poses0, p + 3);
  let same = true;
  for (let k = 0; k < 7; k++) if (poses0[p + k] !== poses1[p + k]) same = false;
  const wasMoving = world.moved[body] === 1;
  world.moved[body] = same ? 0 : 1;
  // a body that stands still is the same at both ends, so swapping them changes nothing
  if (same && !wasMoving && world.stretch > 0) return;
  const w = 3 * body;
  matrixFromQuaternion(rotations1, 9 * body, poses1, p + 3);
  if (same) {
    for (let k = 9 * body; k < 9 * body + 9; k++) world.rotations0[k] = rotations1[k];
    shifts.fill(0, w, w + 3);
    turns.fill(0, w, w + 3);
  } else {
    for (let k = 0; k < 3; k++) shifts[w + k] = poses1[p + k] - poses0[p + k];
    conjugateQuaternion(relative, 4, poses0, p + 3);
    multiplyQuaternions(relative, 0, poses1, p + 3, relative, 4);
    rotationVectorFromQuaternion(turns, w, relative, 0);
  }
  world.changes[body]++;
  writeBodyBox(world, body);
}

/** Around the box of the mesh at both ends, which is around everything in it. */
function writeBodyBox(world: World, body: number): void {
  const { boxes, poses0, poses1, rotations0, rotations1, turns, radii } = world;
  const local = world.forms[body].bounds;
  const w = 3 * body;
  const angleSquared = turns[w] * turns[w] + turns[w + 1] * turns[w + 1] + turns[w + 2] * turns[w + 2];
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    const m = 9 * body + 3 * axis;
    for (let end = 0; end < 2 && local.length > 0; end++) {
      const r = end === 0 ? rotations0 : rotations1;
      const p = (end === 0 ? poses0 : poses1)[7 * body + axis];
      const centre = p + (r[m] * local[0] + r[m + 1] * local[1] + r[m + 2] * local[2]);
      const half = Math.abs(r[m]) * local[3] + Math.abs(r[m + 1]) * local[4] + Math.abs(r[m + 2]) * local[5];
      const rounding = 1e-14 * (Math.abs(p) + radii[body]);
      low = Math.min(low, centre - half - rounding);
      high = Math.max(high, centre + half + rounding);
    }
    const wider = (radii[body] * angleSquared) / 8 + (1 + 1e-14) * world.thickness[body];
    boxes[6 * body + axis] = low - wider;
    boxes[6 * body + 3 + axis] = high + wider;
  }
}

function finishDeformable(world: World, item: number): void {
  const { x0, x1, bends, deviations, polylines } = world;
  const from = world.firstVertex[item];
  const until = world.firstVertex[item + 1];
  const first = world.firstVertex[world.bodies];
  let travel = 0;
  for (let v = from; v < until; v++) {
    const dx = x1[3 * v] - x0[3 * v];
    const dy = x1[3 * v + 1] - x0[3 * v + 1];
    const dz = x1[3 * v + 2] - x0[3 * v + 2];
    bends[v] = polylines ? polylines.deviation(v - first, world.time0, world.time1) : 0;
    deviations[v] = bends[v] + world.stray;
    travel = Math.max(travel, Math.sqrt(dx * dx + dy * dy + dz * dz) + 2 * deviations[v]);
  }
  world.travels[item] = travel;
  world.moved[item] = travel > 0 ? 1 : 0;
  writeBox(world, item);
}

function writeBox(world: World, item: number): void {
  const { x0, x1, deviations, boxes } = world;
  const wider = (1 + 1e-14) * world.thickness[item];
  world.changes[item]++;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let v = world.firstVertex[item]; v < world.firstVertex[item + 1]; v++) {
      const d = deviations[v] + wider;
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
  placeWhole(world, item);
  const { tree, simplices } = world.forms[item];
  world.treeBoxes[item] ??= new Float64Array(6 * tree.nodes);
  const boxes = world.treeBoxes[item];
  if (world.treeChanges[item] !== world.changes[item]) {
    const { x0, x1, deviations } = world;
    refit(tree, simplices, world.firstVertex[item], x0, x1, deviations, boxes);
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
