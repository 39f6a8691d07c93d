// From what a scene file says about a shape to a mesh in model coordinates [m].

import type { Budget } from '../geometry/files/index.ts';
import {
  assembleMesh,
  faceCount,
  joinMeshes,
  mapAffine,
  type Mesh,
  meshBounds,
  MeshError,
  moveMesh,
  scaleMesh,
  vertexCount,
} from '../geometry/index.ts';
import type { Collector } from './fault/collector.ts';
import { gridMesh, latticeMesh, stripMesh } from './grid.ts';
import { limits } from './read/limits.ts';
import { extensionOf, meshFileKinds, readMeshFile } from './read/mesh-files.ts';
import { spellingHint } from './fault/spelling-hint.ts';
import { show } from './fault/place.ts';
import { findPrimitive, type PrimitiveFile } from './primitives.ts';
import { type CompoundFile, type DeformableShapeFile, unitLengths } from './schema/shape.ts';
import { noRotation, readRotation } from './pose.ts';

/** Gives the bytes of a file by its path in the scene, or undefined where there is none; throws what forbids it. */
export type LoadFile = (path: string) => Uint8Array | undefined;

type FileShape = Extract<DeformableShapeFile, { kind: 'file' }>;
export type GeneratedShape = Extract<DeformableShapeFile, { kind: 'grid' | 'strip' | 'lattice' }>;
type InlineShape = Extract<DeformableShapeFile, { kind: 'inline' }>;

/** A path that a scene may not use: the loader says why. */
export class ForbiddenPath extends Error {}

export class ShapeLoader {
  private readonly files = new Map<string, Mesh | undefined>();
  private readonly load: LoadFile;
  readonly up: 'y' | 'z';
  private readonly collector: Collector;
  /** What frames of point caches are counted by unless they say. */
  readonly frameRateHz: number;

  readonly budget: Budget;

  constructor(load: LoadFile, up: 'y' | 'z', collector: Collector, budget: Budget, frameRateHz = 60) {
    this.load = load;
    this.up = up;
    this.frameRateHz = frameRateHz;
    this.collector = collector;
    this.budget = budget;
  }

  /** The mesh, or undefined with a fault noted. */
  mesh(shape: DeformableShapeFile | CompoundFile, where: string): Mesh | undefined {
    switch (shape.kind) {
      case 'file':
        return this.fileMesh(shape, where);
      case 'compound':
        return this.compound(shape, where);
      case 'inline':
        return this.collector.attempt(where, () => inlineMesh(shape));
      case 'grid':
      case 'strip':
      case 'lattice':
        return this.generated(shape, where);
      default:
        return this.collector.attempt(where, () => primitiveMesh(shape, this.up));
    }
  }

  private compound({ parts }: CompoundFile, where: string): Mesh | undefined {
    const meshes: Mesh[] = [];
    const budget = this.budget.rest();
    for (const [i, part] of parts.entries()) {
      const place = `${where}.parts[${i}]`;
      const mesh = this.mesh(part.shape, `${place}.shape`);
      const orientation = part.rotation === undefined ? noRotation : readRotation(part.rotation);
      const { scale = 1 } = part;
      const [x, y, z] = typeof scale === 'number' ? [scale, scale, scale] : scale;
      if (orientation === undefined)
        this.collector.add(
          'the rotation has no direction',
          `${place}.rotation`,
          part.rotation,
          'give an axis or quaternion that is not zero',
        );
      if (x * y * z === 0)
        this.collector.add(
          'the scale flattens the part',
          `${place}.scale`,
          scale,
          'give numbers that are not zero',
        );
      if (mesh === undefined || orientation === undefined || x * y * z === 0) continue;
      const taken = this.collector.attempt(place, () => {
        budget.take('vertices', vertexCount(mesh), 'shape');
        budget.take('triangles', faceCount(mesh), 'shape');
        return mesh;
      });
      if (taken === undefined) return undefined;
      meshes.push(moveMesh(scaleMesh(mesh, x, y, z), orientation, part.position ?? [0, 0, 0]));
    }
    return meshes.length < parts.length ? undefined : joinMeshes(meshes);
  }

  /** Counts are checked before memory is taken. */
  private generated(shape: GeneratedShape, where: string): Mesh | undefined {
    const count = generatedVertices(shape);
    if (count > limits.generated) {
      this.collector.add('makes too many vertices', where, count, `keep them below ${limits.generated}`);
      return undefined;
    }
    switch (shape.kind) {
      case 'grid': {
        const { size, cells, upright = false, diagonals } = shape;
        return gridMesh({ size, cells, up: this.up, upright, alternating: diagonals !== 'same' });
      }
      case 'strip':
        return stripMesh(shape.length, shape.width, shape.segments, shape.twist ?? 0);
      case 'lattice':
        return latticeMesh(shape.counts, shape.spacing);
    }
  }

  private fileMesh(shape: FileShape, where: string): Mesh | undefined {
    const key = JSON.stringify([shape.path, shape.units, shape.object, shape.up]);
    if (!this.files.has(key)) this.files.set(key, this.readFile(shape, where));
    return this.files.get(key);
  }

