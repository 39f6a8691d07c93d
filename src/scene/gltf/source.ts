// A GLB that is being made into a scene: its nodes, how they move, and how its world lies in the scene's.

import {
  type Affine,
  affineOfPose,
  invertAffine,
  type Mesh,
  multiplyAffine,
  type RigidPart,
  rigidPart,
} from '../../geometry/index.ts';
import {
  type Budget,
  GlbMotion,
  isObject,
  type Json,
  nodeName,
  objectAt,
  openGlb,
  readAnimations,
  readMesh,
  refuseUnreadable,
  requireCount,
  type Track,
  type TreeNode,
  treeOf,
} from '../../geometry/files/index.ts';
import type { Collector } from '../fault/collector.ts';
import type { SceneDraft } from '../new/draft.ts';

export interface GltfChoices {
  /** What the command line says about a node by its name. */
  chosen(name: string): 'dynamic' | 'static' | 'none' | undefined;
  /** Whether an animation counts. */
  isPlayed(name: string): boolean;
  readonly up: 'y' | 'z';
  /** How long one unit of the file is [m]. */
  readonly unit: number;
}

const mostKeysOfOne = 20_000;
const mostKeysOfAll = 1_000_000;

export class GltfSource {
  readonly path: string;
  readonly root: Json;
  readonly binary: Uint8Array;
  readonly tree: ReadonlyMap<number, TreeNode>;
  readonly motion: GlbMotion;
  readonly choices: GltfChoices;
  readonly draft: SceneDraft;
  readonly collector: Collector;
  /** Of the file. */
  readonly budget: Budget;
  /** From the file's world to the scene's. */
  readonly toScene: Affine;
  private readonly meshes = new Map<number, Mesh | undefined>();
  private keys = 0;

  constructor(
    path: string,
    bytes: Uint8Array,
    choices: GltfChoices,
    draft: SceneDraft,
    collector: Collector,
  ) {
    const { root, binary } = openGlb(bytes);
    refuseUnreadable(root);
    this.path = path;
    this.root = root;
    this.binary = binary;
    this.choices = choices;
    this.draft = draft;
    this.budget = draft.budget.forFile(bytes.length);
    this.collector = collector;
    this.tree = treeOf(root);
    this.motion = new GlbMotion(this.tree, this.playedTracks());
    const { unit: s } = choices;
    const matrix = choices.up === 'y' ? [s, 0, 0, 0, s, 0, 0, 0, s] : [s, 0, 0, 0, 0, -s, 0, s, 0];
    this.toScene = { matrix: Float64Array.from(matrix), translation: new Float64Array(3) };
  }

  private playedTracks() {
    const owners = new Map<string, string>();
    return readAnimations(this.root, this.binary).flatMap(({ name, tracks, others }) => {
      const where = `animation "${name}"`;
      if (!this.choices.isPlayed(name)) {
        this.draft.list('animation', where, 'it was not chosen');
        return [];
      }
      if (others > 0)
        this.draft.list(`${others} channels`, where, 'they move something else than nodes of the scene');
      const taken = tracks.filter(({ node, path }) => {
        const owner = owners.get(`${node} ${path}`);
        if (owner === undefined) owners.set(`${node} ${path}`, name);
        return owner === undefined || owner === name;
      });
      if (taken.length < tracks.length)
        this.draft.list(
          `${tracks.length - taken.length} channels`,
          where,
          'an earlier animation moves the same nodes (--animation chooses one)',
        );
      return taken;
    });
  }

  /** Refuses animations that are too long for one body or for all, before any of it is sampled. */
  countKeys(node: number, tracks: readonly Track[]): void {
    let own = 0;
    // Channels made together share their times.
    for (const times of new Set(tracks.map((track) => track.times))) own += times.length;
    this.keys += own;
    requireCount(`keys of ${this.where(node)}`, own, mostKeysOfOne);
    requireCount('keys of all animated bodies', this.keys, mostKeysOfAll);
  }

  name(node: number): string {
    const json = this.tree.get(node)?.json;
    return ((json && nodeName(this.root, json)) || `node-${node}`).slice(0, 150);
  }

  where(node: number): string {
    return `node ${node} "${this.name(node)}"`;
  }

  /** In the scene's world at a time. */
  world(node: number, time = 0): Affine {
    return multiplyAffine(this.toScene, this.motion.world(node, time));
  }

  /** The node's own frame in the scene, without its scale; undefined where it is flat. */
  frame(node: number, time = 0): RigidPart | undefined {
    return rigidPart(this.world(node, time));
  }

  /** Joined, in its own coordinates; undefined where it shows nothing. */
  mesh(index: number): Mesh | undefined {
    if (!this.meshes.has(index)) {
      const notes: string[] = [];
      this.meshes.set(index, readMesh(this.root, this.binary, index, notes));
      for (const note of notes) this.collector.note(`${this.path}: ${note}`);
    }
    return this.meshes.get(index);
  }

  meshName(index: number): string {
    const { name } = objectAt(this.root, 'meshes', index);
    return typeof name === 'string' ? name : '';
  }

  /** What an extension says of a part of the file. */
  extension(part: Json, ...names: readonly string[]): Json | undefined {
    const { extensions } = part;
    if (!isObject(extensions)) return undefined;
    for (const name of names) {
      const found = extensions[name];
      if (isObject(found)) return found;
    }
    return undefined;
  }

  /** A map from the file's coordinates of one node into the frame of another. */
  inFrame(frame: RigidPart, node: number): Affine {
    return multiplyAffine(invertAffine(affineOf(frame)) as Affine, this.world(node));
  }
}

/** The frame as a map, without what is stretched. */
export function affineOf({ position, rotation }: Pick<RigidPart, 'position' | 'rotation'>): Affine {
  return affineOfPose(Float64Array.of(...position, ...rotation), 0);
}
