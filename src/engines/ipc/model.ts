// Everything about a scene that does not change while it runs, in the layout the solver wants.

import { lengthTriple } from '../../num/index.ts';
import { meshTopology, type Topology } from '../../geometry/surface/index.ts';
import { type Mesh, meshBounds } from '../../geometry/index.ts';
import { coreOf, meetingRule, type Scene } from '../../scene/index.ts';
import { buildShape, type Shape } from './contact/shape.ts';
import { type Owners, ownersOf } from './owners/owners.ts';
import { type Air, airOf } from './soft/air.ts';
import { createSoft, type Soft } from './soft/soft.ts';
import { releaseTime } from '../../sim/index.ts';
import { isFree, isScripted, isStatic } from './roles.ts';
import { secondMoments } from './step/inertia.ts';
import type { Native } from './native.ts';
import type { IpcOptions } from './options.ts';

export { isFree, isScripted, isStatic };

/** Bodies are its owners (owners/owners.ts): the scene's own, and after them particles. */
export interface Model extends Owners {
  readonly count: number;
  /** What deforms, where anything does. */
  readonly soft?: Soft;
  /** Where there is wind. */
  readonly air?: Air;
  /** 1 for owners that meet others only as parts of something soft, and for hidden ones. */
  readonly isSoft: Uint8Array;
  /** isStatic, isScripted or isFree for each body. */
  readonly motion: Uint8Array;
  readonly mass: Float64Array;
  /** Principal moments [kg m²], kept above zero. */
  readonly inertia: Float64Array;
  readonly secondMoments: Float64Array;
  /** How thick a body is around its core [m]: 0 of what is no round shape. All vertices below are the core's. */
  readonly round: Float64Array;
  /** Radius of the circle that a polygon of its core stands for [m], 0 where there is none. */
  readonly curve: Float64Array;
  /** The axis of that circle, in body coordinates: three numbers a body. */
  readonly axis: Float64Array;
  /** Largest distance from the centre of a vertex, of the surface, and the diagonal of the body's own box [m]. */
  readonly coreRadius: Float64Array;
  readonly radius: Float64Array;
  readonly diagonal: Float64Array;
  /** Of each body; parameters may change them. */
  readonly friction: Float64Array;
  readonly restitution: Float64Array;
  /** Six flags a body: fixed translations and rotations, world axes. */
  readonly fixed: Uint8Array;
  readonly anyFixed: Uint8Array;
  /** Body coordinates of all vertices [m]; those of body i are vertexStart[i] … vertexStart[i + 1]. */
  readonly vertices: Float64Array;
  readonly vertexStart: Int32Array;
  readonly shapes: readonly Shape[];
  /** From when on each goes where it is pushed [s]: −∞ always, ∞ never, and some are let go at the end of their paths. */
  readonly freeFrom: Float64Array;
  /** Mass of the heaviest free body [kg]. */
  readonly heaviest: number;
  /** Largest d̂ + ξ of any pair [m]. */
  readonly widestReach: number;
  /** The acceleration that the barrier of a body must be able to hold [m/s²], never zero. */
  readonly acceleration: Float64Array;
  readonly timeStep: number;
  readonly options: Readonly<IpcOptions>;
  /** Newton's tolerance [m/s]. */
  readonly tolerance: number;
  /** WebAssembly over the arena that vertices and trees lie in (native.ts); without it TypeScript does the same. */
  readonly native?: Native;
  /** What two bodies are to each other; undefined where they never collide. */
  pairRule(a: number, b: number): PairRule | undefined;
}

export interface PairRule {
  readonly dHat: number;
  /** What the cores of the two keep between them: the minimum separation and both radii [m]. */
  readonly separation: number;
  /** How thick a and b are around their cores [m]. */
  readonly roundA: number;
  readonly roundB: number;
  /** How long a curve, which is a polygon here, is within the barrier's reach of what it touches [m]; 0 where there is none. */
  readonly patch: number;
  readonly friction: number;
  readonly restitution: number;
  readonly stickSpeed: number;
}

const motionOf = { static: isStatic, kinematic: isScripted, dynamic: isFree } as const;

