// A modal model as bytes: a line of JSON, then its arrays (docs/modal-file.md).
//
// Files come from strangers: what is read is bounded before anything is made of it, every number is looked at, and a wrong one
// is named.

import { crc32 } from '../../record/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import type { ModalModel } from './modal-model.ts';

const FORMAT = 'carom-modal';
const VERSION = 1;

/** Most of what a file may hold. */
const MOST = { bytes: 1 << 29, line: 1 << 16, modes: 2000, vertices: 500_000, faces: 1_000_000, name: 200 };

type Numbers = Float64Array | Float32Array | Uint32Array;
type Names = 'frequencies' | 'dampings' | 'radiation' | 'positions' | 'curvatures' | 'shapes' | 'faces';
interface Listed {
  readonly name: Names;
  readonly type: '<f8' | '<f4' | '<u4';
  readonly shape: readonly number[];
}

/** The arrays of a model in their order, those of eight bytes first, so that all begin at multiples of four. */
function listed(modes: number, vertices: number, faces: number): readonly Listed[] {
  return [
    { name: 'frequencies', type: '<f8', shape: [modes] },
    { name: 'dampings', type: '<f8', shape: [modes] },
    { name: 'radiation', type: '<f8', shape: [modes] },
    { name: 'positions', type: '<f8', shape: [vertices, 3] },
    { name: 'curvatures', type: '<f8', shape: [vertices] },
    { name: 'shapes', type: '<f4', shape: [modes, vertices, 3] },
    { name: 'faces', type: '<u4', shape: [faces, 3] },
  ];
}

/** The bytes of a `.modal` file. */
export function writeModal(model: ModalModel): Uint8Array<ArrayBuffer> {
  const { name, material, mass, clamped, count } = model;
  const arrays = listed(count, model.positions.length / 3, model.faces.length / 3);
  const parts = arrays.map((array) => bytesOf(model[array.name]));
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  const head = {
    format: FORMAT,
    version: VERSION,
    check: crc32(body),
    name: name.slice(0, MOST.name),
    material: { ...material, name: material.name.slice(0, MOST.name) },
    mass,
    clamped,
    arrays,
  };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const line = new Uint8Array(8 * Math.ceil((text.length + 1) / 8)).fill(32);
  line.set(text);
  line[line.length - 1] = 10;
  const file = new Uint8Array(line.length + body.length);
  file.set(line);
  file.set(body, line.length);
  return file;
}

/** @throws FaultError where it is no such file, or one that nobody should trust */
export function readModal(file: Uint8Array): ModalModel {
  if (file.length > MOST.bytes) refuse('is too large', 'file', `${file.length} bytes`);
  const end = file.subarray(0, MOST.line).indexOf(10);
  if (end < 0) refuse('does not begin with a line of JSON', 'file');
  const head = headOf(file.subarray(0, end));
  if (head.format !== FORMAT) refuse(`is not of the format "${FORMAT}"`, 'format', head.format);
  if (head.version !== VERSION)
    refuse(
      'is of a version that is not known here',
      'version',
      head.version,
      'use the version of carom that wrote it',
    );
  const shapes = (Array.isArray(head.arrays) ? head.arrays : []).map((array) => recordOf(array).shape);
  const modes = sizeAt(shapes[0], MOST.modes, 'arrays[0]');
  const vertices = sizeAt(shapes[3], MOST.vertices, 'arrays[3]');
  const faces = sizeAt(shapes[6], MOST.faces, 'arrays[6]');
  const arrays = listed(modes, vertices, faces);
  if (JSON.stringify(head.arrays) !== JSON.stringify(arrays)) refuse('lists other arrays', 'arrays');
  const body = file.subarray(end + 1);
  const bytes = arrays.reduce((sum, array) => sum + lengthOf(array) * widthOf(array), 0);
  if (body.length !== bytes)
    refuse(`has not the ${bytes} bytes of its arrays`, 'file', `${body.length} bytes`);
  if (crc32(body) !== head.check) refuse('is damaged: its arrays do not have their check', 'check');
  let at = 0;
  const take = (index: number): ArrayBuffer => {
    const from = at;
    at += lengthOf(arrays[index]) * widthOf(arrays[index]);
    return body.slice(from, at).buffer;
  };
  const material = recordOf(head.material);
  return {
    name: textAt(head.name, 'name'),
    material: {
      name: textAt(material.name, 'material.name'),
      density: numberAt(material.density, 1e-3, 1e6, 'material.density'),
      youngsModulus: numberAt(material.youngsModulus, 1, 1e14, 'material.youngsModulus'),
      poissonRatio: numberAt(material.poissonRatio, -0.999, 0.5, 'material.poissonRatio'),
      friction: numberAt(material.friction, 0, 1e3, 'material.friction'),
      contactDamping: numberAt(material.contactDamping, 0, 1e9, 'material.contactDamping'),
    },
    mass: numberAt(head.mass, 0, 1e9, 'mass'),
    clamped: head.clamped === true,
    count: modes,
    frequencies: within(new Float64Array(take(0)), Number.MIN_VALUE, 1e9, 'frequencies'),
    dampings: within(new Float64Array(take(1)), 0, 1e9, 'dampings'),
    radiation: within(new Float64Array(take(2)), 0, 1e9, 'radiation'),
    positions: within(new Float64Array(take(3)), -1e6, 1e6, 'positions'),
    curvatures: within(new Float64Array(take(4)), 0, 1e9, 'curvatures'),
    shapes: within(new Float32Array(take(5)), -1e9, 1e9, 'shapes'),
    faces: within(new Uint32Array(take(6)), 0, vertices - 1, 'faces'),
  };
}

function headOf(line: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(new TextDecoder().decode(line)));
  } catch {
    return refuse('does not begin with a line of JSON', 'file');
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function sizeAt(shape: unknown, most: number, where: string): number {
  const size: unknown = Array.isArray(shape) ? shape[0] : undefined;
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= most) return size;
  return refuse(`is no size from 1 to ${most}`, `${where}.shape`, size);
}

function textAt(value: unknown, where: string): string {
  if (typeof value === 'string' && value.length <= MOST.name) return value;
  return refuse(`is no text of at most ${MOST.name} letters`, where);
}

function numberAt(value: unknown, least: number, most: number, where: string): number {
  if (typeof value === 'number' && value >= least && value <= most) return value;
  return refuse(`is no number from ${least} to ${most}`, where, value);
}

function within<Array extends Numbers>(values: Array, least: number, most: number, where: string): Array {
  for (let i = 0; i < values.length; i++)
    // NaN is in no range
    if (!(values[i] >= least && values[i] <= most))
      refuse(`is no number from ${least} to ${most}`, `${where}[${i}]`, values[i]);
  return values;
}

function lengthOf({ shape }: Listed): number {
  return shape.reduce((product, size) => product * size, 1);
}

function widthOf({ type }: Listed): number {
  return type === '<f8' ? 8 : 4;
}

function bytesOf({ buffer, byteOffset, byteLength }: Numbers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function refuse(
  what: string,
  where: string,
  value?: unknown,
  remedy = 'write it again with carom modes --format model',
): never {
  throw new FaultError('this modal model cannot be read:', [
    {
      what: `it ${what}`,
      where,
      ...(value === undefined ? {} : { value: String(value).slice(0, 80) }),
      remedy,
    },
  ]);
}
