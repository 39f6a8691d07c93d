// What can be played: a recording, or the frames of a run as they come. Everything that shows motion reads a film.

import { type Signal, signal } from '@preact/signals';
import type {
  Bending,
  Column,
  ContactRows,
  Frame,
  Knots,
  Recording,
  Turns,
  VertexKnots,
} from '../../../src/record/index.ts';
import type { Scene } from '../../../src/scene/index.ts';

export interface Way {
  readonly path: Knots;
  readonly turns: Turns;
  readonly vertexKnots?: readonly VertexKnots[];
}

export interface Film {
  readonly scene: Scene;
  readonly engine: string;
  readonly columns: readonly Column[];
  /** Which bodies bend, and how; undefined where none does. */
  readonly bending?: Bending;
  /** Frames there are now; grows while a run goes on. */
  readonly frameCount: Signal<number>;
  /** [s] */
  time(index: number): number;
  frame(index: number): Promise<Frame>;
  /** One number for each column. */
  report(index: number): Promise<Float64Array>;
  contacts(index: number): Promise<ContactRows>;
  /** How the motion came to a frame from the one before it, where that is kept. */
  way?(index: number): Promise<Way>;
  /** All there is so far, for saving, exporting and verifying. */
  recording(): Promise<Recording>;
  /** The same as bytes, or the address they have, for whoever reads them in a worker. */
  source?(): Blob | string;
  close(): Promise<void>;
}

export const film = signal<Film | undefined>(undefined);

/** Shows another film, and lets go of the last one. */
export async function showFilm(next: Film | undefined): Promise<void> {
  const before = film.value;
  film.value = next;
  if (before !== undefined && before !== next) await before.close();
}

/** @param source  its bytes, or the address they have */
export async function recordingFilm(recording: Recording, source?: Blob | string): Promise<Film> {
  const times = await recording.times();
  return {
    scene: recording.scene,
    engine: recording.engine,
    columns: recording.columns,
    bending: await recording.bending(),
    frameCount: signal(recording.frameCount),
    time: (index) => times[index],
    frame: (index) => recording.frame(index),
    report: (index) => recording.report(index),
    contacts: (index) => recording.contacts(index),
    way: async (index) => ({
      path: await recording.path(index),
      turns: await recording.turns(index),
      vertexKnots: await recording.vertexKnots(index),
    }),
    recording: async () => recording,
    source: source === undefined ? undefined : () => source,
    close: () => recording.close(),
  };
}