export function buildModel(given: Scene, options: Readonly<IpcOptions>): Model {
  const air = airOf(given, options);
  const owners = ownersOf(given, options.timeStep, air);
  const { scene } = owners;
  const count = scene.bodies.length;
  const vertexStart = new Int32Array(count + 1);
  const shapes = shapesOf(scene);
  for (let i = 0; i < count; i++) vertexStart[i + 1] = vertexStart[i] + shapes[i].mesh.positions.length / 3;
  const model = {
    ...owners,
    count,
    options,
    vertexStart,
    shapes,
    motion: new Uint8Array(count),
    mass: new Float64Array(count),
    inertia: new Float64Array(3 * count),
    round: Float64Array.from(shapes, ({ round }) => round),
    curve: Float64Array.from(shapes, ({ curve }) => curve),
    axis: Float64Array.from(shapes.flatMap(({ axis }) => [...axis])),
    coreRadius: Float64Array.from(shapes, ({ coreRadius }) => coreRadius),
    radius: Float64Array.from(shapes, ({ radius }) => radius),
    diagonal: Float64Array.from(shapes, ({ diagonal }) => diagonal),
    isSoft: new Uint8Array(count),
    freeFrom: new Float64Array(count),
    fixed: new Uint8Array(6 * count),
    anyFixed: new Uint8Array(count),
    vertices: new Float64Array(3 * vertexStart[count]),
    friction: Float64Array.from(scene.bodies, (body) => body.material.friction),
    restitution: Float64Array.from(scene.bodies, (body) => body.material.restitution),
    timeStep: options.timeStep,
  };
  for (let i = 0; i < count; i++) {
    const body = scene.bodies[i];
    model.vertices.set(shapes[i].mesh.positions, 3 * vertexStart[i]);
    model.motion[i] = motionOf[body.motion];
    model.freeFrom[i] =
      model.motion[i] === isFree ? -Infinity : body.path ? releaseTime(body.path) : Infinity;
    model.mass[i] = body.mass;
    // A straight wire has no inertia about itself and a single point none at all: keep them turnable.
    const least = 1e-6 * body.mass * shapes[i].radius * shapes[i].radius;
    for (let k = 0; k < 3; k++) model.inertia[3 * i + k] = Math.max(body.inertia[k], least, 1e-300);
    for (let k = 0; k < 6; k++) if (body.fixed[k]) model.fixed[6 * i + k] = model.anyFixed[i] = 1;
  }
  sizeSoft(model);
  owners.carrier.forEach((body, i) => {
    // it goes as its body does, and comes as far
    if (body >= 0) model.radius[i] += lengthTriple(owners.onCarrier.subarray(3 * i, 3 * i + 3));
  });
  const acceleration = accelerations(scene, model.diagonal);
  const pairRule = pairRules(options, model);
  const soft = createSoft(model, acceleration);
  return {
    ...model,
    ...(soft ? { soft } : {}),
    ...(air ? { air } : {}),
    secondMoments: secondMoments(model.inertia),
    heaviest: model.mass.reduce((most, m, i) => (model.motion[i] === isFree ? Math.max(most, m) : most), 0),
    acceleration,
    widestReach: widestReach(model, options),
    tolerance: options.tolerance > 0 ? options.tolerance : 0.1 * slowestStick(model, options),
    pairRule,
  };
}

/** Owners of something soft are as large as that is. */
function sizeSoft({
  given,
  plans,
  firstOf,
  firstHidden,
  diagonal,
  isSoft,
}: Owners & { diagonal: Float64Array; isSoft: Uint8Array }): void {
  plans.forEach((plan, d) => {
    if (!plan) return;
    const [x0, y0, z0, x1, y1, z1] = meshBounds(given.meshes[given.deformables[d].mesh]);
    const size = lengthTriple([x1 - x0, y1 - y0, z1 - z0]);
    for (const [first, until] of [
      [firstOf[d], firstOf[d + 1]],
      [firstHidden[d], firstHidden[d + 1]],
    ]) {
      diagonal.fill(size, first, until);
      isSoft.fill(1, first, until);
    }
  });
}

