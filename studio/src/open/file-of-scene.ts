// A scene file from a resolved scene, so that what a recording shows can be changed and run again. Meshes become files
// beside it; masses, inertias and frames are written out, so that resolving it gives the same bodies again.

import { writeObj } from '../../../src/geometry/files/index.ts';
import { type Mesh, meshBounds, moveMesh } from '../../../src/geometry/index.ts';
import {
  type Body,
  conditionsOf,
  type Deformable,
  type EngineName,
  findMaterial,
  type Joint,
  type Material,
  type MaterialName,
  type Path,
  type Pose,
  type Scene,
  type Vec3,
} from '../../../src/scene/index.ts';
import { compose, conjugate, invert, pointInFrame, rotate } from '../../../src/scene/pose.ts';
import type {
  BodyFile,
  DeformableFile,
  JointFile,
  MaterialFile,
  PathFile,
  PoseFile,
  SceneFile,
} from '../../../src/scene/schema/index.ts';

export interface WrittenScene {
  readonly file: SceneFile;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What could not be written down. */
  readonly notes: readonly string[];
}

export function fileOfScene(scene: Scene): WrittenScene {
  const meshes = new MeshFiles();
  const notes: string[] = [];
  const nameOf = (index: number) =>
    (scene.bodies[index] ?? scene.deformables[index - scene.bodies.length]).name;
  const file: SceneFile = {
    name: scene.name,
    ...(scene.description === '' ? {} : { description: scene.description }),
    up: scene.up,
    gravity: gravityOf(scene),
    ...(scene.engine === undefined ? {} : { engine: scene.engine as EngineName }),
    ...(Object.keys(scene.options).length === 0 ? {} : { options: { ...scene.options } }),
    duration: scene.duration,
    frameRateHz: scene.frameRateHz,
    ...(scene.seed === 0 ? {} : { seed: scene.seed }),
    ...(scene.wind === undefined ? {} : { wind: triple(scene.wind) }),
    ...lookOf(scene),
    ...(scene.listener === undefined ? {} : { listener: poseOf(scene.listener) }),
    bodies: scene.bodies.map((body) => bodyOf(scene, body, meshes)),
    ...some(
      'deformables',
      scene.deformables.map((one) => deformableOf(scene, one, meshes, notes)),
    ),
    ...some(
      'joints',
      scene.joints.map((joint) => jointOf(scene, joint)),
    ),
    ...some('forces', [
      ...scene.forces.map(({ body, force, torque, point, from, until }) => ({
        body: nameOf(body),
        force: triple(force),
        torque: triple(torque),
        at: triple(pointInFrame(scene.bodies[body].model, point)),
        from,
        ...(until > 1e9 ? {} : { until }),
      })),
      ...(scene.pulls ?? []).map(({ deformable, vertices, force, from, until }) => ({
        deformable: scene.deformables[deformable].name,
        vertices: [...vertices],
        force: triple(force),
        from,
        ...(until > 1e9 ? {} : { until }),
      })),
    ]),
    ...some(
      'pairs',
      scene.pairs.map(({ a, b, ...rest }) => ({ a: nameOf(a), b: nameOf(b), ...rest })),
    ),
    ...some(
      'hints',
      (scene.hints ?? []).map(({ body, from, ...rest }) => ({
        body: nameOf(body),
        ...(from === undefined ? {} : { from: triple(from) }),
        ...rest,
      })),
    ),
    ...some(
      'goals',
      (scene.goals ?? []).map(({ bodies, by, from, passes, startsIn, ...rest }) => ({
        bodies: bodies.map(nameOf),
        ...(by === undefined ? {} : { by: nameOf(by) }),
        ...(from === undefined ? {} : { from: triple(from) }),
        ...(passes === undefined ? {} : { passes: triple(passes) }),
        ...(startsIn === undefined
          ? {}
          : {
              startsIn:
                'size' in startsIn
                  ? { center: triple(startsIn.center), size: triple(startsIn.size) }
                  : { ...startsIn, center: triple(startsIn.center) },
            }),
        ...rest,
      })),
    ),
    ...some(
      'frames',
      scene.frames.map(({ name, pose, body }) =>
        body < 0
          ? { name, ...poseOf(pose) }
          : { name, body: nameOf(body), ...poseOf(compose(invert(scene.bodies[body].model), pose)) },
      ),
    ),
  };
  return { file: withParameters(file, scene, notes), files: meshes.files, notes };
}

