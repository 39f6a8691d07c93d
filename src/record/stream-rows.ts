// The rows of a recording's streams: of a frame, of a chunk, or all of them.

import type { MemberReader } from './container/member-reader.ts';
import { emptyArray, type NumberArray } from './container/npy.ts';
import type { Chunks } from './chunks.ts';
import { RecordingError } from './error.ts';
import { memberName } from './layout/names.ts';
import type { Group, Stream } from './layout/stream.ts';

export class StreamRows {
  private readonly reader: MemberReader;
  private readonly chunks: Chunks;
  private readonly byName: ReadonlyMap<string, Stream>;

  constructor(reader: MemberReader, streams: readonly Stream[], chunks: Chunks) {
    this.reader = reader;
    this.chunks = chunks;
    this.byName = new Map(streams.map((stream) => [stream.name, stream]));
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** The row of a frame; nothing where there is no such stream. */
  async ofFrame(name: string, index: number): Promise<NumberArray> {
    const chunk = this.chunkOf(index);
    const stream = this.byName.get(name);
    if (!stream) return new Float64Array(0);
    const row = index - this.chunks.firstFrames[chunk];
    return (await this.rows(stream, chunk, this.framesOf(chunk), row, row + 1)).slice();
  }

  /** The rows of a frame in columns of a group; none where there is no such group. */
  async ofGroup<Name extends string>(
    index: number,
    group: Group,
    columns: readonly Name[],
  ): Promise<Record<Name, NumberArray>> {
    const rows = await this.viewGroup(index, group, columns);
    for (const column of columns) rows[column] = rows[column].slice();
    return rows;
  }

  /** The same, to be read and not to be changed: others read the same memory. */
  async viewGroup<Name extends string>(
    index: number,
    group: Group,
    columns: readonly Name[],
  ): Promise<Record<Name, NumberArray>> {
    const chunk = this.chunkOf(index);
    const row = index - this.chunks.firstFrames[chunk];
    const starts = this.byName.get(`${group}/start`);
    const found = starts && (await this.startsIn(starts, chunk));
    const read = columns.map(async (column): Promise<readonly [Name, NumberArray]> => {
      const stream = this.byName.get(`${group}/${column}`);
      if (!stream) return [column, new Float64Array(0)];
      if (!found) return [column, emptyArray(stream.dtype)];
      const [from, until] = [found[row], found[row + 1]];
      return [column, await this.rows(stream, chunk, found[found.length - 1], from, until)];
    });
    return Object.fromEntries(await Promise.all(read)) as Record<Name, NumberArray>;
  }

  /** All rows of a stream with one row a frame. */
  async whole<Numbers extends NumberArray>(name: string): Promise<Numbers> {
    const stream = this.byName.get(name);
    if (!stream) return new Float64Array(0) as NumberArray as Numbers;
    const parts: NumberArray[] = [];
    for (let chunk = 0; chunk < this.chunks.firstFrames.length; chunk++) {
      const frames = this.framesOf(chunk);
      parts.push(await this.rows(stream, chunk, frames, 0, frames));
    }
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const whole = stream.dtype === '<u4' ? new Uint32Array(length) : new Float64Array(length);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole as NumberArray as Numbers;
  }

  /** How many rows a stream has in a chunk. */
  async count(stream: Stream, chunk: number): Promise<number> {
    const frames = this.framesOf(chunk);
    if (stream.starts) return frames + 1;
    if (!stream.group) return frames;
    const starts = await this.startsIn(this.byName.get(`${stream.group}/start`) as Stream, chunk);
    return starts ? starts[frames] : 0;
  }

  /** Rows of a stream over the frames of one chunk, to be read and not to be changed. */
  async ofChunk(stream: Stream, chunk: number, from: number, until: number): Promise<NumberArray> {
    const total = await this.count(stream, chunk);
    if (stream.starts) {
      const starts = await this.startsIn(stream, chunk);
      return (starts ?? new Uint32Array(total)).subarray(from, until);
    }
    return from === until ? emptyArray(stream.dtype) : this.rows(stream, chunk, total, from, until);
  }

  /** Undefined where the group has no rows in the chunk, and so no members. */
  private async startsIn(starts: Stream, chunk: number): Promise<NumberArray | undefined> {
    if (!this.reader.findAny(memberName(starts.name, chunk))) return undefined;
    const count = this.framesOf(chunk) + 1;
    return this.rows(starts, chunk, count, 0, count);
  }

  /** Whoever asks for a frame that is damaged is told which frames are. */
  private async rows(
    stream: Stream,
    chunk: number,
    total: number,
    from: number,
    until: number,
  ): Promise<NumberArray> {
    try {
      return await this.reader.rows(stream, chunk, total, from, until);
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
      const first = this.chunks.firstFrames[chunk];
      const last = first + this.framesOf(chunk) - 1;
      throw new RecordingError(error.where, `${error.what} (of frames ${first} to ${last})`);
    }
  }

  private framesOf(chunk: number): number {
    const { firstFrames, frames } = this.chunks;
    return (firstFrames[chunk + 1] ?? frames) - firstFrames[chunk];
  }

  private chunkOf(index: number): number {
    const { firstFrames, frames } = this.chunks;
    if (!(Number.isInteger(index) && index >= 0 && index < frames)) {
      throw new RecordingError(`frame ${index}`, `there are frames 0 to ${frames - 1}`);
    }
    let low = 0;
    let high = firstFrames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (firstFrames[middle] <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
