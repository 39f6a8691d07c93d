// Changes of the scene file by the fields of the panel; what goes wrong is told.

import type { SceneFile } from '../../../src/scene/schema/index.ts';
import { complain } from '../model/complaints.ts';
import { changeScene } from '../model/project.ts';

export function change(edit: (file: SceneFile) => SceneFile): void {
  changeScene(edit).catch(complain);
}
