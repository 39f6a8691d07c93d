// A GLB made into a scene: bodies by its physics extension, by extras and by choice, in the order of its nodes.
//
// Which node is what body:
//   1. what the command line says (--ignore, --static, --dynamic)
//   2. KHR_physics_rigid_bodies: motions and colliders; nodes without either are only seen
//   3. extras: carom.body
//   4. animated nodes are kinematic
//   5. the rest is static where 1 or 3 name something that moves, dynamic where nothing does

import { type Json, objectAt, takeMesh, type TreeNode } from '../../geometry/files/index.ts';
import { MeshError, vertexCount } from '../../geometry/index.ts';
import type { Collector } from '../fault/collector.ts';
import type { SceneDraft } from '../new/draft.ts';
import { colorOfMesh } from './color.ts';
import { addCloth, addSurface, type Bending, bendingOf, posed } from './deforming.ts';
import { type Extras, readExtras, type Role } from './extras.ts';
import { addJoints } from './joints.ts';
import { addPairs, type Collidable } from './pairs.ts';
import { keyTimes, staysRigid } from './paths.ts';
import { type Physics, readPhysics } from './physics.ts';
import { PhysicsBodies } from './physics-bodies.ts';
import { RigidMaker, wordsOf } from './rigid.ts';
import { type GltfChoices, GltfSource } from './source.ts';

/** Adds what the file holds to the draft; everything that does not map is listed there. */
export function importGltf(
  path: string,
  bytes: Uint8Array,
  choices: GltfChoices,
  draft: SceneDraft,
  collector: Collector,
): void {
  const source = new GltfSource(path, bytes, choices, draft, collector);
  const physics = readPhysics(source);
  const before = draft.bodies.length + draft.deformables.length;
  new GltfImport(source, physics).run();
  if (draft.bodies.length + draft.deformables.length > before) return;
  const { unmapped } = draft;
  const why = unmapped.length > 0 ? ` (${unmapped[0].what} of ${unmapped[0].where}: ${unmapped[0].why})` : '';
  throw new MeshError(
    `there is no body in the file${why}`,
    'scene',
    undefined,
    'give it nodes with meshes, and choose some',
  );
}

class GltfImport {
  private readonly source: GltfSource;
  private readonly physics: Physics | undefined;
  private readonly rigid: RigidMaker;
  private readonly extras = new Map<number, Extras>();

  constructor(source: GltfSource, physics: Physics | undefined) {
    this.source = source;
    this.physics = physics;
    this.rigid = new RigidMaker(source);
  }

  run(): void {
    const { source, physics } = this;
    const { draft, tree } = source;
    for (const { node, json } of tree.values()) {
      const found = readExtras(json, (what, why) => draft.list(what, source.where(node), why));
      if (found !== undefined) this.extras.set(node, found);
      if (found !== undefined && json['mesh'] === undefined && !physics?.motions.has(node))
        draft.list('extras.carom', source.where(node), 'the node has no mesh');
      if (json['camera'] !== undefined) draft.list('camera', source.where(node), 'scenes have no cameras');
    }
    const shown = [...tree.values()].filter(({ json }) => json['mesh'] !== undefined);
    this.countAll(shown);
    const choosesMoving = shown.some(({ node }) =>
      ['dynamic', 'cloth', 'shell'].includes(this.chosen(node) ?? ''),
    );
    const rest: Role = physics !== undefined ? 'none' : choosesMoving ? 'static' : 'dynamic';
    draft.wantsFloor &&= physics === undefined && !choosesMoving;

    const collidables: Collidable[] = [];
    const bodies =
      physics && new PhysicsBodies(source, physics, this.rigid, (vertices) => this.count(vertices));
    let onlySeen = 0;
    for (const entry of tree.values()) {
      const { node, json } = entry;
      const chosen = this.chosen(node);
      if (bodies?.isBody(node)) {
        if (chosen === 'none') continue;
        const made = bodies.add(node, chosen, this.extras.get(node));
        if (made !== undefined) collidables.push(made);
        continue;
      }
      if (json['mesh'] === undefined) continue;
      const animated = physics === undefined && this.isAnimated(entry) ? 'kinematic' : undefined;
      const role = chosen ?? animated ?? rest;
      if (role === 'none') onlySeen += chosen === undefined ? 1 : 0;
      else this.addNode(entry, role);
    }
    if (onlySeen > 0)
      source.collector.note(
        `${source.path}: ${onlySeen} nodes with a mesh but without a collider are only seen`,
      );
    if (bodies === undefined || physics === undefined) return;
    addPairs(collidables, draft);
    addJoints(source, physics, (node) => bodies.nameOf(physics.owner(node)));
  }

  /** By the command line, or by extras. */
  private chosen(node: number): Role | undefined {
    return this.source.choices.chosen(this.source.name(node)) ?? this.extras.get(node)?.body;
  }

  private isAnimated({ node, json }: TreeNode): boolean {
    const { motion } = this.source;
    if (json['skin'] !== undefined) return this.bending(node)?.tracks.length !== 0;
    return motion.moves(node) || motion.weightTrack(node) !== undefined;
  }

  private last: { node: number; bending: Bending | undefined } | undefined;

