// A scene for a recording: what is text as JSON, what is large as arrays.
//
// Meshes, per-vertex numbers and paths become named arrays; in the JSON their place is held by
// {"$array": name}. Arrays of equal content are stored once. `unpackScene` gives the scene back bit
// for bit; what it is given may come from strangers and is checked first.

import { frozenCopy } from '../freeze.ts';
import { checkPacked } from './packed-check.ts';
import type { Path, Scene } from '../types.ts';

export type PackedArray = Float64Array | Uint32Array;

/** A scene as JSON and arrays, as recordings keep it. */
export interface PackedScene {
  /** Plain data, ready for JSON.stringify. */
  readonly json: unknown;
  /** Arrays that the JSON names. */
  readonly arrays: Readonly<Record<string, PackedArray>>;
}

/** Takes a scene apart. */
export function packScene(scene: Scene): PackedScene {
  const store = new ArrayStore();
  const json = toPlain(scene, '', store);
  return { json, arrays: store.arrays };
}

/** @throws FaultError where the JSON or the arrays are not a scene */
export function unpackScene(json: unknown, arrays: Readonly<Record<string, unknown>>): Scene {
  return frozenCopy(checkPacked(json, (name) => arrayOf(arrays, name)));
}

function arrayOf(arrays: Readonly<Record<string, unknown>>, name: string): PackedArray | undefined {
  const array = Object.hasOwn(arrays, name) ? arrays[name] : undefined;
  return array instanceof Float64Array || array instanceof Uint32Array ? array : undefined;
}

function toPlain(value: unknown, path: string, store: ArrayStore): unknown {
  if (value instanceof Float64Array || value instanceof Uint32Array)
    return { $array: store.add(path, value) };
  if (Array.isArray(value))
    return value.map((item, i) => toPlain(item, `${path}${path === '' ? '' : '.'}${i}`, store));
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, unknown> = {};
  // Sorted, so that equal scenes are equal texts.
  for (const key of Object.keys(value).sort()) {
    const item = (value as Record<string, unknown>)[key];
    const at = path === '' ? key : `${path}.${key}`;
    out[key] = key === 'path' ? packPath(item as Path, at, store) : toPlain(item, at, store);
  }
  return out;
}

/** A long path is numbers: its times, and seven a pose. */
function packPath(path: Path, at: string, store: ArrayStore): unknown {
  const poses = new Float64Array(7 * path.poses.length);
  path.poses.forEach((pose, i) => {
    poses.set(pose.position, 7 * i);
    poses.set(pose.orientation, 7 * i + 3);
  });
  return {
    times: { $array: store.add(`${at}.times`, Float64Array.from(path.times)) },
    poses: { $array: store.add(`${at}.poses`, poses) },
    after: path.after,
  };
}

class ArrayStore {
  readonly arrays: Record<string, PackedArray> = {};
  private readonly byContent = new Map<number, string[]>();

  /** The name under which the array, or an equal one, is kept. */
  add(name: string, array: PackedArray): string {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const key = contentKey(bytes);
    const same = this.byContent.get(key) ?? [];
    const known = same.find((other) => equal(this.arrays[other], array, bytes));
    if (known !== undefined) return known;
    this.byContent.set(key, [...same, name]);
    this.arrays[name] = array;
    return name;
  }
}

/** FNV-1a over the bytes: only to find candidates, equality is checked. */
function contentKey(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash >>> 0;
}

function equal(a: PackedArray, b: PackedArray, bytes: Uint8Array): boolean {
  if (a.constructor !== b.constructor || a.byteLength !== b.byteLength) return false;
  const other = new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== other[i]) return false;
  return true;
}
