// Which node of a GLB each body of a scene was made from: by name, then by shape.
//
// Names are compared as `carom new` writes them (anything but letters, digits, dots, dashes and underscores is a dash).
// The shapes then say how the file's coordinates lie in the body's: units, turned axes and a moved origin come out
// of comparing vertex with vertex, whatever made the scene.

import type { Affine } from '../geometry/files/glb-nodes.ts';
import type { NamedMesh } from '../geometry/files/mesh-file.ts';
import type { Scene } from '../scene/types.ts';
import { fitSimilarity } from './affine.ts';

export interface NodeMatch {
  readonly body: number;
  readonly node: number;
  readonly name: string;
  /** From the file's world to the body's coordinates; undefined where the shapes differ. */
  readonly fit?: Affine & { readonly scale: number };
}

export function matchNodes(
  scene: Scene,
  meshes: readonly NamedMesh[],
): { matches: readonly NodeMatch[]; notes: readonly string[] } {
  const notes: string[] = [];
  const bodies = new Map(scene.bodies.map(({ name }, i) => [plain(name), i]));
  const left = new Set(scene.bodies.map((_, i) => i));
  const matches: NodeMatch[] = [];
  for (const { name, mesh, node } of meshes) {
    if (node === undefined) continue;
    const body = firstLeft(bodies, left, plain(name));
    if (body === undefined) {
      notes.push(`node "${name}" has no body: it stays as it is`);
      continue;
    }
    left.delete(body);
    const fit = fitSimilarity(mesh.positions, scene.meshes[scene.bodies[body].mesh].positions);
    matches.push({ body, node, name, ...(fit ? { fit } : {}) });
  }

  const kept = matches.filter(({ body, name, fit }) => {
    const pieces = [...left].filter((i) => stemOf(scene.bodies[i].name) === plain(name));
    if (fit !== undefined) return true;
    if (pieces.length === 0) {
      notes.push(
        `body "${scene.bodies[body].name}" has another shape than its node: taken to stand at the start where the file has it`,
      );
      return true;
    }
    notes.push(
      `node "${name}" was split into ${pieces.length + 1} bodies, and moves only as a whole: it stays as it is`,
    );
    for (const piece of pieces) left.delete(piece);
    return false;
  });
  for (const i of left) notes.push(`body "${scene.bodies[i].name}" has no node: its motion is left out`);
  for (const { name } of scene.deformables)
    notes.push(`deformable "${name}" cannot move in glTF: write .usda or .pc2`);
  return { matches: kept, notes };
}

/** Nodes of one name go to the bodies name, name-2, name-3 in this order. */
function firstLeft(bodies: ReadonlyMap<string, number>, left: ReadonlySet<number>, name: string) {
  for (let i = 1; ; i++) {
    const body = bodies.get(i === 1 ? name : `${name}-${i}`);
    if (body === undefined || left.has(body)) return body;
  }
}

function stemOf(name: string): string {
  return plain(name).replace(/-\d+$/, '');
}

function plain(name: string): string {
  return name
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .toLowerCase();
}
