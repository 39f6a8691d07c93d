// What of a scene does not change while it runs.

import type { Force, Path, Scene, Vec3 } from '../../scene/index.ts';
import { participationOf } from './advance/clamp-motion.ts';
import { FactorCache } from './advance/factor-cache.ts';
import type { Propagation } from './advance/propagator.ts';
import type { ModalBodies, ModalBody } from './bodies/body.ts';
import type { SpinShape } from './bodies/spin-shape.ts';
import type { ModalOptions } from './options.ts';
import type { SolveOptions } from './solve/problem.ts';

interface TimedForce extends Force {
  /** U of the body's modes there [1/√kg], xyz a mode. */
  readonly shapes: Float64Array;
}

export interface Model {
  readonly scene: Scene;
  readonly options: Readonly<ModalOptions>;
  readonly bodies: ModalBodies;
  readonly count: number;
  /** Of all bodies together. */
  readonly modes: number;
  /** 1 where a body has unknowns of its own, and so a clock: dynamic ones, and held ones that vibrate. */
  readonly hasClock: Uint8Array;
  readonly isDynamic: Uint8Array;
  readonly isKinematic: Uint8Array;
  /** 1/m along each world axis and 1/I about each body axis, three a body; 0 where nothing moves it. */
  readonly inverseMasses: Float64Array;
  readonly inverseInertias: Float64Array;
  /** Constant force [N] and torque [N m], six a body, world axes. */
  readonly forces: Float64Array;
  readonly timedForces: readonly (readonly TimedForce[])[];
  readonly paths: readonly (Path | undefined)[];
  readonly startPoses: Float64Array;
  readonly startVelocities: Float64Array;
  readonly factors: readonly FactorCache[];
  /** Of bodies whose vibration and rotation act on each other (advance/spin/spin.ts); undefined for all others. */
  readonly spins: readonly (SpinShape | undefined)[];
  /** How modes of bodies with a path are kicked when it turns (advance/clamp-motion.ts); empty for all others. */
  readonly participations: readonly Float64Array[];
  readonly solve: SolveOptions;
}

export function buildModel(scene: Scene, options: Readonly<ModalOptions>, bodies: ModalBodies): Model {
  const count = scene.bodies.length;
  const isDynamic = Uint8Array.from(scene.bodies, ({ motion }) => (motion === 'dynamic' ? 1 : 0));
  const inverseMasses = new Float64Array(3 * count);
  const inverseInertias = new Float64Array(3 * count);
  scene.bodies.forEach(({ mass, inertia, fixed, motion }, b) => {
    if (motion !== 'dynamic') return;
    const turns = !(fixed[3] || fixed[4] || fixed[5]);
    for (let k = 0; k < 3; k++) {
      if (!fixed[k]) inverseMasses[3 * b + k] = 1 / mass;
      if (turns) inverseInertias[3 * b + k] = 1 / inertia[k];
    }
  });
  return {
    scene,
    options,
    bodies,
    count,
    modes: bodies.firstMode[count],
    hasClock: Uint8Array.from(bodies.bodies, ({ motion, modes }) =>
      motion === 'dynamic' || modes > 0 ? 1 : 0,
    ),
    isDynamic,
    isKinematic: Uint8Array.from(scene.bodies, ({ motion }) => (motion === 'kinematic' ? 1 : 0)),
    inverseMasses,
    inverseInertias,
    forces: Float64Array.from(scene.bodies.flatMap(({ force, torque }) => [...force, ...torque])),
    timedForces: bodies.bodies.map((body, b) =>
      scene.forces
        .filter((force) => force.body === b)
        .map((force) => ({ ...force, shapes: shapesNear(body, force.point) })),
    ),
    paths: scene.bodies.map(({ motion, path }) => (motion === 'kinematic' ? path : undefined)),
    startPoses: Float64Array.from(
      scene.bodies.flatMap(({ pose }) => [...pose.position, ...pose.orientation]),
    ),
    startVelocities: Float64Array.from(
      scene.bodies.flatMap(({ velocity, angularVelocity }) => [...velocity, ...angularVelocity]),
    ),
    participations: bodies.bodies.map((body) =>
      body.motion === 'kinematic' && body.modes > 0
        ? (body.spin?.participation ?? participationOf(body))
        : new Float64Array(0),
    ),
    spins: bodies.bodies.map(({ spin }) => spin),
    factors: bodies.bodies.map((body) => new FactorCache(body, options.propagation as Propagation)),
    solve: {
      directions: options.directions,
      scheme: options.scheme as SolveOptions['scheme'],
      tolerance: options.tolerance,
      friction: true,
    },
  };
}

/** U at the vertex of the surface nearest to a point. */
export function shapesNear({ surface, shapes, modes }: ModalBody, [x, y, z]: Vec3): Float64Array {
  const { positions } = surface;
  let nearest = 0;
  let least = Infinity;
  for (let v = 0; 3 * v < positions.length && modes > 0; v++) {
    const dx = positions[3 * v] - x;
    const dy = positions[3 * v + 1] - y;
    const dz = positions[3 * v + 2] - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared >= least) continue;
    least = squared;
    nearest = v;
  }
  return shapes.slice(3 * modes * nearest, 3 * modes * (nearest + 1));
}
