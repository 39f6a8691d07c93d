// What a sweep asks of whoever runs it, and what it gets back: plain JSON both ways, so that a thread, a queue and a file
// carry the same.

/** One run to be made. What it is a run of travels apart, by content hash. */
export interface Task {
  /** The SHA-256 of the packed sweep. */
  readonly sweep: string;
  /** Its place among the runs, from 0. */
  readonly run: number;
  /** The parameters by name. */
  readonly values: Readonly<Record<string, number>>;
  /** Of the scene's random numbers. */
  readonly seed: number;
}

/** How a run came to its end; `early` is where the sweep said it may stop. */
export type Ended = 'done' | 'early' | 'limit' | 'failed' | 'set aside';

/** What came of a task. */
export interface Row {
  /** The task's. */
  readonly run: number;
  /** The parameters by name, as the task has them. */
  readonly values: Readonly<Record<string, number>>;
  /** As the task has it. */
  readonly seed: number;
  /** By name; null where there was nothing to measure, and true and false are 1 and 0. */
  readonly measures: Readonly<Record<string, number | null>>;
  /** How it came to its end. */
  readonly ended: Ended;
  /** Why, in a sentence; empty where it is done. */
  readonly what: string;
  /** [s] */
  readonly simulatedSeconds: number;
  /** [s] */
  readonly wallSeconds: number;
  /** Of the program that made it. */
  readonly version: string;
  /** The SHA-256 of frames and reports: the same on every machine; empty where there was no frame. */
  readonly hash: string;
  /** The path of its recording in the folder of the sweep, where one was kept. */
  readonly recording: string | null;
}

/** The row of a task that never ended by itself: it took its thread with it, again and again. */
export function setAside(task: Task, what: string, version: string): Row {
  const { run, values, seed } = task;
  const measures = {};
  return {
    run,
    values,
    seed,
    measures,
    ended: 'set aside',
    what,
    simulatedSeconds: 0,
    wallSeconds: 0,
    version,
    hash: '',
    recording: null,
  };
}
