// Names of bodies and of the files that are made for them.

export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Letters, digits, dots, dashes: names become names of files. */
export function cleanName(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80);
}

/** Gives every name once: name, name-2, name-3. File systems may not tell upper from lower case, so neither does this. */
export class Names {
  private readonly next = new Map<string, number>();

  unique(wanted: string): string {
    const key = wanted.toLowerCase();
    let number = this.next.get(key) ?? 1;
    let name = number === 1 ? wanted : `${wanted}-${number}`;
    while (number > 1 && this.next.has(name.toLowerCase())) name = `${wanted}-${++number}`;
    this.next.set(key, number + 1);
    if (name !== wanted) this.next.set(name.toLowerCase(), 2);
    return name;
  }
}
