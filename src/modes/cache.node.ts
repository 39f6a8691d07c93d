// Analyses kept as files below a folder: one file each, named by its key.
//
// A file is a line of JSON (sizes, scalars, a check of what follows) and then the arrays. It is written beside and
// renamed, so that a reader never sees half of one; a file that is damaged or of another version counts as absent.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModeCache } from './cache.ts';
import { Fingerprint } from './fingerprint.ts';
import type { ModesReport } from './modes.ts';

const FORMAT = 'carom-modes-1';

/** Numbers of a file are little-endian doubles and 32-bit integers, as typed arrays have them here. */
const DOUBLES = ['omegas', 'residuals', 'positions', 'shapes'] as const;

/** Where they were asked for, behind those. */
const INERTIA = ['totals', 'moments', 'pairs', 'stiffening'] as const;

export function folderCache(folder: string): ModeCache {
  const pathOf = (key: string): string => join(folder, `${key}.modes`);
  return {
    get(key) {
      try {
        return decode(readFileSync(pathOf(key)));
      } catch {
        return undefined;
      }
    },
    set(key, report) {
      mkdirSync(folder, { recursive: true });
      const beside = `${pathOf(key)}.${process.pid}`;
      try {
        writeFileSync(beside, encode(report));
        renameSync(beside, pathOf(key));
      } catch (error) {
        rmSync(beside, { force: true });
        throw error;
      }
    },
  };
}

function encode({ modes, ...measures }: ModesReport): Uint8Array {
  const { inertia } = modes;
  const arrays = [
    ...DOUBLES.map((name) => modes[name]),
    ...(inertia ? INERTIA.map((name) => inertia[name]) : []),
    modes.faces,
  ];
  const head = {
    format: FORMAT,
    check: checkOf(arrays),
    lengths: arrays.map((array) => array.length),
    count: modes.count,
    clamped: modes.clamped,
    tetrahedra: modes.tetrahedra,
    unknowns: modes.unknowns,
    ...(modes.errors ? { errors: [...modes.errors] } : {}),
    measures,
  };
  const text = JSON.stringify(head);
  // the arrays begin at a multiple of eight
  const line = new TextEncoder().encode(`${text.padEnd(Math.ceil((text.length + 1) / 8) * 8 - 1)}\n`);
  const bytes = new Uint8Array(line.length + arrays.reduce((sum, array) => sum + array.byteLength, 0));
  bytes.set(line);
  let at = line.length;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += array.byteLength;
  }
  return bytes;
}

function decode(file: Uint8Array): ModesReport | undefined {
  const end = file.indexOf(10);
  if (end < 0) return undefined;
  const head = JSON.parse(new TextDecoder().decode(file.subarray(0, end)));
  if (head.format !== FORMAT) return undefined;
  const lengths = head.lengths as number[];
  // a copy begins at a place that typed arrays accept
  const bytes = file.slice(end + 1);
  const doubles = lengths.slice(0, -1);
  const triangles = lengths[doubles.length];
  if (bytes.length !== 8 * doubles.reduce((sum, length) => sum + length, 0) + 4 * triangles) return undefined;
  let at = bytes.byteOffset;
  const take = (length: number): Float64Array => {
    const array = new Float64Array(bytes.buffer.slice(at, at + 8 * length));
    at += 8 * length;
    return array;
  };
  const arrays = doubles.map(take);
  const [omegas, residuals, positions, shapes, totals, moments, pairs, stiffening] = arrays;
  const faces = new Uint32Array(bytes.buffer.slice(at, at + 4 * triangles));
  if (checkOf([...arrays, faces]) !== head.check) return undefined;
  const inertia = arrays.length > DOUBLES.length ? { inertia: { totals, moments, pairs, stiffening } } : {};
  const { count, clamped, tetrahedra, unknowns } = head;
  const errors = head.errors ? { errors: Float64Array.from(head.errors as number[]) } : {};
  return {
    ...head.measures,
    modes: {
      count,
      omegas,
      residuals,
      ...errors,
      positions,
      faces,
      shapes,
      ...inertia,
      clamped,
      tetrahedra,
      unknowns,
    },
  };
}

function checkOf(arrays: readonly (Float64Array | Uint32Array)[]): string {
  const print = new Fingerprint();
  for (const array of arrays) print.add(array);
  return print.hex();
}
