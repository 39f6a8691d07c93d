// Files into one stored ZIP while they are made: of what has gone by, only names and checksums are kept.

import { crc32, encodeDirectory, encodeLocalHeader, type Member } from '../record/index.ts';

/** A file with its name. */
export interface NamedBytes {
  /** ASCII. */
  readonly name: string;
  /** What is in it. */
  readonly bytes: Uint8Array;
}

/** Yields the pieces of a ZIP file. */
export async function* storedZip(
  files: AsyncIterable<NamedBytes> | Iterable<NamedBytes>,
): AsyncGenerator<Uint8Array, void> {
  const members: Member[] = [];
  let offset = 0;
  for await (const { name, bytes } of files) {
    const member: Member = { name, offset, size: bytes.length, crc: crc32(bytes) };
    const header = encodeLocalHeader(member);
    members.push(member);
    offset += header.length + bytes.length;
    yield header;
    yield bytes;
  }
  yield encodeDirectory(members, offset);
}