function bodyOf(scene: Scene, body: Body, meshes: MeshFiles): BodyFile {
  const model = invert(body.model);
  const { position, rotation } = poseOf(compose(body.pose, body.model));
  const isStill = body.motion === 'static';
  const hasMass = body.mass > 0 && body.inertia.every((moment) => moment > 0);
  return {
    name: body.name,
    shape: shapeOf(scene, body, meshes),
    ...(body.motion === 'dynamic' ? {} : { motion: body.motion }),
    position,
    ...(rotation === undefined ? {} : { rotation }),
    ...(body.path === undefined ? {} : { path: pathOf(body.path, body.model) }),
    ...(isZero(body.velocity) ? {} : { velocity: triple(body.velocity) }),
    ...(isZero(body.angularVelocity) ? {} : { angularVelocity: triple(body.angularVelocity) }),
    ...(isZero(body.force) ? {} : { force: triple(body.force) }),
    ...(isZero(body.torque) ? {} : { torque: triple(body.torque) }),
    ...(isStill || body.fixed.every((held) => !held) ? {} : { fixed: [...body.fixed] as BodyFile['fixed'] }),
    ...(isStill || !hasMass
      ? {}
      : {
          mass: body.mass,
          centre: triple(model.position),
          inertia: {
            moments: triple(body.inertia),
            ...(isUpright(model)
              ? {}
              : { rotation: [...model.orientation] as [number, number, number, number] }),
          },
        }),
    material: materialOf(body.material),
    ...(body.group < 0 ? {} : { group: body.group }),
    ...layersOf(body),
    ...(body.sensor === true ? { sensor: true } : {}),
    ...(body.enabled === false ? { enabled: false } : {}),
    ...(body.surfaceVelocity === undefined
      ? {}
      : { surfaceVelocity: triple(rotate(conjugate(body.model.orientation), body.surfaceVelocity)) }),
    ...(body.damping === undefined ? {} : { damping: { ...body.damping } }),
    ...(body.color === undefined ? {} : { color: triple(body.color) }),
    ...(body.node === undefined ? {} : { node: body.node }),
    ...(body.clamp === undefined ? {} : { clamp: body.clamp.map(conditionsOf) }),
  };
}

/** Boxes and planes by their sizes, where the mesh is exactly theirs; others as a file in model coordinates. */
function shapeOf(scene: Scene, body: Body, meshes: MeshFiles): BodyFile['shape'] {
  const mesh = scene.meshes[body.mesh];
  const isOwnFrame = isUpright(body.model) && isZero(body.model.position);
  if (isOwnFrame && body.shape.kind === 'box' && mesh.positions.length === 24)
    return { kind: 'box', size: triple(body.shape.size) };
  if (body.shape.kind === 'plane' && mesh.positions.length === 12) {
    const frame = invert(body.model);
    const box = meshBounds(moveMesh(mesh, frame.orientation, frame.position));
    const size = [0, 1, 2].map((k) => box[3 + k] - box[k]);
    const least = 1e-9 * Math.max(...size);
    const flat = size.findIndex((extent) => extent < least);
    const isCentred = [0, 1, 2].every((k) => Math.abs(box[k] + box[3 + k]) < least);
    // A sheet on another axis has its two edges along the ones that follow.
    if (flat >= 0 && isCentred)
      return {
        kind: 'plane',
        axis: 'xyz'[flat],
        width: size[(flat + 1) % 3],
        depth: size[(flat + 2) % 3],
      };
  }
  return { kind: 'file', path: meshes.add(body.name, mesh, invert(body.model)), units: 'm' };
}

