// One model part of a 3MF file: a walk over its tags. Text between tags means nothing in 3MF, so the tags are all.
//
// Nothing is fetched and no entity is expanded but the five that XML has, so a hostile file can ask for nothing.

import { MeshError } from '../mesh-error.ts';
import { finiteCoordinate, LIMITS, parseNumber, requireCount } from './mesh-file.ts';

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

export function readModel(text: string, path: string): Model {
  const model: Model = { unit: 'millimeter', objects: new Map(), build: [] };
  let current: ModelObject | undefined;
  let skipped: ModelObject | undefined;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      at = text.indexOf('-->', at);
      if (at < 0) break;
      continue;
    }
    const end = text.indexOf('>', at);
    if (end < 0) throw new MeshError('the file ends inside a tag', path, undefined, 'save it again');
    const tag = text.slice(at + 1, end);
    at = end;
    const name = /^[\w:.-]+/.exec(tag)?.[0].replace(/^\w+:/, '') ?? '';
    switch (name) {
      case 'model':
        model.unit = attribute(tag, 'unit') ?? 'millimeter';
        break;
      case 'object': {
        current = {
          name: (attribute(tag, 'name') ?? '').slice(0, 200),
          positions: [],
          faces: [],
          components: [],
        };
        // Supports hold a print up; they are no part of what is printed.
        if (attribute(tag, 'type') === 'support') skipped = current;
        model.objects.set(attribute(tag, 'id') ?? '', current);
        requireCount('objects', model.objects.size, LIMITS.meshes);
        break;
      }
      case 'vertex':
        for (const axis of ['x', 'y', 'z'])
          current?.positions.push(parseNumber(attribute(tag, axis), `${path}: vertex`));
        break;
      case 'triangle':
        if (current !== undefined && current !== skipped) addTriangle(current, tag, path);
        break;
      case 'component':
        current?.components.push(placed(tag, path));
        break;
      case 'item':
        model.build.push(placed(tag, path));
        requireCount('build items', model.build.length, LIMITS.meshes);
        break;
    }
  }
  return model;
}

function addTriangle({ positions, faces }: ModelObject, tag: string, path: string): void {
  const count = positions.length / 3;
  for (const key of ['v1', 'v2', 'v3']) {
    const text = attribute(tag, key);
    const v = text === undefined ? Number.NaN : Number(text);
    if (!(Number.isInteger(v) && v >= 0 && v < count))
      throw new MeshError('there is no such vertex', `${path}: triangle.${key}`, text, `there are ${count}`);
    faces.push(v);
  }
}

function placed(tag: string, path: string): Placed {
  const object = attribute(tag, 'objectid') ?? '';
  const other = attribute(tag, 'path');
  const text = attribute(tag, 'transform');
  if (text === undefined) return { object, ...(other === undefined ? {} : { path: other }) };
  const transform = text
    .trim()
    .split(/\s+/)
    .map((token) => finiteCoordinate(parseNumber(token, `${path}: transform`), path));
  if (transform.length !== 12)
    throw new MeshError('a transform needs twelve numbers', path, text, 'save the file again');
  return { object, transform, ...(other === undefined ? {} : { path: other }) };
}

const ATTRIBUTES = new Map<string, RegExp>();

/** The value of an attribute, whatever its prefix. */
function attribute(tag: string, name: string): string | undefined {
  let pattern = ATTRIBUTES.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    ATTRIBUTES.set(name, pattern);
  }
  const match = pattern.exec(tag);
  if (match === null) return undefined;
  return (match[1] ?? match[2])
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
