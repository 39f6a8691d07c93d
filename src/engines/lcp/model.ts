// What of a scene does not change while it runs, in flat arrays; the same model steps forward and backward.

import {
  type Force,
  type Material,
  pairFriction,
  pairRestitution,
  type Path,
  type Scene,
} from '../../scene/index.ts';
import { buildCollider, type Collider } from './collide/collider.ts';
import type { Drifting } from './drift.ts';
import { fadesOf } from './fade.ts';
import { compileJoints, type JointModel } from './joints.ts';
import type { LcpOptions } from './options.ts';

export interface Model extends Drifting {
  readonly scene: Scene;
  readonly options: Readonly<LcpOptions>;
  readonly timeStep: number;
  /** [m/s²]; parameters may change it. */
  readonly gravity: Float64Array;
  /** [kg]; 0 for bodies that are not dynamic. */
  readonly masses: Float64Array;
  /** 1/m along each world axis, *three* a body; 0 where a body is not dynamic or fixed along that axis. */
  readonly inverseMasses: Float64Array;
  /** One over the principal moments, three a body; 0 where a body is not dynamic or may not turn. */
  readonly inverseInertias: Float64Array;
  /** 1 for spheres that move freely: the arm of any contact lies along its normal. */
  readonly isBall: Uint8Array;
  readonly collider: Collider;
  /** Whether steps forward look for what will be touched within a step (look-ahead.ts). */
  readonly looksAhead: boolean;
  /** Bounces happen at speeds of approach ≥ ε. */
  readonly bounceSpeed: number;
  /** δ of steps backward. */
  readonly stillSpeed: number;
  /** Of the contacts of two bodies; rolling friction is a length [m]: |torque| ≤ rolling × normal force. */
  friction(a: number, b: number): number;
  restitution(a: number, b: number): number;
  rolling(a: number, b: number): number;
  readonly joints: readonly JointModel[];
  /** Rows of all joints together. */
  readonly jointRows: number;
  /** 1 where a joint still holds; the state has the truth, this is where kicks look. */
  readonly jointHolds: Uint8Array;
  /** Targets [rad/s, m/s, rad or m] and largest forces [N m or N] of motors, one a joint; likewise. */
  readonly motorTargets: Float64Array;
  readonly motorForces: Float64Array;
  /** Constant force [N] and torque [N m], six a body, world axes. */
  readonly forces: Float64Array;
  readonly timedForces: readonly (readonly Force[])[];
  /** What is left of a velocity and of an angular momentum after a step by itself, and how long [s] a force acts on it in effect: four a body. */
  readonly fades: Float64Array;
  /** Forces and torques from outside during the present step, six a body; zero unless inputs came. */
  readonly pushes: Float64Array;
  /** Of scripted bodies; kinematic ones without keep their starting velocities. */
  readonly paths: readonly (Path | undefined)[];
  readonly isKinematic: Uint8Array;
  /** How a body's surface runs under what touches it [m/s], body axes; undefined where it does not. */
  readonly surfaces: readonly (Float64Array | undefined)[];
  readonly startPoses: Float64Array;
  /** Linear and angular velocities at time zero, six a body. */
  readonly startVelocities: Float64Array;
}

