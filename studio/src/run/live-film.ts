// A run as a film: frames are there as soon as they are made.

import { signal } from '@preact/signals';
import type { Live } from '../../../src/live/index.ts';
import type { FrameRecord } from '../../../src/record/index.ts';
import { frameTime } from '../../../src/sim/index.ts';
import type { Film } from '../model/film.ts';
import { soon } from '../model/soon.ts';

/** More than a run makes between two commits, after which its recording has them. */
const KEPT = 256;

export function liveFilm(live: Live): Film {
  const { scene, started } = live;
  const recent = new Map<number, FrameRecord>();
  const frameCount = signal(live.frameCount);
  const tell = soon(() => {
    frameCount.value = live.frameCount;
  });
  live.on('frame', (record) => {
    recent.set(record.index, record);
    recent.delete(record.index - KEPT);
    tell.ask();
  });
  void live.done.then(() => tell.flush());
  return {
    scene,
    engine: started.engine,
    columns: started.columns,
    bending: started.bending,
    frameCount,
    time: (index) => frameTime(index, scene.frameRateHz),
    frame: async (index) => recent.get(index)?.frame ?? live.frame(index),
    report: async (index) => recent.get(index)?.report ?? (await live.recording()).report(index),
    contacts: async (index) => recent.get(index)?.contacts ?? (await live.recording()).contacts(index),
    way: async (index) =>
      recent.get(index) ?? {
        path: await live.path(index),
        turns: await live.turns(index),
        vertexKnots: await live.vertexKnots(index),
      },
    recording: () => live.recording(),
    source: () => live.blob(),
    // What is recorded can still be read.
    close: async () => live.cancel(),
  };
}
