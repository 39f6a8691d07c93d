// A member's own header, and where its data begins.

import { DAMAGED, RecordingError } from '../error.ts';
import { type ByteSource, readRange } from './source.ts';
import {
  bytesInFile,
  decodeLocalHeader,
  encodeLocalHeader,
  LOCAL_HEADER_BYTES,
  type LocalHeader,
  localHeaderLength,
  type Member,
} from './zip.ts';

/** Whether a member's own header says what the directory says. */
export function sameMember(header: LocalHeader, member: Member): boolean {
  return (
    header.name === member.name &&
    header.size === member.size &&
    header.deflated === member.deflated &&
    header.crc === member.crc
  );
}

/** Reads a member's own header, which must say what the directory said. */
export async function readLocalHeader(source: ByteSource, member: Member): Promise<LocalHeader> {
  const first = await readRange(source, member.offset, LOCAL_HEADER_BYTES, member.name);
  const length = localHeaderLength(first, 0);
  if (length === undefined)
    throw new RecordingError(member.name, `does not begin where the directory says: ${DAMAGED}`);
  const header = decodeLocalHeader(await readRange(source, member.offset, length, member.name), 0);
  if (header === undefined || !sameMember(header, member))
    throw new RecordingError(member.name, `has a header that contradicts the directory: ${DAMAGED}`);
  if (member.offset + length + bytesInFile(member) > source.size)
    throw new RecordingError(member.name, `is cut off: ${DAMAGED}`);
  return header;
}

/**
 * Where a member's data begins. Where its own header is damaged, it is where a header of ours ends: whether what is read
 * there is the data, its checksum says.
 */
export async function dataBegin(source: ByteSource, member: Member): Promise<number> {
  try {
    const { length } = await readLocalHeader(source, member);
    return member.offset + length;
  } catch (error) {
    if (error instanceof RecordingError) return member.offset + encodeLocalHeader(member).length;
    throw error;
  }
}
