// The other run: one that was held, opened from a file or from what this browser keeps, or made anew with other options.

import { signal } from '@preact/signals';
import { blobSource, httpSource, openRecording } from '../../../../src/record/index.ts';
import { FaultError } from '../../../../src/scene/fault/index.ts';
import { type Scene, setParameters } from '../../../../src/scene/index.ts';
import type { OptionValue } from '../../../../src/sim/index.ts';
import { Complaint } from '../../model/complaints.ts';
import { type Film, film, recordingFilm } from '../../model/film.ts';
import { folderAddress } from '../../model/folder.ts';
import { homeOf, place } from '../../model/place.ts';
import { project, scene } from '../../model/project.ts';
import { listProjects, loadParts, loadRun } from '../../model/store.ts';
import { liveFilm } from '../../run/live-film.ts';

interface Other {
  readonly film: Film;
  /** What it is, in a few words. */
  readonly name: string;
}

export const other = signal<Other | undefined>(undefined);

export function take(next: Other | undefined): void {
  const before = other.peek();
  other.value = next;
  if (before !== undefined && before.film !== next?.film && before.film !== film.peek())
    void before.film.close().catch(() => {});
}

/** The film that is shown, as it is now, to be held against what comes next. */
export async function holdFilm(): Promise<void> {
  const shown = film.value;
  const source = shown?.source?.();
  if (shown === undefined || source === undefined)
    throw new Complaint('There is no run to hold', 'Run the scene first, or open a recording');
  await takeBytes(source, `${shown.engine}, held`);
}

export async function takeFile(file: File): Promise<void> {
  await takeBytes(file, file.name);
}

export async function takeFromFolder(path: string): Promise<void> {
  await takeBytes(new URL(folderAddress(path), location.href).href, path);
}

async function takeBytes(source: Blob | string, name: string): Promise<void> {
  const bytes = typeof source === 'string' ? await httpSource(source) : blobSource(source);
  const opened = await recordingFilm(await openRecording(bytes), source);
  const shown = film.value?.scene ?? scene.value;
  if (shown !== undefined && !isSameScene(shown, opened.scene)) {
    await opened.close();
    throw new Complaint(
      `"${opened.scene.name}" has other bodies than what is open`,
      'Compare runs of one scene: the same bodies in the same order',
    );
  }
  take({ film: opened, name });
}

/** Whether bodies can be held against each other one by one. */
function isSameScene(a: Scene, b: Scene): boolean {
  return a.bodies.length === b.bodies.length && a.bodies.every(({ name }, i) => name === b.bodies[i].name);
}

export interface KeptRun {
  readonly place: string;
  readonly name: string;
  /** When it was changed last; of an example that is not known. [ms since 1970] */
  readonly changed?: number;
}

/** Runs of other places that this browser keeps. */
export async function listKept(): Promise<KeptRun[]> {
  const here = homeOf(place.peek());
  const example = project.peek()?.example;
  const places: KeptRun[] = [
    ...(example === undefined ? [] : [{ place: `#example/${encodeURIComponent(example)}`, name: example }]),
    ...(await listProjects()).map(({ id, name, changed }) => ({ place: `#project/${id}`, name, changed })),
  ].filter((one) => one.place !== here);
  const runs = await Promise.all(places.map((one) => loadRun(one.place)));
  return places.filter((_, i) => runs[i] !== undefined);
}

export async function takeKept({ place: at, name }: KeptRun): Promise<void> {
  await takeBytes(new Blob(await loadParts(at)), name);
}

interface RunChoices {
  /** Undefined: the scene's own. */
  readonly engine: string | undefined;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly parameters: Readonly<Record<string, number>>;
}

/** Runs the open scene beside what is shown, with other options. */
export async function runAgain({ engine, options, parameters }: RunChoices): Promise<void> {
  const opened = project.value;
  let made = scene.value ?? film.value?.scene;
  if (made === undefined) throw new Complaint('Nothing is open', 'Open a scene first');
  if (opened !== undefined && Object.keys(parameters).length > 0) {
    const { resolveScene } = await import('../../../../src/scene/resolve/index.ts');
    const file = setParameters(opened.file, parameters);
    made = resolveScene(file, { loadFile: (path) => opened.files.get(path) }).scene;
  }
  // Options belong to an engine: another one knows nothing of those of the scene.
  const isOther = engine !== undefined && engine !== made.engine;
  const run = isOther ? { ...made, engine, options: {} } : made;
  const { startLive } = await import('../../../../src/live/live.ts');
  const live = await startLive({ scene: run, options });
  const words = [
    ...(isOther ? [engine] : []),
    ...Object.entries({ ...options, ...parameters }).map(([name, value]) => `${name} ${value}`),
  ];
  take({ film: liveFilm(live), name: words.join(', ') || 'the same again' });
  const end = await live.done;
  if (end.ended === 'failed') throw new FaultError(`the other run stopped: ${end.what}`, end.faults);
}
