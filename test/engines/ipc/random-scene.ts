// Random small scenes that try to break the engine: convex and hollow bodies of every size, thrown at each other.
//
// A scene is its seed. Sizes from a millimetre to a kilometre, speeds to 100 m/s, spins to 200 rad/s, densities over
// three decades, with and without gravity, floor or bin. Each body starts at a small distance from an earlier one, in
// some direction that separates them, and is thrown at it, so that most of them meet; a plane separates any two bodies,
// so that no scene starts with an overlap.

import { exp, log } from '../../../src/num/elementary/index.ts';
import { moveMesh } from '../../../src/geometry/index.ts';
import { Random, rotateByQuaternion } from '../../../src/num/index.ts';
import {
  type BodyFile,
  coreOf,
  resolveScene,
  type Scene,
  type SceneFile,
  type ShapeFile,
} from '../../../src/scene/index.ts';
import { invert } from '../../../src/scene/pose.ts';

/** Shapes about one metre large. */
const shapes: readonly (() => ShapeFile)[] = [
  () => ({ kind: 'box', size: [0.7, 0.5, 0.4] }),
  () => ({ kind: 'box', size: [0.9, 0.1, 0.1] }),
  () => ({ kind: 'box', size: [0.8, 0.02, 0.6] }),
  () => ({ kind: 'sphere', subdivisions: 1 }),
  () => ({ kind: 'tetrahedron' }),
  () => ({ kind: 'cylinder', segments: 10 }),
  () => ({ kind: 'cone', segments: 9 }),
  () => ({ kind: 'capsule', segments: 8 }),
  () => ({ kind: 'torus', segments: 10, tubeSegments: 6 }),
  () => ({ kind: 'torus', tubeRadius: 0.05, segments: 8, tubeSegments: 5 }),
  () => ({ kind: 'cog', teeth: 6, radius: 0.5, depth: 0.15, bore: 0 }),
  () => ({ kind: 'inline', vertices: lShape, faces: lFaces }),
  () => ({ kind: 'plane', width: 0.7, depth: 0.7 }),
  () => ({ kind: 'chain-link', length: 0.9, width: 0.6, thickness: 0.12, segments: 3, barSegments: 5 }),
];

/** An L of two cubes' height and one cube's depth, extruded along z. */
const lOutline = [
  [0, 0],
  [0.6, 0],
  [0.6, 0.2],
  [0.2, 0.2],
  [0.2, 0.6],
  [0, 0.6],
] as const;
const lShape = [0, 0.3].flatMap((z) => lOutline.map(([x, y]) => [x, y, z] as [number, number, number]));
const lCap = [
  [0, 1, 2],
  [0, 2, 3],
  [0, 3, 4],
  [0, 4, 5],
] as const;
const lFaces = [
  ...lCap.map(([a, b, c]) => [a, c, b]),
  ...lCap.map(([a, b, c]) => [a + 6, b + 6, c + 6]),
  ...lOutline.flatMap((_, i) => {
    const j = (i + 1) % 6;
    return [
      [i, j, j + 6],
      [i, j + 6, i + 6],
    ];
  }),
] as [number, number, number][];

type Vec = [number, number, number];

/** A body that has found its place: its vertices relative to its origin, and where that is. */
interface Placed {
  readonly offsets: Float64Array;
  /** How thick it is around these: of what is round they are its core's [m]. */
  readonly thickness: number;
  at: Vec;
}

/** Between what their sizes [m] lie, and the highest speed [m/s] and spin [rad/s]. */
interface Bounds {
  readonly sizes: readonly [number, number];
  readonly fastest: number;
  readonly spins: number;
}
const everything: Bounds = { sizes: [1e-3, 1e3], fastest: 100, spins: 200 };

export function randomScene(seed: number, duration = 1, bounds = everything): Scene {
  return resolveScene(randomSceneFile(seed, duration, bounds)).scene;
}

