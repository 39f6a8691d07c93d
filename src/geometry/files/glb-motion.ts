// Where the nodes, skins and morph targets of a glTF file are at any time.
//
// A skinned vertex is where its bones take it, x = Σ w (bone in the world) (inverse bind) (x₀ + Σ μ Δ), whatever its
// own node does; μ are the morph weights. glTF 2.0, section 3.7.

import { type Affine, IDENTITY, multiplyAffine } from '../affine.ts';
import { MeshError } from '../mesh-error.ts';
import { matrixFromQuaternion } from '../../num/index.ts';
import { readAccessor } from './glb-accessor.ts';
import { sampleTrack, type Track, type TrackPath } from './glb-animation.ts';
import { arrayAt, type Json, numbersAt, objectAt, textOf } from './glb-container.ts';
import type { DeformingMesh } from './glb-mesh.ts';
import type { TreeNode } from './glb-nodes.ts';
import { finiteCoordinate } from './mesh-file.ts';

/** Chains of moving nodes are followed at every moment: longer ones nobody makes. */
const DEEPEST = 256;

export interface Skin {
  readonly joints: readonly number[];
  readonly inverseBinds: readonly Affine[];
}

type NodeTracks = Partial<Record<TrackPath, Track>>;

export class GlbMotion {
  private readonly tree: ReadonlyMap<number, TreeNode>;
  private readonly tracks = new Map<number, NodeTracks>();
  /** How many nodes up to the root, of those that move. */
  private readonly depths = new Map<number, number>();

  constructor(tree: ReadonlyMap<number, TreeNode>, tracks: readonly Track[]) {
    this.tree = tree;
    for (const track of tracks) {
      const own = this.tracks.get(track.node) ?? {};
      // The first animation that moves something has it.
      own[track.path] ??= track;
      this.tracks.set(track.node, own);
    }
    const depths = new Map<number, number>([[-1, 0]]);
    for (const { node, parent } of tree.values()) {
      const depth = (depths.get(parent) ?? 0) + 1;
      depths.set(node, depth);
      if (this.isMoved(node) || this.depths.has(parent)) this.depths.set(node, depth);
    }
  }

  /** Whether an animation moves it in the world. */
  moves(node: number): boolean {
    return this.depths.has(node);
  }

  /** How many nodes have to be placed to place this one; 0 where it does not move. */
  depth(node: number): number {
    return this.depths.get(node) ?? 0;
  }

  private isMoved(node: number): boolean {
    const own = this.tracks.get(node);
    return own !== undefined && (own.translation ?? own.rotation ?? own.scale) !== undefined;
  }

  /** Of all tracks that move it in the world. */
  tracksOf(node: number): Track[] {
    const found: Track[] = [];
    if (!this.moves(node)) return found;
    this.checkDepth(node);
    for (let at = node; at >= 0; at = this.tree.get(at)?.parent ?? -1) {
      const { translation, rotation, scale } = this.tracks.get(at) ?? {};
      for (const track of [translation, rotation, scale]) if (track !== undefined) found.push(track);
    }
    return found;
  }

  weightTrack(node: number): Track | undefined {
    return this.tracks.get(node)?.weights;
  }

  world(node: number, time: number): Affine {
    if (!this.moves(node)) return this.tree.get(node)?.world ?? IDENTITY;
    this.checkDepth(node);
    const chain: number[] = [];
    let at = node;
    for (; this.moves(at); at = this.tree.get(at)?.parent ?? -1) chain.push(at);
    let found = this.tree.get(at)?.world ?? IDENTITY;
    for (const link of chain.reverse()) found = multiplyAffine(found, this.local(link, time));
    return found;
  }

  private checkDepth(node: number): void {
    if (this.depth(node) <= DEEPEST) return;
    throw new MeshError(
      'an animated node is nested too deeply',
      `nodes[${node}]`,
      this.depth(node),
      `keep it below ${DEEPEST} levels`,
    );
  }

