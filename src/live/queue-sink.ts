// A recording's bytes on their way out of a worker: kept until they are taken, which is after a commit.

import type { ByteSink } from '../record/index.ts';

export class QueueSink implements ByteSink {
  /** Where in the recording the bytes begin that are taken next. */
  offset: number;
  private parts: Uint8Array[] = [];
  private safe = 0;

  constructor(offset: number) {
    this.offset = offset;
  }

  write(bytes: Uint8Array): void {
    this.parts.push(bytes);
  }

  flush(): void {
    this.safe = this.parts.length;
  }

  /** What was flushed and not taken yet. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.parts.splice(0, this.safe);
    this.safe = 0;
    const whole = new Uint8Array(taken.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of taken) {
      whole.set(part, at);
      at += part.length;
    }
    this.offset += whole.length;
    return whole;
  }
}
