// The nodes of a glTF scene that carry meshes, with their transforms multiplied down the tree.

import { matrixFromQuaternion, normalizeQuaternion } from '../../num/index.ts';
import { type Affine, IDENTITY, multiplyAffine } from '../affine.ts';
import { MeshError } from '../mesh-error.ts';
import { arrayAt, isObject, type Json, numbersAt, objectAt, textOf } from './glb-container.ts';
import { LIMITS } from './budget.ts';
import { requireCount } from './mesh-file.ts';

export interface PlacedNode extends Affine {
  /** Its number in the file. */
  readonly node: number;
  readonly name: string;
  readonly mesh: number;
}

/** A node of the scene that the file shows. */
export interface TreeNode {
  /** Its number in the file. */
  readonly node: number;
  readonly json: Json;
  /** The number of its parent, -1 for a root. */
  readonly parent: number;
  /** In its parent, and in the world, as the file has it. */
  readonly local: Affine;
  readonly world: Affine;
}

/** All nodes that hang on the roots, parents before children, in the order of the file's tree; by number. */
export function treeOf(root: Json): ReadonlyMap<number, TreeNode> {
  const found = new Map<number, TreeNode>();
  const stack = rootNodes(root).map((index) => ({ index, parent: -1 }));
  stack.reverse();
  while (stack.length > 0) {
    const { index, parent } = stack.pop()!;
    const where = `nodes[${textOf(index)}]`;
    const json = objectAt(root, 'nodes', index);
    const node = index as number;
    // glTF nodes form trees: a node met twice is a cycle, or would multiply without end.
    if (found.has(node))
      throw new MeshError('a node has two parents', where, undefined, 'save the file again');
    const local = transformOf(json, where);
    const world = multiplyAffine(found.get(parent)?.world ?? IDENTITY, local);
    found.set(node, { node, json, parent, local, world });
    const children = json['children'] === undefined ? [] : arrayAt(json, 'children', where);
    for (let c = children.length - 1; c >= 0; c--) stack.push({ index: children[c], parent: node });
  }
  return found;
}

export function nodesOf(root: Json): PlacedNode[] {
  const found: PlacedNode[] = [];
  for (const { node, json, world } of treeOf(root).values()) {
    if (json['mesh'] === undefined) continue;
    const mesh = json['mesh'] as number;
    found.push({ node, name: nodeName(root, json), mesh, ...world });
    requireCount('nodes', found.length, LIMITS.bodies);
  }
  return found;
}

/** Its own name, or that of its mesh. */
export function nodeName(root: Json, json: Json): string {
  if (textOf(json['name']) !== '' || json['mesh'] === undefined) return textOf(json['name']);
  return textOf(objectAt(root, 'meshes', json['mesh'])['name']);
}

/** The nodes of the default scene; of the first where none is named; all that are no children where there is no scene. */
export function rootNodes(root: Json): readonly unknown[] {
  if (root['scenes'] !== undefined) {
    const scene = objectAt(root, 'scenes', root['scene'] ?? 0);
    return scene['nodes'] === undefined ? [] : arrayAt(scene, 'nodes', 'scene');
  }
  if (root['nodes'] === undefined) return [];
  const nodes = arrayAt(root, 'nodes', 'file');
  const children = new Set(
    nodes.flatMap((node) => (isObject(node) && Array.isArray(node['children']) ? node['children'] : [])),
  );
  return nodes.map((_, i) => i).filter((i) => !children.has(i));
}

/** From a node's own coordinates to its parent's. */
export function transformOf(node: Json, where: string): Affine {
  const m = numbersAt(node, 'matrix', 16, where);
  if (m !== undefined) {
    // Column-major; the last row must be 0 0 0 1.
    if (m[3] !== 0 || m[7] !== 0 || m[11] !== 0 || m[15] !== 1) {
      throw new MeshError('the matrix is not affine', `${where}.matrix`, undefined, 'save the file again');
    }
    return {
      matrix: Float64Array.of(m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]),
      translation: Float64Array.of(m[12], m[13], m[14]),
    };
  }
  const translation = Float64Array.from(numbersAt(node, 'translation', 3, where) ?? [0, 0, 0]);
  const scale = numbersAt(node, 'scale', 3, where) ?? [1, 1, 1];
  const rotation = Float64Array.from(numbersAt(node, 'rotation', 4, where) ?? [0, 0, 0, 1]);
  const size = rotation.reduce((sum, x) => sum + x * x, 0);
  if (!(size > 0.5 && size < 2)) {
    throw new MeshError(
      'the quaternion is not of length 1',
      `${where}.rotation`,
      undefined,
      'save the file again',
    );
  }
  normalizeQuaternion(rotation, 0);
  const matrix = new Float64Array(9);
  matrixFromQuaternion(matrix, 0, rotation, 0);
  for (let i = 0; i < 9; i++) matrix[i] *= scale[i % 3];
  return { matrix, translation };
}
