// The public fixture format of the intersection-free rigid body paper (Ferguson et al. 2021), to a scene file.
//
// Kept as the reference reads it: Euler angles R = Rz Ry Rx in degrees about the model's origin; angular
// velocity in degrees a second, world axes; torque times π/180 too; `dimensions` before `scale`; a body
// whose six degrees of freedom are fixed is static; all bodies that are not dynamic share one group, and so
// do dynamic ones that name a group of theirs; keys that start with # are comments. Poses of a kinematic
// body are those of its centre of mass, turned from the orientation it starts with, one a step; when they
// are used up it goes on with its velocities, until `kinematic_max_time`, when it stops.
//
// A sheet counts as 1 m thick, a wire as 1 m² across and a point as 1 m³, since the reference multiplies
// area, length and number with the density.

import { Collector } from '../fault/collector.ts';
import { limits } from '../read/limits.ts';
import { radians } from '../pose.ts';
import { kinematicPath } from './path.ts';
import { type Json, Reader } from './reader.ts';
import type { BodyFile } from '../schema/body.ts';
import type { SceneFile } from '../schema/scene.ts';

export interface Imported {
  readonly file: SceneFile;
  readonly notes: readonly string[];
}

const bodyTypes = ['dynamic', 'static', 'kinematic'] as const;
const timeSteppers = ['default', 'implicit_euler', 'implicit_newmark', 'stabilized_newmark'] as const;

/** @throws FaultError with every word that is not known and every value that cannot be used */
export function importRigidIpc(input: unknown, name: string): Imported {
  const collector = new Collector();
  const file = new Importer(new Reader(input, [], collector), collector).file(
    name.slice(0, limits.name) || 'scene',
  );
  collector.throwIfAny(`"${name}" cannot be imported:`);
  return { file, notes: collector.notes };
}

class Importer {
  private readonly top: Reader;
  private readonly collector: Collector;

  constructor(top: Reader, collector: Collector) {
    this.top = top;
    this.collector = collector;
  }

  file(name: string): SceneFile {
    const { top } = this;
    top.choice('scene_type', ['distance_barrier_rb_problem'], 'distance_barrier_rb_problem');
    top.choice('solver', ['ipc_solver', 'newton_solver'], 'ipc_solver');
    const timeStep = top.number('timestep', 0.01, { above: 0 });
    const maxTime = top.number('max_time', -1);
    const maxSteps = top.number('max_iterations', -1);
    const steps = maxSteps >= 0 ? maxSteps : 1000;
    const duration = maxTime >= 0 ? maxTime : steps * timeStep;

    const options: Record<string, number | string> = { timeStep };
    this.barrier(options);
    const frictionPasses = this.friction(options);
    this.solver('ipc_solver');
    this.solver('newton_solver');
    top.ignore(['animation', 'viewer', 'log_level']);
    // A public fixture has it so; the reference does not know the word and goes on with its default.
    if (top.take('distance_barrier_constraints') !== undefined)
      this.collector.note(
        'distance_barrier_constraints: passed over, as the reference does; its word is distance_barrier_constraint',
      );

    const problem = top.object('rigid_body_problem');
    const gravity = problem.vec3('gravity', [0, 0, 0]);
    const mu = problem.number('coefficient_friction', 0, { from: 0 });
    const restitution = problem.number('coefficient_restitution', 0);
    if (restitution > 0)
      this.collector.note(
        `${problem.place('coefficient_restitution')}: the reference ignores it; it is kept here`,
      );
    const stepper = problem.choice('time_stepper', timeSteppers, 'default');
    if (stepper === 'implicit_newmark' || stepper === 'stabilized_newmark') {
      options['integrator'] = 'second order';
      this.collector.note(
        `${problem.place('time_stepper')}: "${stepper}" becomes the engine's own second-order integrator`,
      );
    }
    problem.ignore(['collision_eps', 'do_intersection_check']);

    const surface = {
      friction: frictionPasses === 0 ? 0 : mu,
      restitution: Math.min(1, Math.max(0, restitution)),
    };
    const bodies = problem
      .list('rigid_bodies')
      .flatMap((reader, i) => this.body(reader, i, { ...surface, timeStep, duration }) ?? []);
    problem.finish();
    top.finish();
    shareGroups(bodies);
    return { name, gravity, engine: 'ipc', options, duration, frameRateHz: frameRate(timeStep), bodies };
  }

