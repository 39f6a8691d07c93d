// Takes the scene of a recording for editing: the recording is let go, its scene becomes a project.

import type { Scene } from '../../../src/scene/types.ts';
import { showFilm } from '../model/film.ts';
import { go } from '../model/place.ts';
import { openProject } from '../model/project.ts';
import { selected } from '../model/selection.ts';
import { fileOfScene } from './file-of-scene.ts';
import { openingNotes } from './state.ts';

export async function editSceneOf(scene: Scene): Promise<void> {
  const { file, files, notes } = fileOfScene(scene);
  selected.value = [];
  await showFilm(undefined);
  await openProject({ name: scene.name, file, files });
  openingNotes.value = notes;
  go({ kind: 'project' });
}
