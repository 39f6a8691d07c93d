// One model part of a 3MF file: a walk over its tags.

import { MeshError } from '../mesh-error.ts';
import { type Budget, LIMITS } from './budget.ts';
import { finiteCoordinate, parseNumber, requireCount } from './mesh-file.ts';
import { type Tag, tagsOf } from './xml.ts';

export interface Placed {
  readonly object: string;
  /** The part of the package that has the object, where it is another one. */
  readonly path?: string;
  /** Twelve numbers. */
  readonly transform?: readonly number[];
}

interface ModelObject {
  readonly name: string;
  readonly positions: number[];
  readonly faces: number[];
  readonly components: Placed[];
}

export interface Model {
  unit: string;
  readonly objects: Map<string, ModelObject>;
  readonly build: Placed[];
}

export function readModel(text: string, path: string, budget: Budget): Model {
  const model: Model = { unit: 'millimeter', objects: new Map(), build: [] };
  let current: ModelObject | undefined;
  let skipped: ModelObject | undefined;
  for (const tag of tagsOf(text, path)) {
    if (tag.isEnd) continue;
    switch (tag.name) {
      case 'model':
        model.unit = tag.attribute('unit') ?? 'millimeter';
        break;
      case 'object': {
        current = {
          name: (tag.attribute('name') ?? '').slice(0, 200),
          positions: [],
          faces: [],
          components: [],
        };
        // Supports hold a print up; they are no part of what is printed.
        if (tag.attribute('type') === 'support') skipped = current;
        model.objects.set(tag.attribute('id') ?? '', current);
        requireCount('objects', model.objects.size, LIMITS.bodies);
        break;
      }
      case 'vertex':
        budget.take('vertices', 1, path);
        for (const axis of AXES) current?.positions.push(parseNumber(tag.attribute(axis), `${path}: vertex`));
        break;
      case 'triangle':
        budget.take('triangles', 1, path);
        if (current !== undefined && current !== skipped) addTriangle(current, tag, path);
        break;
      case 'component':
        current?.components.push(placed(tag, path));
        break;
      case 'item':
        model.build.push(placed(tag, path));
        requireCount('build items', model.build.length, LIMITS.bodies);
        break;
    }
  }
  return model;
}

const AXES = ['x', 'y', 'z'] as const;
const CORNERS = ['v1', 'v2', 'v3'] as const;

function addTriangle({ positions, faces }: ModelObject, tag: Tag, path: string): void {
  const count = positions.length / 3;
  for (const key of CORNERS) {
    const text = tag.attribute(key);
    const v = text === undefined ? Number.NaN : Number(text);
    if (!(Number.isInteger(v) && v >= 0 && v < count))
      throw new MeshError('there is no such vertex', `${path}: triangle.${key}`, text, `there are ${count}`);
    faces.push(v);
  }
}

function placed(tag: Tag, path: string): Placed {
  const object = tag.attribute('objectid') ?? '';
  const other = tag.attribute('path');
  const text = tag.attribute('transform');
  if (text === undefined) return { object, ...(other === undefined ? {} : { path: other }) };
  const transform = text
    .trim()
    .split(/\s+/)
    .map((token) => finiteCoordinate(parseNumber(token, `${path}: transform`), path));
  if (transform.length !== 12)
    throw new MeshError('a transform needs twelve numbers', path, text, 'save the file again');
  return { object, transform, ...(other === undefined ? {} : { path: other }) };
}
