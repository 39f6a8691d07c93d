// A recording as an animated GLB: a node a body, meshes shared, a translation and a rotation track for whatever moves,
// morph targets for what deforms (morph.ts) or bends (bend.ts). Rods are tubes; how thick sheets are is said in `extras`.
//
// Times and poses are rounded to single precision, as glTF has it. A viewer interpolates between frames along
// straight lines and great arcs, which is not exactly the motion that was verified.

import { shadingMesh } from '../../geometry/surface/index.ts';
import type { Mesh } from '../../geometry/index.ts';
import { bentBodies, type Recording } from '../../record/index.ts';
import { colorOf, type Scene } from '../../scene/index.ts';
import { linearFromSrgb } from '../color.ts';
import { bendTargets } from './bend.ts';
import { GlbFile } from './file.ts';
import { KeyFrames, morphPrimitives, morphWeights } from './morph.ts';
import { PhysicsExtension } from './physics.ts';
import { vertexStarts } from '../world-mesh.ts';

export interface GlbOptions {
  /** With KHR_physics_rigid_bodies, for programs that simulate. */
  readonly physics?: boolean;
}

interface GlbNode {
  readonly children?: number[];
  readonly [key: string]: unknown;
}

/** The bytes of an animated GLB. */
export async function exportGlb(recording: Recording, options: GlbOptions = {}): Promise<Uint8Array> {
  const { scene, frameCount } = recording;
  const file = new GlbFile();
  const starts = vertexStarts(scene);
  // A recording without frames is refused here.
  await recording.frame(0);
  const poses: Float64Array[] = [];
  /** Frames in which bodies are absent. */
  const missing = new Map<number, Set<number>>();
  const keys = scene.deformables.map(({ mesh }) => new KeyFrames(scene.meshes[mesh]));
  const bent = bentBodies(await recording.bending());
  const rows = bent.map(({ shape }) => new Float64Array(frameCount * shape.modes));
  for (let i = 0; i < frameCount; i++) {
    const frame = await recording.frame(i);
    poses.push(frame.poses);
    for (const body of frame.absent ?? []) missing.set(body, (missing.get(body) ?? new Set()).add(i));
    bent.forEach(({ shape: { modes }, at }, b) => {
      if (frame.bends) rows[b].set(frame.bends.subarray(at, at + modes), i * modes);
    });
    keys.forEach((own, d) => {
      own.add(frame.vertices.slice(starts[d], starts[d + 1]));
    });
  }
  for (const own of keys) own.finish();

  const looks = new Looks(file, scene);
  const physics = options.physics ? new PhysicsExtension(scene) : undefined;
  const courses = new Map<number, Float32Array>();
  const bentMeshes = new Map<number, number>();
  bent.forEach(({ body, shape }, b) => {
    const { keys: surfaces, weights } = bendTargets(shape, rows[b]);
    const none = new Uint32Array(0);
    const { positions, faces } = shape;
    const mesh = { positions, faces, wires: none, points: none };
    bentMeshes.set(body, looks.dress(morphPrimitives(file, mesh, surfaces), body));
    courses.set(body, weights);
  });
  const nodes: GlbNode[] = scene.bodies.map((body, i) => {
    const mesh = bentMeshes.get(i) ?? looks.mesh(body.mesh, i);
    const weights = courses.get(i)?.subarray(0, (courses.get(i) as Float32Array).length / frameCount);
    return {
      name: body.name,
      mesh,
      ...(weights && weights.length > 0 ? { weights: [...weights] } : {}),
      translation: [...poses[0].subarray(7 * i, 7 * i + 3)].map(Math.fround),
      rotation: unitInSingle(poses[0].subarray(7 * i + 3, 7 * i + 7)),
      ...(missing.get(i)?.has(0) ? { scale: [0, 0, 0] } : {}),
      ...(physics === undefined
        ? {}
        : { extensions: physics.node(body, bentMeshes.has(i) ? looks.mesh(body.mesh, i) : mesh) }),
    };
  });
  scene.deformables.forEach(({ name, mesh, thickness }, d) => {
    const primitives = morphPrimitives(file, scene.meshes[mesh], keys[d].positions, thickness);
    nodes.push({ name, mesh: looks.dress(primitives, scene.bodies.length + d), extras: { thickness } });
  });

  const animation = animate(file, await recording.times(), poses, keys, { courses, missing }, scene);
  const children = nodes.map((_, i) => i);
  for (const { parent, node } of physics?.jointNodes(nodes.length) ?? []) {
    const number = nodes.push(node as GlbNode) - 1;
    if (parent < 0) children.push(number);
    else nodes[parent] = { ...nodes[parent], children: [...(nodes[parent].children ?? []), number] };
  }
  // glTF looks up along y: a scene that looks up along z is laid down as a whole.
  if (scene.up === 'z') nodes.push({ name: 'z up', rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], children });
  return file.finish({
    scene: 0,
    scenes: [{ name: scene.name, nodes: scene.up === 'z' ? [nodes.length - 1] : children }],
    nodes,
    meshes: looks.meshes,
    materials: looks.materials,
    ...(animation.channels.length > 0 ? { animations: [{ name: scene.name, ...animation }] } : {}),
    ...physics?.root(),
  });
}

const WIDTHS = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;

/** What changes of bodies beside their poses: weights of morph targets, and frames in which they are absent. */
interface Changes {
  readonly courses: ReadonlyMap<number, Float32Array>;
  readonly missing: ReadonlyMap<number, ReadonlySet<number>>;
}

