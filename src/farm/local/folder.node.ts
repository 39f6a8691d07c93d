// The folder of a sweep: what it is, what came of it, and that nothing of another sweep gets into it.
//
//   sweep.json          as it was given            rows.jsonl     the journal
//   sweep.carom-sweep   with everything in it      rows.csv, rows.parquet, set-aside.json, runs/   what came of it

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FaultError } from '../../scene/fault/index.ts';
import { sweepHash, unpackSweep } from '../pack.ts';
import type { Sweep } from '../sweep.ts';
import { JOURNAL } from './journal.node.ts';

export const GIVEN = 'sweep.json';
const PACKED = 'sweep.carom-sweep';

/** A sweep as it travels. */
export interface PackedSweep {
  readonly sweep: Sweep;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly hash: string;
}

export function unpacked(packed: Uint8Array<ArrayBuffer>): PackedSweep {
  return { sweep: unpackSweep(packed), packed, hash: sweepHash(packed) };
}

/**
 * Makes the folder of a sweep, or finds it as it was left.
 * @param given  the text of the sweep file
 * @param resume  rows that are there stay
 * @throws FaultError where it belongs to another sweep, or has rows that nobody said shall stay
 */
export function prepareFolder(
  folder: string,
  { packed, hash }: PackedSweep,
  given: string,
  resume: boolean,
): void {
  mkdirSync(folder, { recursive: true });
  const known = join(folder, PACKED);
  const journal = join(folder, JOURNAL);
  const hasRows = existsSync(journal) && statSync(journal).size > 0;
  if (hasRows) {
    if (!existsSync(known) || sweepHash(readFileSync(known)) !== hash) throw otherSweep(folder);
    if (!resume) throw hasRowsAlready(folder);
    return;
  }
  writeFileSync(join(folder, GIVEN), given);
  writeFileSync(known, packed);
}

/** @throws FaultError where it is none */
export function openFolder(folder: string): PackedSweep {
  const path = join(folder, PACKED);
  if (existsSync(path)) return unpacked(new Uint8Array(readFileSync(path)));
  throw new FaultError(`"${folder}" cannot be read:`, [
    {
      what: `there is no ${PACKED}`,
      where: folder,
      remedy: 'name the folder of a sweep',
    },
  ]);
}

export function otherSweep(folder: string): FaultError {
  return new FaultError(`"${folder}" cannot be gone on with:`, [
    {
      what: 'its rows are of another sweep',
      where: folder,
      remedy: 'give another folder with --out, or the sweep file as it was',
    },
  ]);
}

function hasRowsAlready(folder: string): FaultError {
  return new FaultError(`"${folder}" is not written over:`, [
    {
      what: 'there are rows of this sweep already',
      where: folder,
      remedy: 'go on from them with --resume, or give another folder with --out',
    },
  ]);
}
