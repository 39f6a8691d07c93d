// The motion of a recording put back into the GLB that its scene came from: nodes get animation channels, and
// names, hierarchy, materials and everything else of the file stay what they were.
//
//   W(t) = G B(t) S W₀      the node in the world of the file, t the time of a frame
//   L(t) = P(t)⁻¹ W(t)      what its channels say, P its parent in the world, itself perhaps moved
//
// W₀ is the node in the world as the file has it, S takes the file's world to the coordinates of the body (found by
// comparing shapes, or known where the body remembers its node: its model's frame is the node's), B(t) is the body's recorded pose, and G takes the scene's world to the file's: glTF is y-up,
// and the unit is the one the shapes say. Children that are no bodies ride along; children that are keep their own way.

import {
  type Affine,
  affineOfPose,
  IDENTITY,
  invertAffine,
  MeshError,
  multiplyAffine,
  rigidPart,
} from '../../geometry/index.ts';
import {
  isObject,
  type Json,
  nodeName,
  openGlb,
  readGlb,
  rootNodes,
  textOf,
  transformOf,
} from '../../geometry/files/index.ts';
import type { Recording } from '../../record/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';
import { matchNodes, type NodeMatch } from './match.ts';
import { NodeTrack } from './sampler.ts';
import { packGlb, padded } from './file.ts';

/** What came of putting motion into a GLB. */
export interface IntoGlb {
  /** The GLB with the motion. */
  readonly bytes: Uint8Array;
  /** Names of the nodes that were given motion. */
  readonly moved: readonly string[];
  /** Everything that did not map, for people. */
  readonly notes: readonly string[];
}

/** Puts the motion of a recording into the GLB that its scene was made from. */
export async function exportIntoGlb(recording: Recording, original: Uint8Array): Promise<IntoGlb> {
  const { scene } = recording;
  const { root, binary, meshes } = open(original);
  const tree = new Tree(root);
  const nameOf = (node: number) => (tree.parents.has(node) ? nodeName(root, tree.nodes[node]) : undefined);
  const apart = new Map(recording.header.apart?.map((one) => [one.body, one]));
  const isShrunk = (body: number) => (apart.get(body)?.inset ?? 0) > 0;
  const { matches, unit, lonely, notes: unmapped } = matchNodes(scene, meshes, nameOf, isShrunk);
  const notes = [...unmapped];
  for (const { body } of recording.outline?.bodies ?? [])
    notes.push(`body "${scene.bodies[body].name}" bends, which its node cannot: it moves as a whole`);
  const carried = tree.carried(new Set(matches.map(({ node }) => node)));
  for (const { name, node } of lonely)
    if (node === undefined || !carried.has(node)) notes.push(`node "${name}" has no body: it stays as it is`);
  let driven = matches.filter(({ node, name }) => {
    if (tree.nodes[node]['skin'] === undefined) return true;
    notes.push(`node "${name}" has a skin, which follows its bones and not the node: it stays as it is`);
    return false;
  });
  let tracks = await record(recording, driven, tree, sceneToFile(scene, unit));
  // A node that must stay changes what its children hang on: they are asked again without it.
  while (tracks.some(({ isGood }) => !isGood)) {
    for (const { isGood, name } of tracks)
      if (!isGood)
        notes.push(`node "${name}" would be sheared by the scale of its parents: it stays as it is`);
    driven = driven.filter((_, k) => tracks[k].isGood);
    tracks = await record(recording, driven, tree, sceneToFile(scene, unit));
  }
  notes.push(...rivals(root, tree, tracks));
  const times = Float32Array.from(await recording.times());
  const bytes = write(root, binary, scene.name, times, tree, tracks);
  return { bytes, moved: tracks.filter(({ moves }) => moves).map(({ name }) => name), notes };
}

