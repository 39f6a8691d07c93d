// Appends members to an archive: a header, then the data, and both are never touched again.

import { crc32 } from './crc32.ts';
import { encodeDirectory, encodeLocalHeader, type Member } from './zip.ts';

/** Where the bytes go. Synchronous, so that a frame is either written or not. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
  /** Everything written so far must survive what comes. */
  flush(): void;
}

export class Archive {
  readonly members: Member[];
  private readonly sink: ByteSink;
  private offset: number;

  /** @param offset  where the sink stands, behind the members that are there */
  constructor(sink: ByteSink, members: readonly Member[], offset: number) {
    this.sink = sink;
    this.members = [...members];
    this.offset = offset;
  }

  append(name: string, data: Uint8Array): void {
    const member: Member = { name, offset: this.offset, size: data.length, crc: crc32(data) };
    this.put(encodeLocalHeader(member));
    this.put(data);
    this.members.push(member);
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
