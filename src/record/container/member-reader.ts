// Reads the members of a recording and the rows of its streams, trusting no length that a file states: every shape is
// checked against the header and the commit before memory is taken. What was read is kept a while, since the next frame
// mostly lies in the same members.

import { DAMAGED, RecordingError } from '../error.ts';
import { memberName } from '../layout/names.ts';
import { rowLength, type Stream } from '../layout/stream.ts';
import { KeptArrays } from './kept-arrays.ts';
import type { Dtype, NumberArray } from './npy.ts';
import { bytesOf, decodeNpyHeader, itemBytes, NPY_HEADER_LIMIT, numbersOf } from './npy.ts';
import { fromPlanes } from './planes.ts';
import { storedCrc } from './check-member.ts';
import { dataBegin } from './local-header.ts';
import { readMember, wrongChecksum } from './read-member.ts';
import { type ByteSource, readRange } from './source.ts';
import type { Member } from './zip.ts';

/** The rows of a stream in one chunk: in memory, or where they lie in the file. */
type Rows = { readonly numbers: NumberArray } | { readonly at: number };

/** A stored array longer than this is checked once and then read by ranges, instead of being kept whole. */
const RANGED_BYTES = 1 << 25;

export class MemberReader {
  readonly source: ByteSource;
  private readonly byName: ReadonlyMap<string, Member>;
  private readonly lost: ReadonlySet<string>;
  private readonly kept = new KeptArrays<Rows>();

  /** @param lost  names of members that were there and are not any more */
  constructor(source: ByteSource, members: readonly Member[], lost: ReadonlySet<string> = new Set()) {
    this.source = source;
    this.byName = new Map(members.map((member) => [member.name, member]));
    this.lost = lost;
  }

  find(name: string): Member {
    const member = this.byName.get(name);
    if (!member) throw new RecordingError(name, this.lost.has(name) ? `is lost: ${DAMAGED}` : 'is missing');
    return member;
  }

  /** Where one may be missing: damage must not pass for nothing having been there. */
  findAny(name: string): Member | undefined {
    return this.lost.has(name) ? this.find(name) : this.byName.get(name);
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** Of members that are there, or that were. */
  names(prefix: string): string[] {
    return [...this.byName.keys(), ...this.lost].filter((name) => name.startsWith(prefix));
  }

  async json(name: string): Promise<unknown> {
    const bytes = await readMember(this.source, this.find(name));
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      throw new RecordingError(name, 'is not JSON');
    }
  }

  /** A whole array of one dimension. */
  async array(name: string): Promise<NumberArray> {
    const { shape, numbers } = await this.wholeArray(name);
    if (shape.length !== 1) throw new RecordingError(name, 'is not an array of one dimension');
    return numbers;
  }

  /** A whole array whose kind and shape are known. */
  async shaped(name: string, dtype: Dtype, shape: readonly number[]): Promise<NumberArray> {
    const most = shape.reduce((product, extent) => product * extent, itemBytes(dtype)) + NPY_HEADER_LIMIT;
    const found = await this.wholeArray(name, most);
    checkKind(name, found, dtype, shape);
    return found.numbers;
  }

  /**
   * Rows from … until of a stream in one chunk. They may be a view of what is kept: whoever hands them on copies them.
   * @param total  rows that the stream has there
   */
  async rows(
    stream: Stream,
    chunk: number,
    total: number,
    from: number,
    until: number,
  ): Promise<NumberArray> {
    const name = memberName(stream.name, chunk);
    if (!(from >= 0 && from <= until && until <= total))
      throw new RecordingError(name, `has no rows ${from} to ${until}, but ${total}`);
    const rows = await this.kept.get(name, this.find(name).size, () => this.readRows(stream, name, total));
    const length = rowLength(stream);
    if ('numbers' in rows) return rows.numbers.subarray(from * length, until * length);
    const bytes = length * itemBytes(stream.dtype);
    const range = await readRange(this.source, rows.at + from * bytes, (until - from) * bytes, name);
    return numbersOf(range, stream.dtype);
  }

  private async readRows(stream: Stream, name: string, total: number): Promise<Rows> {
    const { dtype, row, differences } = stream;
    const columns = rowLength(stream);
    const size = itemBytes(dtype);
    const most = total * columns * size + NPY_HEADER_LIMIT;
    const member = this.find(name);
    if (differences === undefined && member.deflated === undefined && member.size > RANGED_BYTES)
      return { at: await this.findStored(member, dtype, [total, ...row]) };
    const found = await this.wholeArray(name, most);
    if (differences === undefined) {
      checkKind(name, found, dtype, [total, ...row]);
      return { numbers: found.numbers };
    }
    checkKind(name, found, '|u1', [size, total * columns]);
    const wide = size === 8 ? 2 : 1;
    const words = fromPlanes(found.numbers as Uint8Array, wide, columns, differences);
    return { numbers: numbersOf(bytesOf(words), dtype) };
  }

  /** Where the numbers of a long stored array begin, once all of it is checked. */
  private async findStored(member: Member, dtype: Dtype, shape: readonly number[]): Promise<number> {
    const { name, size } = member;
    if ((await storedCrc(this.source, member)) !== member.crc) throw wrongChecksum(member);
    const begin = await dataBegin(this.source, member);
    const first = await readRange(this.source, begin, Math.min(size, NPY_HEADER_LIMIT), name);
    const header = decodeNpyHeader(first, size, name);
    checkKind(name, header, dtype, shape);
    return begin + header.length;
  }

  private async wholeArray(name: string, mostBytes?: number) {
    const bytes = await readMember(this.source, this.find(name), mostBytes);
    const { dtype, shape, length } = decodeNpyHeader(bytes, bytes.length, name);
    return { dtype, shape, numbers: numbersOf(bytes.subarray(length), dtype) };
  }
}

function checkKind(
  name: string,
  found: { readonly dtype: Dtype; readonly shape: readonly number[] },
  dtype: Dtype,
  shape: readonly number[],
): void {
  if (found.dtype !== dtype || found.shape.join() !== shape.join())
    throw new RecordingError(
      name,
      `has shape (${found.shape}) of ${found.dtype}, not (${shape}) of ${dtype}`,
    );
}
