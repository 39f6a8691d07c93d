// Skins and morph targets: rigid where one bone has it all, a surface with a cache where it bends, cloth where its
// extras say so.

import { type Affine, type Mesh, MeshError, multiplyAffine } from '../../geometry/index.ts';
import {
  deform,
  type DeformingMesh,
  objectAt,
  readDeformingMesh,
  readSkin,
  type Skin,
  type Track,
} from '../../geometry/files/index.ts';
import type { DeformableFile } from '../builder.ts';
import { describeMesh, diagonalOf, sizeOf } from '../new/found-body.ts';
import { type Cache, sampleCache } from './caches.ts';
import type { Extras } from './extras.ts';
import { wordsOf } from './rigid.ts';
import type { GltfSource } from './source.ts';

export interface Bending {
  readonly mesh: DeformingMesh;
  readonly skin?: Skin;
  /** Everything that moves or bends it. */
  readonly tracks: readonly Track[];
  /** The one map that takes it all, where there is one. */
  readonly sole?: (time: number) => Affine;
  /** Writes the positions in the scene at a time. */
  write(time: number, out: Float64Array): void;
}

/** The mesh of a node as it bends; undefined where it has no faces. */
export function bendingOf(source: GltfSource, node: number): Bending | undefined {
  const { root, binary, motion, collector } = source;
  const json = objectAt(root, 'nodes', node);
  const index = json['mesh'] as number;
  const notes: string[] = [];
  const mesh = readDeformingMesh(root, binary, index, notes, source.budget);
  for (const note of notes) collector.note(`${source.path}: ${note}`);
  if (mesh === undefined) return undefined;
  const skin =
    json['skin'] === undefined || mesh.bones === 0 ? undefined : readSkin(root, binary, json['skin']);
  const plain: DeformingMesh = skin === undefined ? { ...mesh, bones: 0 } : mesh;
  if (skin !== undefined) checkBones(mesh, skin, source.where(node));
  const morphs = motion.weightTrack(node);
  const ofBones = skin === undefined ? motion.tracksOf(node) : tracksOfBones(source, skin);
  const weights = (time: number) =>
    motion.weights(node, objectAt(root, 'meshes', index), mesh.targets.length, time);
  const isMorphed = mesh.targets.length > 0 && (morphs !== undefined || weights(0).some((w) => w !== 0));
  const bone = skin === undefined ? undefined : soleBone(mesh);
  const mapOf = (j: number, time: number) =>
    multiplyAffine(source.world((skin as Skin).joints[j], time), (skin as Skin).inverseBinds[j]);
  const sole =
    isMorphed || (skin !== undefined && bone === undefined)
      ? undefined
      : (time: number) => (bone === undefined ? source.world(node, time) : mapOf(bone, time));
  const noWeights = new Float64Array(mesh.targets.length);
  return {
    mesh: plain,
    ...(skin === undefined ? {} : { skin }),
    tracks: [...ofBones, ...(morphs !== undefined && mesh.targets.length > 0 ? [morphs] : [])],
    ...(sole === undefined ? {} : { sole }),
    write: (time, out) => {
      const maps =
        skin === undefined ? [source.world(node, time)] : skin.joints.map((_, j) => mapOf(j, time));
      deform(plain, isMorphed ? weights(time) : noWeights, maps, out);
    },
  };
}

function tracksOfBones(source: GltfSource, skin: Skin): Track[] {
  return [...new Set(skin.joints.flatMap((joint) => source.motion.tracksOf(joint)))];
}

function checkBones({ joints, weights }: DeformingMesh, skin: Skin, where: string): void {
  for (let i = 0; i < joints.length; i++)
    if (weights[i] !== 0 && joints[i] >= skin.joints.length)
      throw new MeshError(
        'there is no such bone',
        where,
        joints[i],
        `name one of ${skin.joints.length} bones`,
      );
}