  private barrier(options: Record<string, number | string>): void {
    const barrier = this.top.object('distance_barrier_constraint', true);
    options['activationDistance'] = barrier.number('initial_barrier_activation_distance', 1e-3, { above: 0 });
    options['minimumSeparation'] = barrier.number('minimum_separation_distance', 0, { from: 0 });
    const trajectory = barrier.choice(
      'trajectory_type',
      ['piecewise_linear', 'linear', 'rigid', 'redon'],
      'piecewise_linear',
    );
    if (trajectory === 'linear')
      this.collector.note(
        `${barrier.place('trajectory_type')}: the motion is always checked along its curve`,
      );
    barrier.ignore(['barrier_type', 'detection_method']);
    barrier.finish();
  }

  /** The number of friction passes; 0 turns friction off. */
  private friction(options: Record<string, number | string>): number {
    const friction = this.top.object('friction_constraints', true);
    // The reference takes 1e-3 m/s where it is not said, at which a house of cards creeps apart: the engine knows better.
    if (friction.has('static_friction_speed_bound'))
      options['staticFrictionSpeed'] = friction.number('static_friction_speed_bound', 1e-3, { above: 0 });
    const passes = friction.number('iterations', 1);
    if (passes !== 1 && passes !== 0) {
      this.collector.note(
        `${friction.place('iterations')}: ${passes} passes over friction; the engine decides this itself`,
      );
    }
    friction.finish();
    return passes;
  }

  private solver(key: string): void {
    const solver = this.top.object(key, true);
    solver.ignore([
      'velocity_conv_tol',
      'is_velocity_conv_tol_abs',
      'max_iterations',
      'convergence_criteria',
      'energy_conv_tol',
      'linear_solver',
    ]);
    solver.finish();
  }

  private body(
    reader: Reader,
    i: number,
    world: {
      readonly friction: number;
      readonly restitution: number;
      readonly timeStep: number;
      readonly duration: number;
    },
  ): BodyFile | undefined {
    const enabled = reader.boolean('enabled', true);
    const type = reader.choice('type', bodyTypes, 'dynamic');
    const fixed = fixedOf(reader);
    const motion = fixed.every((held) => held) ? 'static' : type;
    const density = densityOf(reader, motion === 'static');
    const position = reader.vec3('position', [0, 0, 0]);
    const rotation = reader.vec3('rotation', [0, 0, 0]);
    const velocity = reader.vec3('linear_velocity', [0, 0, 0]);
    const spin = reader.vec3('angular_velocity', [0, 0, 0]).map(inRadians) as [number, number, number];
    const force = reader.vec3('force', [0, 0, 0]);
    const torque = reader.vec3('torque', [0, 0, 0]).map(inRadians) as [number, number, number];
    const group = reader.number('group_id', -1, { from: -1, whole: true });
    const maxTime = reader.number('kinematic_max_time', -1);
    const poses = reader.list('kinematic_poses', true).map((pose) => {
      const key = { position: pose.vec3('position', [0, 0, 0]), vector: pose.vec3('rotation', [0, 0, 0]) };
      pose.finish();
      return key;
    });
    const shape = shapeOf(reader);
    const size = scaleOf(reader);
    const split = reader.boolean('split_components', false);
    reader.ignore([
      'oriented',
      'ipc_comparison_enabled',
      'polygons',
      'masses',
      'time_stepper',
      'texture',
      'name',
    ]);
    reader.finish();
    if (!enabled || shape === undefined) return undefined;

    const free = (v: readonly [number, number, number], from: number) =>
      v.map((x, k) => (fixed[from + k] ? 0 : x)) as [number, number, number];
    const body: BodyFile = {
      name: `${nameOf(shape)}-${i}`,
      shape,
      ...size,
      ...(split ? { split } : {}),
      motion,
      position,
      rotation: { euler: rotation },
      density,
      surfaceDensity: density,
      lineDensity: density,
      pointMass: density,
      friction: world.friction,
      restitution: world.restitution,
      group,
    };
    if (motion === 'static') return body;
    const moving = {
      ...body,
      fixed,
      velocity: free(velocity, 0),
      angularVelocity: free(spin, 3),
      force: free(force, 0),
      torque: free(torque, 3),
    };
    if (motion === 'dynamic') return moving;
    const path = kinematicPath(poses, rotation, moving.velocity, moving.angularVelocity, maxTime, world);
    return path === undefined ? moving : { ...moving, path };
  }
}

