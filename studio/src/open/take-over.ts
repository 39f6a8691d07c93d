// Puts what was opened in the place of what was open, which is kept first.

import { type Film, showFilm } from '../model/film.ts';
import { isKept, keep, takeAsKept } from '../model/keep.ts';
import { go } from '../model/place.ts';
import { playing, time } from '../model/playback.ts';
import { closeProject, openProject, type Project } from '../model/project.ts';
import { selected } from '../model/selection.ts';

/** @param bench  that is to be open beside it */
export async function takeOverProject(opened: Project, bench?: string): Promise<void> {
  await leave(undefined);
  await openProject(opened);
  go(bench === undefined ? { kind: 'project' } : { kind: 'project', bench });
}

export async function takeOverFilm(film: Film): Promise<void> {
  await leave(film);
  closeProject();
  go({ kind: 'file' });
}

/** The last changes are kept under their own name; what comes next gets a name of its own. */
async function leave(next: Film | undefined): Promise<void> {
  if (!isKept.value) await keep();
  takeAsKept(undefined);
  selected.value = [];
  playing.value = false;
  await showFilm(next);
  time.value = 0;
}
