// Gmsh's .msh files of tetrahedra, linear or quadratic: versions 2.2 and 4.1 as text. Other elements are passed over.
//
// Gmsh orders the mid nodes of a tetrahedron 01 12 02 03 23 13. Coordinates are taken as metres unless a scale is given.
// Nodes that no tetrahedron uses are dropped; elements of negative volume are turned over, those of none refused.

import { type Budget, budgetOfFile, LIMITS } from '../files/budget.ts';
import { decodeText, parseNumber, requireCount } from '../files/mesh-file.ts';
import { MeshError } from '../mesh-error.ts';
import { curvedVolume, leastJacobian } from './curve.ts';
import { turnPositive } from './orientation.ts';
import { boundaryFaces, quadratic } from './quadratic.ts';
import { EDGES, type TetraMesh } from './tetra-mesh.ts';

/** Nodes of Gmsh's element types; only 4 and 11 are tetrahedra. */
const NODES_OF_TYPE: Readonly<Record<number, number>> = {
  1: 2,
  2: 3,
  3: 4,
  4: 4,
  5: 8,
  6: 6,
  7: 5,
  8: 3,
  9: 6,
  10: 9,
  11: 10,
  12: 27,
  13: 18,
  14: 14,
  15: 1,
  16: 8,
  17: 20,
  18: 15,
  19: 13,
  20: 9,
  21: 10,
  26: 4,
  29: 20,
};
const LINEAR = 4;
const QUADRATIC = 11;
/** Where our ten nodes stand among Gmsh's. */
const ORDER = [0, 1, 2, 3, 4, 6, 7, 5, 9, 8];

interface Raw {
  readonly positions: number[];
  /** Index of the node of each tag. */
  readonly indexOf: Map<number, number>;
  readonly linear: number[];
  readonly quadratic: number[];
  readonly budget: Budget;
}

/** @param scale  metres per unit of the file @throws MeshError */
export function readMsh(file: string | Uint8Array, scale = 1, budget = budgetOfFile(file.length)): TetraMesh {
  const text = decodeText(file);
  const format = new Words(section(text, 'MeshFormat'), '$MeshFormat');
  const version = format.next();
  if (format.next() !== 0)
    throw new MeshError('the file is binary', '$MeshFormat', undefined, 'save it as text (Mesh.Binary = 0)');
  if (version !== 2.2 && version !== 4.1)
    throw new MeshError('this version is not read', '$MeshFormat', version, 'save it as 2.2 or 4.1');
  const raw: Raw = { positions: [], indexOf: new Map(), linear: [], quadratic: [], budget };
  const nodes = new Words(section(text, 'Nodes'), '$Nodes');
  const elements = new Words(section(text, 'Elements'), '$Elements');
  if (version === 2.2) {
    readNodes2(nodes, raw);
    readElements2(elements, raw);
  } else {
    readNodes4(nodes, raw);
    readElements4(elements, raw);
  }
  for (let i = 0; i < raw.positions.length; i++) raw.positions[i] *= scale;
  return assemble(raw);
}

function section(text: string, name: string): string {
  const from = text.indexOf(`$${name}`);
  const to = text.indexOf(`$End${name}`, from + 1);
  if (from >= 0 && to >= 0) return text.slice(from + name.length + 1, to);
  throw new MeshError('a part of the file is missing', `$${name}`, undefined, 'save it again with Gmsh');
}

/** Numbers one after the other. */
class Words {
  private readonly text: string;
  private readonly where: string;
  private readonly pattern = /\S+/g;

  constructor(text: string, where: string) {
    this.text = text;
    this.where = where;
  }

  next(): number {
    return parseNumber(this.pattern.exec(this.text)?.[0], this.where);
  }

  count(most: number = LIMITS.triangles): number {
    const value = this.next();
    requireCount(this.where, value, most);
    return value;
  }

  skip(count: number): void {
    for (let i = 0; i < count; i++) this.next();
  }
}

function readNodes2(words: Words, raw: Raw): void {
  const count = words.count(LIMITS.vertices);
  for (let n = 0; n < count; n++) addNode(words, raw, words.next());
}

function readElements2(words: Words, raw: Raw): void {
  const count = words.count();
  for (let e = 0; e < count; e++) {
    words.next();
    const type = words.next();
    words.skip(words.count(1000));
    addElement(words, raw, type);
  }
}

function readNodes4(words: Words, raw: Raw): void {
  const blocks = words.count();
  words.skip(3);
  for (let b = 0; b < blocks; b++) {
    const dimension = words.count(3);
    words.next();
    const parametric = words.next() === 1;
    const count = words.count(LIMITS.vertices);
    const tags: number[] = [];
    for (let n = 0; n < count; n++) tags.push(words.next());
    for (const tag of tags) {
      addNode(words, raw, tag);
      if (parametric) words.skip(dimension);
    }
  }
}

