// The calls by which recordings get onto a disk, in one place: tests put others there, which fail at the n-th call or lose
// what was not yet made safe.

import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';

/** What a file is, whatever it is called. */
export interface FileIdentity {
  readonly device: bigint;
  readonly number: bigint;
  readonly size: number;
}

export interface FileCalls {
  /** For reading and writing, and left as it is; flags as open(2) knows them may say more. */
  open(path: string, flags: number): number;
  /** How many bytes were written, which may be fewer. */
  write(file: number, bytes: Uint8Array, from: number, length: number, position: number): number;
  truncate(file: number, length: number): void;
  fsync(file: number): void;
  close(file: number): void;
  identify(file: number | string): FileIdentity;
  /** Fails where there is something of the new name. */
  link(path: string, added: string): void;
  /** Takes the place of what has the new name. */
  rename(path: string, to: string): void;
  unlink(path: string): void;
  /** A folder's own list of names reaches the disk by itself, or not at all. */
  fsyncFolder(path: string): void;
}

export const nodeCalls: FileCalls = {
  open: (path, flags) => openSync(path, constants.O_RDWR | flags),
  write: writeSync,
  truncate: ftruncateSync,
  fsync: fsyncSync,
  close: closeSync,
  identify(file) {
    const { dev, ino, size } =
      typeof file === 'number' ? fstatSync(file, { bigint: true }) : statSync(file, { bigint: true });
    return { device: dev, number: ino, size: Number(size) };
  },
  link(path, added) {
    try {
      linkSync(path, added);
    } catch (error) {
      // Some file systems know no second name: a copy does as well, and fails alike where there is one.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
      copyFileSync(path, added, constants.COPYFILE_EXCL);
    }
  },
  rename: renameSync,
  unlink: unlinkSync,
  fsyncFolder(path) {
    // Windows opens no folder, and keeps its names by itself.
    if (process.platform === 'win32') return;
    const folder = openSync(path, constants.O_RDONLY);
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  },
};