  private local(node: number, time: number): Affine {
    const { json, local } = this.tree.get(node) as TreeNode;
    const own = this.tracks.get(node);
    if (own === undefined || !this.isMoved(node)) return local;
    const where = `nodes[${node}]`;
    if (json['matrix'] !== undefined)
      throw new MeshError('a node with a matrix is animated', where, undefined, 'save the file again');
    const value = (path: TrackPath, width: number, missing: readonly number[]): Float64Array => {
      const out = new Float64Array(width);
      const track = own[path];
      if (track === undefined) out.set(numbersAt(json, path, width, where) ?? missing);
      else sampleTrack(track, time, out);
      return out;
    };
    const matrix = new Float64Array(9);
    matrixFromQuaternion(matrix, 0, value('rotation', 4, [0, 0, 0, 1]), 0);
    const scale = value('scale', 3, [1, 1, 1]);
    for (let i = 0; i < 9; i++) matrix[i] *= scale[i % 3];
    return { matrix, translation: value('translation', 3, [0, 0, 0]) };
  }

  /** Morph weights of a node: of its track, its own, or its mesh's. */
  weights(node: number, mesh: Json, count: number, time: number): Float64Array {
    const out = new Float64Array(count);
    const track = this.weightTrack(node);
    const json = this.tree.get(node)?.json ?? {};
    if (track === undefined) {
      const given = json['weights'] ?? mesh['weights'];
      if (Array.isArray(given))
        for (let k = 0; k < count; k++) out[k] = finiteCoordinate(Number(given[k] ?? 0), 'weights');
      return out;
    }
    if (track.width !== count)
      throw new MeshError(
        'there are not as many weights as morph targets',
        `nodes[${node}]`,
        track.width,
        `animate ${count} weights`,
      );
    sampleTrack(track, time, out);
    return out;
  }
}

export function readSkin(root: Json, binary: Uint8Array, index: unknown): Skin {
  const where = `skins[${textOf(index)}]`;
  const skin = objectAt(root, 'skins', index);
  const joints = arrayAt(skin, 'joints', where).map((joint) => {
    objectAt(root, 'nodes', joint);
    return joint as number;
  });
  const accessor = skin['inverseBindMatrices'];
  if (accessor === undefined) return { joints, inverseBinds: joints.map(() => IDENTITY) };
  const m = readAccessor(root, binary, accessor, 'MAT4', where);
  if (m.length < 16 * joints.length)
    throw new MeshError('there are fewer matrices than joints', where, m.length / 16, 'save the file again');
  for (const x of m) finiteCoordinate(x, where);
  const inverseBinds = joints.map((_, j) => ({
    matrix: Float64Array.from({ length: 9 }, (__, i) => m[16 * j + 4 * (i % 3) + Math.floor(i / 3)]),
    translation: m.slice(16 * j + 12, 16 * j + 15),
  }));
  return { joints, inverseBinds };
}

/** World positions of a mesh that is morphed, and then skinned or placed by its node. */
export function deform(
  { mesh, targets, bones, joints, weights }: DeformingMesh,
  morph: Float64Array,
  maps: readonly Affine[],
  out: Float64Array,
): void {
  const { positions } = mesh;
  for (let v = 0; v < positions.length / 3; v++) {
    let x = positions[3 * v];
    let y = positions[3 * v + 1];
    let z = positions[3 * v + 2];
    for (let t = 0; t < targets.length; t++) {
      if (morph[t] === 0) continue;
      x += morph[t] * targets[t][3 * v];
      y += morph[t] * targets[t][3 * v + 1];
      z += morph[t] * targets[t][3 * v + 2];
    }
    out.fill(0, 3 * v, 3 * v + 3);
    let total = 0;
    for (let b = 0; b < bones; b++) total += weights[bones * v + b];
    for (let b = 0; b < Math.max(1, bones); b++) {
      // Weights should add up to 1; where they nearly do, they are made to. Without bones, the first map is the node's.
      const weight = bones === 0 ? 1 : total > 0 ? weights[bones * v + b] / total : b === 0 ? 1 : 0;
      if (weight === 0) continue;
      const { matrix: m, translation: t } = maps[bones === 0 ? 0 : joints[bones * v + b]];
      for (let k = 0; k < 3; k++)
        out[3 * v + k] += weight * (m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z + t[k]);
    }
  }
}
