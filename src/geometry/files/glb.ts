// GLB, the binary form of glTF 2.0: every node with a mesh becomes a mesh in world coordinates.
//
// Read are triangles, strips, fans, lines and points of all primitives of a node, through matrices
// or translation–rotation–scale of the node and its parents. Renderers need a vertex for each
// normal, so equal positions are welded. Looks, skins, morph targets and animations are passed
// over; files that need other files or compressed geometry are refused.

import { assembleMesh, type RawElements } from '../assemble.ts';
import { type Mesh, vertexCount } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { mapAffine } from '../transform.ts';
import { weldMesh } from '../weld.ts';
import { readAccessor } from './glb-accessor.ts';
import { arrayAt, type Json, objectAt, openGlb, textOf } from './glb-container.ts';
import { nodesOf } from './glb-nodes.ts';
import { finiteCoordinate, LIMITS, type MeshFile, type NamedMesh, requireCount } from './mesh-file.ts';

export { writeGlb } from './glb-write.ts';

export function readGlb(bytes: Uint8Array): MeshFile {
  const { root, binary } = openGlb(bytes);
  const notes: string[] = [];
  refuseUnreadable(root);
  for (const key of ['skins', 'animations', 'images'] as const) {
    if (root[key] !== undefined) notes.push(`passed over ${key}`);
  }

  const loaded = new Map<number, Mesh | undefined>();
  const meshes: NamedMesh[] = [];
  // One small file may place one large mesh many times: memory stays in proportion to the file.
  const mostVertices = Math.min(LIMITS.vertices, 5_000_000 + bytes.length);
  let vertices = 0;
  for (const node of nodesOf(root)) {
    if (!loaded.has(node.mesh)) loaded.set(node.mesh, readMesh(root, binary, node.mesh, notes));
    const mesh = loaded.get(node.mesh);
    if (mesh === undefined) continue;
    vertices += vertexCount(mesh);
    requireCount('vertices of all nodes', vertices, mostVertices);
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

function readMesh(root: Json, binary: Uint8Array, index: number, notes: string[]): Mesh | undefined {
  const where = `meshes[${index}]`;
  const mesh = objectAt(root, 'meshes', index);
  const primitives = arrayAt(mesh, 'primitives', where);
  const positions: number[] = [];
  const raw: RawElements = { faces: [], wires: [], points: [] };
  for (let p = 0; p < primitives.length; p++) {
    const place = `${where}.primitives[${p}]`;
    const primitive = objectAt(mesh, 'primitives', p);
    if (
      primitive['extensions'] !== undefined &&
      'KHR_draco_mesh_compression' in (primitive['extensions'] as object)
    ) {
      throw new MeshError('the geometry is compressed', place, 'Draco', 'save it without compression');
    }
    if (primitive['targets'] !== undefined) notes.push(`passed over morph targets of ${place}`);
    const attributes = primitive['attributes'] as Json | undefined;
    const position = attributes?.['POSITION'];
    if (position === undefined) continue;
    const points = readAccessor(root, binary, position, 'VEC3', `${place}.attributes.POSITION`);
    const base = positions.length / 3;
    const count = points.length / 3;
    requireCount(`${place} vertices`, base + count, LIMITS.vertices);
    for (let i = 0; i < points.length; i++) positions.push(finiteCoordinate(points[i], place));
    const indices =
      primitive['indices'] === undefined
        ? Float64Array.from({ length: count }, (_, i) => i)
        : readAccessor(root, binary, primitive['indices'], 'SCALAR', `${place}.indices`);
    for (let i = 0; i < indices.length; i++) {
      if (indices[i] < count && Number.isInteger(indices[i]) && indices[i] >= 0) indices[i] += base;
      else
        throw new MeshError(
          'there is no such vertex',
          `${place}.indices`,
          indices[i],
          `name one of ${count} vertices`,
        );
    }
    appendPrimitive(raw, indices, primitive['mode'] ?? 4, `${place}.mode`);
  }
  const loose = assembleMesh(textOf(mesh['name']), positions, raw, notes);
  if (loose === undefined) return undefined;
  const welded = weldMesh(loose);
  notes.push(...welded.notes);
  return vertexCount(welded.mesh) > 0 ? welded.mesh : undefined;
}

function appendPrimitive(raw: RawElements, v: Float64Array, mode: unknown, where: string): void {
  const n = v.length;
  switch (mode) {
    case 0:
      for (let i = 0; i < n; i++) raw.points.push(v[i]);
      return;
    case 1:
      for (let i = 0; i + 1 < n; i += 2) raw.wires.push(v[i], v[i + 1]);
      return;
    case 2: // a loop is a strip with a last line back
    case 3:
      for (let i = 0; i + 1 < n; i++) raw.wires.push(v[i], v[i + 1]);
      if (mode === 2 && n > 2) raw.wires.push(v[n - 1], v[0]);
      return;
    case 4:
      for (let i = 0; i + 2 < n; i += 3) raw.faces.push(v[i], v[i + 1], v[i + 2]);
      return;
    case 5:
      for (let i = 0; i + 2 < n; i++) raw.faces.push(v[i], v[i + 1 + (i % 2)], v[i + 2 - (i % 2)]);
      return;
    case 6:
      for (let i = 1; i + 1 < n; i++) raw.faces.push(v[0], v[i], v[i + 1]);
      return;
    default:
      throw new MeshError('the mode is unknown', where, mode, 'use 0 to 6');
  }
}

/** Required extensions that only change looks, or that need nothing of us. */
const HARMLESS =
  /^(KHR_mesh_quantization|KHR_materials_\w+|KHR_texture_\w+|KHR_lights_punctual|EXT_texture_\w+)$/;

function refuseUnreadable(root: Json): void {
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
