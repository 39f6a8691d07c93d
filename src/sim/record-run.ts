// Records a run while it runs: hands every frame on, and commits now and then, so that a kill
// costs at most the frames of one chunk.

import type { FrameRecord, RecordingWriter, State } from '../record/index.ts';
import type { Simulation } from './engine.ts';
import { copyState } from './snapshot.ts';

export interface CommitPolicy {
  /** Commit after this many frames, bytes, or milliseconds, whichever comes first. */
  readonly frames: number;
  readonly bytes: number;
  readonly wallMs: number;
}

const DEFAULT_POLICY: CommitPolicy = { frames: 64, bytes: 1 << 24, wallMs: 5000 };

/**
 * Yields the frames of `frames` after giving them to the writer. The first frame is committed at once, and
 * however the run ends, by itself, by an error or because the caller stops asking, what was made is committed
 * and the recording closed.
 */
export function* recordRun(
  simulation: Simulation,
  frames: Iterable<FrameRecord>,
  writer: RecordingWriter,
  policy: Partial<CommitPolicy> = {},
): Generator<FrameRecord, void> {
  const limits = { ...DEFAULT_POLICY, ...policy };
  let state: State = {};
  let wallMs = 0;
  if (simulation.bending && writer.nextFrame === 0) writer.bend(simulation.bending);
  try {
    for (const record of frames) {
      writer.add(record);
      // A step that fails later moves the live state past this frame, so the snapshot is taken now.
      state = copyState(simulation.state, state);
      wallMs += record.wallMs;
      const isDue =
        record.index === 0 ||
        writer.pendingFrames >= limits.frames ||
        writer.pendingBytes >= limits.bytes ||
        wallMs >= limits.wallMs;
      if (isDue) {
        writer.commit(state);
        wallMs = 0;
      }
      yield record;
    }
  } finally {
    writer.commit(state);
    writer.close();
  }
}