function open(original: Uint8Array) {
  try {
    const { root, binary } = openGlb(original);
    const first = Array.isArray(root['buffers']) ? (root['buffers'][0] as unknown) : undefined;
    if (isObject(first) && first['uri'] !== undefined) {
      throw new MeshError(
        'the file needs data outside itself',
        'buffers[0]',
        undefined,
        'save it as one .glb',
      );
    }
    return { root, binary, meshes: readGlb(original).meshes };
  } catch (error) {
    if (!(error instanceof MeshError)) throw error;
    const { what, where, remedy } = error;
    const value = error.value === undefined ? undefined : String(error.value);
    throw new FaultError('the motion cannot be put into the file:', [{ what, where, value, remedy }]);
  }
}

/** The nodes that the file shows, their parents and where they are. */
class Tree {
  readonly nodes: readonly Json[];
  readonly parents = new Map<number, number>();
  private readonly locals = new Map<number, Affine>();

  constructor(root: Json) {
    this.nodes = (root['nodes'] ?? []) as readonly Json[];
    // The reader has made sure that what hangs on the roots is a tree; of anything else nothing is known.
    const stack = rootNodes(root).map((node) => ({ node: node as number, parent: -1 }));
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { node, parent } = next;
      this.parents.set(node, parent);
      this.locals.set(node, transformOf(this.nodes[node], `nodes[${node}]`));
      for (const child of (this.nodes[node]['children'] ?? []) as readonly number[])
        stack.push({ node: child, parent: node });
    }
  }

  parent(node: number): number {
    return this.parents.get(node) ?? -1;
  }

  /** These nodes and all that move with them. */
  carried(by: ReadonlySet<number>): ReadonlySet<number> {
    const found = new Set<number>();
    // Parents were met before their children.
    for (const [node, parent] of this.parents) if (by.has(node) || found.has(parent)) found.add(node);
    return found;
  }

  local(node: number): Affine {
    return this.locals.get(node) ?? IDENTITY;
  }

  /** In the world, where some nodes are given there; what is found on the way is added to them. */
  world(node: number, given: Map<number, Affine>): Affine {
    const chain: number[] = [];
    let at = node;
    for (; at >= 0 && !given.has(at); at = this.parent(at)) chain.push(at);
    let found = given.get(at) ?? IDENTITY;
    for (const link of chain.reverse()) {
      found = multiplyAffine(found, this.local(link));
      given.set(link, found);
    }
    return found;
  }
}

async function record(
  recording: Recording,
  driven: readonly NodeMatch[],
  tree: Tree,
  fromScene: Affine,
): Promise<NodeTrack[]> {
  const { scene, frameCount, header } = recording;
  const toScene = invertAffine(fromScene) as Affine;
  const apart = new Map(header.apart?.map((one) => [one.body, one]));
  const still = new Map<number, Affine>();
  const seats = driven.map(({ node, body, fit, isRemembered }) => {
    const { position, orientation } = scene.bodies[body].pose;
    // The file has it where it stood before it was set apart.
    const moved = apart.get(body)?.moved ?? [0, 0, 0];
    const stood = position.map((x, k) => x - moved[k]);
    const stretch =
      fit === undefined && isRemembered
        ? rigidPart(multiplyAffine(toScene, tree.world(node, still)))?.stretch
        : undefined;
    if (stretch !== undefined) {
      const { model } = scene.bodies[body];
      const frame = affineOfPose(Float64Array.of(...model.position, ...model.orientation), 0);
      return multiplyAffine(frame, { matrix: stretch, translation: new Float64Array(3) });
    }
    const start = invertAffine(affineOfPose(Float64Array.of(...stood, ...orientation), 0)) as Affine;
    return multiplyAffine(fit ?? multiplyAffine(start, toScene), tree.world(node, still));
  });
  const tracks = driven.map(({ node, name }) => new NodeTrack(node, name, frameCount));
  for (let i = 0; i < frameCount; i++) {
    const { poses } = await recording.frame(i);
    const given = new Map<number, Affine>();
    driven.forEach(({ node, body }, k) => {
      given.set(node, multiplyAffine(fromScene, multiplyAffine(affineOfPose(poses, body), seats[k])));
    });
    for (const track of tracks) {
      const parent = invertAffine(tree.world(tree.parent(track.node), given));
      track.set(i, parent && multiplyAffine(parent, given.get(track.node) as Affine));
    }
  }
  return tracks;
}

