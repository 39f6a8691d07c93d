// A recording is written by one process at a time. Who writes a file holds it, and whoever else wants to is refused.
//
// Node has no flock, and a lock file outlives its owner. What vanishes with the process, however it ends, is kept by the
// system: on Linux a socket with an abstract name, on Windows a named pipe, elsewhere (macOS, BSD) the lock that opening a
// file may take. Names are made of the file's identity, so links, other spellings and a new name lead to the same lock.
// A machine knows nothing of the locks of another, nor a container of one with another network: on a file system that
// several of them share, two runs on two of them are not kept apart.

import { createServer, type Server } from 'node:net';
import { constants } from 'node:fs';
import { basename } from 'node:path';
import { RecordingError } from '../error.ts';
import { type FileCalls, type FileIdentity, nodeCalls } from './file-calls.node.ts';
import { writing } from './write-failure.ts';

/** A file that this process writes, and no other. */
export interface HeldFile {
  readonly path: string;
  readonly file: number;
  /** Its size when it was taken. */
  readonly size: number;
  release(): void;
}

/** Of open(2), where it can lock: the same on macOS and the BSDs; Node does not name it. */
const O_EXLOCK = 0x20;
const LOCKS_BY_OPENING = ['darwin', 'freebsd', 'openbsd', 'netbsd'];
/** A name may lead to another file each time that we look; hardly ever twice. */
const MOST_LOOKS = 10;

/**
 * @param isNew  it is made where it is missing, and gone again where nothing is written into it
 * @throws RecordingError  where another one writes it
 */
export async function holdFile(
  path: string,
  isNew: boolean,
  calls: FileCalls = nodeCalls,
): Promise<HeldFile> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const { file, isMade } = openLocked(path, isNew, calls);
    let lock: Server | undefined;
    const letGo = once(() =>
      writing(path, () => {
        try {
          // before the lock is gone, or another one may have begun to write it
          if (isMade) removeEmpty(path, file, calls);
        } finally {
          lock?.close();
          calls.close(file);
        }
      }),
    );
    try {
      const identity = writing(path, () => calls.identify(file));
      lock = await listenAs(path, identity);
      if (isStillAt(path, identity, calls)) return { path, file, size: identity.size, release: letGo };
    } catch (error) {
      letGo();
      throw error;
    }
    letGo();
  }
  throw busy(path);
}

/** It may have been renamed, or another one may have taken its place, while we looked. */
function isStillAt(path: string, { device, number }: FileIdentity, calls: FileCalls): boolean {
  try {
    const now = calls.identify(path);
    return now.device === device && now.number === number;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function removeEmpty(path: string, file: number, calls: FileCalls): void {
  const { size, ...identity } = calls.identify(file);
  if (size === 0 && isStillAt(path, { ...identity, size }, calls)) calls.unlink(path);
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

function openLocked(path: string, isNew: boolean, calls: FileCalls): { file: number; isMade: boolean } {
  const flags = LOCKS_BY_OPENING.includes(process.platform) ? O_EXLOCK | constants.O_NONBLOCK : 0;
  return writing(path, () => {
    try {
      return { file: calls.open(path, flags), isMade: false };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (flags !== 0 && code === 'EAGAIN') throw busy(path);
      if (!isNew || code !== 'ENOENT') throw error;
      return { file: calls.open(path, flags | constants.O_CREAT), isMade: true };
    }
  });
}

/** Undefined where the system has no such names: then the file itself is locked, or nothing is. */
function listenAs(path: string, { device, number }: FileIdentity): Promise<Server | undefined> {
  const name = `carom-recording-${device}-${number}`;
  const address =
    process.platform === 'linux'
      ? `\0${name}`
      : process.platform === 'win32'
        ? `\\\\.\\pipe\\${name}`
        : undefined;
  if (address === undefined) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const server = createServer((client) => client.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(busy(path));
      else resolve(undefined);
    });
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

function busy(path: string): RecordingError {
  return new RecordingError(
    path,
    `is being written by another run: wait until it ends, or give another file than ${basename(path)}`,
    { code: 'EBUSY' },
  );
}