function readElements4(words: Words, raw: Raw): void {
  const blocks = words.count();
  words.skip(3);
  for (let b = 0; b < blocks; b++) {
    words.skip(2);
    const type = words.next();
    const count = words.count();
    for (let e = 0; e < count; e++) {
      words.next();
      addElement(words, raw, type);
    }
  }
}

function addNode(words: Words, raw: Raw, tag: number): void {
  raw.budget.take('vertices', 1, '$Nodes');
  raw.indexOf.set(tag, raw.positions.length / 3);
  for (let k = 0; k < 3; k++) raw.positions.push(words.next());
}

function addElement(words: Words, raw: Raw, type: number): void {
  const count = NODES_OF_TYPE[type];
  if (count === undefined)
    throw new MeshError(
      'elements of this type are not read',
      '$Elements',
      type,
      'save linear or quadratic tetrahedra',
    );
  raw.budget.take('triangles', 1, '$Elements');
  const nodes: number[] = [];
  for (let i = 0; i < count; i++) {
    const tag = words.next();
    const index = raw.indexOf.get(tag);
    if (index === undefined)
      throw new MeshError(
        'there is no such node',
        '$Elements',
        tag,
        'save the file again with all its nodes',
      );
    nodes.push(index);
  }
  if (type === LINEAR) raw.linear.push(...nodes);
  else if (type === QUADRATIC) for (let i = 0; i < 10; i++) raw.quadratic.push(nodes[ORDER[i]]);
}

function assemble({ positions, linear, quadratic: ten }: Raw): TetraMesh {
  if (linear.length > 0 && ten.length > 0)
    throw new MeshError(
      'linear and quadratic tetrahedra are mixed',
      '$Elements',
      undefined,
      'save one order',
    );
  if (linear.length === 0 && ten.length === 0)
    throw new MeshError('there are no tetrahedra', '$Elements', undefined, 'mesh the volume too (gmsh -3)');
  const width = linear.length > 0 ? 4 : 10;
  const given = linear.length > 0 ? linear : ten;
  const numbers = new Map<number, number>();
  // corners first, as in every mesh of ours
  for (let c = 0; c < width; c++) {
    if (c > 0 && c < 4) continue;
    const [from, to] = c === 0 ? [0, 4] : [c, c + 1];
    for (let t = 0; t < given.length; t += width)
      for (let k = from; k < to; k++) if (!numbers.has(given[t + k])) numbers.set(given[t + k], numbers.size);
  }
  const kept = new Float64Array(3 * numbers.size);
  for (const [node, n] of numbers) for (let k = 0; k < 3; k++) kept[3 * n + k] = positions[3 * node + k];
  const elements = Uint32Array.from(given, (node) => numbers.get(node)!);
  turnPositive(kept, elements, width);
  const mesh = width === 4 ? quadratic(kept, elements) : withSurface(kept, elements);
  requirePositive(mesh);
  return mesh;
}

function withSurface(positions: Float64Array, elements: Uint32Array): TetraMesh {
  const count = elements.length / 10;
  const corners = new Uint32Array(4 * count);
  const stride = positions.length / 3;
  const middles = new Map<number, number>();
  for (let t = 0; t < count; t++) {
    for (let c = 0; c < 4; c++) corners[4 * t + c] = elements[10 * t + c];
    for (let e = 0; e < 6; e++) {
      const [a, b] = [elements[10 * t + EDGES[2 * e]], elements[10 * t + EDGES[2 * e + 1]]];
      const key = Math.min(a, b) * stride + Math.max(a, b);
      const node = elements[10 * t + 4 + e];
      if ((middles.get(key) ?? node) !== node)
        throw new MeshError(
          'neighbours have different mid nodes',
          `tetrahedron ${t}`,
          undefined,
          'mesh it again',
        );
      middles.set(key, node);
    }
  }
  const faces = boundaryFaces(corners);
  const surface = new Uint32Array(2 * faces.length);
  for (let f = 0; 3 * f < faces.length; f++)
    for (let c = 0; c < 3; c++) {
      const [a, b] = [faces[3 * f + c], faces[3 * f + ((c + 1) % 3)]];
      surface[6 * f + c] = a;
      surface[6 * f + 3 + c] = middles.get(Math.min(a, b) * stride + Math.max(a, b))!;
    }
  return { positions, elements, surface };
}

function requirePositive(mesh: TetraMesh): void {
  for (let t = 0; t < mesh.elements.length; t += 10)
    if (!(curvedVolume(mesh, t) > 0 && leastJacobian(mesh, t) > 0))
      throw new MeshError(
        'an element is flat or turned over',
        `tetrahedron ${t / 10}`,
        undefined,
        'optimise the mesh (gmsh -optimize)',
      );
}
