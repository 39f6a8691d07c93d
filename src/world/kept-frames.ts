// The frames of a world, kept so that they can become a recording, and forgotten from where the world is put back to.

import {
  type Bending,
  type FrameRecord,
  MemorySink,
  RecordingWriter,
  type RunDescription,
  type State,
} from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import type { Scene } from '../scene/index.ts';

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
   * @param run    what its head says, up to the last frame
   * @param state  after the last frame, to go on from
   */
  bytes(
    scene: Scene,
    run: Omit<RunDescription, 'lastFrame'>,
    state: State,
    bending: Bending | undefined,
  ): Uint8Array<ArrayBuffer> {
    const sink = new MemorySink();
    const writer = RecordingWriter.create(sink, scene, { ...run, lastFrame: this.frames.length - 1 });
    if (bending) writer.bend(bending);
    for (const record of this.frames) writer.add(record);
    writer.commit(state);
    writer.close();
    return sink.bytes();
  }
}

/** @throws FaultError */
export function refuseRecording(): never {
  throw new FaultError('there is no recording:', [
    {
      what: 'the world was started without one',
      where: 'record',
      remedy: 'start it with { record: true }',
    },
  ]);
}
