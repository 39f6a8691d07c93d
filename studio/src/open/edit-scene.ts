// Takes the scene of a recording for editing: the recording is let go, its scene becomes a project.

import type { Scene } from '../../../src/scene/index.ts';
import { fileOfScene } from './file-of-scene.ts';
import { openingNotes } from './state.ts';
import { takeOverProject } from './take-over.ts';

export async function editSceneOf(scene: Scene): Promise<void> {
  const { file, files, notes } = fileOfScene(scene);
  await takeOverProject({ name: scene.name, file, files });
  openingNotes.value = { of: scene.name, lines: notes };
}
