// Files from strangers, thousands of them: a FaultError or a scene, never another exception, never a hang.

import { describe, expect, test } from 'vitest';
import { Random } from '../../src/num/index.ts';
import { readScene } from '../../src/scene/read/detect.ts';
import { FaultError } from '../../src/scene/fault/fault.ts';
import { packScene, unpackScene } from '../../src/scene/pack/pack.ts';
import { cubeObj } from './help.ts';
import { mutate } from './mutate.ts';
import { richScene } from './rich.ts';

const fixture = {
  scene_type: 'distance_barrier_rb_problem',
  solver: 'ipc_solver',
  timestep: 0.01,
  max_time: 1,
  ipc_solver: { velocity_conv_tol: 1e-3 },
  distance_barrier_constraint: {
    initial_barrier_activation_distance: 1e-3,
    minimum_separation_distance: 0,
    trajectory_type: 'piecewise_linear',
  },
  friction_constraints: { static_friction_speed_bound: 1e-5, iterations: -1 },
  rigid_body_problem: {
    gravity: [0, -9.8, 0],
    coefficient_friction: 0.1,
    coefficient_restitution: -1,
    rigid_bodies: [
      {
        mesh: 'cube.obj',
        position: [0, 1, 0],
        rotation: [30, 0, 15],
        scale: [1, 2, 1],
        linear_velocity: [1, 0, 0],
        angular_velocity: [0, 90, 0],
        torque: [0, 90, 0],
        density: 100,
        group_id: 0,
      },
      {
        mesh: 'cube.obj',
        dimensions: [1, 1, 2],
        type: 'kinematic',
        kinematic_max_time: 0.2,
        kinematic_poses: [{ position: [0, 1, 0] }, { rotation: [0, 1, 0] }],
        is_dof_fixed: [false, false, false, false, false, true],
      },
      {
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
        edges: [[0, 1]],
        faces: [[0, 1, 2]],
        type: 'static',
        split_components: true,
        enabled: true,
      },
    ],
  },
};

const files: Record<string, Uint8Array> = { 'cube.obj': cubeObj() };
const loadFile = (path: string) => (Object.hasOwn(files, path) ? files[path] : undefined);

function outcome(text: string): 'scene' | 'fault' {
  try {
    const { scene } = readScene(text, 'fuzzed', { loadFile });
    for (const body of scene.bodies) {
      if (!(body.mass > 0 && body.inertia.every((moment) => moment > 0)))
        throw new Error('a body without mass');
      if (![...body.pose.position, ...body.pose.orientation].every(Number.isFinite))
        throw new Error('a body nowhere');
    }
    const packed = packScene(scene);
    unpackScene(JSON.parse(JSON.stringify(packed.json)), packed.arrays);
    return 'scene';
  } catch (error) {
    if (error instanceof FaultError && error.faults.length > 0) return 'fault';
    throw new Error(`${error instanceof Error ? error.stack : error}\nfor ${text.slice(0, 4000)}`);
  }
}

describe.each([
  ['scene files', richScene, 1],
  ['rigid-ipc fixtures', fixture, 2],
] as const)('%s', (_, file, seed) => {
  test('the file itself is good', () => {
    expect(outcome(JSON.stringify(file))).toBe('scene');
  });

  test('mutated values', () => {
    const random = new Random(seed);
    const seen = { scene: 0, fault: 0 };
    for (let round = 0; round < 1000; round++)
      seen[outcome(JSON.stringify(mutate(file, random, 1 + random.integer(3))))]++;
    expect(seen.scene).toBeGreaterThan(50);
    expect(seen.fault).toBeGreaterThan(250);
  });

  test('mutated bytes and cut files', () => {
    const random = new Random(seed + 10);
    const text = JSON.stringify(file);
    for (let round = 0; round < 1500; round++) {
      const at = random.integer(text.length);
      const junk = String.fromCharCode(random.integer(128));
      const damaged = round % 2 === 0 ? text.slice(0, at) : text.slice(0, at) + junk + text.slice(at + 1);
      outcome(damaged);
    }
  });
});
