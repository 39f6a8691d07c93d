// Reads rows of the chunks of a recording's streams, trusting no length that a file states:
// every shape is checked against the header and the commit before memory is taken, and no
// more is taken than the file holds.

import { crc32 } from './crc32.ts';
import { RecordingError } from '../error.ts';
import { readLocalHeader } from './members.ts';
import type { Dtype, NpyHeader, NumberArray } from './npy.ts';
import { decodeNpyHeader, itemBytes, NPY_HEADER_LIMIT, numbersOf } from './npy.ts';
import type { ByteSource } from './source.ts';
import { readRange } from './source.ts';
import type { Stream } from '../streams.ts';
import { memberName, rowLength } from '../streams.ts';
import type { Member } from './zip.ts';

interface OpenArray extends NpyHeader {
  /** Where its numbers begin in the file. */
  readonly at: number;
}

const ARRAYS_REMEMBERED = 4096;
const CHECK_BLOCK_BYTES = 1 << 20;

export class MemberReader {
  readonly source: ByteSource;
  private readonly byName: ReadonlyMap<string, Member>;
  private readonly open = new Map<string, Promise<OpenArray>>();

  constructor(source: ByteSource, members: readonly Member[]) {
    this.source = source;
    this.byName = new Map(members.map((member) => [member.name, member]));
  }

  find(name: string): Member {
    const member = this.byName.get(name);
    if (!member) throw new RecordingError(name, 'is missing');
    return member;
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  names(prefix: string): string[] {
    return [...this.byName.keys()].filter((name) => name.startsWith(prefix));
  }

  async json(name: string): Promise<unknown> {
    const bytes = await this.bytes(name);
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      throw new RecordingError(name, 'is not JSON');
    }
  }

  /** A whole array of one dimension. */
  async array(name: string): Promise<NumberArray> {
    const array = await this.openArray(name);
    if (array.shape.length !== 1) throw new RecordingError(name, 'is not an array of one dimension');
    const bytes = await readRange(this.source, array.at, array.shape[0] * itemBytes(array.dtype), name);
    return numbersOf(bytes, array.dtype);
  }

  /** A whole array whose kind and shape are known. */
  async shaped(name: string, dtype: Dtype, shape: readonly number[]): Promise<NumberArray> {
    const array = await this.openArray(name);
    if (array.dtype !== dtype || array.shape.join() !== shape.join())
      throw new RecordingError(
        name,
        `has shape (${array.shape}) of ${array.dtype}, not (${shape}) of ${dtype}`,
      );
    const count = shape.reduce((product, extent) => product * extent, 1);
    return numbersOf(await readRange(this.source, array.at, count * itemBytes(dtype), name), dtype);
  }

  /** How many rows a stream has in a chunk, once its kind and the shape of its rows are checked. */
  async rowCount(stream: Stream, chunk: number): Promise<number> {
    return (await this.openStream(stream, chunk)).shape[0];
  }

  /** Rows from … until of a stream in one chunk. */
  async rows(stream: Stream, chunk: number, from: number, until: number): Promise<NumberArray> {
    const array = await this.openStream(stream, chunk);
    if (!(from >= 0 && from <= until && until <= array.shape[0])) {
      throw new RecordingError(memberName(stream.name, chunk), `has no rows ${from} to ${until}`);
    }
    const bytes = rowLength(stream) * itemBytes(stream.dtype);
    const range = await readRange(this.source, array.at + from * bytes, (until - from) * bytes, stream.name);
    return numbersOf(range, stream.dtype);
  }

  /** Whether the bytes of a member are those that were written. */
  async isIntact(member: Member): Promise<boolean> {
    const header = await readLocalHeader(this.source, member);
    let crc = 0;
    for (let at = 0; at < member.size; at += CHECK_BLOCK_BYTES) {
      const length = Math.min(CHECK_BLOCK_BYTES, member.size - at);
      crc = crc32(await readRange(this.source, member.offset + header.length + at, length, member.name), crc);
    }
    return crc === member.crc && crc === header.crc;
  }

  private async bytes(name: string): Promise<Uint8Array> {
    const member = this.find(name);
    const header = await readLocalHeader(this.source, member);
    return readRange(this.source, member.offset + header.length, member.size, name);
  }

  private async openStream(stream: Stream, chunk: number): Promise<NpyHeader & OpenArray> {
    const name = memberName(stream.name, chunk);
    const array = await this.openArray(name);
    const shape = [array.shape[0], ...stream.row];
    if (array.dtype !== stream.dtype || array.shape.join() !== shape.join()) {
      throw new RecordingError(
        name,
        `has shape (${array.shape}) of ${array.dtype}, not (rows,${stream.row})`,
      );
    }
    return array;
  }

  private openArray(name: string): Promise<OpenArray> {
    let opened = this.open.get(name);
    if (!opened) {
      opened = this.readArrayHeader(name);
      if (this.open.size >= ARRAYS_REMEMBERED) this.open.clear();
      this.open.set(name, opened);
    }
    return opened;
  }

  private async readArrayHeader(name: string): Promise<OpenArray> {
    const member = this.find(name);
    const local = await readLocalHeader(this.source, member);
    const at = member.offset + local.length;
    const first = await readRange(this.source, at, Math.min(member.size, NPY_HEADER_LIMIT), name);
    const header = decodeNpyHeader(first, member.size, name);
    return { ...header, at: at + header.length };
  }
}
