// A scene to a recording, in one call:
//
//   const recording = await simulate(defineScene({ name: 'drop', bodies: [floor(), box({ position: [0, 1, 0] })] }));
//
// In a page a worker of it simulates, so that the page stays awake; in Node this thread does, and lets others have a turn
// now and then. The bits are the same, and those of `carom run`.

import {
  type ByteSink,
  bytesSource,
  type FrameRecord,
  MemorySink,
  openRecording,
  type Recording,
  RecordingWriter,
} from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import type { Scene, SceneFile } from '../scene/index.ts';
import { type Complaint, lastFrameOf, recordRun, run, StepError } from '../sim/index.ts';
import { begin, type Begun, describe, KEEPS, type WorldChoices } from './begin.ts';
import { otherTurns } from './turns.ts';

/** What `simulate` may be told beside the scene. */
export type SimulateChoices = WorldChoices & SimulateRest;

interface SimulateRest {
  /** At most so many; the result is the same. One unless said; in a page, one less than there are. */
  readonly threads?: number | undefined;
  /** Called with every frame as soon as it is made, and how much of the run is done: 0 … 1. */
  readonly onFrame?: ((frame: FrameRecord, progress: number) => void) | undefined;
  /**
   * Told what the engine did worse than asked: solves that missed their tolerance, energy from nowhere. The run goes on; in this
   * thread what it throws ends it.
   */
  readonly onComplaint?: ((complaint: Complaint) => void) | undefined;
  /** Ends the run: the promise is then rejected with the signal's reason, an `AbortError` unless said, as that of `fetch`. */
  readonly signal?: AbortSignal | undefined;
  /** False: no worker, also in a page, which stands still while a frame is made. */
  readonly worker?: boolean | undefined;
}

/**
 * Simulates a scene from its start to its duration.
 * @param scene  from `defineScene`, a scene file as JSON text or parsed, or a scene from `loadScene` (carom/node)
 * @throws FaultError where the scene, the engine or the options are wrong; StepError where a step fails
 */
export async function simulate(
  scene: SceneFile | Scene | string,
  choices: SimulateChoices = {},
): Promise<Recording> {
  choices.signal?.throwIfAborted();
  if (choices.worker !== false && typeof Worker !== 'undefined') return inWorker(scene, choices);
  const sink = new MemorySink();
  await simulateInto(sink, scene, choices);
  return openRecording(bytesSource(sink.bytes()));
}

/** The same in this thread, into any sink; whatever ends it, what was made is in the sink, and closed. */
export async function simulateInto(
  sink: ByteSink,
  scene: SceneFile | Scene | string,
  { onFrame, onComplaint, signal, ...choices }: SimulateChoices,
): Promise<void> {
  const begun = await begin(scene, choices, () => false);
  try {
    const turns = otherTurns();
    for (const record of frames(begun, sink, onComplaint)) {
      onFrame?.(record, progressOf(record.index, lastFrameOf(begun.scene)));
      await turns.give();
      signal?.throwIfAborted();
    }
  } finally {
    begun.pool.close();
  }
}

function frames(begun: Begun, sink: ByteSink, heard: SimulateRest['onComplaint']): Iterable<FrameRecord> {
  const { scene, simulation, reportColumns } = begun;
  const writer = RecordingWriter.create(sink, scene, describe(begun, lastFrameOf(scene)));
  return recordRun(
    simulation,
    run(simulation, { scene, reportColumns, wants: KEEPS, ...(heard && { heard }) }),
    writer,
  );
}

async function inWorker(scene: SceneFile | Scene | string, choices: SimulateChoices): Promise<Recording> {
  const { onFrame, onComplaint, signal, worker: _, ...rest } = choices;
  const { startLive } = await import('../live/live.ts');
  const live = await startLive({ ...rest, scene });
  const cancel = () => live.cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  const { lastFrame } = live.started;
  live.on('frame', (record) => onFrame?.(record, progressOf(record.index, lastFrame)));
  if (onComplaint) live.on('complaint', onComplaint);
  const end = await live.done;
  signal?.removeEventListener('abort', cancel);
  signal?.throwIfAborted();
  if (end.ended === 'failed') {
    if (end.time !== undefined) throw new StepError(end.time, end.what, end.faults);
    throw end.faults.length > 0 ? new FaultError(end.what, end.faults) : new Error(end.what);
  }
  return live.recording();
}

function progressOf(index: number, lastFrame: number): number {
  return lastFrame > 0 ? index / lastFrame : 1;
}
