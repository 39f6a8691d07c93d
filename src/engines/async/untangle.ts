// Untangles a start that intersects: a separate step, on request.
//
// Every deformable is taken out to where it is free, in its rest shape where it has one, and is drawn back to where
// it was wanted by this very engine, obstacles standing still: so wherever it gets to, it intersects nothing. What
// was wrapped around something, or through itself, cannot get all the way; the result says how far it is off.
//
//   a = ω² (target − x) − 2 ω v      of every vertex, set anew at every drag tick

import type { Mesh } from '../../geometry/index.ts';
import { type Fault, FaultError } from '../../scene/fault/index.ts';
import type { Deformable, Scene } from '../../scene/index.ts';
import { type Context, Stopped } from '../../sim/index.ts';
import { TICKS_PER_SECOND } from './clock.ts';
import { DRAG_STEP } from './drag.ts';
import { Driver } from './driver.ts';
import { buildModel, itemName } from './model/model.ts';
import type { AsyncOptions } from './options.ts';
import { findStartOverlaps } from './start-overlap.ts';
import { initialState, loadState } from './state.ts';

export interface Untangled {
  /** The same scene with other starting positions; what was the start is the rest shape where none was given. */
  readonly scene: Scene;
  /** Of each deformable: how far its farthest vertex is from where it was wanted [m]. */
  readonly off: readonly number[];
}

/** [rad/s] */
const RATE = 30;
/** [s] */
const MOST_SECONDS = 1;

/** @throws FaultError where a deformable intersects itself and no rest shape says how it is free */
export function untangle(scene: Scene, options: Readonly<AsyncOptions>, context: Context): Untangled {
  const free = liftApart(scene);
  const model = buildModel(free, { ...options, polylines: 'none' });
  const knotted = findStartOverlaps(model);
  if (knotted.length > 0) {
    const faults = knotted.map(
      (fault): Fault => ({ ...fault, remedy: 'give a rest shape that does not intersect' }),
    );
    throw new FaultError(`"${scene.name}" cannot be untangled:`, faults);
  }
  const driver = new Driver(model, context.arena);
  const targets = new Float64Array(model.positions);
  scene.deformables.forEach(({ mesh }, d) => {
    targets.set(scene.meshes[mesh].positions, 3 * model.firstVertex[model.bodies + d]);
  });
  loadState(driver, initialState(model));
  driver.prime(0);
  driver.rebuild(0, new Float64Array(0));
  const listener = {
    pause: () => {
      if (context.stop()) throw new Stopped();
    },
    turns: () => {},
  };
  const last = Math.ceil((MOST_SECONDS * TICKS_PER_SECOND) / DRAG_STEP);
  for (let k = 1; k <= last; k++) {
    draw(driver, targets, (k - 1) * DRAG_STEP);
    driver.run(k * DRAG_STEP, listener);
    context.progress(k / last, 'untangling');
  }
  return settled(scene, driver, targets, last * DRAG_STEP);
}

function draw(driver: Driver, targets: Float64Array, tick: number): void {
  const { model } = driver;
  const x = driver.places(tick);
  const { acceleration, velocity } = driver.tables;
  for (let v = 0; v < model.vertices; v++) {
    if (model.inverseMasses[v] === 0) continue;
    for (let k = 3 * v; k < 3 * v + 3; k++)
      acceleration[k] = RATE * RATE * (targets[k] - x[k]) - 2 * RATE * velocity[k];
  }
}

/** Nothing held, nothing moving, and one deformable above the other over all bodies. */
function liftApart(scene: Scene): Scene {
  const up = scene.up === 'y' ? 1 : 2;
  const meshes: Mesh[] = [...scene.meshes];
  let top = Number.NEGATIVE_INFINITY;
  for (const { mesh, pose } of scene.bodies) {
    const { positions } = scene.meshes[mesh];
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = positions.subarray(i, i + 3);
      // no farther from the body's origin than this
      top = Math.max(top, pose.position[up] + Math.sqrt(x * x + y * y + z * z));
    }
  }
  const deformables = scene.deformables.map((one): Deformable => {
    if (one.track) return one;
    const wanted = scene.meshes[one.mesh];
    const shape = one.restPositions ?? wanted.positions;
    const [from, to] = [middleOf(shape), middleOf(wanted.positions)];
    const positions = shape.map((x, i) => x - from[i % 3] + to[i % 3]);
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let i = up; i < positions.length; i += 3) {
      lowest = Math.min(lowest, positions[i]);
      highest = Math.max(highest, positions[i]);
    }
    const lift = top > Number.NEGATIVE_INFINITY ? top + 2 * one.thickness - lowest : 0;
    for (let i = up; i < positions.length; i += 3) positions[i] += lift;
    top = highest + lift;
    meshes.push({ ...wanted, positions });
    return {
      ...one,
      mesh: meshes.length - 1,
      restPositions: shape,
      velocities: new Float64Array(positions.length),
      stretchDamping: Math.max(one.stretchDamping, 1e-4),
      pins: [],
      material: { ...one.material, friction: 0, restitution: 0 },
    };
  });
  const bodies = scene.bodies.map(({ path: _, ...body }) => ({ ...body, motion: 'static' as const }));
  return { ...scene, meshes, bodies, deformables, gravity: [0, 0, 0] };
}

function middleOf(positions: Float64Array): [number, number, number] {
  const middle: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) middle[i % 3] += (3 * positions[i]) / positions.length;
  return middle;
}

function settled(scene: Scene, driver: Driver, targets: Float64Array, tick: number): Untangled {
  const { model } = driver;
  const x = driver.places(tick);
  const meshes: Mesh[] = [...scene.meshes];
  const off: number[] = [];
  const deformables = scene.deformables.map((one, d): Deformable => {
    const [from, to] = [3 * model.firstVertex[model.bodies + d], 3 * model.firstVertex[model.bodies + d + 1]];
    let farthest = 0;
    for (let i = from; i < to; i += 3) {
      const [dx, dy, dz] = [x[i] - targets[i], x[i + 1] - targets[i + 1], x[i + 2] - targets[i + 2]];
      farthest = Math.max(farthest, Math.sqrt(dx * dx + dy * dy + dz * dz));
    }
    off.push(farthest);
    if (one.track) return one;
    const wanted = scene.meshes[one.mesh];
    meshes.push({ ...wanted, positions: x.slice(from, to) });
    return { ...one, mesh: meshes.length - 1, restPositions: one.restPositions ?? wanted.positions };
  });
  const result: Scene = { ...scene, meshes, deformables };
  const left = findStartOverlaps(buildModel(result, model.options));
  if (left.length > 0)
    throw new Error(`${itemName(model, model.bodies)} intersects after all: ${left[0].what}`);
  return { scene: result, off };
}
