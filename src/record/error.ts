// A recording that cannot be read, or not wholly: says what is wrong and where in the file.

/** What to do about a file whose bytes are not those that were written. */
export const DAMAGED =
  'the file was changed after it was written; copy it again from where it came, or run the scene anew';

export class RecordingError extends Error {
  /** The member or the place in the file that is at fault. */
  readonly where: string;
  readonly what: string;

  constructor(where: string, what: string, options?: ErrorOptions) {
    super(`${where}: ${what}`, options);
    this.name = 'RecordingError';
    this.where = where;
    this.what = what;
  }
}