function animate(
  file: GlbFile,
  times: Float64Array,
  poses: readonly Float64Array[],
  keys: readonly KeyFrames[],
  { courses, missing }: Changes,
  scene: Scene,
) {
  const samplers: object[] = [];
  const channels: object[] = [];
  let input: number | undefined;
  const track = (
    node: number,
    path: keyof typeof WIDTHS,
    values: Float32Array,
    interpolation: 'LINEAR' | 'STEP' = 'LINEAR',
  ) => {
    input ??= file.samples(Float32Array.from(times), 'SCALAR');
    const output = file.samples(values, WIDTHS[path]);
    samplers.push({ input, output, interpolation });
    channels.push({ sampler: samplers.length - 1, target: { node, path } });
  };
  scene.bodies.forEach((_, body) => {
    if (changes(poses, 7 * body, 3)) track(body, 'translation', gather(poses, 7 * body, 3));
    if (changes(poses, 7 * body + 3, 4)) track(body, 'rotation', continuous(gather(poses, 7 * body + 3, 4)));
    const weights = courses.get(body);
    if (weights && weights.length > 0) track(body, 'weights', weights);
    const gone = missing.get(body);
    // what is not there has no size
    if (gone && gone.size < times.length)
      track(
        body,
        'scale',
        Float32Array.from({ length: 3 * times.length }, (_, i) => (gone.has(Math.floor(i / 3)) ? 0 : 1)),
        'STEP',
      );
  });
  keys.forEach(({ frames }, d) => {
    if (frames.length < 2) return;
    const own = file.samples(
      Float32Array.from(frames, (frame) => times[frame]),
      'SCALAR',
    );
    samplers.push({ input: own, output: morphWeights(file, frames.length), interpolation: 'LINEAR' });
    const target = { node: scene.bodies.length + d, path: 'weights' };
    channels.push({ sampler: samplers.length - 1, target });
  });
  return { samplers, channels };
}

function changes(poses: readonly Float64Array[], at: number, width: number): boolean {
  return poses.some((pose) => {
    for (let k = at; k < at + width; k++) if (pose[k] !== poses[0][k]) return true;
    return false;
  });
}

function gather(poses: readonly Float64Array[], at: number, width: number): Float32Array {
  const out = new Float32Array(width * poses.length);
  poses.forEach((pose, i) => {
    out.set(pose.subarray(at, at + width), width * i);
  });
  return out;
}

/** q and -q are the same rotation; viewers go the short way only if neighbours have like signs. */
function continuous(q: Float32Array): Float32Array {
  for (let i = 4; i < q.length; i += 4) {
    const dot = q[i] * q[i - 4] + q[i + 1] * q[i - 3] + q[i + 2] * q[i - 2] + q[i + 3] * q[i - 1];
    if (dot < 0) for (let k = i; k < i + 4; k++) q[k] = -q[k];
  }
  return q;
}

function unitInSingle(q: Float64Array): number[] {
  return [...q].map(Math.fround);
}

/** Meshes and materials, made once for every pair of shape and colour; the arrays once for every shape. */
class Looks {
  readonly meshes: object[] = [];
  readonly materials: object[] = [];
  private readonly file: GlbFile;
  private readonly scene: Scene;
  private readonly meshNumbers = new Map<string, number>();
  private readonly materialNumbers = new Map<string, number>();
  private readonly shapes = new Map<Mesh, object[]>();

  constructor(file: GlbFile, scene: Scene) {
    this.file = file;
    this.scene = scene;
  }

  mesh(number: number, item: number): number {
    const key = `${number} ${this.material(item)}`;
    const known = this.meshNumbers.get(key) ?? this.add(this.scene.meshes[number], item);
    this.meshNumbers.set(key, known);
    return known;
  }

  private add(mesh: Mesh, item: number): number {
    const primitives = this.shapes.get(mesh) ?? this.primitivesOf(mesh);
    this.shapes.set(mesh, primitives);
    return this.dress(primitives, item);
  }

  /** A mesh of primitives in the colour of a body or deformable. */
  dress(primitives: readonly object[], item: number): number {
    const material = this.material(item);
    return this.meshes.push({ primitives: primitives.map((primitive) => ({ ...primitive, material })) }) - 1;
  }

  private primitivesOf(mesh: Mesh): object[] {
    const { file } = this;
    const primitives: object[] = [];
    if (mesh.faces.length > 0) {
      const { positions, normals, faces } = shadingMesh(mesh);
      const attributes = {
        POSITION: file.attribute(Float32Array.from(positions), 'VEC3', true),
        NORMAL: file.attribute(unitNormals(normals), 'VEC3', false),
      };
      primitives.push({ attributes, indices: file.indices(faces), mode: 4 });
    }
    if (mesh.wires.length + mesh.points.length > 0) {
      const attributes = { POSITION: file.attribute(Float32Array.from(mesh.positions), 'VEC3', true) };
      if (mesh.wires.length > 0) primitives.push({ attributes, indices: file.indices(mesh.wires), mode: 1 });
      if (mesh.points.length > 0)
        primitives.push({ attributes, indices: file.indices(mesh.points), mode: 0 });
    }
    return primitives;
  }

  private material(item: number): number {
    const color = colorOf(this.scene, item).map(linearFromSrgb);
    const key = color.join(' ');
    let number = this.materialNumbers.get(key);
    if (number === undefined) {
      const pbrMetallicRoughness = {
        baseColorFactor: [...color, 1],
        metallicFactor: 0,
        roughnessFactor: 0.55,
      };
      number = this.materials.push({ pbrMetallicRoughness, doubleSided: true }) - 1;
      this.materialNumbers.set(key, number);
    }
    return number;
  }
}

/** A face without area has no normal; glTF wants one all the same. */
function unitNormals(normals: Float64Array): Float32Array {
  const out = Float32Array.from(normals);
  for (let i = 0; i < out.length; i += 3)
    if (out[i] === 0 && out[i + 1] === 0 && out[i + 2] === 0) out[i + 1] = 1;
  return out;
}