/** What of a scene does not change while it runs. */
export function buildModel(
  scene: Scene,
  options: Readonly<LcpOptions>,
  progress?: (fraction: number) => void,
): Model {
  const { bodies } = scene;
  const count = bodies.length;
  const isDynamic = Uint8Array.from(bodies, ({ motion }) => (motion === 'dynamic' ? 1 : 0));
  const inertias = new Float64Array(3 * count).fill(1);
  const inverseMasses = new Float64Array(3 * count);
  const inverseInertias = new Float64Array(3 * count);
  const isRound = new Uint8Array(count);
  bodies.forEach(({ mass, inertia, fixed, motion }, b) => {
    if (motion !== 'dynamic') return;
    const turns = !(fixed[3] || fixed[4] || fixed[5]);
    for (let k = 0; k < 3; k++) {
      if (!fixed[k]) inverseMasses[3 * b + k] = 1 / mass;
      if (!turns) continue;
      inertias[3 * b + k] = inertia[k];
      inverseInertias[3 * b + k] = 1 / inertia[k];
    }
    const mean = (inertia[0] + inertia[1] + inertia[2]) / 3;
    // moments integrated over a mesh of a sphere differ by rounding
    if (turns && inertia.every((moment) => Math.abs(moment - mean) <= 1e-9 * mean)) {
      isRound[b] = 1;
      inertias.fill(mean, 3 * b, 3 * b + 3);
      inverseInertias.fill(1 / mean, 3 * b, 3 * b + 3);
    }
  });
  const isBall = Uint8Array.from(bodies, ({ shape, fixed }, b) =>
    shape.kind === 'sphere' && isRound[b] === 1 && !fixed.some(Boolean) ? 1 : 0,
  );
  const joints = compileJoints(scene);
  const looksAhead = options.lookAhead && options.past === 'none';
  return {
    scene,
    options,
    bodies: count,
    isDynamic,
    isRound,
    inertias,
    timeStep: options.timeStep,
    gravity: Float64Array.from(scene.gravity),
    masses: Float64Array.from(bodies, ({ mass, motion }) => (motion === 'dynamic' ? mass : 0)),
    inverseMasses,
    inverseInertias,
    isBall,
    collider: buildCollider(scene, options.contactMargin, { detail: options.detail, progress }, looksAhead),
    looksAhead,
    bounceSpeed: options.bounceSpeed,
    stillSpeed: options.stillSpeed,
    ...pairLaws(scene),
    joints,
    jointRows: joints.reduce((sum, { rows }) => sum + rows.length, 0),
    jointHolds: new Uint8Array(joints.length).fill(1),
    motorTargets: Float64Array.from(
      scene.joints,
      ({ motor }) => motor?.targetSpeed ?? motor?.targetPosition ?? 0,
    ),
    motorForces: Float64Array.from(scene.joints, ({ motor }) => motor?.maxForce ?? 0),
    forces: Float64Array.from(bodies.flatMap(({ force, torque }) => [...force, ...torque])),
    timedForces: bodies.map((_, b) => scene.forces.filter((force) => force.body === b)),
    fades: Float64Array.from(
      bodies.flatMap(({ damping }) => fadesOf(damping ?? scene.damping, options.timeStep)),
    ),
    pushes: new Float64Array(6 * count),
    paths: bodies.map(({ motion, path }) => (motion === 'kinematic' ? path : undefined)),
    isKinematic: Uint8Array.from(bodies, ({ motion }) => (motion === 'kinematic' ? 1 : 0)),
    surfaces: bodies.map(({ surfaceVelocity: s }) =>
      s?.some((speed) => speed !== 0) ? Float64Array.from(s) : undefined,
    ),
    startPoses: Float64Array.from(bodies.flatMap(({ pose }) => [...pose.position, ...pose.orientation])),
    startVelocities: Float64Array.from(
      bodies.flatMap(({ velocity, angularVelocity }) => [...velocity, ...angularVelocity]),
    ),
  };
}

/** Laws of pairs: the rule of a pair where there is one, else what the materials give (scene/types.ts). */
function pairLaws(scene: Scene): Pick<Model, 'friction' | 'restitution' | 'rolling'> {
  const { bodies } = scene;
  const count = bodies.length;
  const rules = new Map(
    scene.pairs.map((rule) => [Math.min(rule.a, rule.b) * count + Math.max(rule.a, rule.b), rule]),
  );
  const isPlain = rules.size === 0;
  const ruleOf = (a: number, b: number) => rules.get(a < b ? a * count + b : b * count + a);
  const rollings = Float64Array.from(bodies, ({ material }) => material.rollingFriction);
  // most bodies are of a few kinds: what two of them give is found once
  const known = new Map<string, number>();
  const kinds: Material[] = [];
  const kindOf = Int32Array.from(bodies, ({ material }) => {
    const key = `${material.friction} ${material.restitution}`;
    if (!known.has(key)) known.set(key, kinds.push(material) - 1);
    return known.get(key) as number;
  });
  const table = (law: (a: Material, b: Material) => number): ((a: number, b: number) => number) => {
    if (kinds.length > 64) return (a, b) => law(bodies[a].material, bodies[b].material);
    const values = Float64Array.from(kinds.flatMap((one) => kinds.map((two) => law(one, two))));
    return (a, b) => values[kindOf[a] * kinds.length + kindOf[b]];
  };
  const friction = table(pairFriction);
  const restitution = table(pairRestitution);
  return {
    friction: isPlain ? friction : (a, b) => ruleOf(a, b)?.friction ?? friction(a, b),
    restitution: isPlain ? restitution : (a, b) => ruleOf(a, b)?.restitution ?? restitution(a, b),
    // the softer of the two gives way, and what gives way resists
    rolling: (a, b) => Math.max(rollings[a], rollings[b]),
  };
}
