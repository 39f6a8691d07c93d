import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { detectSceneFormat, readScene } from '../../../src/scene/read/detect.ts';
import { loadScene } from '../../../src/scene/read/load.node.ts';
import { compose, conjugate, multiply, rotate } from '../../../src/scene/pose.ts';
import { importRigidIpc } from '../../../src/scene/rigid-ipc/rigid-ipc.ts';
import type { Scene } from '../../../src/scene/types.ts';
import { cubeObj, faultTextOf } from '../help.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/data/rigid-ipc/fixtures');
const close = (a: readonly number[], b: readonly number[], digits = 10) => {
  expect(a).toHaveLength(b.length);
  for (const [i, x] of a.entries()) expect(x).toBeCloseTo(b[i], digits);
};

/** A fixture around these bodies, cubes unless they say otherwise. */
function imported(
  bodies: object[],
  problem: object = {},
  top: object = {},
): { scene: Scene; notes: readonly string[] } {
  const file = {
    scene_type: 'distance_barrier_rb_problem',
    ...top,
    rigid_body_problem: { ...problem, rigid_bodies: bodies.map((body) => ({ mesh: 'cube.obj', ...body })) },
  };
  return readScene(JSON.stringify(file), 'fixture', { loadFile: () => cubeObj() });
}