  private readFile(shape: FileShape, where: string): Mesh | undefined {
    const { collector } = this;
    const place = `${where}.path`;
    const extension = extensionOf(shape.path);
    if (!meshFileKinds.includes(extension)) {
      collector.add(
        'is not a kind of mesh file that is read',
        place,
        shape.path,
        `use one of ${meshFileKinds.join(', ')}`,
      );
      return undefined;
    }
    const bytes = this.bytes(shape.path, place);
    if (bytes === undefined) return undefined;
    const file = collector.attempt(place, () => readMeshFile(extension, bytes, this.budget));
    if (file === undefined) return undefined;
    for (const note of file.notes) collector.note(`${shape.path}: ${note}`);

    let parts = file.meshes;
    if (shape.object !== undefined) {
      parts = parts.filter((part) => part.name === shape.object);
      if (parts.length === 0) {
        const names = file.meshes.map((part) => part.name);
        collector.add(
          'there is no object of this name in the file',
          `${where}.object`,
          shape.object,
          spellingHint(shape.object, names),
        );
        return undefined;
      }
    }
    if (parts.length === 0) {
      collector.add(
        'there is nothing in the mesh file',
        place,
        shape.path,
        'give a file with faces, lines or points',
      );
      return undefined;
    }
    const unit = shape.units ?? (extension === 'stl' ? 'mm' : 'm');
    const whole = turned(
      parts.length === 1 ? parts[0].mesh : joinMeshes(parts.map((part) => part.mesh)),
      shape.up,
      this.up,
    );
    const scaled = unit === 'm' ? whole : scaleMesh(whole, unitLengths[unit]);
    collector.note(`${shape.path}: read in ${unit}, ${sizeOf(scaled)}`);
    return scaled;
  }

  /** The bytes of a file of the scene, or undefined with a fault noted. */
  bytes(path: string, place: string): Uint8Array | undefined {
    const { collector } = this;
    const forbidden = forbiddenReason(path);
    if (forbidden !== undefined) {
      collector.add(forbidden, place, path, "name a file below the scene's own folder");
      return undefined;
    }
    try {
      const bytes = this.load(path);
      if (bytes === undefined) collector.add('there is no such mesh file', place, path, 'correct the path');
      return bytes;
    } catch (error) {
      if (!(error instanceof ForbiddenPath)) throw error;
      collector.add(error.message, place, path, "name a file below the scene's own folder");
      return undefined;
    }
  }
}

/** Why a path may not be followed, whatever the loader; undefined where it may. */
export function forbiddenReason(path: string): string | undefined {
  if (path.includes('\0')) return 'the path has a zero character in it';
  if (/^([a-zA-Z]:|[\\/])/.test(path)) return 'the path is absolute';
  if (/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(path)) return 'the path is an address';
  if (path.split(/[\\/]/).includes('..')) return "the path climbs out of the scene's folder";
  return undefined;
}

export function generatedVertices(shape: GeneratedShape): number {
  switch (shape.kind) {
    case 'grid':
      return (shape.cells[0] + 1) * (shape.cells[1] + 1);
    case 'strip':
      return 2 * (shape.segments + 1);
    case 'lattice':
      return shape.counts[0] * shape.counts[1] * shape.counts[2];
  }
}

function inlineMesh(shape: InlineShape): Mesh {
  const { vertices, faces = [], edges = [], units = 'm' } = shape;
  const check = (list: readonly (readonly number[])[], what: string) =>
    list.forEach((element, i) => {
      for (const v of element) {
        if (v >= vertices.length) {
          throw new MeshError(
            'there is no such vertex',
            `${what}[${i}]`,
            show(v),
            `there are ${vertices.length}, counted from 0`,
          );
        }
      }
    });
  check(faces, 'faces');
  check(edges, 'edges');
  const raw = { faces: faces.flat(), wires: edges.flat(), points: vertices.map((_, i) => i) };
  // Its notes are dropped: edges of faces are expected here, since other formats list them all.
  const mesh = assembleMesh('', vertices.flat(), raw, [])!;
  return units === 'm' ? mesh : scaleMesh(mesh, unitLengths[units]);
}

function primitiveMesh(shape: PrimitiveFile, up: 'y' | 'z'): Mesh {
  const { kind, ...given } = shape as { kind: string } & Record<string, never>;
  // A plane without an axis is a floor: it looks up.
  const upward = kind === 'plane' && given['axis'] === undefined ? { axis: up } : {};
  return findPrimitive(kind).make({ ...given, ...upward });
}

/** Quarter turns about x between y-up and z-up, exact. */
function turned(mesh: Mesh, from: 'y' | 'z' | undefined, to: 'y' | 'z'): Mesh {
  if (from === undefined || from === to) return mesh;
  const s = from === 'y' ? 1 : -1;
  return mapAffine(mesh, [1, 0, 0, 0, 0, -s, 0, s, 0], [0, 0, 0]);
}

export function sizeOf(mesh: Mesh): string {
  const b = meshBounds(mesh);
  const edge = (k: number) => `${Number((b[3 + k] - b[k]).toPrecision(4))}`;
  return `${edge(0)} × ${edge(1)} × ${edge(2)} m, ${vertexCount(mesh)} vertices`;
}
