// Meshes to GLB: one node a mesh; faces, wires and points are primitives over the same vertices.
//
// Coordinates are rounded to single precision, as glTF has it. The bytes depend on the meshes only.

import { MeshError } from '../../../src/geometry/index.ts';
import type { NamedMesh } from '../../../src/geometry/files/index.ts';

const FLOAT = 5126;
const UINT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

export function writeGlb(meshes: readonly NamedMesh[]): Uint8Array {
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const store = (data: Float32Array | Uint32Array, target: number, accessor: object): number => {
    const part = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    bufferViews.push({ buffer: 0, byteOffset: bytes, byteLength: part.length, target });
    accessors.push({ bufferView: bufferViews.length - 1, ...accessor });
    parts.push(part);
    bytes += part.length;
    return accessors.length - 1;
  };

  const gltfMeshes = meshes.map(({ name, mesh }) => {
    const positions = Float32Array.from(mesh.positions);
    const [min, max] = boundsOf(positions, name);
    const position = store(positions, ARRAY_BUFFER, {
      componentType: FLOAT,
      count: positions.length / 3,
      type: 'VEC3',
      min,
      max,
    });
    const primitives: object[] = [];
    for (const [list, mode] of [
      [mesh.faces, 4],
      [mesh.wires, 1],
      [mesh.points, 0],
    ] as const) {
      if (list.length === 0) continue;
      const accessor = { componentType: UINT, count: list.length, type: 'SCALAR' };
      const indices = store(list, ELEMENT_ARRAY_BUFFER, accessor);
      primitives.push({ attributes: { POSITION: position }, indices, mode });
    }
    return { ...(name === '' ? {} : { name }), primitives };
  });
  const root = {
    asset: { version: '2.0', generator: 'carom' },
    scene: 0,
    scenes: [{ nodes: meshes.map((_, i) => i) }],
    nodes: meshes.map(({ name }, i) => ({ ...(name === '' ? {} : { name }), mesh: i })),
    meshes: gltfMeshes,
    accessors,
    bufferViews,
    buffers: [{ byteLength: bytes }],
  };
  return container(new TextEncoder().encode(JSON.stringify(root)), parts, bytes);
}

function container(json: Uint8Array, parts: readonly Uint8Array[], binaryBytes: number): Uint8Array {
  const jsonBytes = Math.ceil(json.length / 4) * 4;
  const file = new Uint8Array(12 + 8 + jsonBytes + 8 + binaryBytes);
  const view = new DataView(file.buffer);
  const header = [0x46546c67, 2, file.length, jsonBytes, 0x4e4f534a];
  for (let i = 0; i < header.length; i++) view.setUint32(4 * i, header[i], true);
  file.fill(0x20, 20, 20 + jsonBytes); // the format pads JSON with spaces
  file.set(json, 20);
  let at = 20 + jsonBytes;
  view.setUint32(at, binaryBytes, true);
  view.setUint32(at + 4, 0x004e4942, true);
  at += 8;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

function boundsOf(positions: Float32Array, name: string): [number[], number[]] {
  if (positions.length === 0)
    throw new MeshError('the mesh is empty', name || 'mesh', undefined, 'leave it out');
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i])) {
      throw new MeshError(
        'a coordinate does not fit single precision',
        name || 'mesh',
        positions[i],
        'scale the mesh',
      );
    }
    min[i % 3] = Math.min(min[i % 3], positions[i]);
    max[i % 3] = Math.max(max[i % 3], positions[i]);
  }
  return [min, max];
}
