// Reads a member whole, and gives its data only where it is what was written: it inflates to the size that is stated, and
// its checksum is right. A size is believed only as far as the bytes in the
// file can make it.

import { DAMAGED, RecordingError } from '../error.ts';
import { portableCodec } from './codec.ts';
import { dataBegin, sameMember } from './local-header.ts';
import { type ByteSource, readRange } from './source.ts';
import { bytesInFile, decodeLocalHeader, LOCAL_HEADER_BYTES, type Member } from './zip.ts';

/** DEFLATE makes no more than this many bytes of one. */
const MOST_EXPANSION = 1032;
/** No array of a page is longer. */
const MOST_BYTES = 0x7fffffff;
/** Beside the name, what a header of ours has at most: 64-bit sizes and the gap. */
const EXTRA_BYTES = 96;

/** @param mostBytes  more than this it cannot have, by what is known of it */
export async function readMember(
  source: ByteSource,
  member: Member,
  mostBytes = MOST_BYTES,
): Promise<Uint8Array> {
  checkSize(member, mostBytes);
  const { name, size, deflated } = member;
  const data = await readData(source, member);
  const codec = source.codec ?? portableCodec;
  const bytes = deflated === undefined ? data : codec.inflate(data, size);
  if (bytes === undefined)
    throw new RecordingError(
      name,
      `${placeOf(member)}, does not inflate to the ${size} bytes that it states: ${DAMAGED}`,
    );
  if (codec.crc32(bytes) !== member.crc) throw wrongChecksum(member);
  return bytes;
}

function checkSize({ name, size, deflated }: Member, mostBytes: number): void {
  const most = Math.min(mostBytes, deflated === undefined ? size : MOST_EXPANSION * deflated);
  if (size > most)
    throw new RecordingError(
      name,
      `states ${size} bytes where there can be no more than ${most}: ${DAMAGED}`,
    );
}

/** The data as it lies in the file, in one read where the header is as long as ours are. */
async function readData(source: ByteSource, member: Member): Promise<Uint8Array> {
  const { name, offset } = member;
  const wanted = LOCAL_HEADER_BYTES + name.length + EXTRA_BYTES + bytesInFile(member);
  const bytes = await readRange(source, offset, Math.min(source.size - offset, wanted), name);
  const header = decodeLocalHeader(bytes, 0);
  if (header && sameMember(header, member) && header.length + bytesInFile(member) <= bytes.length)
    return bytes.subarray(header.length, header.length + bytesInFile(member));
  return readRange(source, await dataBegin(source, member), bytesInFile(member), name);
}

export function wrongChecksum(member: Member): RecordingError {
  return new RecordingError(member.name, `${placeOf(member)}, its checksum is wrong: ${DAMAGED}`);
}

function placeOf({ offset }: Member): string {
  return `at byte ${offset} of the file`;
}
