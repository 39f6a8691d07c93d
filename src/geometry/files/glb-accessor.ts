// Accessors of glTF: every component type, normalised or not, interleaved or packed, and sparse.

import { MeshError } from '../mesh-error.ts';
import { isObject, type Json, objectAt, textOf, wholeAt } from './glb-container.ts';
import { LIMITS } from './budget.ts';
import { requireCount } from './mesh-file.ts';

interface Component {
  readonly size: number;
  /** The integer that stands for 1 where integers are normalised; 1 for floats. */
  readonly unit: number;
  read(view: DataView, at: number): number;
}

const COMPONENTS: ReadonlyMap<unknown, Component> = new Map([
  [5120, { size: 1, unit: 127, read: (v: DataView, at: number) => v.getInt8(at) }],
  [5121, { size: 1, unit: 255, read: (v: DataView, at: number) => v.getUint8(at) }],
  [5122, { size: 2, unit: 32767, read: (v: DataView, at: number) => v.getInt16(at, true) }],
  [5123, { size: 2, unit: 65535, read: (v: DataView, at: number) => v.getUint16(at, true) }],
  [5125, { size: 4, unit: 4294967295, read: (v: DataView, at: number) => v.getUint32(at, true) }],
  [5126, { size: 4, unit: 1, read: (v: DataView, at: number) => v.getFloat32(at, true) }],
]);

const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const;
export type AccessorType = keyof typeof WIDTHS;

/** An accessor without data of its own is all zeros: bytes of the file do not bound it, so this does. */
const MOST_ZEROS = 1_000_000;

export function readAccessor(
  root: Json,
  binary: Uint8Array,
  index: unknown,
  type: AccessorType,
  where: string,
): Float64Array {
  const accessor = objectAt(root, 'accessors', index);
  const place = `accessors[${textOf(index)}]`;
  if (accessor['type'] !== type) {
    throw new MeshError(
      `an accessor of type ${type} is needed`,
      where,
      textOf(accessor['type']),
      'save the file again',
    );
  }
  const width = WIDTHS[type];
  const count = wholeAt(accessor, 'count', place);
  requireCount(`${place}.count`, count, type === 'SCALAR' ? 3 * LIMITS.triangles : LIMITS.vertices);
  const component = componentOf(accessor['componentType'], place);
  const scale = accessor['normalized'] === true ? component.unit : 1;

  let values: Float64Array;
  if (accessor['bufferView'] === undefined) {
    requireCount(`${place}.count`, count, MOST_ZEROS);
    values = new Float64Array(width * count);
  } else {
    const from = wholeAt(accessor, 'byteOffset', place, 0);
    values = readValues(root, binary, accessor['bufferView'], from, count, width, component, place);
  }
  if (accessor['sparse'] !== undefined)
    replaceSparse(root, binary, accessor['sparse'], values, width, component, place);
  // The smallest signed integer would fall below -1.
  if (scale !== 1) for (let i = 0; i < values.length; i++) values[i] = Math.max(values[i] / scale, -1);
  return values;
}

function replaceSparse(
  root: Json,
  binary: Uint8Array,
  sparse: unknown,
  values: Float64Array,
  width: number,
  component: Component,
  place: string,
): void {
  if (!isObject(sparse) || !isObject(sparse['indices']) || !isObject(sparse['values'])) {
    throw new MeshError('indices and values are needed', `${place}.sparse`, undefined, 'save the file again');
  }
  const { indices, values: replaced } = sparse;
  const count = wholeAt(sparse, 'count', `${place}.sparse`);
  requireCount(`${place}.sparse.count`, count, values.length / width);
  const where = `${place}.sparse.indices`;
  const kind = componentOf(indices['componentType'], where);
  const targets = readValues(
    root,
    binary,
    indices['bufferView'],
    wholeAt(indices, 'byteOffset', where, 0),
    count,
    1,
    kind,
    where,
  );
  const at = wholeAt(replaced, 'byteOffset', place, 0);
  const news = readValues(
    root,
    binary,
    replaced['bufferView'],
    at,
    count,
    width,
    component,
    `${place}.sparse.values`,
  );
  for (let i = 0; i < count; i++) {
    const target = targets[i];
    if (!(Number.isInteger(target) && target >= 0 && width * target < values.length)) {
      throw new MeshError('there is no such element', where, target, 'save the file again');
    }
    for (let k = 0; k < width; k++) values[width * target + k] = news[width * i + k];
  }
}

function readValues(
  root: Json,
  binary: Uint8Array,
  bufferView: unknown,
  offset: number,
  count: number,
  width: number,
  component: Component,
  place: string,
): Float64Array {
  const view = objectAt(root, 'bufferViews', bufferView);
  const where = `bufferViews[${textOf(bufferView)}]`;
  const buffer = objectAt(root, 'buffers', view['buffer']);
  if (buffer['uri'] !== undefined || view['buffer'] !== 0) {
    throw new MeshError(
      'the file needs data outside itself',
      where,
      undefined,
      'save it as one self-contained .glb',
    );
  }
  const start = wholeAt(view, 'byteOffset', where, 0);
  const size = wholeAt(view, 'byteLength', where);
  const element = width * component.size;
  const stride = wholeAt(view, 'byteStride', where, element);
  const needed = count === 0 ? 0 : offset + stride * (count - 1) + element;
  if (stride < element || needed > size || start + size > binary.length) {
    throw new MeshError(
      'the accessor reaches past its data',
      place,
      `${start} + ${needed} of ${binary.length} bytes`,
      'save the file again',
    );
  }
  const data = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
  const values = new Float64Array(width * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < width; k++) {
      values[width * i + k] = component.read(data, start + offset + stride * i + component.size * k);
    }
  }
  return values;
}

function componentOf(type: unknown, where: string): Component {
  const component = COMPONENTS.get(type);
  if (component !== undefined) return component;
  throw new MeshError('the component type is unknown', where, textOf(type), 'save the file again');
}
