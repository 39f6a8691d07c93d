// What is wrong with a mesh, a mesh file or the parameters of a primitive, in the four parts a
// person needs to put it right. Scenes turn it into a fault of their own.

/** A mesh, or a mesh file, that cannot be used. */
export class MeshError extends Error {
  /** What is wrong, a sentence without its full stop. */
  readonly what: string;
  /** The place: "line 12", "accessors[3].count", "radius". */
  readonly where: string;
  /** The offending value as it was given; empty where there is none. */
  readonly value: string;
  /** What to do. */
  readonly remedy: string;

  constructor(what: string, where: string, value: unknown, remedy: string) {
    const given = value === undefined ? '' : shorten(String(value));
    super(`${where}: ${what}${given === '' ? '' : ` (${given})`}; ${remedy}`);
    this.name = 'MeshError';
    this.what = what;
    this.where = where;
    this.value = given;
    this.remedy = remedy;
  }
}

/** Files from strangers may hold a megabyte where a number should be. */
function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
