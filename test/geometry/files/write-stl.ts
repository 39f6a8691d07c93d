// Meshes to STL, binary and text, for tests to read.

import type { NamedMesh } from '../../../src/geometry/files/index.ts';
import { MeshError } from '../../../src/geometry/index.ts';

const HEADER = 84;
const FACET = 50;

/** Binary STL of all meshes together; coordinates are rounded to single precision, as the format has it. */
export function writeStl(meshes: readonly NamedMesh[]): Uint8Array {
  const count = meshes.reduce((sum, { mesh }) => sum + mesh.faces.length / 3, 0);
  const bytes = new Uint8Array(HEADER + FACET * count);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('binary STL'));
  view.setUint32(80, count, true);
  let at = HEADER;
  forEachFacet(meshes, (normal, corners) => {
    for (let k = 0; k < 3; k++) view.setFloat32(at + 4 * k, normal[k], true);
    for (let k = 0; k < 9; k++) view.setFloat32(at + 12 + 4 * k, corners[k], true);
    at += FACET;
  });
  return bytes;
}

/** ASCII STL, one solid a mesh, with all digits of the coordinates. */
export function writeStlText(meshes: readonly NamedMesh[]): Uint8Array {
  const lines: string[] = [];
  for (const named of meshes) {
    const name = named.name.replace(/\s+/g, ' ').trim();
    lines.push(`solid ${name}`.trimEnd());
    forEachFacet([named], (normal, c) => {
      lines.push(` facet normal ${normal.join(' ')}`, '  outer loop');
      for (let k = 0; k < 9; k += 3) lines.push(`   vertex ${c[k]} ${c[k + 1]} ${c[k + 2]}`);
      lines.push('  endloop', ' endfacet');
    });
    lines.push(`endsolid ${name}`.trimEnd());
  }
  return new TextEncoder().encode(lines.join('\n') + '\n');
}

function forEachFacet(
  meshes: readonly NamedMesh[],
  visit: (normal: readonly number[], corners: Float64Array) => void,
): void {
  const c = new Float64Array(9);
  for (const { name, mesh } of meshes) {
    if (mesh.wires.length + mesh.points.length > 0) {
      throw new MeshError(
        'STL holds faces only',
        name || 'mesh',
        'wires or points',
        'write OBJ, PLY or GLB instead',
      );
    }
    for (let f = 0; f < mesh.faces.length; f += 3) {
      for (let k = 0; k < 9; k++) c[k] = mesh.positions[3 * mesh.faces[f + Math.floor(k / 3)] + (k % 3)];
      const [ux, uy, uz, vx, vy, vz] = [
        c[3] - c[0],
        c[4] - c[1],
        c[5] - c[2],
        c[6] - c[0],
        c[7] - c[1],
        c[8] - c[2],
      ];
      const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
      visit(size > 0 ? normal.map((x) => x / size) : [0, 0, 0], c);
    }
  }
}
