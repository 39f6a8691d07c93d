// Finds the members of a recording without its directory: from header to header through the file, and where none begins
// where one should, behind the damage.
//
// Behind damage a header is believed only where the data after it has the checksum that it states: the bytes of a header
// may turn up anywhere. What is looked at for that is bounded by the file's own length, a few times.

import { RecordingError } from '../error.ts';
import { damageOf } from './check-member.ts';
import type { ByteSource } from './source.ts';
import { readRange } from './source.ts';
import { bytesInFile, decodeLocalHeader, LOCAL_HEADER_BYTES, localHeaderLength, type Member } from './zip.ts';

/** Bytes of a file in which no member was found. */
export interface Gap {
  readonly offset: number;
  readonly bytes: number;
}

export interface Walked {
  /** In their order, each with its header and data wholly in the file. */
  readonly members: readonly Member[];
  /** The last one is what comes after the last member. */
  readonly gaps: readonly Gap[];
}

/** More members than this are not read. */
export const MEMBERS_LIMIT = 1 << 22;
/** Read at a time when walking: most members are shorter, so few reads are needed. */
const WINDOW_BYTES = 1 << 16;
/** Read at a time when looking for a header anywhere. */
const SEARCH_BYTES = 1 << 20;
/** Checksums are computed of at most so many times the file's length. */
const MOST_CHECKS = 4;
/** The first of a header. */
const LETTER_P = 0x50;

export async function walkMembers(source: ByteSource): Promise<Walked> {
  return new Walk(source).all();
}

class Walk {
  private readonly source: ByteSource;
  private readonly members: Member[] = [];
  private readonly gaps: Gap[] = [];
  private window = new Uint8Array(0);
  private windowAt = 0;
  private checksLeft: number;

  constructor(source: ByteSource) {
    this.source = source;
    this.checksLeft = MOST_CHECKS * source.size;
  }

  async all(): Promise<Walked> {
    const { source, members, gaps } = this;
    let offset = 0;
    while (offset < source.size) {
      const member = await this.memberAt(offset);
      if (member) {
        members.push(member.member);
        if (members.length > MEMBERS_LIMIT)
          throw new RecordingError('walk', 'there are more members than we read');
        offset = member.end;
        continue;
      }
      const from = await this.lastGood(offset);
      const next = await this.search(from + 1);
      gaps.push({ offset: from, bytes: (next ?? source.size) - from });
      offset = next ?? source.size;
    }
    return { members, gaps };
  }

  /** Where the damage begins: at the last member, where the size that it states is what led astray. */
  private async lastGood(offset: number): Promise<number> {
    const last = this.members.at(-1);
    if (!last || (await this.isIntact(last))) return offset;
    this.members.pop();
    return last.offset;
  }

  /** The next place from which on a member can be believed. */
  private async search(from: number): Promise<number | undefined> {
    const { size } = this.source;
    for (let block = from; block + LOCAL_HEADER_BYTES <= size; block += SEARCH_BYTES) {
      // a header that begins in one block may end in the next
      const length = Math.min(SEARCH_BYTES + LOCAL_HEADER_BYTES, size - block);
      const bytes = await readRange(this.source, block, length, 'walk');
      const until = Math.min(SEARCH_BYTES, length - LOCAL_HEADER_BYTES + 1);
      for (let at = bytes.indexOf(LETTER_P); at >= 0 && at < until; at = bytes.indexOf(LETTER_P, at + 1)) {
        if (localHeaderLength(bytes, at) === undefined) continue;
        const found = await this.memberAt(block + at);
        if (found && (await this.isIntact(found.member))) return block + at;
      }
    }
    return undefined;
  }

  private async isIntact(member: Member): Promise<boolean> {
    this.checksLeft -= bytesInFile(member);
    return this.checksLeft >= 0 && (await damageOf(this.source, member)) === undefined;
  }

  /** The member whose header begins at an offset, and where it ends; undefined where none does, or it does not fit. */
  private async memberAt(offset: number): Promise<{ member: Member; end: number } | undefined> {
    const { size } = this.source;
    if (offset + LOCAL_HEADER_BYTES > size) return undefined;
    const at = await this.see(offset, LOCAL_HEADER_BYTES);
    const length = localHeaderLength(this.window, at);
    if (length === undefined || offset + length > size) return undefined;
    const whole = await this.see(offset, length);
    const header = decodeLocalHeader(this.window, whole);
    if (header === undefined) return undefined;
    const end = offset + length + bytesInFile(header);
    const { length: _, ...member } = header;
    return end > size ? undefined : { member: { ...member, offset }, end };
  }

  /** Where a stretch of the file lies in the window, which is moved where it must be. */
  private async see(offset: number, length: number): Promise<number> {
    if (offset < this.windowAt || offset + length > this.windowAt + this.window.length) {
      const bytes = Math.min(this.source.size - offset, Math.max(length, WINDOW_BYTES));
      this.window = new Uint8Array(await readRange(this.source, offset, bytes, 'walk'));
      this.windowAt = offset;
    }
    return offset - this.windowAt;
  }
}
