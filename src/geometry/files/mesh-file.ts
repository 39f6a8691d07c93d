// What every mesh reader returns, and what they all check.
//
// Files come from strangers: a reader takes memory only in proportion to the bytes it was given
// (budget.ts), checks every index and refuses numbers that are not finite.

import type { Mesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { LIMITS } from './budget.ts';

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