function inRadians(degrees: number): number {
  // Not `radians`: a speed of 720°/s is not one of 0.
  return degrees * radians(1);
}

const usualDensity = 1000;

/** [kg/m³]; what stands still has none in some fixtures, and needs none. */
function densityOf(reader: Reader, isStatic: boolean): number {
  const density = reader.number('density', usualDensity, isStatic ? { from: 0 } : { above: 0 });
  return density === 0 ? usualDensity : density;
}

function fixedOf(reader: Reader): [boolean, boolean, boolean, boolean, boolean, boolean] {
  const given = reader.take('is_dof_fixed');
  if (given === undefined) return [false, false, false, false, false, false];
  if (typeof given === 'boolean') return [given, given, given, given, given, given];
  if (
    Array.isArray(given) &&
    given.length >= 6 &&
    given.slice(0, 6).every((one) => typeof one === 'boolean')
  ) {
    return given.slice(0, 6) as [boolean, boolean, boolean, boolean, boolean, boolean];
  }
  reader.fault('is_dof_fixed', 'is not one boolean or six', given, 'give true, false or six of them');
  return [false, false, false, false, false, false];
}

function shapeOf(reader: Reader): BodyFile['shape'] | undefined {
  const mesh = reader.take('mesh');
  const vertices = reader.rows('vertices', 3);
  const edges = reader.rows('edges', 2);
  const faces = reader.rows('faces', 3);
  if (mesh !== undefined && mesh !== '') {
    if (typeof mesh === 'string') return { kind: 'file', path: mesh, units: 'm' };
    reader.fault('mesh', 'is not a path', mesh, 'name a mesh file');
    return undefined;
  }
  if (vertices === undefined || vertices.length === 0) {
    reader.fault('mesh', 'the body has no shape', undefined, 'give a mesh file or vertices');
    return undefined;
  }
  return {
    kind: 'inline',
    vertices: vertices as [number, number, number][],
    faces: (faces ?? []) as [number, number, number][],
    edges: (edges ?? []) as [number, number][],
  };
}

function scaleOf(reader: Reader): Pick<BodyFile, 'scale' | 'dimensions'> {
  const dimensions = reader.has('dimensions') ? reader.vec3('dimensions', [1, 1, 1]) : undefined;
  const scale: Json = reader.peek('scale');
  const numbers = typeof scale === 'number' ? reader.number('scale', 1) : reader.vec3('scale', [1, 1, 1]);
  return dimensions === undefined ? { scale: numbers } : { dimensions };
}

function nameOf(shape: BodyFile['shape']): string {
  if (shape.kind !== 'file') return 'body';
  return (/([^/\\]+?)(\.[^./\\]*)?$/.exec(shape.path)?.[1] ?? 'body').slice(0, 100);
}

/** Bodies that are not dynamic share one group, with all dynamic ones that name a group of theirs. */
function shareGroups(bodies: BodyFile[]): void {
  const ofStatic = new Set(bodies.filter((body) => body.motion !== 'dynamic').map((body) => body.group!));
  ofStatic.delete(-1);
  let shared = 0;
  const taken = new Set(bodies.map((body) => body.group!));
  while (taken.has(shared)) shared++;
  for (const body of bodies) if (body.motion !== 'dynamic' || ofStatic.has(body.group!)) body.group = shared;
}

/** A frame a step where steps are no finer than a film's frames, otherwise the whole number of steps nearest to one. */
function frameRate(timeStep: number): number {
  const every = Math.max(1, Math.round(1 / (60 * timeStep)));
  return Math.min(1e6, 1 / (every * timeStep));
}
