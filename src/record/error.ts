// A recording that cannot be read, or not wholly: says what is wrong and where in the file.

export class RecordingError extends Error {
  /** The member or the place in the file that is at fault. */
  readonly where: string;

  constructor(where: string, what: string) {
    super(`${where}: ${what}`);
    this.name = 'RecordingError';
    this.where = where;
  }
}
