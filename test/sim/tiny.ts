// Small scenes made by hand, and what a simulation needs to start, for tests.

import { createArena } from '../../src/num/kernels/index.ts';
import type { Mesh } from '../../src/geometry/index.ts';
import type { RunDescription, StepSink } from '../../src/record/index.ts';
import type { Body, Deformable, Material, Scene } from '../../src/scene/index.ts';
import { columnsOf, type Context, type Engine, promiseOf } from '../../src/sim/engine.ts';
import { defaultsOf } from '../../src/sim/options.ts';
import { oneThread } from '../../src/sim/pool.ts';
import { lastFrameOf } from '../../src/sim/run.ts';

const material: Material = {
  name: 'test',
  density: 1000,
  youngsModulus: 1e9,
  poissonRatio: 0.3,
  dampingAlpha: 0,
  dampingBeta: 0,
  contactDamping: 0,
  friction: 0.5,
  restitution: 0,
  rollingFriction: 0,
};

export const tetrahedron: Mesh = {
  positions: Float64Array.of(0.1, 0.1, 0.1, -0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, -0.1),
  faces: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  wires: new Uint32Array(0),
  points: new Uint32Array(0),
};

export function tinyBody(overrides: Partial<Body> = {}): Body {
  return {
    name: 'body',
    motion: 'dynamic',
    mesh: 0,
    shape: { kind: 'mesh' },
    mass: 2,
    inertia: [1, 2, 3],
    pose: { position: [0, 0, 0], orientation: [0, 0, 0, 1] },
    model: { position: [0, 0, 0], orientation: [0, 0, 0, 1] },
    velocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
    force: [0, 0, 0],
    torque: [0, 0, 0],
    fixed: [false, false, false, false, false, false],
    material,
    group: -1,
    ...overrides,
  };
}

export function tinyScene(overrides: Partial<Scene> = {}): Scene {
  return {
    name: 'tiny',
    description: 'two bodies tumble past a turning one',
    up: 'y',
    gravity: [0, -9.81, 0],
    meshes: [tetrahedron],
    bodies: [
      tinyBody({ name: 'first', velocity: [1, 4, 0.3], angularVelocity: [0.1, 3, 0.2] }),
      tinyBody({
        name: 'second',
        pose: { position: [1, 2, -1], orientation: [0.5, 0.5, -0.5, 0.5] },
        angularVelocity: [4, -1, 0.5],
        force: [0.1, 0, 0],
        torque: [0, 0.2, 0],
      }),
      tinyBody({
        name: 'turning',
        motion: 'kinematic',
        path: {
          times: [0, 0.5, 1.25],
          poses: [
            { position: [0, 0, 0], orientation: [0, 0, 0, 1] },
            { position: [1, 0, 0], orientation: [0, 0.6, 0, 0.8] },
            { position: [0, 1, 0], orientation: [0.8, 0, 0, 0.6] },
          ],
          after: 'repeat',
        },
      }),
      tinyBody({
        name: 'floor',
        motion: 'static',
        pose: { position: [0, -3, 0], orientation: [0, 0, 0, 1] },
      }),
    ],
    deformables: [],
    joints: [],
    forces: [{ body: 1, force: [0, 5, 0], torque: [0, 0, 0], point: [0.1, 0, 0], from: 0.2, until: 0.31 }],
    pairs: [],
    frames: [],
    parameters: [],
    options: {},
    duration: 1,
    frameRateHz: 30,
    seed: 1,
    ...overrides,
  };
}

export function tinyCloth(): Deformable {
  return {
    name: 'cloth',
    kind: 'cloth',
    mesh: 0,
    masses: new Float64Array(4).fill(0.1),
    velocities: new Float64Array(12),
    thickness: 0.001,
    stretchStiffness: 100,
    bendStiffness: 0.01,
    stretchDamping: 0,
    bendDamping: 0,
    pins: [],
    material,
    group: -1,
  };
}

export function lonelyContext(overrides: Partial<Context> = {}): Context {
  const arena = overrides.arena ?? createArena();
  return { arena, pool: oneThread({ arena }), stop: () => false, progress: () => {}, ...overrides };
}

export const silent: StepSink = {
  wants: { path: false, contacts: false },
  knot: () => {},
  turn: () => {},
  stray: () => {},
  contact: () => {},
};

export function describeRun<Options extends object>(
  engine: Engine<Options>,
  scene: Scene,
  options = defaultsOf(engine),
): RunDescription {
  return {
    engine: engine.id,
    options: options as RunDescription['options'],
    promise: promiseOf(engine, scene, options),
    columns: columnsOf(engine, scene),
    lastFrame: lastFrameOf(scene),
    frameRateHz: scene.frameRateHz,
    seed: scene.seed,
    keeps: { path: true, contacts: true },
    version: '0.0.0',
    platform: 'test',
  };
}