function randomSceneFile(seed: number, duration: number, { sizes, fastest, spins }: Bounds): SceneFile {
  const random = new Random(seed, 3);
  const logUniform = (low: number, high: number): number => exp(random.between(log(low), log(high)));
  const scale = logUniform(...sizes);
  const count = 2 + random.integer(5);
  const surroundings = ['nothing', 'floor', 'bin'][random.integer(3)];
  const friction = random.integer(3) === 0 ? 0 : random.between(0, 1);
  const speed = logUniform(0.01, fastest);
  const spin = logUniform(0.01, spins);
  // From well within the activation distance to what may be crossed in the first half second.
  const widest = Math.max(2e-3 * scale, Math.min(scale, 0.3 * (speed + 2)));

  const placed: Placed[] = [];
  const bodies: BodyFile[] = [];
  const turn = new Float64Array(4);
  const axis = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    const shape = shapes[random.integer(shapes.length)]();
    const size = scale * random.between(0.4, 1);
    random.rotation(turn, 0);
    const one = { ...verticesOf(shape, size, turn), at: [0, 0, 0] as Vec };
    const toward = findPlace(random, placed, one, logUniform(2e-4 * scale, widest));
    placed.push(one);
    const throwBy = speed * random.uniform();
    random.unitVector(axis, 0);
    const velocity = toward.map((n, k) => throwBy * (n + 0.3 * axis[k])) as Vec;
    const spinBy = spin * random.uniform();
    random.unitVector(axis, 0);
    bodies.push({
      name: `body ${i}`,
      shape,
      scale: size,
      position: one.at,
      rotation: [turn[0], turn[1], turn[2], turn[3]],
      velocity,
      angularVelocity: [spinBy * axis[0], spinBy * axis[1], spinBy * axis[2]],
      density: logUniform(100, 1e5),
      thickness: 1e-3 * scale,
      friction,
    });
  }
  let reach = 0;
  for (const { offsets, thickness, at } of placed) {
    for (let v = 0; v < offsets.length; v++)
      reach = Math.max(reach, Math.abs(offsets[v] + at[v % 3]) + thickness);
  }
  const wall = reach + logUniform(1e-3 * scale, widest);
  if (surroundings === 'floor') {
    const shape: ShapeFile = { kind: 'plane', width: 20 * reach, depth: 20 * reach };
    bodies.push({ name: 'floor', motion: 'static', shape, position: [0, -wall, 0], friction });
  } else if (surroundings === 'bin') {
    const shape: ShapeFile = { kind: 'inline', vertices: binVertices, faces: binFaces };
    bodies.push({ name: 'bin', motion: 'static', shape, scale: wall, friction });
  }
  return {
    name: `random ${seed}`,
    gravity: random.integer(4) === 0 ? [0, 0, 0] : [0, -9.81, 0],
    duration,
    frameRateHz: 50,
    bodies,
  };
}

/** A cube of edge 2 without its top: thin walls on all other sides. */
const binVertices = [0, 1, 2, 3, 4, 5, 6, 7].map(
  (i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1] as Vec,
);
const binFaces: Vec[] = [
  [0, 1, 5],
  [0, 5, 4],
  [0, 2, 3],
  [0, 3, 1],
  [4, 5, 7],
  [4, 7, 6],
  [0, 4, 6],
  [0, 6, 2],
  [1, 3, 7],
  [1, 7, 5],
];

function verticesOf(shape: ShapeFile, size: number, turn: Float64Array): Omit<Placed, 'at'> {
  const { scene } = resolveScene({ name: 'one', bodies: [{ shape, scale: size }] });
  const [body] = scene.bodies;
  const core = coreOf(body.shape);
  const { position, orientation } = invert(body.model);
  const offsets = moveMesh(core?.mesh ?? scene.meshes[body.mesh], orientation, position).positions;
  for (let v = 0; v < offsets.length; v += 3) rotateByQuaternion(offsets, v, turn, 0, offsets, v);
  return { offsets, thickness: core?.radius ?? 0 };
}

/** Puts a body `gap` away from an earlier one along a direction, and returns the way to that one. */
function findPlace(random: Random, others: readonly Placed[], one: Placed, gap: number): Vec {
  const n = new Float64Array(3);
  for (;;) {
    random.unitVector(n, 0);
    if (others.length === 0) return [n[0], n[1], n[2]];
    const next = others[random.integer(others.length)];
    one.at = [0, 0, 0];
    const apart = furthest(next, n, 1) + furthest(one, n, -1) + gap;
    // centres in line, so that they meet
    one.at = [0, 1, 2].map((k) => next.at[k] + (apart - dot(next.at, n)) * n[k]) as Vec;
    if (others.every((other) => other === next || areSeparated(random, one, other)))
      return [-n[0], -n[1], -n[2]];
  }
}

/** Whether one of a few directions separates two bodies. */
function areSeparated(random: Random, one: Placed, other: Placed): boolean {
  const n = new Float64Array(3);
  for (let attempt = 0; attempt < 20; attempt++) {
    if (attempt > 0) random.unitVector(n, 0);
    else for (let k = 0; k < 3; k++) n[k] = one.at[k] - other.at[k];
    if (furthest(other, n, 1) < -furthest(one, n, -1)) return true;
  }
  return false;
}

/** The largest sign·n·x over the vertices of a body. */
function furthest(body: Placed, n: Float64Array, sign: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let v = 0; v < body.offsets.length; v += 3) {
    const along =
      n[0] * (body.offsets[v] + body.at[0]) +
      n[1] * (body.offsets[v + 1] + body.at[1]) +
      n[2] * (body.offsets[v + 2] + body.at[2]);
    most = Math.max(most, sign * along);
  }
  return most + body.thickness * Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

function dot(a: Vec, n: Float64Array): number {
  return a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
}
