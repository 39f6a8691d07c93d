// What KHR_physics_rigid_bodies says in a file: motions, colliders, triggers and joints of nodes, and the materials,
// filters and joints they share. Shapes come from KHR_implicit_shapes, or from KHR_collision_shapes as earlier drafts
// had it. Numbers of the wrong kind are faults of the file; words that nobody knows are listed.
//
// Read as in the draft of 2025 (collider.geometry) and in those before it (collider.shape).

import { isObject, type Json, numbersAt, objectAt, textOf } from '../../geometry/files/index.ts';
import { MeshError } from '../../geometry/index.ts';
import type { GltfSource } from './source.ts';

const PHYSICS = 'KHR_physics_rigid_bodies';
const SHAPES = ['KHR_implicit_shapes', 'KHR_collision_shapes'] as const;

export interface MotionFile {
  readonly isKinematic: boolean;
  readonly mass?: number;
  readonly centerOfMass?: readonly number[];
  readonly inertiaDiagonal?: readonly number[];
  readonly inertiaOrientation?: readonly number[];
  readonly linearVelocity?: readonly number[];
  readonly angularVelocity?: readonly number[];
  readonly gravityFactor: number;
}

export interface ColliderFile {
  readonly node: number;
  readonly geometry:
    | { readonly kind: 'shape'; readonly type: string; readonly parameters: Json }
    | { readonly kind: 'mesh'; readonly mesh: number };
  readonly convexHull: boolean;
  readonly material: number;
  readonly filter: number;
}

export interface JointUse {
  readonly node: number;
  readonly connectedNode: number;
  readonly joint: Json;
  readonly collide: boolean;
}

export interface Physics {
  readonly motions: ReadonlyMap<number, MotionFile>;
  readonly colliders: ReadonlyMap<number, ColliderFile>;
  readonly joints: readonly JointUse[];
  readonly materials: readonly Json[];
  readonly filters: readonly Json[];
  /** The body that a node belongs to: its nearest ancestor, or itself, with a motion. */
  owner(node: number): number | undefined;
}

export function readPhysics(source: GltfSource): Physics | undefined {
  const { root, tree, draft } = source;
  const motions = new Map<number, MotionFile>();
  const colliders = new Map<number, ColliderFile>();
  const joints: JointUse[] = [];
  const owners = new Map<number, number>();
  const shared = source.extension(root, PHYSICS) ?? {};
  let isUsed = false;
  for (const { node, json, parent } of tree.values()) {
    const own = source.extension(json, PHYSICS);
    const above = owners.get(parent);
    if (above !== undefined) owners.set(node, above);
    if (own === undefined) continue;
    isUsed = true;
    const where = `nodes[${node}].extensions.${PHYSICS}`;
    if (isObject(own['motion'])) {
      motions.set(node, motionOf(own['motion'], `${where}.motion`));
      owners.set(node, node);
    }
    if (isObject(own['collider'])) {
      const collider = colliderOf(source, node, own['collider'], `${where}.collider`);
      if (collider !== undefined) colliders.set(node, collider);
    }
    if (isObject(own['joint'])) {
      const { joint, connectedNode, enableCollision } = own['joint'];
      if (!tree.has(connectedNode as number))
        draft.list('joint', source.where(node), 'the node it is connected to is not in the scene');
      else
        joints.push({
          node,
          connectedNode: connectedNode as number,
          joint: objectAt(shared, 'physicsJoints', joint),
          collide: enableCollision === true,
        });
    }
    if (own['trigger'] !== undefined)
      draft.list('trigger', source.where(node), 'nothing happens when a body enters a volume here');
    for (const key of Object.keys(own))
      if (!['motion', 'collider', 'joint', 'trigger', 'extras', 'extensions'].includes(key))
        draft.list(`${PHYSICS}.${key.slice(0, 60)}`, source.where(node), 'the word is not known');
  }
  if (!isUsed) return undefined;
  const listOf = (key: string) => {
    const list = shared[key];
    return Array.isArray(list) ? list.map((item: unknown) => (isObject(item) ? item : {})) : [];
  };
  return {
    motions,
    colliders,
    joints,
    materials: listOf('physicsMaterials'),
    filters: listOf('collisionFilters'),
    owner: (node) => owners.get(node),
  };
}

function motionOf(json: Json, where: string): MotionFile {
  const optional = <Key extends string>(key: Key, count: number) => {
    const value = numbersAt(json, key, count, where);
    return value === undefined ? {} : ({ [key]: value } as Record<Key, readonly number[]>);
  };
  const mass = numberAt(json, 'mass', where);
  if (mass !== undefined && mass < 0)
    throw new MeshError('the mass is negative', `${where}.mass`, mass, 'give a number ≥ 0');
  return {
    isKinematic: json['isKinematic'] === true,
    ...(mass === undefined ? {} : { mass }),
    ...optional('centerOfMass', 3),
    ...optional('inertiaDiagonal', 3),
    ...optional('inertiaOrientation', 4),
    ...optional('linearVelocity', 3),
    ...optional('angularVelocity', 3),
    gravityFactor: numberAt(json, 'gravityFactor', where) ?? 1,
  };
}

function colliderOf(source: GltfSource, node: number, json: Json, where: string): ColliderFile | undefined {
  const { root } = source;
  const given = isObject(json['geometry']) ? json['geometry'] : json;
  const common = {
    node,
    material: indexAt(json['physicsMaterial']),
    filter: indexAt(json['collisionFilter']),
  };
  let convexHull = given['convexHull'] === true;
  if (given['shape'] !== undefined) {
    const shape = objectAt(source.extension(root, ...SHAPES) ?? {}, 'shapes', given['shape']);
    convexHull ||= source.extension(shape, PHYSICS)?.['convexHull'] === true;
    const type = textOf(shape['type']);
    const parameters = isObject(shape[type]) ? shape[type] : {};
    if (type !== 'mesh') return { ...common, convexHull, geometry: { kind: 'shape', type, parameters } };
    return { ...common, convexHull, geometry: { kind: 'mesh', mesh: meshAt(root, parameters['mesh']) } };
  }
  if (given['mesh'] !== undefined)
    return { ...common, convexHull, geometry: { kind: 'mesh', mesh: meshAt(root, given['mesh']) } };
  if (given['node'] !== undefined) {
    const other = objectAt(root, 'nodes', given['node']);
    return { ...common, convexHull, geometry: { kind: 'mesh', mesh: meshAt(root, other['mesh']) } };
  }
  source.draft.list('collider', source.where(node), `it has no geometry (${where})`);
  return undefined;
}

function meshAt(root: Json, index: unknown): number {
  objectAt(root, 'meshes', index);
  return index as number;
}

function indexAt(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : -1;
}

export function numberAt(json: Json, key: string, where: string): number | undefined {
  const value = json[key];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Math.abs(value) < 1e30) return value;
  throw new MeshError('a finite number is needed', `${where}.${key}`, textOf(value), 'save the file again');
}
