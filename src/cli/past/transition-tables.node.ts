// Transition tables as files: those that `carom transitions` makes, and a folder that keeps them by key.
//
// A file of the folder is written beside and renamed, so that a reader never sees half of one; one that is damaged or of
// another version counts as absent.

import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  decodeTable,
  encodeTable,
  setTableReader,
  type TransitionTable,
} from '../../engines/lcp/statistics/index.ts';
import { writeFile } from '../write-file.ts';

/** Where tables are kept unless said otherwise. */
export function userTables(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'carom', 'transitions');
}

const nameOf = (key: string) => `${key.replace(/[^\w.-]/g, '_')}.transitions`;

export function keepTable(folder: string, key: string, table: TransitionTable): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, nameOf(key));
  const beside = `${path}.${process.pid}`;
  try {
    writeFile(beside, encodeTable({ ...table, key }));
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  return path;
}

/** A table of a file, or of a folder by its key; undefined where there is none, or none for this key. */
export function readTable(where: string, key: string): TransitionTable | undefined {
  try {
    const file = statSync(where).isDirectory() ? join(where, nameOf(key)) : where;
    const table = decodeTable(readFileSync(file));
    return table?.key === key ? table : undefined;
  } catch {
    return undefined;
  }
}

/** Names the file or folder of one's own tables, to this process and its threads. */
export const TABLES_VARIABLE = 'CAROM_TRANSITIONS';

/** From here on the engine finds one's own tables, where any are named; each is read once. */
export function openTables(): void {
  const where = process.env[TABLES_VARIABLE];
  if (where === undefined || where === '') return;
  const read = new Map<string, TransitionTable | undefined>();
  setTableReader((key) => {
    if (!read.has(key)) read.set(key, readTable(where, key));
    return read.get(key);
  });
}