describe('the rigid-ipc importer', () => {
  test('is chosen by content', () => {
    expect(detectSceneFormat({ rigid_body_problem: {} })).toBe('rigid-ipc');
    expect(detectSceneFormat({ name: 'a', bodies: [] })).toBe('carom');
    expect(detectSceneFormat({ hello: 1 })).toBeUndefined();
    expect(detectSceneFormat([])).toBeUndefined();
  });

  test('fills in the defaults of the format', () => {
    const { scene } = imported([{}]);
    expect(scene).toMatchObject({
      engine: 'ipc',
      gravity: [0, 0, 0],
      duration: 10,
      options: { timeStep: 0.01, activationDistance: 1e-3, minimumSeparation: 0 },
    });
    expect(scene.bodies[0]).toMatchObject({
      name: 'cube-0',
      motion: 'dynamic',
      group: -1,
      velocity: [0, 0, 0],
    });
    expect(scene.bodies[0].mass).toBeCloseTo(1000, 9);
    expect(scene.bodies[0].material).toMatchObject({ friction: 0, restitution: 0 });
  });

  test("a static friction speed is the fixture's own, or else left to the engine", () => {
    expect(imported([{}]).scene.options).not.toHaveProperty('staticFrictionSpeed');
    const top = { friction_constraints: { static_friction_speed_bound: 1e-5 } };
    expect(imported([{}], {}, top).scene.options).toMatchObject({ staticFrictionSpeed: 1e-5 });
  });

  test('a word that the reference passes over is passed over, and said', () => {
    const top = { distance_barrier_constraints: { initial_barrier_activation_distance: 1e-4 } };
    const { scene, notes } = imported([{}], {}, top);
    expect(scene.options).toMatchObject({ activationDistance: 1e-3 });
    expect(notes).toContainEqual(
      'distance_barrier_constraints: passed over, as the reference does; its word is distance_barrier_constraint',
    );
  });

  test('what does not move by itself may have no density', () => {
    const { scene } = imported([
      { density: 0, type: 'static' },
      { density: 0, is_dof_fixed: true },
    ]);
    expect(scene.bodies.map(({ motion }) => motion)).toEqual(['static', 'static']);
    expect(faultTextOf(() => imported([{ density: 0 }]))).toContain('density: is too small (0)');
  });

  test('Euler angles are R = Rz Ry Rx in degrees, about the origin of the model', () => {
    const [body] = imported([{ rotation: [90, 90, 90], position: [1, 2, 3] }]).scene.bodies;
    close(rotate(body.pose.orientation, [1, 0, 0]), [0, 0, -1]);
    close(body.pose.position, [1, 2, 3]);
  });

  test('speeds, forces and torques: degrees become radians, of torques too', () => {
    const [body] = imported([
      { linear_velocity: [1, 2, 3], angular_velocity: [0, 720, 90], force: [5, 0, 0], torque: [0, 90, 0] },
    ]).scene.bodies;
    expect(body.velocity).toEqual([1, 2, 3]);
    close(body.angularVelocity, [0, 4 * Math.PI, Math.PI / 2]);
    expect(body.force).toEqual([5, 0, 0]);
    close(body.torque, [0, Math.PI / 2, 0]);
  });

  test('dimensions come before scale, scale is one number or three', () => {
    const { bodies } = imported([
      { scale: 2 },
      { scale: [1, 2, 3] },
      { scale: 7, dimensions: [1, 2, 1] },
    ]).scene;
    close(
      bodies.map((b) => b.mass),
      [8000, 6000, 2000],
      8,
    );
  });

  test('fixed degrees of freedom, and what moves along them', () => {
    const { bodies } = imported([
      { is_dof_fixed: true, type: 'dynamic' },
      {
        is_dof_fixed: [true, false, true, true, true, false],
        linear_velocity: [1, 2, 3],
        angular_velocity: [1, 1, 180],
        force: [1, 2, 3],
        torque: [1, 1, 180],
      },
    ]).scene;
    expect(bodies[0].motion).toBe('static');
    expect(bodies[1]).toMatchObject({ motion: 'dynamic', velocity: [0, 2, 0], force: [0, 2, 0] });
    close(bodies[1].angularVelocity, [0, 0, Math.PI]);
    close(bodies[1].torque, [0, 0, Math.PI]);
  });

  test('all bodies that are not dynamic share a group, with the dynamic ones of their groups', () => {
    const { bodies } = imported([
      { type: 'static', group_id: 3 },
      { type: 'kinematic' },
      { group_id: 3 },
      { group_id: 0 },
      { group_id: 0 },
      {},
    ]).scene;
    const groups = bodies.map((b) => b.group);
    expect(groups[0]).toBe(groups[1]);
    expect(groups[0]).toBe(groups[2]);
    expect(groups[3]).toBe(groups[4]);
    expect(groups[3]).not.toBe(groups[0]);
    expect(groups[5]).toBe(-1);
    expect(groups[0]).toBeGreaterThanOrEqual(0);
  });

  test('friction, restitution, steps and knobs', () => {
    const { scene, notes } = imported(
      [{}],
      {
        coefficient_friction: 0.4,
        coefficient_restitution: -1,
        collision_eps: 1,
        time_stepper: 'implicit_newmark',
      },
      {
        timestep: 0.02,
        max_iterations: 50,
        ipc_solver: { velocity_conv_tol: 1e-5 },
        friction_constraints: { iterations: -1, static_friction_speed_bound: 1e-5 },
        distance_barrier_constraint: {
          initial_barrier_activation_distance: 1e-4,
          minimum_separation_distance: 0.05,
        },
      },
    );
    expect(scene.duration).toBeCloseTo(1, 12);
    expect(scene.bodies[0].material).toMatchObject({ friction: 0.4, restitution: 0 });
    expect(scene.options).toEqual({
      timeStep: 0.02,
      activationDistance: 1e-4,
      minimumSeparation: 0.05,
      staticFrictionSpeed: 1e-5,
      integrator: 'second order',
    });
    expect(notes.join('\n')).toContain('ipc_solver.velocity_conv_tol: passed over');
    expect(
      imported([{}], { coefficient_friction: 0.4 }, { friction_constraints: { iterations: 0 } }).scene
        .bodies[0].material.friction,
    ).toBe(0);
  });

  test('the largest of max_time and of steps is max_time', () => {
    expect(imported([{}], {}, { max_time: 3, max_iterations: 7 }).scene.duration).toBe(3);
  });

  test('comments are passed over, bodies can be off, components split', () => {
    const { bodies } = imported([
      { '#note': 1, enabled: false },
      {
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [5, 0, 0],
        ],
        edges: [[0, 1]],
        mesh: '',
        split_components: true,
        type: 'static',
      },
    ]).scene;
    expect(bodies.map((b) => b.name)).toEqual(['body-1-part0', 'body-1-part1']);
    expect(bodies[0].mass).toBeCloseTo(1000, 9);
  });

  test('given poses, then velocities, then rest', () => {
    const { path, pose } = imported(
      [
        {
          type: 'kinematic',
          rotation: [0, 0, 90],
          linear_velocity: [1, 0, 0],
          angular_velocity: [0, 0, 900],
          kinematic_poses: [{ position: [0, 1, 0] }, { position: [0, 2, 0], rotation: [0, 0, Math.PI / 2] }],
          kinematic_max_time: 0.52,
        },
      ],
      {},
      { max_time: 1 },
    ).scene.bodies[0] as {
      path: NonNullable<Scene['bodies'][number]['path']>;
      pose: Scene['bodies'][number]['pose'];
    };
    expect(path.after).toBe('hold');
    expect(pose.position).toEqual([0, 0, 0]);
    close(path.times.slice(0, 3), [0, 0.01, 0.02]);
    close(path.poses[2].position, [0, 2, 0]);
    // Turned a quarter at the start and another by the second pose.
    close(rotate(path.poses[2].orientation, [1, 0, 0]), [-1, 0, 0]);
    const last = path.poses.length - 1;
    expect(path.times[last]).toBeCloseTo(0.52, 12);
    close(path.poses[last].position, [0.5, 2, 0]);
    // 0.5 s at 900°/s: a turn and a quarter.
    close(rotate(path.poses[last].orientation, [1, 0, 0]), [0, -1, 0]);
    for (let i = 0; i < last; i++) {
      const [, , , w] = multiply(path.poses[i + 1].orientation, conjugate(path.poses[i].orientation));
      expect(2 * Math.acos(Math.min(1, Math.abs(w)))).toBeLessThan(1.6);
    }
  });

  test('a kinematic body that only stops moves from where its centre is', () => {
    const tetra = {
      mesh: '',
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      faces: [
        [0, 2, 1],
        [0, 1, 3],
        [0, 3, 2],
        [1, 2, 3],
      ],
    };
    const [body] = imported(
      [
        {
          ...tetra,
          type: 'kinematic',
          position: [5, 0, 0],
          linear_velocity: [2, 0, 0],
          kinematic_max_time: 0.5,
        },
      ],
      {},
      { max_time: 2 },
    ).scene.bodies;
    close(body.path!.poses[0].position, [5.25, 0.25, 0.25]);
    close(body.path!.poses[1].position, [6.25, 0.25, 0.25]);
    expect(body.path!.times).toEqual([0, 0.5]);
  });

  test('every unknown word and impossible value is reported with its place', () => {
    const text = faultTextOf(() =>
      importRigidIpc(
        {
          scene_type: 'distance_barier_rb_problem',
          timstep: 1,
          rigid_body_problem: {
            rigid_bodies: [
              { mesh: 'a.obj', postion: [0, 0, 0], type: 'statik', density: -1, scale: 'big' },
              3,
              {},
            ],
          },
          ipc_solver: { tolerance: 1 },
        },
        'bad',
      ),
    );
    for (const line of [
      'scene_type: is not one of the choices',
      'timstep: unknown word; did you mean "timestep"?',
      'rigid_body_problem.rigid_bodies[0].postion: unknown word; did you mean "position"?',
      'rigid_body_problem.rigid_bodies[0].type: is not one of the choices ("statik"); did you mean "static"?',
      'rigid_body_problem.rigid_bodies[0].density: is too small (-1)',
      'rigid_body_problem.rigid_bodies[0].scale: is not a list of three numbers',
      'rigid_body_problem.rigid_bodies[1]: is not an object',
      'rigid_body_problem.rigid_bodies[2].mesh: the body has no shape',
      'ipc_solver.tolerance: unknown word',
    ]) {
      expect(text).toContain(line);
    }
  });
});

