// Whether a member is what was written: its header, and its data by its checksum. Piece by piece, so that a long one takes
// no more memory than a short one.

import { Inflate } from 'fflate';
import { RecordingError } from '../error.ts';
import { portableCodec } from './codec.ts';
import { dataBegin, readLocalHeader } from './local-header.ts';
import { readMember } from './read-member.ts';
import { type ByteSource, readRange } from './source.ts';
import { bytesInFile, type Member } from './zip.ts';

const BLOCK_BYTES = 1 << 20;
/** What is inflated at a time where it is not inflated at once: a bomb is seen after 1032 times as much. */
const PIECE_BYTES = 1 << 14;
/** What is shorter is inflated at once, by the platform's own means. */
const AT_ONCE_BYTES = 1 << 25;

const WRONG_CHECKSUM = 'its checksum is wrong';
/** What is only wrong about a member whose data is there to the bit. */
export const WRONG_HEADER = 'its header is damaged, its data is whole';

/** What is wrong with a member; undefined where nothing is. */
export async function damageOf(source: ByteSource, member: Member): Promise<string | undefined> {
  try {
    const wrong = await wrongData(source, member);
    if (wrong !== undefined) return wrong;
  } catch (error) {
    if (error instanceof RecordingError) return WRONG_CHECKSUM;
    throw error;
  }
  try {
    await readLocalHeader(source, member);
    return undefined;
  } catch (error) {
    if (error instanceof RecordingError) return WRONG_HEADER;
    throw error;
  }
}

async function wrongData(source: ByteSource, member: Member): Promise<string | undefined> {
  if (member.deflated === undefined)
    return (await storedCrc(source, member)) === member.crc ? undefined : WRONG_CHECKSUM;
  if (member.size <= AT_ONCE_BYTES) {
    await readMember(source, member);
    return undefined;
  }
  return (await inflatedCrc(source, member)) === member.crc ? undefined : WRONG_CHECKSUM;
}

/** The checksum of the data of a stored member, as it is in the file. */
export async function storedCrc(source: ByteSource, member: Member): Promise<number> {
  const codec = source.codec ?? portableCodec;
  let crc = 0;
  for await (const block of dataBlocks(source, member, BLOCK_BYTES)) crc = codec.crc32(block, crc);
  return crc;
}

/** The checksum of what a member inflates to; undefined where that is not as long as it states. */
async function inflatedCrc(source: ByteSource, member: Member): Promise<number | undefined> {
  const codec = source.codec ?? portableCodec;
  let crc = 0;
  let size = 0;
  const inflating = new Inflate((piece) => {
    size += piece.length;
    crc = codec.crc32(piece, crc);
  });
  let left = bytesInFile(member);
  try {
    for await (const block of dataBlocks(source, member, PIECE_BYTES)) {
      left -= block.length;
      inflating.push(block, left === 0);
      if (size > member.size) return undefined;
    }
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    return undefined;
  }
  return size === member.size ? crc : undefined;
}

/** The data of a member as it lies in the file, in pieces. */
export async function* dataBlocks(
  source: ByteSource,
  member: Member,
  blockBytes = BLOCK_BYTES,
): AsyncGenerator<Uint8Array, void> {
  const begin = await dataBegin(source, member);
  const length = bytesInFile(member);
  for (let at = 0; at < length; at += blockBytes)
    yield await readRange(source, begin + at, Math.min(blockBytes, length - at), member.name);
}
