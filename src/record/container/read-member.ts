// Reads a member whole, and gives its data only where it is what was written: its own header says what the directory says,
// it inflates to the size that is stated, and its checksum is right. A size is believed only as far as the bytes in the
// file can make it.

import { DAMAGED, RecordingError } from '../error.ts';
import { portableCodec } from './codec.ts';
import { readLocalHeader, sameMember } from './members.ts';
import { type ByteSource, readRange } from './source.ts';
import { bytesInFile, decodeLocalHeader, LOCAL_HEADER_BYTES, type Member } from './zip.ts';

/** DEFLATE makes no more than this many bytes of one. */
const MOST_EXPANSION = 1032;
/** No array of a page is longer. */
const MOST_BYTES = 0x7fffffff;
/** Beside the name, what a header of ours has at most: 64-bit sizes and the gap. */
const EXTRA_BYTES = 96;
const CHECK_BLOCK_BYTES = 1 << 20;

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
    throw new RecordingError(name, `does not inflate to the ${size} bytes that it states: ${DAMAGED}`);
  if (codec.crc32(bytes) !== member.crc) throw wrongChecksum(name);
  return bytes;
}

/** Checks a stored member piece by piece, without keeping it; where its data begins. */
export async function checkStored(source: ByteSource, member: Member): Promise<number> {
  const { length } = await readLocalHeader(source, member);
  const codec = source.codec ?? portableCodec;
  const begin = member.offset + length;
  let crc = 0;
  for (let at = 0; at < member.size; at += CHECK_BLOCK_BYTES) {
    const block = Math.min(CHECK_BLOCK_BYTES, member.size - at);
    crc = codec.crc32(await readRange(source, begin + at, block, member.name), crc);
  }
  if (crc !== member.crc) throw wrongChecksum(member.name);
  return begin;
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
  const { length } = await readLocalHeader(source, member);
  return readRange(source, offset + length, bytesInFile(member), name);
}

function wrongChecksum(name: string): RecordingError {
  return new RecordingError(name, `its checksum is wrong: ${DAMAGED}`);
}