describe.skipIf(!existsSync(fixtures))('the public fixtures', () => {
  const files = existsSync(fixtures)
    ? readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
    : [];

  test('all import without fault', () => {
    expect(files.length).toBeGreaterThanOrEqual(40);
    for (const file of files) {
      const { scene } = loadScene(join(fixtures, file));
      expect(scene.bodies.length, file).toBeGreaterThan(0);
      expect(scene.duration, file).toBeGreaterThan(0);
      for (const body of scene.bodies) {
        expect(body.mass, `${file} ${body.name}`).toBeGreaterThan(0);
        // The model's frame is where the file says: inverse of the body's own.
        const model = compose(body.pose, body.model);
        expect(model.position.every(Number.isFinite)).toBe(true);
      }
    }
  });

  test('bodies, vertices and faces as the reference counts them', () => {
    // Measured on the reference implementation: bodies / vertices / faces.
    for (const [file, bodies, vertices, faces] of [
      ['unit-tests/5-cubes.json', 6, 44, 62],
      ['unit-tests/tet-corner.json', 5, 32, 42],
      ['mechanisms/507-movements/493-Lewis.json', 7, 64, 98],
      ['friction/arch/arch-25-stones.json', 26, 204, 302],
      ['pendulum/pendulum.json', 2, 330, 660],
      ['mechanisms/bolt.json', 2, 2625, 5246],
      ['codimensional/edges/chain-net-4x4.json', 24, 816, 0],
      ['chain/chain-net/chain-net-4x4.json', 24, 5280, 10560],
    ] as const) {
      const { scene } = loadScene(join(fixtures, file));
      const total = (of: (mesh: Scene['meshes'][number]) => number) =>
        scene.bodies.reduce((sum, body) => sum + of(scene.meshes[body.mesh]), 0);
      expect(
        [scene.bodies.length, total((m) => m.positions.length / 3), total((m) => m.faces.length / 3)],
        file,
      ).toEqual([bodies, vertices, faces]);
    }
  });

  test('by hand: a stretched cube, a kinematic plane, a turntable, a slope', () => {
    const cubes = loadScene(join(fixtures, 'minimum-separation/cube-falling-on-edge.json')).scene;
    close(
      cubes.bodies.slice(0, 2).map((b) => b.mass),
      [1000, 2000],
      8,
    );
    // 2×1×1 about its middle: m/12 (1+1), m/12 (4+1), m/12 (4+1)
    close(cubes.bodies[1].inertia, [2000 / 6, (2000 * 5) / 12, (2000 * 5) / 12], 8);
    close(cubes.bodies[1].pose.orientation, [0, 0, -Math.sin(Math.PI / 12), Math.cos(Math.PI / 12)]);
    expect(cubes.duration).toBeCloseTo(1.37, 12);
    expect(cubes.options['minimumSeparation']).toBe(0.05);

    const driven = loadScene(join(fixtures, 'examples/kinematic.json')).scene;
    expect(driven.bodies.map((b) => b.motion)).toEqual(['static', 'dynamic', 'kinematic']);
    expect(driven.bodies[1]).toMatchObject({ mass: 10000, force: [-1e6, 0, 0], velocity: [-2, 0, 0] });
    expect(driven.bodies[2].velocity).toEqual([1, 0, 0]);
    expect(driven.bodies[0].group).toBe(driven.bodies[2].group);

    const table = loadScene(join(fixtures, 'friction/turntable/turntable-mu=0.1.json')).scene;
    close(table.bodies[0].angularVelocity, [0, Math.PI / 4, 0]);
    close(table.bodies[0].torque, [0, (300 * Math.PI) / 180, 0]);
    expect(table.bodies[0].fixed).toEqual([true, true, true, true, false, true]);
    expect(table.bodies[1].mass).toBeCloseTo(1000 / 64, 9);
    expect(table.bodies[1].material.friction).toBe(0.1);

    const scripted = loadScene(join(fixtures, 'examples/kinematically-scripted.json')).scene.bodies[3];
    close(scripted.path!.times.slice(0, 4), [0, 0.01, 0.02, 0.03]);
    close(scripted.path!.poses[3].position, [0, 3, 0]);
    const end = scripted.path!.times.length - 1;
    expect(scripted.path!.times[end]).toBeCloseTo(3, 12);
  });
});