/** G: from the scene's axes and metres to the y-up axes and the unit of the file. */
function sceneToFile(scene: Scene, unit: number): Affine {
  const s = 1 / unit;
  const matrix =
    scene.up === 'y'
      ? Float64Array.of(s, 0, 0, 0, s, 0, 0, 0, s)
      : Float64Array.of(s, 0, 0, 0, 0, s, 0, -s, 0);
  return { matrix, translation: new Float64Array(3) };
}

/** Animations that the file already has for the same nodes or what they hang on. */
function rivals(root: Json, tree: Tree, tracks: readonly NodeTrack[]): string[] {
  const chain = new Map<number, string>();
  for (const { node, name } of tracks)
    for (let at = node; at >= 0 && !chain.has(at); at = tree.parent(at)) chain.set(at, name);
  const notes: string[] = [];
  const animations = (root['animations'] ?? []) as readonly Json[];
  animations.forEach((animation, i) => {
    const names = new Set<string>();
    for (const channel of (animation['channels'] ?? []) as readonly Json[]) {
      const target = isObject(channel['target']) ? channel['target']['node'] : undefined;
      const name = chain.get(target as number);
      if (name !== undefined) names.add(name);
    }
    const title = textOf(animation['name']) || String(i);
    for (const name of names)
      notes.push(`animation "${title}" moves "${name}" too: play one of them at a time`);
  });
  return notes;
}

function write(
  root: Json,
  binary: Uint8Array,
  name: string,
  times: Float32Array,
  tree: Tree,
  tracks: readonly NodeTrack[],
): Uint8Array {
  const accessors = [...((root['accessors'] ?? []) as object[])];
  const bufferViews = [...((root['bufferViews'] ?? []) as object[])];
  const parts = [binary];
  let length = padded(binary.length);
  const store = (values: Float32Array, type: 'SCALAR' | 'VEC3' | 'VEC4', more: object = {}): number => {
    const part = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: part.length });
    const width = type === 'SCALAR' ? 1 : type === 'VEC3' ? 3 : 4;
    const count = values.length / width;
    accessors.push({ bufferView: bufferViews.length - 1, componentType: 5126, count, type, ...more });
    parts.push(part);
    length += padded(part.length);
    return accessors.length - 1;
  };

  const samplers: object[] = [];
  const channels: object[] = [];
  const nodes = [...((root['nodes'] ?? []) as Json[])];
  let input: number | undefined;
  for (const track of tracks) {
    // What neither moves nor stands elsewhere keeps its own numbers.
    if (!track.moves && track.startsAt(tree.local(track.node))) continue;
    nodes[track.node] = track.start(nodes[track.node]);
    for (const { path, values } of track.channels()) {
      input ??= store(times, 'SCALAR', { min: [times[0]], max: [times[times.length - 1]] });
      const output = store(values, path === 'rotation' ? 'VEC4' : 'VEC3');
      samplers.push({ input, output, interpolation: 'LINEAR' });
      channels.push({ sampler: samplers.length - 1, target: { node: track.node, path } });
    }
  }
  if (channels.length === 0) return packGlb(JSON.stringify({ ...root, nodes }), [binary]);
  const [first, ...others] = (root['buffers'] ?? [{}]) as object[];
  const animations = [...((root['animations'] ?? []) as object[]), { name, samplers, channels }];
  const buffers = [{ ...first, byteLength: length }, ...others];
  return packGlb(JSON.stringify({ ...root, nodes, accessors, bufferViews, buffers, animations }), parts);
}
