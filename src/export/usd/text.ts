// Words and numbers of USD text.

/** Reads back to the same double. */
export function double(value: number): string {
  return String(value + 0);
}

/** Nine digits read back to the same single-precision number. */
export function single(value: number): string {
  return String(Number(value.toPrecision(9)) + 0);
}

export function tuple(write: (value: number) => string, ...values: readonly number[]): string {
  return `(${values.map(write).join(', ')})`;
}

/** Triples at the given places of an xyz array. */
export function points(positions: ArrayLike<number>, vertices: ArrayLike<number>): string {
  const words: string[] = [];
  for (let i = 0; i < vertices.length; i++) {
    const at = 3 * vertices[i];
    words.push(tuple(single, positions[at], positions[at + 1], positions[at + 2]));
  }
  return `[${words.join(', ')}]`;
}

/** The two corners of the box around some vertices. */
export function extent(positions: ArrayLike<number>, vertices: ArrayLike<number>, margin = 0): string {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; i++) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], positions[3 * vertices[i] + k] - margin);
      high[k] = Math.max(high[k], positions[3 * vertices[i] + k] + margin);
    }
  }
  return `[${tuple(single, ...low)}, ${tuple(single, ...high)}]`;
}

/** A string in quotes; control characters other than line ends are left out. */
export function quoted(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, '');
  return `"${escaped}"`;
}

/** Names that USD takes: ASCII letters, digits and underscores, no digit first, no two alike. */
export function identifiers(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_') || '_';
    let candidate = plain;
    for (let i = 2; taken.has(candidate); i++) candidate = `${plain}_${i}`;
    taken.add(candidate);
    return candidate;
  });
}