/** |g|, what forces and torques give, and for bodies that nothing pulls what stops a metre a second within their size. */
function accelerations(scene: Scene, diagonal: Float64Array): Float64Array {
  return Float64Array.from(scene.bodies, (body, i) => {
    let most = Math.max(lengthTriple(scene.gravity), lengthTriple(body.force) / body.mass);
    for (const force of scene.forces)
      if (force.body === i) most = Math.max(most, lengthTriple(force.force) / body.mass);
    const speed = lengthTriple(body.velocity);
    return most > 0 ? most : Math.max(1, speed * speed) / diagonal[i];
  });
}

function widestReach(
  model: { count: number; motion: Uint8Array; diagonal: Float64Array; isSoft: Uint8Array },
  options: Readonly<IpcOptions>,
): number {
  if (options.activationDistance > 0) return options.activationDistance + options.minimumSeparation;
  let widest = 0;
  for (let i = 0; i < model.count; i++)
    if (model.motion[i] !== isStatic && !model.isSoft[i]) widest = Math.max(widest, model.diagonal[i]);
  return 1e-3 * widest + options.minimumSeparation;
}

/** One collision shape a mesh, or a round shape, however many bodies share it. */
function shapesOf(scene: Scene): Shape[] {
  const known = new Map<string, Shape>();
  return scene.bodies.map((body) => {
    const core = coreOf(body.shape);
    const key = core ? JSON.stringify(body.shape) : String(body.mesh);
    const found = known.get(key);
    if (found) return found;
    const mesh: Mesh = core ? core.mesh : scene.meshes[body.mesh];
    const topology: Topology = meshTopology(mesh);
    const shape = buildShape(mesh, topology, core);
    known.set(key, shape);
    return shape;
  });
}

/** ε_v of two bodies: 1e-4 m/s, and less in proportion for bodies below a metre. */
function stickSpeed(options: Readonly<IpcOptions>, size: number): number {
  return options.staticFrictionSpeed > 0 ? options.staticFrictionSpeed : 1e-4 * Math.min(1, size);
}

function slowestStick(
  model: { count: number; motion: Uint8Array; diagonal: Float64Array },
  options: Readonly<IpcOptions>,
): number {
  let least = 1;
  for (let i = 0; i < model.count; i++)
    if (model.motion[i] === isFree) least = Math.min(least, model.diagonal[i]);
  return stickSpeed(options, least);
}

function pairRules(
  options: Readonly<IpcOptions>,
  {
    given,
    itemOf,
    diagonal,
    round,
    curve,
    freeFrom,
    friction,
    restitution,
    isSoft,
  }: Pick<
    Model,
    'isSoft' | 'given' | 'itemOf' | 'diagonal' | 'round' | 'curve' | 'freeFrom' | 'friction' | 'restitution'
  >,
): Model['pairRule'] {
  const count = given.bodies.length + given.deformables.length;
  const keyOf = (a: number, b: number): number => Math.min(a, b) * count + Math.max(a, b);
  const special = new Map<number, (typeof given.pairs)[number]>();
  for (const rule of given.pairs) special.set(keyOf(rule.a, rule.b), rule);
  const mayTouch = meetingRule(given);
  return (a, b) => {
    if (Math.min(freeFrom[a], freeFrom[b]) === Infinity || isSoft[a] || isSoft[b]) return undefined;
    if (!mayTouch(itemOf[a], itemOf[b])) return undefined;
    const rule = special.get(keyOf(itemOf[a], itemOf[b]));
    const size = Math.min(diagonal[a], diagonal[b]);
    const dHat = options.activationDistance > 0 ? options.activationDistance : 1e-3 * size;
    return {
      dHat,
      separation: options.minimumSeparation + round[a] + round[b],
      roundA: round[a],
      roundB: round[b],
      patch: 2 * Math.sqrt(2 * Math.max(curve[a], curve[b]) * dHat),
      friction: rule?.friction ?? Math.sqrt(friction[a] * friction[b]),
      restitution: rule?.restitution ?? Math.max(restitution[a], restitution[b]),
      stickSpeed: stickSpeed(options, size),
    };
  };
}