function deformableOf(scene: Scene, one: Deformable, meshes: MeshFiles, notes: string[]): DeformableFile {
  const mesh = scene.meshes[one.mesh];
  if (one.track !== undefined || one.pins.some(({ track }) => track !== undefined))
    notes.push(`${one.name} moved as animated in a file that the recording does not hold; here it does not`);
  if (one.filling !== undefined)
    notes.push(`${one.name} is filled anew when it is read: its surface may get other vertices`);
  const total = one.masses.reduce((sum, mass) => sum + mass, 0);
  const first = [one.velocities[0], one.velocities[1], one.velocities[2]] as const;
  if (one.velocities.some((v, i) => v !== first[i % 3]))
    notes.push(
      `${one.name} started with velocities that differ from vertex to vertex; here all have the first's`,
    );
  return {
    name: one.name,
    kind: one.kind,
    shape: { kind: 'file', path: meshes.add(one.name, mesh), units: 'm' },
    ...(one.restPositions === undefined
      ? {}
      : {
          rest: {
            kind: 'file' as const,
            path: meshes.add(`${one.name}-rest`, { ...mesh, positions: one.restPositions }),
            units: 'm' as const,
          },
        }),
    mass: total,
    thickness: one.thickness,
    stretchStiffness: one.stretchStiffness,
    bendStiffness: one.bendStiffness,
    stretchDamping: one.stretchDamping,
    bendDamping: one.bendDamping,
    ...(isZero(first) ? {} : { velocity: triple(first) }),
    ...some(
      'pins',
      one.pins.map(({ vertices, path, force }) => ({
        vertices: [...vertices],
        ...(path === undefined ? {} : { path: pathOf(path) }),
        ...(force === undefined ? {} : { force: triple(force) }),
      })),
    ),
    material: materialOf(one.material),
    ...(one.group < 0 ? {} : { group: one.group }),
    ...layersOf(one),
    ...(one.twistStiffness === undefined ? {} : { twistStiffness: one.twistStiffness }),
    ...(one.color === undefined ? {} : { color: triple(one.color) }),
  };
}

/** Names of layers are not kept: they are called by their bits. */
function layersOf({
  layers,
  touches,
}: Pick<Body, 'layers' | 'touches'>): Pick<BodyFile, 'layers' | 'touches'> {
  const named = (bits: number) =>
    Array.from({ length: 32 }, (_, i) => i).flatMap((i) =>
      (bits >>> i) & 1 ? [i === 0 ? 'default' : `layer-${i}`] : [],
    );
  return {
    ...(layers === undefined ? {} : { layers: named(layers) }),
    ...(touches === undefined ? {} : { touches: named(touches) }),
  };
}

function lookOf({
  bodies,
  wind,
  damping,
  camera,
  lights,
}: Scene): Pick<SceneFile, 'wind' | 'damping' | 'camera' | 'lights'> {
  const follows = (index: number) => (index < 0 ? {} : { follow: bodies[index].name });
  return {
    ...(wind === undefined ? {} : { wind: triple(wind) }),
    ...(damping === undefined ? {} : { damping: { ...damping } }),
    ...(camera === undefined
      ? {}
      : {
          camera: {
            ...(camera.position === undefined ? {} : { position: triple(camera.position) }),
            ...(camera.target === undefined ? {} : { target: triple(camera.target) }),
            ...follows(camera.follow),
            fieldOfViewDegrees: (camera.fieldOfView * 180) / Math.PI,
          },
        }),
    ...(lights === undefined
      ? {}
      : {
          lights: lights.map(({ kind, position, target, follow, color, strength }) => ({
            kind,
            position: triple(position),
            target: triple(target),
            ...follows(follow),
            color: triple(color),
            strength,
          })),
        }),
  };
}

function jointOf(scene: Scene, joint: Joint): JointFile {
  const frame = (body: number, pose: Pose) =>
    poseOf(body < 0 ? pose : compose(invert(scene.bodies[body].model), pose));
  const { spring, motor } = joint;
  return {
    name: joint.name,
    kind: joint.kind,
    ...(joint.couples === undefined
      ? {
          a: scene.bodies[joint.a].name,
          ...(joint.b < 0 ? {} : { b: scene.bodies[joint.b].name }),
          frameA: frame(joint.a, joint.frameA),
          frameB: frame(joint.b, joint.frameB),
        }
      : {
          first: scene.joints[joint.couples[0]].name,
          second: scene.joints[joint.couples[1]].name,
          ratio: joint.ratio,
        }),
    ...(joint.kind === 'distance' ? { length: joint.length } : {}),
    ...(joint.limits === undefined ? {} : { limits: [joint.limits[0], joint.limits[1]] as [number, number] }),
    ...(spring === undefined ? {} : { spring: { ...spring } }),
    ...(motor === undefined ? {} : { motor: { ...motor } }),
    ...(joint.coordinates === undefined
      ? {}
      : { coordinates: structuredClone(joint.coordinates) as JointFile['coordinates'] }),
    ...(joint.cone === undefined ? {} : { cone: joint.cone }),
    ...(joint.twist === undefined ? {} : { twist: [joint.twist[0], joint.twist[1]] as [number, number] }),
    ...(joint.pitch === undefined ? {} : { pitch: joint.pitch }),
    ...(joint.breakForce === undefined ? {} : { breakForce: joint.breakForce }),
    ...(joint.breakTorque === undefined ? {} : { breakTorque: joint.breakTorque }),
    ...(joint.collide ? { collide: true } : {}),
  };
}

