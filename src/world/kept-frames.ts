// The frames of a world, kept so that they can become a recording, and forgotten from where the world is put back to.

import { type Bending, type FrameRecord, MemorySink, RecordingWriter, type State } from '../record/index.ts';
import type { ReadyRun } from '../catalog/index.ts';
import { describe } from './begin.ts';

/** Frames from the first on, without a gap. */
export class KeptFrames {
  private readonly frames: FrameRecord[] = [];

  add(record: FrameRecord): void {
    this.frames.length = Math.min(this.frames.length, record.index);
    this.frames.push(record);
  }

  /** Forgets what came after a frame. */
  cut(last: number): void {
    this.frames.length = Math.min(this.frames.length, last + 1);
  }

  /**
   * The bytes of a recording.
   * @param state  after the last frame, to go on from
   */
  bytes(
    run: Pick<ReadyRun, 'engine' | 'scene' | 'options' | 'apart'>,
    state: State,
    bending: Bending | undefined,
  ): Uint8Array<ArrayBuffer> {
    const sink = new MemorySink();
    const writer = RecordingWriter.create(sink, run.scene, describe(run, this.frames.length - 1));
    if (bending) writer.bend(bending);
    for (const record of this.frames) writer.add(record);
    writer.commit(state);
    writer.close();
    return sink.bytes();
  }
}
