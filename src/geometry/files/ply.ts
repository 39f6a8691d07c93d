// PLY, the Stanford polygon format: ASCII, little and big endian.
//
// The header names elements (vertex, face, edge, …) and the properties of each; what we do not know
// is passed over property by property. Read are vertex x y z, face and tristrips lists, edge
// vertex1 vertex2, and `point vertex`, an element of ours for points beside faces. A file without
// faces and edges is a cloud of points.

import { assembleMesh, type RawElements } from '../assemble.ts';
import { MeshError } from '../mesh-error.ts';
import { type Budget, budgetOfFile } from './budget.ts';
import { finiteCoordinate, type MeshFile } from './mesh-file.ts';
import { type PlyElement, type PlyHeader, readPlyHeader } from './ply-header.ts';
import { asciiValues, binaryValues, type Values } from './ply-values.ts';
import { appendPolygon } from './polygon.ts';

export function readPly(bytes: Uint8Array, budget = budgetOfFile(bytes.length)): MeshFile {
  const header = readPlyHeader(bytes);
  const body = bytes.subarray(header.bodyAt);
  const values =
    header.format === 'ascii'
      ? asciiValues(body)
      : binaryValues(body, header.format === 'binary_little_endian');

  let positions: Float64Array = new Float64Array();
  const polygons: number[][] = [];
  const strips: number[][] = [];
  const raw: RawElements = { faces: [], wires: [], points: [] };
  for (const element of header.elements) {
    switch (element.name) {
      case 'vertex':
        budget.take('vertices', element.count, 'element vertex');
        positions = readVertices(element, values);
        break;
      case 'face':
        readLists(element, values, polygons, budget);
        break;
      case 'tristrips':
        readLists(element, values, strips, budget);
        break;
      case 'edge':
        readScalars(element, values, ['vertex1', 'vertex2'], raw.wires);
        break;
      case 'point':
        readScalars(element, values, ['vertex'], raw.points);
        break;
      default:
        readScalars(element, values, [], []);
    }
  }
  return assemble(header, positions, polygons, strips, raw);
}

function assemble(
  header: PlyHeader,
  positions: Float64Array,
  polygons: number[][],
  strips: number[][],
  raw: RawElements,
): MeshFile {
  const notes: string[] = [];
  const count = positions.length / 3;
  for (const [name, list] of [
    ['edge', raw.wires],
    ['point', raw.points],
  ] as const)
    requireIndices(list, count, name);
  let crossing = 0;
  for (let f = 0; f < polygons.length; f++) {
    requireIndices(polygons[f], count, `face ${f}`);
    if (polygons[f].length < 3) continue;
    if (!appendPolygon(raw.faces, positions, polygons[f], `face ${f}`)) crossing++;
  }
  for (const strip of strips) appendStrip(raw.faces, strip, count);
  if (crossing > 0) notes.push(`${crossing} polygons cross themselves; their triangles overlap`);
  const known = header.elements.some(({ name }) => ['face', 'edge', 'tristrips', 'point'].includes(name));
  if (!known || raw.faces.length + raw.wires.length + raw.points.length === 0) {
    notes.push('the file has vertices only; they become points');
    for (let v = 0; v < count; v++) raw.points.push(v);
  }
  const mesh = assembleMesh('', positions, raw, notes);
  if (mesh !== undefined) return { meshes: [{ name: '', mesh }], notes };
  throw new MeshError('the file holds no vertices', 'file', undefined, 'check that it is complete');
}

function readVertices(element: PlyElement, values: Values): Float64Array {
  const list: number[] = [];
  readScalars(element, values, ['x', 'y', 'z'], list);
  if (list.length !== 3 * element.count) {
    throw new MeshError(
      'vertices lack x, y or z',
      'element vertex',
      undefined,
      'save the file with positions',
    );
  }
  for (let i = 0; i < list.length; i++) finiteCoordinate(list[i], `vertex ${Math.floor(i / 3)}`);
  return Float64Array.from(list);
}

/** Appends the named scalar properties of every row to `out`, in the order asked for; passes over the rest. */
function readScalars(element: PlyElement, values: Values, names: readonly string[], out: number[]): void {
  const columns = element.properties.map(({ name, count }) =>
    count === undefined ? names.indexOf(name) : -1,
  );
  if (names.some((_, i) => columns.filter((c) => c === i).length !== 1)) {
    throw new MeshError(
      'a property is missing or doubled',
      `element ${element.name}`,
      names.join(' '),
      'save the file again',
    );
  }
  const row = new Float64Array(names.length);
  values.expect(element);
  for (let r = 0; r < element.count; r++) {
    for (let p = 0; p < columns.length; p++) {
      const { type, count } = element.properties[p];
      if (count !== undefined) for (let n = values.listLength(count, type); n > 0; n--) values.next(type);
      else if (columns[p] >= 0) row[columns[p]] = values.next(type);
      else values.next(type);
    }
    for (let k = 0; k < row.length; k++) out.push(row[k]);
  }
}

const INDICES = ['vertex_indices', 'vertex_index'];

function readLists(element: PlyElement, values: Values, out: number[][], budget: Budget): void {
  const wanted = element.properties.findIndex(
    ({ name, count }) => count !== undefined && INDICES.includes(name),
  );
  values.expect(element);
  for (let r = 0; r < element.count; r++) {
    for (let p = 0; p < element.properties.length; p++) {
      const { type, count } = element.properties[p];
      const items = count === undefined ? 1 : values.listLength(count, type);
      if (p !== wanted) {
        for (let n = 0; n < items; n++) values.next(type);
        continue;
      }
      budget.take('triangles', items, `element ${element.name}`);
      const list: number[] = [];
      for (let n = 0; n < items; n++) list.push(values.next(type));
      out.push(list);
    }
  }
}

/** Each corner makes a triangle with the two before it, turned every other time; -1 starts anew. */
function appendStrip(faces: number[], strip: readonly number[], count: number): void {
  let start = 0;
  for (let i = 0; i < strip.length; i++) {
    if (strip[i] === -1) {
      start = i + 1;
      continue;
    }
    requireIndices([strip[i]], count, 'tristrips');
    if (i - start < 2) continue;
    const odd = (i - start) % 2;
    faces.push(strip[i - 2 + odd], strip[i - 1 - odd], strip[i]);
  }
}

function requireIndices(list: readonly number[], count: number, where: string): void {
  for (const v of list) {
    if (Number.isInteger(v) && v >= 0 && v < count) continue;
    throw new MeshError('there is no such vertex', where, v, `name one of the ${count} vertices, from 0`);
  }
}