function pathOf(path: Path, model?: Pose): PathFile {
  const keys = path.poses.map((pose, i) => ({
    time: path.times[i],
    ...poseOf(model === undefined ? pose : compose(pose, model)),
  }));
  return { keys, ...(path.after === 'hold' ? {} : { after: path.after }) };
}

/** By name where it is one of the named ones, whole. */
function materialOf(material: Material): MaterialFile {
  const named = findMaterial(material.name);
  const keys = Object.keys(material) as (keyof Material)[];
  if (named !== undefined && keys.every((key) => named[key] === material[key]))
    return material.name as MaterialName;
  const { textile, ...rest } = material;
  if (textile === undefined) return rest;
  const [stretch, bend] = [textile.stretch, textile.bend].map(([warp, weft]): [number, number] => [
    warp,
    weft,
  ]);
  return { ...rest, textile: { ...textile, stretch, bend } };
}

/** Parameters point at numbers of the old file; those whose number has another place now are found again or dropped. */
function withParameters(file: SceneFile, scene: Scene, notes: string[]): SceneFile {
  const parameters: NonNullable<SceneFile['parameters']> = [];
  for (const { name, target, min, max, unit } of scene.parameters) {
    const own = /^\/bodies\/(\d+)\/(friction|restitution|rollingFriction)$/.exec(target);
    const body = own === null ? undefined : scene.bodies[Number(own[1])];
    if (own !== null && body !== undefined && file.bodies !== undefined) {
      const key = own[2] as 'friction' | 'restitution' | 'rollingFriction';
      file.bodies[Number(own[1])] = { ...file.bodies[Number(own[1])], [key]: body.material[key] };
    }
    if (isNumberAt(file, target))
      parameters.push({ name, target, min, max, ...(unit === '' ? {} : { unit }) });
    else notes.push(`the parameter ${name} drove something that is written differently now; it is left out`);
  }
  return { ...file, ...some('parameters', parameters) };
}

function isNumberAt(file: unknown, pointer: string): boolean {
  let at: unknown = file;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return false;
    at = (at as Record<string, unknown>)[step];
  }
  return typeof at === 'number';
}

/** Downwards it is a strength, which is easier to change. */
function gravityOf({ gravity: [x, y, z], up }: Scene): SceneFile['gravity'] {
  const [down, across] = up === 'y' ? [-y, z] : [-z, y];
  return down >= 0 && x === 0 && across === 0 ? down : [x, y, z];
}

function poseOf(pose: Pose): Required<Pick<PoseFile, 'position'>> & PoseFile {
  const position = triple(pose.position);
  if (isUpright(pose)) return { position };
  return { position, rotation: [...pose.orientation] as [number, number, number, number] };
}

function isUpright({ orientation }: Pose): boolean {
  return orientation[3] === 1 || orientation[3] === -1;
}

function isZero(v: readonly number[]): boolean {
  return v.every((x) => x === 0);
}

function triple(v: Vec3): [number, number, number] {
  return [v[0], v[1], v[2]];
}

function some<Key extends string, T>(key: Key, list: T[]): Partial<Record<Key, T[]>> {
  return list.length === 0 ? {} : ({ [key]: list } as Record<Key, T[]>);
}

/** A file for every mesh, shared where several bodies have it in the same frame. */
class MeshFiles {
  readonly files = new Map<string, Uint8Array>();
  private readonly known = new Map<Mesh, Map<string, string>>();

  /** @param frame  puts the mesh there first */
  add(name: string, mesh: Mesh, frame?: Pose): string {
    const places = this.known.get(mesh) ?? new Map<string, string>();
    this.known.set(mesh, places);
    const key = JSON.stringify(frame ?? null);
    const before = places.get(key);
    if (before !== undefined) return before;
    const stem =
      name
        .replace(/[^A-Za-z0-9._-]+/g, '-')
        .replace(/^[.-]+|[.-]+$/g, '')
        .slice(0, 60) || 'mesh';
    let path = `meshes/${stem}.obj`;
    for (let i = 2; this.files.has(path); i++) path = `meshes/${stem}-${i}.obj`;
    const placed = frame === undefined ? mesh : moveMesh(mesh, frame.orientation, frame.position);
    this.files.set(path, writeObj([{ name: stem, mesh: placed }]));
    places.set(key, path);
    return path;
  }
}