/** The bone that has every vertex to itself. */
function soleBone({ bones, joints, weights }: DeformingMesh): number | undefined {
  let sole: number | undefined;
  for (let i = 0; i < joints.length; i++) {
    if (Math.abs(weights[i]) <= 1e-6) continue;
    if (sole !== undefined && joints[i] !== sole) return undefined;
    sole = joints[i];
  }
  return bones === 0 ? undefined : sole;
}

/** As it stands in the scene at the start. */
export function posed({ mesh, write }: Bending): Mesh {
  const positions = new Float64Array(mesh.mesh.positions.length);
  write(0, positions);
  return { ...mesh.mesh, positions };
}

/** A surface that moves as animated, and pushes without being pushed. */
export function addSurface(source: GltfSource, node: number, bending: Bending, extras?: Extras): void {
  const { draft } = source;
  const mesh = posed(bending);
  const cache = cacheOf(source, node, bending, mesh);
  if (cache === undefined) return;
  const name = addDeformable(source, node, 'shell', mesh, extras, { cache: cacheFile(source, node, cache) });
  draft.list(
    'rigid body',
    source.where(node),
    `"${name}" bends: it is a surface that moves as animated, which engines of rigid bodies refuse (--static takes it as it stands at the start, --ignore leaves it out)`,
  );
}

/** Cloth or a shell that hangs on the vertices whose attribute _PIN is at least a half. */
export function addCloth(
  source: GltfSource,
  node: number,
  kind: 'cloth' | 'shell',
  bending: Bending,
  extras: Extras | undefined,
): void {
  const mesh = posed(bending);
  const held = [...(bending.mesh.pins ?? [])].flatMap((pin, vertex) => (pin >= 0.5 ? [vertex] : []));
  const cache =
    held.length > 0 && bending.tracks.length > 0 ? cacheOf(source, node, bending, mesh) : undefined;
  const pin = cache === undefined ? {} : { cache: cacheFile(source, node, cache) };
  if (held.length === 0 && bending.tracks.length > 0)
    source.draft.list('animation', source.where(node), 'nothing of the cloth is pinned (attribute _PIN)');
  addDeformable(source, node, kind, mesh, extras, {
    ...(held.length === 0 ? {} : { pins: [{ vertices: held, ...pin }] }),
  });
}

function addDeformable(
  source: GltfSource,
  node: number,
  kind: DeformableFile['kind'],
  mesh: Mesh,
  extras: Extras | undefined,
  more: Partial<DeformableFile>,
): string {
  const { draft } = source;
  const name = draft.bodyNames.unique(source.name(node));
  const path = draft.addMesh(name, mesh);
  draft.deformables.push({
    name,
    kind,
    shape: { kind: 'file', path, units: 'm' },
    ...(wordsOf(extras, source) as Partial<DeformableFile>),
    ...more,
  });
  draft.found.push(describeMesh(name, source.path, mesh, 0));
  draft.cover(mesh);
  return name;
}

function cacheOf(source: GltfSource, node: number, bending: Bending, mesh: Mesh): Cache | undefined {
  const end = Math.max(0, ...bending.tracks.map(({ times }) => times[times.length - 1]));
  const vertices = mesh.positions.length / 3;
  const size = diagonalOf(sizeOf(mesh));
  const placed = bending.skin?.joints ?? [node];
  const nodes = placed.reduce((sum, joint) => sum + 1 + source.motion.depth(joint), 0);
  const cache = sampleCache((time, out) => bending.write(time, out), vertices, end, size, nodes);
  source.draft.end = Math.max(source.draft.end, end);
  if (cache === undefined)
    source.draft.list('animation', source.where(node), `${vertices} vertices over ${end} s are too many`);
  return cache;
}

function cacheFile(source: GltfSource, node: number, { bytes, frameRateHz, error }: Cache) {
  const path = source.draft.addFile(source.name(node), 'pc2', bytes);
  source.collector.note(
    `${source.name(node)}: animation sampled ${frameRateHz} times a second, within ${Number((1000 * error).toPrecision(2))} mm`,
  );
  return { path, frameRateHz };
}
