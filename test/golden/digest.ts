// SHA-256 of any result: bits of arrays, texts, and plain objects of them. It is the platform's own hash and not the
// project's, so that what is held has no part in holding it.

/** What a golden hash is taken of, made when it is asked for. */
export type Makers = Readonly<Record<string, () => unknown>>;

export async function digest(value: unknown): Promise<string> {
  // The content hash of a recording stands for itself, as `carom info --hash` would print it.
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value;
  const parts: BlobPart[] = [];
  feed(value, (part) => parts.push(part));
  const hash = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The order of an object's keys is no part of it; the sign of zero is. */
function feed(value: unknown, add: (part: string | Uint8Array<ArrayBuffer>) => void): void {
  if (ArrayBuffer.isView(value)) {
    // Node's Buffer is a Uint8Array by another name.
    const kind = value instanceof Uint8Array ? 'Uint8Array' : value.constructor.name;
    add(`${kind} ${value.byteLength}:`);
    add(new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice());
  } else if (Array.isArray(value)) {
    add(`[${value.length}:`);
    for (const item of value) feed(item, add);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    add(`{${entries.length}:`);
    for (const [key, item] of entries) {
      feed(key, add);
      feed(item, add);
    }
  } else if (typeof value === 'string') add(`"${value.length}:${value}`);
  else if (typeof value === 'number') add(`${Object.is(value, -0) ? '-0' : value};`);
  else if (typeof value === 'boolean' || value === null || value === undefined) add(`${value};`);
  else throw new Error(`a ${typeof value} has no digest`);
}

/** Makes a thing the first time it is asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
