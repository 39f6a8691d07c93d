// A fixture of rigid-ipc with something of everything.

export const fixture = {
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
