// A recording that cannot be read, or not wholly: says what is wrong and where in the file.

/** What to do about a file whose bytes are not those that were written. */
export const DAMAGED =
  'the file was changed after it was written; copy it again from where it came, or run the scene anew';

/** A recording that cannot be read or written. */
export class RecordingError extends Error {
  /** The member or the place in the file that is at fault. */
  readonly where: string;
  /** What is wrong. */
  readonly what: string;
  /** What the system called it, such as ENOSPC; none where it is the file that is wrong. */
  readonly code?: string;

  constructor(where: string, what: string, { code, cause }: { code?: string; cause?: unknown } = {}) {
    super(`${where}: ${what}`, cause === undefined ? undefined : { cause });
    this.name = 'RecordingError';
    this.where = where;
    this.what = what;
    if (code !== undefined) this.code = code;
  }
}
