// Which members a recording holds: from its directory, or, where that is missing or torn, by
// walking through the file (walk.ts).
//
// A recording counts up to its last *commit*: everything in the file before a commit was
// complete when the commit was written, and whatever comes after the last one is discarded.

import type { ByteSource } from './source.ts';
import { readRange } from './source.ts';
import { type Gap, MEMBERS_LIMIT, walkMembers } from './walk.ts';
import type { DirectoryEnd, Member } from './zip.ts';
import {
  bytesInFile,
  decodeDirectory,
  decodeEnd,
  decodeEnd64,
  decodeLocator,
  END_BYTES,
  END64_BYTES,
  LOCAL_HEADER_BYTES,
  LOCATOR64_BYTES,
} from './zip.ts';

export interface MemberList {
  readonly members: readonly Member[];
  /** Where the file was walked through, what of it could not be read as members. */
  readonly gaps: readonly Gap[];
  /** The directory was missing or wrong, so the file was walked through. */
  readonly torn: boolean;
}

/** A directory larger than this is not believed; the file is walked instead. */
const DIRECTORY_LIMIT = 1 << 29;

export async function listMembers(source: ByteSource): Promise<MemberList> {
  const listed = await readDirectory(source);
  return listed ? { members: listed, gaps: [], torn: false } : walkedMembers(source);
}

/** Without the directory, whatever it says. */
export async function walkedMembers(source: ByteSource): Promise<MemberList> {
  return { ...(await walkMembers(source)), torn: true };
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