  /** Asked for twice in a row, read once. */
  private bending(node: number): Bending | undefined {
    if (this.last?.node !== node) this.last = { node, bending: bendingOf(this.source, node) };
    return this.last.bending;
  }

  private addNode({ node, json }: TreeNode, role: Exclude<Role, 'none'>): void {
    const { source } = this;
    const { draft, motion, root } = source;
    const extras = this.extras.get(node);
    const where = source.where(node);
    const mesh = objectAt(root, 'meshes', json['mesh']);
    const isCloth = role === 'cloth' || role === 'shell';
    if (isCloth || json['skin'] !== undefined || hasTargets(mesh)) {
      const bending = this.bending(node);
      if (bending === undefined) {
        draft.list('body', where, 'it has no faces');
        return;
      }
      this.count(vertexCount(bending.mesh.mesh));
      if (isCloth) addCloth(source, node, role, bending, extras);
      else this.addBending(node, role, bending, extras);
      return;
    }
    const index = json['mesh'] as number;
    const shown = source.mesh(index);
    if (shown === undefined || shown.faces.length === 0) {
      draft.list('body', where, 'it has no faces');
      return;
    }
    this.count(vertexCount(shown));
    const tracks = motion.moves(node) ? motion.tracksOf(node) : [];
    const at = (time: number) => source.world(node, time);
    if (role === 'kinematic' && tracks.length > 0 && !staysRigid(at, keyTimes(tracks).times)) {
      const bending = this.bending(node);
      if (bending !== undefined) addSurface(source, node, bending, extras);
      return;
    }
    const follows = role === 'kinematic';
    if (!follows && tracks.length > 0) draft.list('animation', where, `it was chosen to be ${role}`);
    this.rigid.add(
      {
        name: source.name(node),
        node,
        at,
        mesh: shown,
        key: `mesh ${index}`,
        tracks: follows ? tracks : [],
      },
      { ...(role === 'dynamic' ? {} : { motion: role }), ...colored(root, mesh), ...wordsOf(extras, source) },
    );
  }

  private addBending(
    node: number,
    role: 'dynamic' | 'static' | 'kinematic',
    bending: Bending,
    extras: Extras | undefined,
  ): void {
    const { source } = this;
    const { draft } = source;
    const where = source.where(node);
    const look = objectAt(source.root, 'meshes', source.tree.get(node)?.json['mesh']);
    const words = {
      ...(role === 'dynamic' ? {} : { motion: role }),
      ...colored(source.root, look),
      ...wordsOf(extras, source),
    };
    const follows = role === 'kinematic';
    const { sole, tracks, skin } = bending;
    source.countKeys(node, tracks);
    if (!follows && tracks.length > 0) draft.list('animation', where, `it was chosen to be ${role}`);
    if (skin !== undefined && role === 'dynamic')
      draft.list('way back of its motion', where, 'a skin follows its bones and not its node');
    const isRigid = sole !== undefined && staysRigid(sole, keyTimes(tracks).times);
    if (follows && tracks.length > 0 && !isRigid) {
      addSurface(source, node, bending, extras);
      return;
    }
    const id = skin === undefined ? { node } : {};
    if (sole !== undefined) {
      const name = source.name(node);
      this.rigid.add(
        { name, ...id, at: sole, mesh: bending.mesh.mesh, tracks: follows ? tracks : [] },
        words,
      );
      return;
    }
    // Bent, but not moving: as it stands, about the middle of its box.
    this.rigid.add(standing(source.name(node), bending), words);
  }

  /** Before any of the work is done. */
  private countAll(shown: readonly TreeNode[]): void {
    const { motion } = this.source;
    const { root, budget } = this.source;
    const counts = new Map<number, number>();
    // One small file may place one large mesh many times.
    const placed = budget.rest();
    for (const { node, json } of shown) {
      if (this.chosen(node) === 'none') continue;
      const mesh = json['mesh'] as number;
      const count = counts.get(mesh) ?? takeMesh(root, mesh, true, budget);
      counts.set(mesh, count);
      placed.take('vertices', count, 'all nodes');
      const isFollowed = this.physics === undefined && json['skin'] === undefined;
      if (isFollowed) this.source.countKeys(node, motion.tracksOf(node));
    }
  }

  private count(vertices: number): void {
    this.source.budget.take('vertices', vertices, 'all nodes');
    this.source.budget.take('bodies', 1, 'all nodes');
  }
}

function standing(name: string, bending: Bending) {
  const mesh = posed(bending);
  const middle = new Float64Array(3);
  const count = mesh.positions.length / 3;
  for (let i = 0; i < mesh.positions.length; i++) middle[i % 3] += mesh.positions[i] / count;
  const map = { matrix: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), translation: middle };
  const positions = mesh.positions.map((x, i) => x - middle[i % 3]);
  return { name, at: () => map, mesh: { ...mesh, positions }, tracks: [] };
}

function colored(root: Json, mesh: Json): { color?: [number, number, number] } {
  const color = colorOfMesh(root, mesh);
  return color === undefined ? {} : { color };
}

function hasTargets(mesh: Json): boolean {
  const { primitives } = mesh;
  return (
    Array.isArray(primitives) &&
    primitives.some((one: Json) => Array.isArray(one?.['targets']) && one['targets'].length > 0)
  );
}
