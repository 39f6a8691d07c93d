// Keeps a recording's bytes in memory: for browsers without files, for tests, for short runs.

import type { ByteSink } from './append-member.ts';

/** Keeps what is written in memory. */
export class MemorySink implements ByteSink {
  private readonly parts: Uint8Array[] = [];
  private length = 0;

  /** Appends bytes, which must not change afterwards. */
  write(bytes: Uint8Array): void {
    this.parts.push(bytes);
    this.length += bytes.length;
  }

  flush(): void {}

  /** Everything written so far. */
  bytes(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}
