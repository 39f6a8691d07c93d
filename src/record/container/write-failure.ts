// What a machine answers where a recording cannot be written, in a sentence.

import { RecordingError } from '../error.ts';

const told: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: make room',
  EDQUOT: 'as much as you may is stored already: make room',
  EFBIG: 'no file may be so long here: choose another place',
  EIO: 'the device fails: look after the disk',
  EMFILE: 'too many files are open: raise the limit (ulimit -n)',
  ENFILE: 'too many files are open: close other programs',
  EACCES: 'it is not permitted: allow it, or choose another place',
  EPERM: 'it is not permitted: allow it, or choose another place',
  EROFS: 'nothing can be written there, only read: choose another place',
  EISDIR: 'this is a folder: name a file',
  ENOENT: 'its folder is not there: make it, or choose another place',
};

/** A system error by its code; everything else as it is. */
function writeFailure(path: string, error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (!(error instanceof Error) || error instanceof RecordingError || typeof code !== 'string') return error;
  const why = Object.hasOwn(told, code) ? told[code] : String(message);
  const kept = 'what was committed is kept, and --resume goes on from there';
  return new RecordingError(path, `cannot be written, ${why} (${code}); ${kept}`, { cause: error, code });
}

/** Does something to a file; where the machine refuses, the error says which file and what helps. */
export function writing<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw writeFailure(path, error);
  }
}
