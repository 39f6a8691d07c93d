// Opens what a place names: an example, a scene or recording of the folder, a project of this browser, a link.

import { signal } from '@preact/signals';
import { httpSource } from '../../../src/record/index.ts';
import { limits } from '../../../src/scene/read/index.ts';
import { Complaint, sentencesOf } from '../model/complaints.ts';
import { loadExample } from '../model/load-example.ts';
import { film, recordingFilm, showFilm } from '../model/film.ts';
import { readFolderFile, recordingAddress } from '../model/folder.ts';
import { keep, keptAs, takeAsKept } from '../model/keep.ts';
import { projectFromText } from '../model/open-scene.ts';
import { homeOf, type Place, place, rename } from '../model/place.ts';
import { playing, time } from '../model/playback.ts';
import { closeProject, openProject, type Project, project } from '../model/project.ts';
import { selected } from '../model/selection.ts';
import { loadProject } from '../model/store.ts';
import { unpackText } from '../share/pack.ts';
import { leaveRun, takeUpRun } from './session.ts';

export type Opening =
  | { readonly state: 'opening' | 'open' }
  | { readonly state: 'failed'; readonly what: string; readonly more: readonly string[] };

export const opening = signal<Opening>({ state: 'opening' });

const LONGEST_MESH = 500_000_000;
/** The address that was entered last. */
const entered = signal('');

export async function enter(at: Place): Promise<void> {
  if (at.kind === 'lesson') return enterLesson(at);
  const address = homeOf(at);
  if (at.kind === 'gallery' || address === entered.value) return;
  const isRenamed = at.kind === 'project' && at.id !== undefined && at.id === keptAs.value;
  entered.value = address;
  if (isRenamed) return;
  opening.value = { state: 'opening' };
  try {
    await open(at, () => entered.value === address);
    if (entered.value === address || place.value.kind === 'project') opening.value = { state: 'open' };
  } catch (error) {
    if (entered.value === address) opening.value = { state: 'failed', ...sentencesOf(error) };
  }
}

/** A lesson is read beside its first scene, which is what is opened. */
async function enterLesson(at: Place & { readonly kind: 'lesson' }): Promise<void> {
  opening.value = { state: 'opening' };
  entered.value = '';
  try {
    const { firstScene } = await import('../work/lesson/lessons.ts');
    const to = await firstScene(at.name);
    if (place.value === at) rename(to);
  } catch (error) {
    if (place.value === at) opening.value = { state: 'failed', ...sentencesOf(error) };
  }
}

async function open(at: Place, isWanted: () => boolean): Promise<void> {
  await leaveRun();
  // What was dropped on the page is open already: it only needs a place to be kept at.
  if (at.kind === 'file') return requireDropped();
  if (at.kind === 'project' && at.id === undefined) return keepOpened();
  if (at.kind === 'recording') {
    const address = await recordingAddress(at.path);
    const { openRecording } = await import('../../../src/record/recording.ts');
    const recording = await openRecording(await httpSource(address));
    const shown = await recordingFilm(recording, new URL(address, location.href).href);
    if (!isWanted()) return shown.close();
    closeProject();
    await begin(undefined);
    await showFilm(shown);
    playing.value = true;
    return;
  }
  const opened = await readProject(at);
  if (!isWanted()) return;
  await begin(opened);
  takeAsKept(at.kind === 'project' ? at.id : undefined);
  await takeUpRun(homeOf(at));
}

async function begin(opened: Project | undefined): Promise<void> {
  await showFilm(undefined);
  selected.value = [];
  playing.value = false;
  time.value = 0;
  if (opened !== undefined) await openProject(opened);
}

async function readProject(at: Place): Promise<Project> {
  switch (at.kind) {
    case 'example': {
      const { name, scene } = await loadExample(at.name);
      return { name, file: scene, files: new Map(), example: name };
    }
    case 'scene': {
      const text = new TextDecoder().decode(await readFolderFile(at.path, 4 * limits.fileCharacters));
      const name = at.path.replace(/^.*\//, '').replace(/\.json$/i, '');
      const folder = at.path.slice(0, at.path.lastIndexOf('/') + 1);
      return projectFromText(text, name, (path) =>
        readFolderFile(`${folder}${path}`, LONGEST_MESH).catch(() => undefined),
      );
    }
    case 'link':
      return projectFromText(await unpackText(at.packed), 'the scene of this link', async () => undefined);
    case 'project': {
      const stored = await loadProject(at.id as string);
      if (stored !== undefined) return stored;
      throw new Complaint(
        'This project is not in this browser',
        'It may have been deleted, or made in another browser: open what there is from the gallery',
      );
    }
    default:
      throw new Error(`nothing can be opened at ${at.kind}`);
  }
}

async function requireDropped(): Promise<void> {
  if (film.value !== undefined) return;
  throw new Complaint(
    'A recording that was dropped on the page is not kept over a reload',
    'Drop it again: it is read where it lies, never copied',
  );
}

async function keepOpened(): Promise<void> {
  if (project.value === undefined) throw new Complaint('Nothing is open', 'Open something from the gallery');
  await keep();
}
