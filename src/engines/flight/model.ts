// The constant part of a flight: what the scene says about each body, in flat arrays.

import type { Force, Path, Scene, Vec3 } from '../../scene/index.ts';

export interface Model {
  readonly bodies: number;
  /** [s] */
  readonly timeStep: number;
  readonly gravity: Vec3;
  /** [kg] and, three a body, [kg m²]. */
  readonly masses: Float64Array;
  readonly inertias: Float64Array;
  /** Constant force [N] and torque [N m], six a body, world axes. */
  readonly forces: Float64Array;
  readonly timedForces: readonly (readonly Force[])[];
  /** 1 where the centre may move along a world axis, three a body. */
  readonly free: Uint8Array;
  /** 1 where the body may turn. */
  readonly turns: Uint8Array;
  readonly isStatic: Uint8Array;
  /** 1 where a kinematic body has no path: it keeps its starting velocities, whatever pushes it. */
  readonly coasts: Uint8Array;
  /** Poses at time zero, seven a body. */
  readonly startPoses: Float64Array;
  readonly paths: readonly (Path | undefined)[];
}

export function buildModel(scene: Scene, timeStep: number): Model {
  const { bodies } = scene;
  return {
    bodies: bodies.length,
    timeStep,
    gravity: scene.gravity,
    masses: Float64Array.from(bodies, (body) => body.mass),
    inertias: Float64Array.from(bodies.flatMap((body) => [...body.inertia])),
    forces: Float64Array.from(bodies.flatMap((body) => [...body.force, ...body.torque])),
    timedForces: bodies.map((_, b) => scene.forces.filter((force) => force.body === b)),
    free: Uint8Array.from(
      bodies.flatMap(({ fixed }) => fixed.slice(0, 3).map((isFixed) => (isFixed ? 0 : 1))),
    ),
    turns: Uint8Array.from(bodies, ({ fixed }) => (fixed[3] ? 0 : 1)),
    isStatic: Uint8Array.from(bodies, ({ motion }) => (motion === 'static' ? 1 : 0)),
    coasts: Uint8Array.from(bodies, ({ motion, path }) => (motion === 'kinematic' && !path ? 1 : 0)),
    startPoses: Float64Array.from(bodies.flatMap(({ pose }) => [...pose.position, ...pose.orientation])),
    paths: bodies.map((body) => (body.motion === 'kinematic' ? body.path : undefined)),
  };
}
