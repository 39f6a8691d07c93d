// Which members a recording holds: from its directory, or, where that is missing or torn, by
// walking from header to header through the file.
//
// A recording counts up to its last *commit*: everything in the file before a commit was
// complete when the commit was written, and whatever comes after the last one is discarded.

import { DAMAGED, RecordingError } from '../error.ts';
import type { ByteSource } from './source.ts';
import { readRange } from './source.ts';
import type { DirectoryEnd, LocalHeader, Member } from './zip.ts';
import {
  bytesInFile,
  decodeDirectory,
  decodeEnd,
  decodeEnd64,
  decodeLocalHeader,
  decodeLocator,
  END_BYTES,
  END64_BYTES,
  LOCAL_HEADER_BYTES,
  LOCATOR64_BYTES,
  localHeaderLength,
} from './zip.ts';

export interface MemberList {
  readonly members: readonly Member[];
  /** The directory was missing or wrong, so the file was walked through. */
  readonly torn: boolean;
}

/** A directory larger than this is not believed; the file is walked instead. */
const DIRECTORY_LIMIT = 1 << 29;
const MEMBERS_LIMIT = 1 << 22;
/** Read at a time when walking: most members are shorter, so few reads are needed. */
const WINDOW_BYTES = 1 << 16;

export async function listMembers(source: ByteSource): Promise<MemberList> {
  const listed = await readDirectory(source);
  if (listed) return { members: listed, torn: false };
  return { members: await walkMembers(source), torn: true };
}

async function readDirectory(source: ByteSource): Promise<Member[] | undefined> {
  const tailBytes = Math.min(source.size, END_BYTES + LOCATOR64_BYTES);
  const tail = await readRange(source, source.size - tailBytes, tailBytes, 'end of directory');
  const end = decodeEnd(tail);
  if (end === undefined) return undefined;
  const found = end === 'wide' ? await readWideEnd(source, tail) : end;
  if (found === undefined) return undefined;
  const { count, size, offset } = found;
  if (size > DIRECTORY_LIMIT || count > MEMBERS_LIMIT || offset + size > source.size) return undefined;
  const members = decodeDirectory(await readRange(source, offset, size, 'directory'), count);
  const fits = (member: Member) =>
    member.offset + LOCAL_HEADER_BYTES + member.name.length + bytesInFile(member) <= offset;
  return members?.every(fits) ? members : undefined;
}

async function readWideEnd(source: ByteSource, tail: Uint8Array): Promise<DirectoryEnd | undefined> {
  const at = decodeLocator(tail);
  if (at === undefined || at + END64_BYTES > source.size) return undefined;
  return decodeEnd64(await readRange(source, at, END64_BYTES, 'end of directory'));
}

/** Every member whose header and data lie wholly in the file, up to the first place where none begins. */
export async function walkMembers(source: ByteSource): Promise<Member[]> {
  const members: Member[] = [];
  let window = new Uint8Array(0);
  let windowAt = 0;
  const see = async (offset: number, length: number): Promise<number> => {
    if (offset < windowAt || offset + length > windowAt + window.length) {
      window = new Uint8Array(
        await readRange(
          source,
          offset,
          Math.min(source.size - offset, Math.max(length, WINDOW_BYTES)),
          'walk',
        ),
      );
      windowAt = offset;
    }
    return offset - windowAt;
  };

  let offset = 0;
  while (offset + LOCAL_HEADER_BYTES <= source.size) {
    const length = await see(offset, LOCAL_HEADER_BYTES).then((at) => localHeaderLength(window, at));
    if (length === undefined || offset + length > source.size) break;
    const header = await see(offset, length).then((at) => decodeLocalHeader(window, at));
    if (header === undefined || offset + length + bytesInFile(header) > source.size) break;
    const { length: _, ...member } = header;
    members.push({ ...member, offset });
    if (members.length > MEMBERS_LIMIT)
      throw new RecordingError('walk', 'there are more members than we read');
    offset += length + bytesInFile(header);
  }
  return members;
}

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
