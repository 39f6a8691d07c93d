// 3MF, the format of 3D printing: every item of the build becomes a mesh in world coordinates, in metres.
//
// Read are meshes, components (objects made of placed objects, also from other parts of the package, as slicers
// write them) and build items; the file says its own unit, millimetres unless it does. Looks, supports and slicer
// settings are passed over.
//
// 3MF Core Specification 1.3. A transform is m00 m01 m02 m10 … m32 of row vectors: x' = x M.

import { assembleMesh } from '../assemble.ts';
import type { Mesh } from '../mesh.ts';
import { vertexCount } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { joinMeshes, mapAffine, scaleMesh } from '../transform.ts';
import { weldMesh } from '../surface/weld.ts';
import { type Budget, budgetOfFile, LIMITS } from './budget.ts';
import { type MeshFile, type NamedMesh, requireCount } from './mesh-file.ts';
import { readModel, type Model, type Placed } from './3mf-model.ts';
import { Package } from './3mf-package.ts';
import { tagsOf } from './xml.ts';

const UNITS: Readonly<Record<string, number>> = {
  micron: 1e-6,
  millimeter: 1e-3,
  centimeter: 1e-2,
  inch: 0.0254,
  foot: 0.3048,
  meter: 1,
};

/** Objects made of objects made of objects: deeper than this is a cycle or a bomb. */
const DEEPEST = 16;

/** Coordinates are metres, whatever unit the file has. */
export function readThreeMf(bytes: Uint8Array, budget = budgetOfFile(bytes.length)): MeshFile {
  const reader = new Reader(bytes, budget);
  const { root } = reader;
  const unit = UNITS[root.unit];
  if (unit === undefined)
    throw new MeshError(
      'the unit is unknown',
      'model.unit',
      root.unit,
      `use ${Object.keys(UNITS).join(', ')}`,
    );
  const meshes: NamedMesh[] = [];
  for (const item of root.build) {
    const pieces: Mesh[] = [];
    reader.collect(item, reader.rootPath, [], pieces);
    if (pieces.length === 0) continue;
    const mesh = scaleMesh(pieces.length === 1 ? pieces[0] : joinMeshes(pieces), unit);
    meshes.push({ name: reader.nameOf(item), mesh });
  }
  if (meshes.length === 0)
    throw new MeshError('there is nothing to build in the file', 'build', undefined, 'save it with objects');
  return { meshes, notes: [`its unit is the ${root.unit}`, ...reader.notes] };
}

class Reader {
  readonly root: Model;
  readonly rootPath: string;
  readonly notes: string[] = [];
  private readonly pack: Package;
  private readonly models = new Map<string, Model>();
  private readonly welded = new Map<object, Mesh | undefined>();
  private readonly budget: Budget;
  private visits = 0;

  constructor(bytes: Uint8Array, budget: Budget) {
    this.budget = budget;
    this.pack = new Package(bytes, budget);
    this.rootPath = rootModelPath(this.pack);
    this.root = this.model(this.rootPath);
  }

  nameOf(item: Placed): string {
    return this.model(item.path ?? this.rootPath).objects.get(item.object)?.name ?? '';
  }

  /** Adds the meshes of an object, placed by the transforms on the way to it, outermost first. */
  collect(item: Placed, from: string, way: readonly Placed[], pieces: Mesh[]): void {
    const path = item.path ?? from;
    const where = `object ${item.object} of ${path}`;
    // Objects that each place two others twice would double without end.
    requireCount('placed objects', ++this.visits, LIMITS.bodies);
    if (way.length >= DEEPEST)
      throw new MeshError('objects are nested too deeply', where, undefined, 'save the file again');
    const object = this.model(path).objects.get(item.object);
    if (object === undefined)
      throw new MeshError('there is no such object', where, undefined, 'save the file again');
    const inner = [...way, item];
    for (const component of object.components) this.collect(component, path, inner, pieces);
    if (object.faces.length === 0) return;
    if (!this.welded.has(object)) {
      const loose = assembleMesh(
        object.name,
        object.positions,
        { faces: object.faces, wires: [], points: [] },
        this.notes,
      );
      this.welded.set(object, loose && weldMesh(loose).mesh);
    }
    let mesh = this.welded.get(object);
    if (mesh === undefined) return;
    // One small file may place one large mesh many times.
    this.budget.take('vertices', vertexCount(mesh), where);
    for (let i = inner.length - 1; i >= 0; i--) {
      const { transform: m } = inner[i];
      if (m !== undefined)
        mesh = mapAffine(mesh, [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]], m.slice(9));
    }
    pieces.push(mesh);
  }

  private model(path: string): Model {
    const key = path.replace(/^\/+/, '').toLowerCase();
    let model = this.models.get(key);
    if (model === undefined) {
      const text = this.pack.text(path);
      if (text === undefined)
        throw new MeshError('a part of the file is missing', path, undefined, 'save the file again');
      model = readModel(text, path, this.budget);
      this.models.set(key, model);
    }
    return model;
  }
}

/** What the package says is its model, or else the first model there is. */
function rootModelPath(pack: Package): string {
  const relations = pack.text('_rels/.rels') ?? '';
  for (const tag of tagsOf(relations, '_rels/.rels')) {
    const target = tag.attribute('Target');
    if (target !== undefined && tag.attribute('Type')?.endsWith('/3dmodel')) return target;
  }
  const found = pack.names().find((name) => /\.model$/i.test(name));
  if (found === undefined)
    throw new MeshError('there is no 3D model in the file', 'file', undefined, 'check that it is a 3MF file');
  return found;
}
