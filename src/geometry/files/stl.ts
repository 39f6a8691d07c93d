// STL, binary and ASCII: loose triangles, so equal corners are welded on reading.
//
// A file is binary exactly when its length is 84 + 50 × the count at byte 80; the word "solid" at
// the start decides nothing, since binary exporters write it too. Facet normals are passed over:
// the order of the corners says which side is out. STL carries no unit; millimetres are usual.

import { assembleMesh } from '../assemble.ts';
import { MeshError } from '../mesh-error.ts';
import { weldMesh } from '../surface/weld.ts';
import { type Budget, budgetOfFile, LIMITS } from './budget.ts';
import {
  decodeText,
  finiteCoordinate,
  type MeshFile,
  type NamedMesh,
  parseNumber,
  requireCount,
} from './mesh-file.ts';
import { appendPolygon } from './polygon.ts';

const HEADER = 84;
const FACET = 50;

/** Corners are welded, so its triangles are counted and not its vertices. */
export function readStl(bytes: Uint8Array, budget = budgetOfFile(bytes.length)): MeshFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEADER ? view.getUint32(80, true) : 0;
  if (bytes.length >= HEADER && bytes.length === HEADER + FACET * count)
    return readBinary(view, count, budget, []);
  const opening = new TextDecoder('latin1')
    .decode(bytes.subarray(0, Math.min(bytes.length, 512)))
    .trimStart();
  if (opening.startsWith('solid') && /\bfacet\b|\bendsolid\b/.test(opening))
    return readAscii(decodeText(bytes), budget);
  if (bytes.length >= HEADER && count > 0 && bytes.length > HEADER + FACET * count) {
    return readBinary(view, count, budget, [
      `passed over ${bytes.length - HEADER - FACET * count} bytes after the last face`,
    ]);
  }
  throw new MeshError(
    'the file is not STL, or cut short',
    'file',
    `${bytes.length} bytes`,
    'save it again as STL',
  );
}

function readBinary(view: DataView, count: number, budget: Budget, notes: string[]): MeshFile {
  budget.take('triangles', count, 'faces');
  const positions = new Float64Array(9 * count);
  for (let f = 0; f < count; f++) {
    for (let k = 0; k < 9; k++) {
      const value = view.getFloat32(HEADER + FACET * f + 12 + 4 * k, true);
      positions[9 * f + k] = finiteCoordinate(value, `face ${f}`);
    }
  }
  return finish([{ name: '', positions }], notes);
}

function readAscii(text: string, budget: Budget): MeshFile {
  const solids: { name: string; positions: number[] }[] = [];
  const notes: string[] = [];
  let corners: number[] = [];
  let line = 0;
  for (let at = 0; at < text.length; ) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    const words = text.slice(at, end).trim().split(/\s+/);
    at = end + 1;
    line++;
    const where = `line ${line}`;
    switch (words[0].toLowerCase()) {
      case 'solid':
        solids.push({ name: words.slice(1).join(' ').slice(0, 200), positions: [] });
        requireCount('solids', solids.length, LIMITS.bodies);
        break;
      case 'vertex':
        budget.take('triangles', 1, where);
        for (let k = 1; k <= 3; k++) corners.push(parseNumber(words[k], where));
        break;
      case 'endloop':
      case 'endfacet':
        if (solids.length === 0) solids.push({ name: '', positions: [] });
        if (corners.length > 0) appendCorners(solids[solids.length - 1].positions, corners, where);
        corners = [];
        break;
    }
  }
  if (corners.length > 0)
    throw new MeshError('the file ends inside a face', `line ${line}`, undefined, 'save it again');
  return finish(solids, notes);
}

/** Some exporters write loops of four and more corners. */
function appendCorners(positions: number[], corners: readonly number[], where: string): void {
  const triangles: number[] = [];
  appendPolygon(
    triangles,
    corners,
    Array.from({ length: corners.length / 3 }, (_, i) => i),
    where,
  );
  for (const i of triangles) positions.push(corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]);
}

function finish(
  solids: readonly { name: string; positions: ArrayLike<number> }[],
  notes: string[],
): MeshFile {
  const meshes: NamedMesh[] = [];
  for (const { name, positions } of solids) {
    const faces = Array.from({ length: positions.length / 3 }, (_, i) => i);
    const loose = assembleMesh(name, positions, { faces, wires: [], points: [] }, notes);
    if (loose === undefined) continue;
    const welded = weldMesh(loose);
    notes.push(...welded.notes);
    if (welded.mesh.faces.length > 0) meshes.push({ name, mesh: welded.mesh });
  }
  if (meshes.length > 0) return { meshes, notes };
  throw new MeshError('the file holds no faces', 'file', undefined, 'check that it is an STL file');
}
