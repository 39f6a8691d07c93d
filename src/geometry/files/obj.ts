// Wavefront OBJ: reads v, f, l, p, o and g; writes one object a mesh.
//
// Vertices are numbered from 1 through the whole file, or backwards from the latest with negative
// numbers. Each object or group that holds elements becomes a mesh of its own; texture coordinates,
// normals and materials are passed over. A file of vertices alone is a cloud of points.

import { assembleMesh, type RawElements } from '../assemble.ts';
import { MeshError } from '../mesh-error.ts';
import { vertexCount } from '../mesh.ts';
import { budgetOfFile, LIMITS } from './budget.ts';
import { decodeText, type MeshFile, type NamedMesh, parseNumber, requireCount } from './mesh-file.ts';
import { appendPolygon } from './polygon.ts';

export function readObj(file: string | Uint8Array, budget = budgetOfFile(file.length)): MeshFile {
  const text = decodeText(file);
  const positions: number[] = [];
  const groups = new Map<string, RawElements>();
  let current: RawElements | undefined;
  let name = '';
  let crossing = 0;
  const passedOver = new Set<string>();
  const group = (): RawElements => {
    if (current === undefined) {
      current = groups.get(name) ?? { faces: [], wires: [], points: [] };
      groups.set(name, current);
      requireCount('groups', groups.size, LIMITS.bodies);
    }
    return current;
  };

  forEachStatement(text, (words, line) => {
    const where = `line ${line}`;
    switch (words[0]) {
      case 'v':
        budget.take('vertices', 1, where);
        for (let k = 1; k <= 3; k++) positions.push(parseNumber(words[k], where));
        break;
      case 'f': {
        const corners: number[] = [];
        budget.take('triangles', words.length, where);
        for (let i = 1; i < words.length; i++)
          corners.push(vertexIndex(words[i], positions.length / 3, where));
        // Exporters repeat a corner to close the polygon, or to write a triangle as a quad.
        const distinct = corners.filter((v, i) => v !== corners[(i + 1) % corners.length]);
        if (distinct.length >= 3 && !appendPolygon(group().faces, positions, distinct, where)) crossing++;
        break;
      }
      case 'l':
        for (let i = 2; i < words.length; i++) {
          const count = positions.length / 3;
          group().wires.push(vertexIndex(words[i - 1], count, where), vertexIndex(words[i], count, where));
        }
        break;
      case 'p':
        for (let i = 1; i < words.length; i++)
          group().points.push(vertexIndex(words[i], positions.length / 3, where));
        break;
      case 'o':
      case 'g':
        name = words.slice(1).join(' ').slice(0, 200);
        current = undefined;
        break;
      default:
        if (!SILENT.has(words[0]) && passedOver.size < 20) passedOver.add(words[0].slice(0, 20));
    }
  });

  const notes: string[] = [];
  if (passedOver.size > 0) notes.push(`passed over statements: ${[...passedOver].join(', ')}`);
  if (crossing > 0) notes.push(`${crossing} polygons cross themselves; their triangles overlap`);
  if (groups.size === 0 && positions.length > 0) {
    notes.push('the file has vertices only; they become points');
    const { points } = group();
    for (let v = 0; v < positions.length / 3; v++) points.push(v);
  }
  const meshes: NamedMesh[] = [];
  for (const [title, raw] of groups) {
    const mesh = assembleMesh(title, positions, raw, notes);
    if (mesh !== undefined) meshes.push({ name: title, mesh });
  }
  if (meshes.length === 0) {
    throw new MeshError(
      'the file holds no faces, lines or points',
      'file',
      undefined,
      'check that it is an OBJ file',
    );
  }
  return { meshes, notes };
}

/** Numbers are written so that they read back to the same bits. */
export function writeObj(meshes: readonly NamedMesh[]): Uint8Array {
  const lines: string[] = [];
  let base = 1;
  for (const { name, mesh } of meshes) {
    if (name !== '' || meshes.length > 1) lines.push(`o ${name.replace(/\s+/g, ' ').trim() || 'mesh'}`);
    const { positions, faces, wires, points } = mesh;
    for (let i = 0; i < positions.length; i += 3)
      lines.push(`v ${positions[i]} ${positions[i + 1]} ${positions[i + 2]}`);
    for (let f = 0; f < faces.length; f += 3) {
      lines.push(`f ${faces[f] + base} ${faces[f + 1] + base} ${faces[f + 2] + base}`);
    }
    for (let w = 0; w < wires.length; w += 2) lines.push(`l ${wires[w] + base} ${wires[w + 1] + base}`);
    for (let p = 0; p < points.length; p++) lines.push(`p ${points[p] + base}`);
    base += vertexCount(mesh);
  }
  return new TextEncoder().encode(lines.join('\n') + '\n');
}

/** Well-formed statements about looks rather than shape. */
const SILENT = new Set(['vt', 'vn', 'vp', 's', 'mtllib', 'usemtl', 'maplib', 'usemap', 'mg', 'lod']);

function forEachStatement(text: string, visit: (words: string[], line: number) => void): void {
  let at = 0;
  let line = 0;
  let pending = '';
  while (at < text.length) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    let content = text.slice(at, end);
    at = end + 1;
    line++;
    const hash = content.indexOf('#');
    if (hash >= 0) content = content.slice(0, hash);
    content = content.trim();
    // A backslash at the end of a line continues the statement on the next one.
    if (content.endsWith('\\') && at < text.length && pending.length < 1e6) {
      pending += content.slice(0, -1) + ' ';
      continue;
    }
    const statement = (pending + content).trim();
    pending = '';
    if (statement !== '') visit(statement.split(/\s+/), line);
  }
}

/** "7", "7/1", "7//3" or "-1" to an index from 0. */
function vertexIndex(word: string, count: number, where: string): number {
  const slash = word.indexOf('/');
  const number = Number(slash < 0 ? word : word.slice(0, slash));
  const index = number < 0 ? count + number : number - 1;
  if (Number.isInteger(number) && number !== 0 && index >= 0 && index < count) return index;
  throw new MeshError(
    'there is no such vertex',
    where,
    word,
    `name one of the ${count} vertices before this line`,
  );
}
