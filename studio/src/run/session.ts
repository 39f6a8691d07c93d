// The run of what is open: started, paused, gone on with, ended; shown while it is computed, and kept in this browser as
// it is committed, so that a reload in the middle goes on bit for bit.

import { effect, signal } from '@preact/signals';
import type { Live, LiveChoices, LiveEnd, LiveStart } from '../../../src/live/index.ts';
import { blobSource, type Guarantee } from '../../../src/record/index.ts';
import { type Fault, FaultError } from '../../../src/scene/fault/index.ts';
import type { SceneFile } from '../../../src/scene/schema/index.ts';
import type { Scene } from '../../../src/scene/index.ts';
import { rememberTakes } from '../gallery/takes.ts';
import { Complaint, complain, sentencesOf } from '../model/complaints.ts';
import { dragged, sendInput } from '../model/drag.ts';
import { type Film, film, recordingFilm, showFilm } from '../model/film.ts';
import { keep, keptAs } from '../model/keep.ts';
import { homeOf, place } from '../model/place.ts';
import { duration, frameIndex, growing, playing, speed, time } from '../model/playback.ts';
import { project, scene } from '../model/project.ts';
import { loadParts, loadRun, type RunState, type StoredRun } from '../model/store.ts';
import { soon } from '../model/soon.ts';
import { RunKeeper, runsElsewhere } from './keeper.ts';
import { liveFilm } from './live-film.ts';
import { Pace } from './pace.ts';
import { sceneKey } from './scene-key.ts';

export interface RunStatus {
  readonly state: 'none' | 'starting' | RunState;
  readonly frames: number;
  readonly total: number;
  /** Time left [s], where it can be told. */
  readonly left?: number;
  readonly engine?: string;
  readonly promise?: Guarantee;
  readonly threads?: number;
  /** What was set apart because it touched something. */
  readonly apart?: string;
  /** Why it could not start, or ended before its end. */
  readonly what?: string;
  readonly faults?: readonly Fault[];
}

const NONE: RunStatus = { state: 'none', frames: 0, total: 0 };
/** Frames ahead of what is shown, where a run keeps to the pace of the clock. */
const AHEAD = 4;
/** A run that is cut off so often without getting further is not taken up by itself any more. */
const MOST_ATTEMPTS = 3;
/** A run that is left is given so long to commit what it has [ms]. */
const FAREWELL_MS = 4000;

export const run = signal<RunStatus>(NONE);
/** Whether a run keeps to the pace of the clock, so that it can be touched. */
export const realTime = signal(false);

interface Session {
  keepsRuns: boolean;
  live: Live | undefined;
  keeper: RunKeeper | undefined;
  /** What the last run was made of and shows: another scene file hides it, undoing brings it back. */
  last: { readonly file: SceneFile; readonly film: Film } | undefined;
}

const session: Session = { keepsRuns: true, live: undefined, keeper: undefined, last: undefined };

/** A frame in somebody else's page keeps nothing. */
export function keepNoRuns(): void {
  session.keepsRuns = false;
}

/** Whether there is a run that inputs reach; one that was paused before a reload is at rest. */
export function isGoing(): boolean {
  return run.value.state === 'starting' || sendInput.value !== undefined;
}

/** Simulates the open scene from its start. @param choices  such as a worker that knows more about it */
export async function startRun(choices: Pick<LiveChoices, 'worker'> = {}): Promise<void> {
  const made = scene.value;
  const opened = project.value;
  if (made === undefined || opened === undefined || isGoing()) return;
  // A run of a scene that only a link carries needs a place to be kept at.
  if (place.value.kind === 'link' && session.keepsRuns) await keep();
  await begin({ scene: made, ...pace(), ...choices }, opened.file, undefined);
}

/** Goes on with a run that was paused, cancelled, or cut off by a reload. */
export async function continueRun(): Promise<void> {
  if (run.value.state === 'paused' && session.live?.ended === undefined && session.live !== undefined) {
    session.live.resume();
    return;
  }
  const opened = project.value;
  const before = film.value?.source?.();
  if (opened === undefined || !(before instanceof Blob)) return;
  await begin({ resume: before, ...pace() }, opened.file, before);
}

