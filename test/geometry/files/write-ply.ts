// Meshes to PLY, for tests to read.

import type { NamedMesh } from '../../../src/geometry/files/index.ts';
import { joinMeshes, vertexCount } from '../../../src/geometry/index.ts';

/** Little-endian PLY of all meshes together, in double precision. */
export function writePly(meshes: readonly NamedMesh[]): Uint8Array {
  const mesh = meshes.length === 1 ? meshes[0].mesh : joinMeshes(meshes.map((named) => named.mesh));
  const vertices = vertexCount(mesh);
  const faces = mesh.faces.length / 3;
  const wires = mesh.wires.length / 2;
  const points = mesh.points.length === vertices ? 0 : mesh.points.length;
  const header = [
    'ply',
    'format binary_little_endian 1.0',
    `element vertex ${vertices}`,
    ...['x', 'y', 'z'].map((axis) => `property double ${axis}`),
    ...(faces > 0 ? [`element face ${faces}`, 'property list uchar uint vertex_indices'] : []),
    ...(wires > 0 ? [`element edge ${wires}`, 'property uint vertex1', 'property uint vertex2'] : []),
    ...(points > 0 ? [`element point ${points}`, 'property uint vertex'] : []),
    'end_header\n',
  ].join('\n');
  const head = new TextEncoder().encode(header);
  const bytes = new Uint8Array(head.length + 24 * vertices + 13 * faces + 8 * wires + 4 * points);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  let at = head.length;
  for (let i = 0; i < mesh.positions.length; i++, at += 8) view.setFloat64(at, mesh.positions[i], true);
  for (let f = 0; f < 3 * faces; f += 3) {
    view.setUint8(at, 3);
    for (let k = 0; k < 3; k++) view.setUint32(at + 1 + 4 * k, mesh.faces[f + k], true);
    at += 13;
  }
  for (let w = 0; w < 2 * wires; w++, at += 4) view.setUint32(at, mesh.wires[w], true);
  for (let p = 0; p < points; p++, at += 4) view.setUint32(at, mesh.points[p], true);
  return bytes;
}
