// A live simulation (src/live) as the worker's end of a world: it makes a frame when it is told to.

import { type Live, type LiveStart, startLive } from '../live/live.ts';
import type { FrameRecord } from '../record/index.ts';
import type { Fault } from '../scene/fault/index.ts';
import type { Scene, SceneFile } from '../scene/index.ts';
import { Complaints, platformName, StepError, version } from '../sim/index.ts';
import { KEEPS } from './begin.ts';
import type { WorldThread } from './worker-world.ts';

/** As many frames as a recording can count: a world has no end. */
const MOST_FRAMES = 0x7fffffff;

/** The thread, and the first frame. */
export async function openWorker(
  scene: SceneFile | Scene | string,
  choices: Omit<LiveStart, 'scene' | 'resume'>,
): Promise<{ readonly thread: WorldThread; readonly first: FrameRecord }> {
  const start = { ...choices, scene, ahead: 0, recorded: false, lastFrame: MOST_FRAMES } as LiveStart;
  const live = await startLive(start);
  const thread = threadOf(live);
  const { record: first } = await thread.make(0);
  return { thread, first };
}

function threadOf(live: Live): WorldThread {
  const { notes, engine, options, promise, columns, bending, frameRateHz, scene, apart } = live.started;
  let refused: Fault[] = [];
  live.on('unapplied', (_, faults) => refused.push(...faults));
  const complaints = new Complaints();
  live.on('complaint', (complaint) => complaints.add(complaint));
  return {
    complaints,
    facts: { scene, notes, engine, options, promise, bending },
    run: {
      engine,
      options,
      promise,
      columns,
      frameRateHz,
      seed: scene.seed,
      keeps: KEEPS,
      apart,
      version,
      platform: platformName(),
    },
    async make(index) {
      const record = await frameOf(live, index);
      const told = refused;
      refused = [];
      return { record, refused: told };
    },
    apply: (input) => live.apply(input),
    state: () => live.snapshot(),
    rewind: (state, frame) => live.rewind(state, frame),
    end: () => live.kill(),
  };
}

/** Allows a frame, and waits for it. */
function frameOf(live: Live, index: number): Promise<FrameRecord> {
  return new Promise((resolve, reject) => {
    const stopListening = live.on('frame', (record) => {
      if (record.index !== index) return;
      stopListening();
      resolve(record);
    });
    void live.done.then((end) => {
      const what = end.ended === 'failed' ? end.what : 'the world was closed';
      const faults = end.ended === 'failed' ? end.faults : [];
      reject(new StepError(end.ended === 'failed' ? (end.time ?? 0) : 0, what, faults));
    });
    live.played(index);
  });
}