export function pauseRun(): void {
  session.live?.pause();
}

export function cancelRun(): void {
  session.live?.cancel();
}

/** Ends the run of what was open until now; it can be gone on with when one comes back. */
export async function leaveRun(): Promise<void> {
  const leaving = session.live;
  if (leaving !== undefined && leaving.ended === undefined) {
    // Whoever comes back finds it going on.
    const state = leaving.paused ? 'paused' : 'running';
    session.live = undefined;
    leaving.cancel();
    await Promise.race([leaving.done, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))]);
    leaving.kill();
    session.keeper?.say(state);
  }
  await session.keeper?.close();
  session.live = undefined;
  session.keeper = undefined;
  session.last = undefined;
  sendInput.value = undefined;
  growing.value = false;
  run.value = NONE;
}

/** Shows, and where it was cut off goes on with, the run that was kept for a place. */
export async function takeUpRun(at: string): Promise<void> {
  const stored = session.keepsRuns ? await loadRun(at).catch(() => undefined) : undefined;
  const made = scene.value;
  const opened = project.value;
  if (stored === undefined || made === undefined || opened === undefined) return;
  if (stored.sceneKey !== sceneKey(made)) return;
  const blob = new Blob(await loadParts(at));
  const { openRecording } = await import('../../../src/record/recording.ts');
  const recording = await openRecording(blobSource(blob)).catch(() => undefined);
  if (project.value !== opened) return;
  const frames = recording?.frameCount ?? 0;
  const total = recording ? recording.header.lastFrame + 1 : 1;
  if (recording !== undefined && frames > 0) {
    const shown = await recordingFilm(recording, blob);
    await showFilm(shown);
    session.last = { file: opened.file, film: shown };
    const state = stored.state === 'running' ? (frames < total ? 'paused' : 'finished') : stored.state;
    run.value = { state, frames, total, engine: recording.engine, promise: recording.promise };
    time.value = duration.value;
  }
  const attempts = frames > stored.framesAtStart ? 0 : stored.attempts + 1;
  const wasCutOff = stored.state === 'running' && frames < total && attempts < MOST_ATTEMPTS;
  if (!wasCutOff || (await runsElsewhere(at))) return;
  if (frames > 0) {
    await begin({ resume: blob, ...pace() }, opened.file, blob, frames, attempts);
    if (stored.held !== undefined) sendInput.value?.({ kind: 'drag', target: stored.held, values: [] });
  } else await begin({ scene: made, ...pace() }, opened.file, undefined, 0, attempts);
}

function pace(): { ahead?: number } {
  return realTime.value ? { ahead: AHEAD } : {};
}

/** @param framesAtStart  -1 where somebody asked for it */
async function begin(
  start: LiveStart,
  file: SceneFile,
  before: Blob | undefined,
  framesAtStart = -1,
  attempts = 0,
): Promise<void> {
  const was = run.value;
  const made = scene.value as Scene;
  run.value = before ? { ...was, state: 'starting' } : { ...NONE, state: 'starting', total: was.total };
  const stored: StoredRun = {
    place: homeOf(place.value),
    sceneKey: sceneKey(made),
    state: 'running',
    framesAtStart,
    attempts,
    changed: Date.now(),
  };
  let keeping: RunKeeper | undefined;
  try {
    await session.keeper?.close();
    if (session.keepsRuns) {
      keeping = new RunKeeper(stored, before && (await committed(before)));
      session.keeper = keeping;
      // Even where the page ends before the first frame is kept, it is known that this was running.
      await keeping.settled();
    }
    const { startLive } = await import('../../../src/live/live.ts');
    // Nothing is waited for from here on until everybody listens: frames come at once.
    const going = await startLive(start);
    session.live = going;
    await follow(going, file, before, keeping);
  } catch (error) {
    const { what } = sentencesOf(error);
    const faults = error instanceof FaultError ? error.faults : [];
    run.value = { ...was, state: was.frames > 0 ? 'failed' : 'none', what, faults };
    keeping?.say('failed');
    await keeping?.close();
  }
}

