// A scene made here becomes a project of its own, with this bench beside it.

import { effect } from '@preact/signals';
import type { SceneFile } from '../../../../src/scene/schema/index.ts';
import { place } from '../../model/place.ts';
import { takeOverProject } from '../../open/take-over.ts';

/** A browser that keeps nothing gives it no address; it is open all the same [ms]. */
const LONGEST_WAIT = 4000;

/** Resolves when it has an address of its own, so that a run of it is kept there. */
export async function openAsProject(file: SceneFile): Promise<void> {
  const before = place.peek();
  await takeOverProject({ name: file.name, file, files: new Map() }, 'past');
  await new Promise<void>((resolve) => {
    let stop = () => {};
    const timer = setTimeout(finish, LONGEST_WAIT);
    function finish(): void {
      clearTimeout(timer);
      stop();
      resolve();
    }
    stop = effect(() => {
      const at = place.value;
      if (at !== before && at.kind === 'project' && at.id !== undefined) queueMicrotask(finish);
    });
  });
}
