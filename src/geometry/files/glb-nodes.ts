// The nodes of a glTF scene that carry meshes, with their transforms multiplied down the tree.

import { matrixFromQuaternion, normalizeQuaternion } from '../../num/quaternion.ts';
import { MeshError } from '../mesh-error.ts';
import { arrayAt, isObject, type Json, numbersAt, objectAt, textOf } from './glb-container.ts';
import { LIMITS, requireCount } from './mesh-file.ts';

export interface PlacedNode {
  /** Its number in the file. */
  readonly node: number;
  readonly name: string;
  readonly mesh: number;
  /** x ↦ matrix x + translation, row-major 3×3. */
  readonly matrix: Float64Array;
  readonly translation: Float64Array;
}

export type Affine = Pick<PlacedNode, 'matrix' | 'translation'>;

export function nodesOf(root: Json): PlacedNode[] {
  const found: PlacedNode[] = [];
  const start: Affine = {
    matrix: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
    translation: new Float64Array(3),
  };
  const stack = rootNodes(root).map((index) => ({ index, parent: start }));
  stack.reverse();
  const seen = new Set<unknown>();
  while (stack.length > 0) {
    const { index, parent } = stack.pop()!;
    const where = `nodes[${textOf(index)}]`;
    const node = objectAt(root, 'nodes', index);
    // glTF nodes form trees: a node met twice is a cycle, or would multiply without end.
    if (seen.has(index))
      throw new MeshError('a node has two parents', where, undefined, 'save the file again');
    seen.add(index);
    const world = multiplyAffine(parent, transformOf(node, where));
    if (node['mesh'] !== undefined) {
      const mesh = node['mesh'] as number;
      const name = textOf(node['name']) || textOf(objectAt(root, 'meshes', mesh)['name']);
      found.push({ node: index as number, name, mesh, ...world });
      requireCount('nodes', found.length, LIMITS.meshes);
    }
    const children = node['children'] === undefined ? [] : arrayAt(node, 'children', where);
    for (let c = children.length - 1; c >= 0; c--) stack.push({ index: children[c], parent: world });
  }
  return found;
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

/** First b, then a. */
export function multiplyAffine(a: Affine, b: Affine): Affine {
  const matrix = new Float64Array(9);
  const translation = Float64Array.from(a.translation);
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) {
      translation[i] += a.matrix[3 * i + k] * b.translation[k];
      for (let j = 0; j < 3; j++) matrix[3 * i + j] += a.matrix[3 * i + k] * b.matrix[3 * k + j];
    }
  }
  return { matrix, translation };
}
