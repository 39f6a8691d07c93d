// What every mesh reader returns, and the limits they all keep.
//
// Files come from strangers: a reader takes memory only in proportion to the bytes it was given
// (or to these limits), checks every index and refuses numbers that are not finite.

import type { Mesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';

export interface NamedMesh {
  /** Of the object, group or node; empty where the file gives none. */
  readonly name: string;
  readonly mesh: Mesh;
  /** GLB: the number of its node. */
  readonly node?: number;
}

export interface MeshFile {
  readonly meshes: readonly NamedMesh[];
  /** What was ignored, dropped or assumed, for people. */
  readonly notes: readonly string[];
}

export const LIMITS = {
  /** Longest file read as text; JavaScript strings end near 512 MB. */
  textBytes: 400e6,
  vertices: 50_000_000,
  /** Faces, wires and points each. */
  elements: 100_000_000,
  /** Corners of one polygon: clipping ears takes their square. */
  polygonCorners: 4096,
  meshes: 100_000,
  /** [file units]: beyond this a file is broken, and volumes would overflow. */
  coordinate: 1e30,
} as const;

/** Refuses a count before memory is taken for it. */
export function requireCount(where: string, count: number, most: number): void {
  if (Number.isInteger(count) && count >= 0 && count <= most) return;
  throw new MeshError('the count is not possible', where, count, `give an integer from 0 to ${most}`);
}

/** A coordinate of a text file. */
export function parseNumber(token: string | undefined, where: string): number {
  const value = token === undefined || token === '' ? Number.NaN : Number(token);
  if (Math.abs(value) <= LIMITS.coordinate) return value;
  throw new MeshError('a finite number is needed', where, token ?? 'nothing', 'correct the file');
}

export function finiteCoordinate(value: number, where: string): number {
  if (Math.abs(value) <= LIMITS.coordinate) return value;
  throw new MeshError('a coordinate is not a finite number', where, value, 'correct the file');
}

export function decodeText(bytes: Uint8Array | string): string {
  if (bytes.length > LIMITS.textBytes) {
    throw new MeshError(
      'the file is too long to read as text',
      'file',
      `${bytes.length} bytes`,
      'save it in a binary format',
    );
  }
  return typeof bytes === 'string' ? bytes : new TextDecoder('utf-8').decode(bytes);
}
