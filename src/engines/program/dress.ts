// What a specification shows, as a scene: every shape is a body that rides on its frame, cameras and lights are frames of
// the scene, parameters get sliders.
//
// Resolving a scene file may not know the compiler (scene stands below lagrange), so whoever knows both registers this:
// registerSpecifications(dressScene). The text itself stays in the scene, and so in recordings: it is compiled again
// wherever it runs, and never anything but data.

import { makeMesh, mapAffine, type Mesh, MeshError } from '../../geometry/index.ts';
import { elaborate, type System } from '../../lagrange/index.ts';
import { parse, positionAt, specFault } from '../../lagrange/language/index.ts';
import { conjugateQuaternion, rotateByQuaternion } from '../../num/index.ts';
import { type Fault, FaultError, spellingHint } from '../../scene/fault/index.ts';
import { limits } from '../../scene/read/index.ts';
import {
  type Body,
  defaultMaterial,
  type Deformable,
  type Frame3,
  type Parameter,
  type Pose,
  type Quaternion,
  type Scene,
  type Shape,
  type Vec3,
} from '../../scene/index.ts';
import { atOrigin } from '../../scene/pose.ts';
import { colorNames, parseColor } from './colors.ts';
import { sceneFault } from './compile-cached.ts';
import { FrameMotion } from './frame-motion.ts';
import { makeShape } from './shape-mesh.ts';

/** Bodies of one group never collide with each other. */
const GROUP = 0;

/** The names of the bodies that a specification makes, in order: those of their frames, numbered where there are more. */
export function shapeNames({ shapes, frames, cameras, lights }: System): { name: string; frame: number }[] {
  const seen = new Map<number, number>();
  const named = shapes.map(({ frame }) => {
    const count = (seen.get(frame) ?? 0) + 1;
    seen.set(frame, count);
    return { name: count === 1 ? frames[frame].name : `${frames[frame].name} ${count}`, frame };
  });
  const bare = [...cameras, ...lights].filter(({ frame }) => frame > 0 && !seen.has(frame));
  for (const { frame } of bare) {
    if (seen.has(frame)) continue;
    seen.set(frame, 1);
    named.push({ name: frames[frame].name, frame });
  }
  return named;
}

/** @throws FaultError where the text cannot be read, or shows what cannot be shown */
export function dressScene(scene: Scene): Scene {
  if (scene.specification === undefined) return scene;
  const system = readSystem(scene.specification, scene.name);
  const motion = new FrameMotion(system);
  const guesses = Float64Array.from(system.variables, ({ guess }) => guess);
  motion.update(guesses, new Float64Array(guesses.length));

  const faults: Fault[] = [];
  const meshes = [...scene.meshes];
  const bodies = [...scene.bodies];
  const deformables = [...scene.deformables];
  const taken = new Set(bodies.map(({ name }) => name));
  const names = shapeNames(system);
  if (names.length + bodies.length > limits.bodies)
    faults.push({ what: 'there are too many shapes', where: 'specification', remedy: 'show fewer' });
  else
    for (const [i, { name, frame }] of names.entries()) {
      const where = placeOf(system, frame);
      if (taken.has(name))
        faults.push({
          what: 'a body of the scene has the name of this frame',
          where,
          value: name,
          remedy: 'rename the body',
        });
      const made = i < system.shapes.length ? shapeOf(system, i, motion, where, faults) : point;
      if (made === undefined) continue;
      if (i < system.shapes.length && motion.stretches(frame)) {
        deformables.push(deformableOf(name, frame, meshes, made, motion));
        continue;
      }
      bodies.push(bodyOf(system, name, frame, meshes.push(made.mesh) - 1, made, motion));
    }
  const frames = [...scene.frames, ...ridingFrames(system, names, bodies, motion)];
  if (faults.length > 0) throw new FaultError(`"${scene.name}" cannot be used:`, faults);
  return {
    ...scene,
    meshes,
    bodies,
    deformables,
    frames,
    parameters: parametersOf(system, scene),
    engine: scene.engine ?? 'program',
  };
}

/** A scene that is a specification and nothing else. */
export function sceneOfSpecification(text: string, name: string): Scene {
  return dressScene({
    name,
    description: '',
    up: 'z',
    gravity: [0, 0, 0],
    meshes: [],
    bodies: [],
    deformables: [],
    joints: [],
    forces: [],
    pairs: [],
    frames: [],
    parameters: [],
    specification: text,
    engine: 'program',
    options: {},
    duration: 10,
    frameRateHz: 60,
    seed: 0,
  });
}

function readSystem(text: string, name: string): System {
  const { specification, faults } = parse(text);
  const refuse = (list: readonly Fault[]): never => {
    throw new FaultError(`"${name}" cannot be used:`, list);
  };
  if (specification === undefined || faults.length > 0) return refuse(faults.map(sceneFault));
  const { system, problems } = elaborate(specification);
  return (
    system ??
    refuse(
      problems.map(({ span, what, remedy, value }) => sceneFault(specFault(text, span, what, remedy, value))),
    )
  );
}

function placeOf({ frames, text }: System, frame: number): string {
  const { line, column } = positionAt(text, frames[frame].span[0]);
  return `specification ${line}:${column}`;
}

interface Made {
  readonly mesh: Mesh;
  readonly shape: Shape;
  readonly color?: Vec3;
}

/** What cameras and lights without a shape ride on. */
const point: Made = { mesh: makeMesh([0, 0, 0], [], [], [0]), shape: { kind: 'mesh' } };

