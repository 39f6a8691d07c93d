// The container of a GLB file, and careful access to the JSON inside it.

import { MeshError } from '../mesh-error.ts';

export type Json = { readonly [key: string]: unknown };

const MAGIC = 0x46546c67; // "glTF"
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const MOST_JSON_BYTES = 100e6;

export function openGlb(bytes: Uint8Array): { root: Json; binary: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20 || view.getUint32(0, true) !== MAGIC) {
    throw new MeshError(
      'the file is not GLB',
      'file',
      `${bytes.length} bytes`,
      'save it as binary glTF (.glb)',
    );
  }
  if (view.getUint32(4, true) !== 2) {
    throw new MeshError('the version is not read', 'file', view.getUint32(4, true), 'save it as glTF 2.0');
  }
  const end = view.getUint32(8, true);
  if (end > bytes.length)
    throw new MeshError('the file is cut short', 'file', `${bytes.length} of ${end} bytes`, 'fetch it again');
  let json: Uint8Array | undefined;
  let binary = new Uint8Array() as Uint8Array;
  for (let at = 12; at + 8 <= end; ) {
    const size = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    if (at + 8 + size > end)
      throw new MeshError('a chunk reaches past the end', `byte ${at}`, size, 'fetch the file again');
    const content = bytes.subarray(at + 8, at + 8 + size);
    if (kind === JSON_CHUNK && json === undefined) json = content;
    else if (kind === BINARY_CHUNK && binary.length === 0) binary = content;
    at += 8 + size;
  }
  if (json === undefined || json.length > MOST_JSON_BYTES) {
    throw new MeshError('the JSON chunk is missing or too long', 'file', json?.length, 'save it again');
  }
  let root: unknown;
  try {
    root = JSON.parse(new TextDecoder('utf-8').decode(json));
  } catch (error) {
    throw new MeshError('the JSON chunk cannot be parsed', 'file', (error as Error).message, 'save it again');
  }
  if (!isObject(root))
    throw new MeshError('the JSON chunk is not an object', 'file', undefined, 'save it again');
  return { root, binary };
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function arrayAt(object: Json, key: string, where: string): readonly unknown[] {
  const value = object[key];
  if (Array.isArray(value)) return value;
  throw new MeshError(
    'a list is needed',
    `${where}.${key}`,
    value === undefined ? 'nothing' : typeof value,
    'save the file again',
  );
}

/** The object number `index` of a list, the index still to be trusted. */
export function objectAt(object: Json, key: string, index: unknown): Json {
  const list = object[key];
  const item =
    Array.isArray(list) && typeof index === 'number' && Number.isInteger(index) ? list[index] : undefined;
  if (isObject(item)) return item;
  throw new MeshError('there is no such entry', `${key}[${textOf(index)}]`, undefined, 'save the file again');
}

/** A whole number ≥ 0, with a default where it is left out. */
export function wholeAt(object: Json, key: string, where: string, missing?: number): number {
  const value = object[key] ?? missing;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new MeshError('a whole number is needed', `${where}.${key}`, textOf(value), 'save the file again');
}

/** `count` finite numbers, or undefined where they are left out. */
export function numbersAt(
  object: Json,
  key: string,
  count: number,
  where: string,
): readonly number[] | undefined {
  const value = object[key];
  if (value === undefined) return undefined;
  const good =
    Array.isArray(value) &&
    value.length === count &&
    value.every((x) => typeof x === 'number' && Math.abs(x) < 1e30);
  if (good) return value as number[];
  throw new MeshError(
    `${count} finite numbers are needed`,
    `${where}.${key}`,
    undefined,
    'save the file again',
  );
}

/** Names and numbers for messages; whatever else a stranger put there is not repeated. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, 200);
  return typeof value === 'number' ? String(value) : '';
}
