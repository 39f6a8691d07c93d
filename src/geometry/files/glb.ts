// GLB, the binary form of glTF 2.0: every node with a mesh becomes a mesh in world coordinates.
//
// Read are triangles, strips, fans, lines and points of all primitives of a node, through matrices
// or translation–rotation–scale of the node and its parents. Renderers need a vertex for each
// normal, so equal positions are welded. Looks, skins, morph targets and animations are passed
// over; files that need other files or compressed geometry are refused.

import { assembleMesh } from '../assemble.ts';
import { type Mesh, vertexCount } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { mapAffine } from '../transform.ts';
import { weldMesh } from '../surface/weld.ts';
import { budgetOfFile } from './budget.ts';
import { arrayAt, type Json, objectAt, openGlb, textOf } from './glb-container.ts';
import { readRawMesh, takeMesh } from './glb-mesh.ts';
import { nodesOf } from './glb-nodes.ts';
import { finiteCoordinate, type MeshFile, type NamedMesh } from './mesh-file.ts';

export function readGlb(bytes: Uint8Array, budget = budgetOfFile(bytes.length)): MeshFile {
  const { root, binary } = openGlb(bytes);
  const notes: string[] = [];
  refuseUnreadable(root);
  for (const key of ['skins', 'animations', 'images'] as const) {
    if (root[key] !== undefined) notes.push(`passed over ${key}`);
  }

  const loaded = new Map<number, Mesh | undefined>();
  const meshes: NamedMesh[] = [];
  const nodes = nodesOf(root);
  // All of them before the first is read, since reading is what takes time.
  for (const index of new Set(nodes.map(({ mesh }) => mesh))) takeMesh(root, index, true, budget);
  for (const node of nodes) {
    if (!loaded.has(node.mesh)) {
      loaded.set(node.mesh, readMesh(root, binary, node.mesh, notes));
      noteTargets(root, node.mesh, notes);
    }
    const mesh = loaded.get(node.mesh);
    if (mesh === undefined) continue;
    // One small file may place one large mesh many times.
    budget.take('vertices', vertexCount(mesh), `node "${node.name}"`);
    const placed = mapAffine(mesh, node.matrix, node.translation);
    for (const x of placed.positions) finiteCoordinate(x, `node "${node.name}"`);
    meshes.push({ name: node.name, mesh: placed, node: node.node });
  }
  if (meshes.length > 0) return { meshes, notes };
  throw new MeshError(
    'the file shows no mesh',
    'scene',
    undefined,
    'check that its scene has nodes with meshes',
  );
}

function noteTargets(root: Json, index: number, notes: string[]): void {
  const primitives = objectAt(root, 'meshes', index)['primitives'] as readonly Json[];
  primitives.forEach((primitive, p) => {
    if (primitive['targets'] !== undefined)
      notes.push(`passed over morph targets of meshes[${index}].primitives[${p}]`);
  });
}

/** A mesh of the file in its own coordinates, joined; undefined where it shows nothing. */
export function readMesh(root: Json, binary: Uint8Array, index: number, notes: string[]): Mesh | undefined {
  const { name, positions, elements } = readRawMesh(root, binary, index, true);
  const loose = assembleMesh(name, positions, elements, notes);
  if (loose === undefined) return undefined;
  const welded = weldMesh(loose);
  notes.push(...welded.notes);
  return vertexCount(welded.mesh) > 0 ? welded.mesh : undefined;
}

/** Required extensions that only change looks, or that need nothing of us. */
const HARMLESS =
  /^(KHR_mesh_quantization|KHR_physics_rigid_bodies|KHR_implicit_shapes|KHR_collision_shapes|KHR_materials_\w+|KHR_texture_\w+|KHR_lights_punctual|EXT_texture_\w+)$/;

export function refuseUnreadable(root: Json): void {
  const required =
    root['extensionsRequired'] === undefined ? [] : arrayAt(root, 'extensionsRequired', 'file');
  for (const extension of required) {
    if (HARMLESS.test(textOf(extension))) continue;
    throw new MeshError(
      'the file needs an extension that is not read',
      'extensionsRequired',
      textOf(extension),
      'save it without',
    );
  }
}