/** What of a recording a run goes on from; a closed one has a directory behind it. */
async function committed(recording: Blob): Promise<Blob> {
  const { openRecording } = await import('../../../src/record/recording.ts');
  const { offset } = await (await openRecording(blobSource(recording))).position();
  return recording.slice(0, offset);
}

async function follow(
  going: Live,
  file: SceneFile,
  before: Blob | undefined,
  keeping: RunKeeper | undefined,
): Promise<void> {
  const { started } = going;
  const total = started.lastFrame + 1;
  const { engine, promise, threads, notes } = started;
  // The last note says it.
  const facts = {
    total,
    engine,
    promise,
    threads,
    apart: started.apart.length > 0 ? notes.at(-1) : undefined,
  };
  const measured = new Pace();
  const isShown = () => session.live === going;
  run.value = { ...facts, state: 'running', frames: started.firstFrame };

  const tell = soon(() => {
    if (!isShown()) return;
    const frames = going.frameCount;
    run.value = {
      ...facts,
      state: going.paused ? 'paused' : 'running',
      frames,
      left: measured.left(total - frames),
    };
  });
  going.on('frame', ({ wallMs }) => {
    measured.add(wallMs);
    tell.ask();
  });
  going.on('bytes', (bytes) => keeping?.add(bytes));
  going.on('paused', (paused) => {
    const state = paused ? 'paused' : 'running';
    keeping?.say(state);
    if (isShown()) run.value = { ...run.value, state };
  });
  going.on('unapplied', (_, faults) =>
    complain(new FaultError('this cannot be changed while it runs:', faults)),
  );
  const told = new Set<string>();
  going.on('complaint', ({ what, time: when, remedy }) => {
    if (told.has(what)) return;
    told.add(what);
    complain(new Complaint(`${what}, first at ${Number(when.toPrecision(4))} s`, remedy));
  });
  void going.done.then((end) => {
    tell.flush();
    if (!isShown()) return;
    finish(end, keeping, facts, going.frameCount);
    const name = project.value?.example;
    if (end.ended === 'finished' && before === undefined && name !== undefined && keptAs.value === undefined)
      rememberTakes(name, measured.total / 1000);
  });

  const shown = liveFilm(going);
  const closing = showFilm(shown);
  session.last = { file, film: shown };
  sendInput.value = (input) => {
    // What is dragged is what is seen: the latest frame.
    if (!realTime.value) time.value = duration.value;
    if (input.kind === 'drag') keeping?.hold(input.values.length > 0 ? input.target : undefined);
    going.apply(input);
  };
  growing.value = true;
  if (before === undefined) time.value = 0;
  if (speed.value <= 0) speed.value = 1;
  playing.value = true;
  // The run may be over before the last film is closed.
  await closing;
}

function finish(
  end: LiveEnd,
  keeping: RunKeeper | undefined,
  facts: Partial<RunStatus> & { total: number },
  frames: number,
): void {
  keeping?.say(end.ended);
  void keeping?.close();
  session.live = undefined;
  sendInput.value = undefined;
  dragged.value = undefined;
  growing.value = false;
  const failure = end.ended === 'failed' ? { what: end.what, faults: end.faults } : {};
  run.value = { ...facts, state: end.ended, frames, ...failure };
}

/** Connects the run with what else there is in the studio; returns what ends it. */
export function watchRun(): () => void {
  const stops = [
    effect(() => {
      const shown = frameIndex.value;
      session.live?.played(shown);
    }),
    // What is shown is of the open scene: a changed one has not run yet.
    effect(() => {
      const file = project.value?.file;
      const shown = film.peek();
      if (session.last === undefined || file === undefined) return;
      if (file === session.last.file && shown === undefined) void showFilm(session.last.film);
      else if (file !== session.last.file && shown === session.last.film) void showFilm(undefined);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