function shapeOf(
  system: System,
  index: number,
  motion: FrameMotion,
  where: string,
  faults: Fault[],
): Made | undefined {
  const { kind, numbers, color, frame } = system.shapes[index];
  const rgb = color === undefined ? undefined : parseColor(color);
  if (color !== undefined && rgb === undefined)
    faults.push({
      what: 'this colour is not known',
      where,
      value: color,
      remedy: `${spellingHint(color, colorNames)}, or write #rrggbb`,
    });
  try {
    const { mesh, exact } = makeShape(kind, numbers);
    const stretch = motion.stretches(frame) ? undefined : stretchOf(motion, frame);
    const plain = stretch === undefined;
    return {
      mesh: plain ? mesh : mapAffine(mesh, stretch, [0, 0, 0]),
      shape: plain ? exact : { kind: 'mesh' },
      ...(rgb === undefined ? {} : { color: rgb }),
    };
  } catch (error) {
    if (!(error instanceof MeshError)) throw error;
    faults.push({
      what: error.what,
      where,
      ...(error.value === '' ? {} : { value: error.value }),
      remedy: error.remedy,
    });
    return undefined;
  }
}

/** Rᵀ A: what scales do to a shape before it is turned; undefined where they do nothing. */
function stretchOf({ linear, rotations }: FrameMotion, frame: number): Float64Array | undefined {
  const inverse = new Float64Array(4);
  conjugateQuaternion(inverse, 0, rotations, 4 * frame);
  const column = new Float64Array(3);
  const out = new Float64Array(9);
  let off = 0;
  for (let j = 0; j < 3; j++) {
    for (let i = 0; i < 3; i++) column[i] = linear[9 * frame + 3 * i + j];
    rotateByQuaternion(column, 0, inverse, 0, column, 0);
    for (let i = 0; i < 3; i++) {
      out[3 * i + j] = column[i];
      off = Math.max(off, Math.abs(column[i] - (i === j ? 1 : 0)));
    }
  }
  return off < 1e-12 ? undefined : out;
}

function poseOf({ positions: p, rotations: q }: FrameMotion, frame: number): Pose {
  const [a, b] = [3 * frame, 4 * frame];
  return {
    position: [p[a], p[a + 1], p[a + 2]],
    orientation: [q[b], q[b + 1], q[b + 2], q[b + 3]] as Quaternion,
  };
}

/** Mass and inertia are for people who look: the engine takes them from the specification. */
function bodyOf(
  { masses, dag }: System,
  name: string,
  frame: number,
  mesh: number,
  { shape, color }: Made,
  motion: FrameMotion,
): Body {
  const borne = masses.find((mass) => mass.frame === frame);
  const mass = borne !== undefined && dag.isConstant(borne.mass) ? dag.value(borne.mass) : 1;
  return {
    name,
    motion: 'kinematic',
    mesh,
    shape,
    mass: mass > 0 ? mass : 1,
    inertia: [1, 1, 1],
    pose: poseOf(motion, frame),
    model: atOrigin,
    velocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
    force: [0, 0, 0],
    torque: [0, 0, 0],
    fixed: [false, false, false, false, false, false],
    material: defaultMaterial,
    group: GROUP,
    ...(color === undefined ? {} : { color }),
  };
}

/** A shape that changes its form is told vertex by vertex, in the world; masses are for form's sake. */
function deformableOf(
  name: string,
  frame: number,
  meshes: Mesh[],
  { mesh, color }: Made,
  motion: FrameMotion,
): Deformable {
  const positions = new Float64Array(mesh.positions.length);
  motion.placePoints(positions, 0, frame, mesh.positions);
  return {
    name,
    kind: 'shell',
    mesh: meshes.push({ ...mesh, positions }) - 1,
    masses: new Float64Array(positions.length / 3).fill(1),
    velocities: new Float64Array(positions.length),
    thickness: 1e-3,
    stretchStiffness: 0,
    bendStiffness: 0,
    stretchDamping: 0,
    bendDamping: 0,
    pins: [],
    material: defaultMaterial,
    group: GROUP,
    ...(color === undefined ? {} : { color }),
  };
}

function ridingFrames(
  system: System,
  names: readonly { name: string; frame: number }[],
  bodies: readonly Body[],
  motion: FrameMotion,
): Frame3[] {
  const used = new Set<string>();
  const unique = (wanted: string): string => {
    let name = wanted;
    for (let k = 2; used.has(name); k++) name = `${wanted} ${k}`;
    used.add(name);
    return name;
  };
  const one =
    (what: string) =>
    (riding: { name: string; frame: number }): Frame3 => {
      const own = names.find(({ frame }) => frame === riding.frame)?.name;
      const body = bodies.findIndex(({ name }) => name === own);
      return {
        name: unique(`${what} ${riding.name}`),
        pose: body < 0 ? poseOf(motion, riding.frame) : atOrigin,
        body,
      };
    };
  return [...system.cameras.map(one('camera')), ...system.lights.map(one('light'))];
}

/** Where a parameter of the specification stands, as parameters of scenes say it. */
function parameterTarget(name: string): string {
  return `/specification/${name}`;
}

/** Those of the specification in its order, with what the scene file says about them. */
function parametersOf({ parameters }: System, scene: Scene): Parameter[] {
  const own = parameters.map(({ name, value, range }): Parameter => {
    const given = scene.parameters.find(({ target }) => target === parameterTarget(name));
    if (given !== undefined) return given;
    const [min, max] = range ?? (value === 0 ? [-1, 1] : [Math.min(0, 2 * value), Math.max(0, 2 * value)]);
    return { name, value, min, max, unit: '', target: parameterTarget(name) };
  });
  const targets = new Set(own.map(({ target }) => target));
  return [...own, ...scene.parameters.filter(({ target }) => !targets.has(target))];
}
