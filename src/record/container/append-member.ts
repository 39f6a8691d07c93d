// Appends members to an archive: a header, then the data, and both are never touched again.

import { type Codec, portableCodec } from './codec.ts';
import { encodeDirectory, encodeLocalHeader, type Member } from './zip.ts';

/** Where the bytes go. Synchronous, so that a frame is either written or not. */
export interface ByteSink {
  /** Appends bytes. */
  write(bytes: Uint8Array): void;
  /** Everything written so far must survive what comes. */
  flush(): void;
  /** What deflates, where there is a faster one than works everywhere. */
  readonly codec?: Codec;
}

/** Deflating pays where it saves a tenth: what is stored is read without being inflated. */
const WORTH_SHARE = 0.9;
/** What is so short lies in one block of a disk, deflated or not. */
const LEAST_BYTES = 512;
/** Looked at to see whether deflating a long member pays: pieces from all over it. */
const SAMPLE_PIECES = 16;
const SAMPLE_PIECE_BYTES = 1 << 12;

export class Archive {
  readonly members: Member[];
  private readonly sink: ByteSink;
  private readonly codec: Codec;
  private offset: number;

  /** @param offset  where the sink stands, behind the members that are there */
  constructor(sink: ByteSink, members: readonly Member[], offset: number) {
    this.sink = sink;
    this.codec = sink.codec ?? portableCodec;
    this.members = [...members];
    this.offset = offset;
  }

  append(name: string, data: Uint8Array): void {
    const packed = this.deflated(data);
    const member: Member = {
      name,
      offset: this.offset,
      size: data.length,
      ...(packed ? { deflated: packed.length } : {}),
      crc: this.codec.crc32(data),
    };
    this.put(encodeLocalHeader(member));
    this.put(packed ?? data);
    this.members.push(member);
  }

  appendJson(name: string, value: unknown): void {
    this.append(name, new TextEncoder().encode(JSON.stringify(value)));
  }

  /** Appends a member of another archive, whose data comes as it lies there. */
  async copy(member: Member, data: AsyncIterable<Uint8Array>): Promise<void> {
    const own = { ...member, offset: this.offset };
    this.put(encodeLocalHeader(own));
    for await (const block of data) this.put(block);
    this.members.push(own);
  }

  /** Undefined where it does not pay. */
  private deflated(data: Uint8Array): Uint8Array | undefined {
    if (data.length < LEAST_BYTES || !this.promises(data)) return undefined;
    const packed = this.codec.deflate(data);
    return packed.length <= WORTH_SHARE * data.length ? packed : undefined;
  }

  /** Whether pieces from all over the data say that deflating it will pay: noise is slow to deflate, for nothing. */
  private promises(data: Uint8Array): boolean {
    const sampleBytes = SAMPLE_PIECES * SAMPLE_PIECE_BYTES;
    if (data.length <= 4 * sampleBytes) return true;
    const sample = new Uint8Array(sampleBytes);
    const stride = Math.floor((data.length - SAMPLE_PIECE_BYTES) / (SAMPLE_PIECES - 1));
    for (let i = 0; i < SAMPLE_PIECES; i++) {
      const from = i * stride;
      sample.set(data.subarray(from, from + SAMPLE_PIECE_BYTES), i * SAMPLE_PIECE_BYTES);
    }
    return this.codec.deflate(sample).length <= WORTH_SHARE * sampleBytes;
  }

  flush(): void {
    this.sink.flush();
  }

  /** Writes the directory, for quick opening. */
  close(): void {
    this.put(encodeDirectory(this.members, this.offset));
    this.sink.flush();
  }

  private put(bytes: Uint8Array): void {
    this.sink.write(bytes);
    this.offset += bytes.length;
  }
}
