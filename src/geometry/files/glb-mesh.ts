// A mesh of a glTF file as it is stored: all its primitives one after another, with what moves its vertices.
//
// Renderers need a vertex for each normal, so the same place is stored several times. What moves is joined only where
// vertices agree in everything that moves them, or lips that are closed at rest would never open.

import { assembleMesh, type RawElements } from '../assemble.ts';
import type { Mesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { readAccessor } from './glb-accessor.ts';
import { arrayAt, isObject, type Json, objectAt, textOf, wholeAt } from './glb-container.ts';
import type { Budget } from './budget.ts';
import { finiteCoordinate } from './mesh-file.ts';

interface RawMesh {
  readonly name: string;
  readonly positions: readonly number[];
  readonly elements: RawElements;
}

/**
 * As its accessors claim, before any of it is read: what they lack is found when they are.
 * @param isShared  as for `readRawMesh`
 * @returns         how many vertices it has
 */
export function takeMesh(root: Json, index: number, isShared: boolean, budget: Budget): number {
  let total = 0;
  const where = `meshes[${index}]`;
  const seen = new Set<unknown>();
  for (const { primitive, place, position } of primitivesOf(objectAt(root, 'meshes', index), where)) {
    const countOf = (accessor: unknown) => wholeAt(objectAt(root, 'accessors', accessor), 'count', place);
    const vertices = countOf(position);
    if (!isShared || !seen.has(position)) {
      budget.take('vertices', vertices, place);
      total += vertices;
    }
    seen.add(position);
    const corners = primitive['indices'] === undefined ? vertices : countOf(primitive['indices']);
    const isTriangles = (primitive['mode'] ?? 4) === 4;
    budget.take('triangles', isTriangles ? Math.floor(corners / 3) : corners, place);
  }
  return total;
}

/** @param isShared  primitives that name the same positions share their vertices; otherwise each has its own, in their order */
export function readRawMesh(root: Json, binary: Uint8Array, index: number, isShared: boolean): RawMesh {
  const where = `meshes[${index}]`;
  const mesh = objectAt(root, 'meshes', index);
  const positions: number[] = [];
  const elements: RawElements = { faces: [], wires: [], points: [] };
  const stored = new Map<unknown, { readonly base: number; readonly count: number }>();
  const store = (position: unknown, place: string) => {
    const known = stored.get(position);
    if (isShared && known !== undefined) return known;
    const points = readAccessor(root, binary, position, 'VEC3', `${place}.attributes.POSITION`);
    const base = positions.length / 3;
    for (let i = 0; i < points.length; i++) positions.push(finiteCoordinate(points[i], place));
    const made = { base, count: points.length / 3 };
    stored.set(position, made);
    return made;
  };
  for (const { primitive, place, position } of primitivesOf(mesh, where)) {
    const { base, count } = store(position, place);
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
    appendPrimitive(elements, indices, primitive['mode'] ?? 4, `${place}.mode`);
  }
  return { name: textOf(mesh['name']), positions, elements };
}

interface PlacedPrimitive {
  readonly primitive: Json;
  readonly place: string;
  /** The accessor of its positions. */
  readonly position: unknown;
}

/** The primitives that have positions. */
function primitivesOf(mesh: Json, where: string): PlacedPrimitive[] {
  return arrayAt(mesh, 'primitives', where).flatMap((_, p) => {
    const place = `${where}.primitives[${p}]`;
    const primitive = objectAt(mesh, 'primitives', p);
    const extensions = primitive['extensions'];
    if (isObject(extensions) && 'KHR_draco_mesh_compression' in extensions)
      throw new MeshError('the geometry is compressed', place, 'Draco', 'save it without compression');
    const attributes = primitive['attributes'];
    const position = isObject(attributes) ? attributes['POSITION'] : undefined;
    return position === undefined ? [] : [{ primitive, place, position }];
  });
}

/** A mesh whose vertices move each by itself, or that carries weights of a cloth's pins. */
export interface DeformingMesh {
  /** Joined, as it is without any deformation. */
  readonly mesh: Mesh;
  /** How each vertex moves from there where a target has weight 1: xyz a vertex, a list a target. */
  readonly targets: readonly Float64Array[];
  /** Bones of each vertex and their weights, `bones` a vertex; empty without a skin. */
  readonly bones: number;
  readonly joints: Uint32Array;
  readonly weights: Float64Array;
  /** Attribute _PIN of each vertex; undefined where there is none. */
  readonly pins?: Float64Array;
}

/** Attributes of one stored vertex after another. */
class Column {
  readonly values: Float64Array;
  readonly width: number;
  constructor(width: number, count: number) {
    this.width = width;
    this.values = new Float64Array(width * count);
  }
}

/** Undefined where the mesh has no faces. */
export function readDeformingMesh(
  root: Json,
  binary: Uint8Array,
  index: number,
  notes: string[],
  budget: Budget,
): DeformingMesh | undefined {
  const where = `meshes[${index}]`;
  const primitives = primitivesOf(objectAt(root, 'meshes', index), where);
  takeMesh(root, index, false, budget);
  const raw = readRawMesh(root, binary, index, false);
  const count = raw.positions.length / 3;
  const targetCount = Math.max(0, ...primitives.map(({ primitive }) => listOf(primitive['targets']).length));
  const sets = Math.max(0, ...primitives.map(({ primitive }) => jointSets(primitive['attributes'] as Json)));
  budget.take('vertices', (targetCount + sets) * count, `${where} targets and joints`);
  const columns = {
    positions: new Column(3, count),
    targets: Array.from({ length: targetCount }, () => new Column(3, count)),
    joints: new Column(4 * sets, count),
    weights: new Column(4 * sets, count),
    pins: new Column(1, count),
  };
  columns.positions.values.set(raw.positions);
  let hasPins = false;
  let base = 0;
  for (const { primitive, place, position } of primitives) {
    const attributes = primitive['attributes'] as Json;
    const size = Number(objectAt(root, 'accessors', position)['count']);
    const fill = (column: Column, accessor: unknown, type: 'SCALAR' | 'VEC3' | 'VEC4', at: number): void => {
      if (accessor === undefined) return;
      const values = readAccessor(root, binary, accessor, type, place);
      const width = type === 'SCALAR' ? 1 : type === 'VEC3' ? 3 : 4;
      if (values.length !== width * size)
        throw new MeshError(
          'an attribute has another count than the positions',
          place,
          values.length / width,
          'save the file again',
        );
      for (let v = 0; v < size; v++)
        for (let k = 0; k < width; k++)
          column.values[(base + v) * column.width + at + k] = finiteCoordinate(values[width * v + k], place);
    };
    listOf(primitive['targets']).forEach((target, t) => {
      fill(columns.targets[t], isObject(target) ? target['POSITION'] : undefined, 'VEC3', 0);
    });
    for (let s = 0; s < sets; s++) {
      fill(columns.joints, attributes[`JOINTS_${s}`], 'VEC4', 4 * s);
      fill(columns.weights, attributes[`WEIGHTS_${s}`], 'VEC4', 4 * s);
    }
    const pin = attributes['_PIN'] ?? attributes['_pin'];
    hasPins ||= pin !== undefined;
    fill(columns.pins, pin, 'SCALAR', 0);
    base += size;
  }
  return joined(raw, columns, hasPins, notes);
}

function joined(
  raw: RawMesh,
  columns: {
    readonly positions: Column;
    readonly targets: readonly Column[];
    readonly joints: Column;
    readonly weights: Column;
    readonly pins: Column;
  },
  hasPins: boolean,
  notes: string[],
): DeformingMesh | undefined {
  const count = raw.positions.length / 3;
  const all = [columns.positions, ...columns.targets, columns.joints, columns.weights];
  const known = new Map<string, number>();
  const target = Uint32Array.from({ length: count }, (_, v) => {
    const key = all
      .map(({ values, width }) => values.subarray(width * v, width * (v + 1)).join(' '))
      .join(';');
    const first = known.get(key) ?? v;
    known.set(key, first);
    return first;
  });
  const through = (list: readonly number[]) => list.map((v) => target[v]);
  const elements = { faces: through(raw.elements.faces), wires: [], points: [] };
  // Vertices are drawn through with their numbers for coordinates, so that it is known which were kept.
  const numbers = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) numbers[3 * v] = v;
  const numbered = assembleMesh(raw.name, numbers, elements, notes);
  if (numbered === undefined) return undefined;
  const source = Array.from({ length: numbered.positions.length / 3 }, (_, i) => numbered.positions[3 * i]);
  const kept = ({ values, width }: Column): Float64Array => {
    const out = new Float64Array(width * source.length);
    source.forEach((v, i) => {
      out.set(values.subarray(width * v, width * (v + 1)), width * i);
    });
    return out;
  };
  return {
    mesh: { ...numbered, positions: kept(columns.positions) },
    targets: columns.targets.map(kept),
    bones: columns.joints.width,
    joints: Uint32Array.from(kept(columns.joints)),
    weights: kept(columns.weights),
    ...(hasPins ? { pins: kept(columns.pins) } : {}),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** How many sets of four bones; more than these nobody writes. */
const MOST_SETS = 8;

function jointSets(attributes: Json): number {
  let sets = 0;
  while (sets < MOST_SETS && attributes[`JOINTS_${sets}`] !== undefined) sets++;
  return sets;
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
