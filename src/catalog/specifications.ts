// Makes scene files with a specification ready to be resolved: the compiler of specifications is loaded when the first
// of them comes, and not before.

import { registerSpecifications } from '../scene/index.ts';

/** @param file  a scene file, as far as it is known to be one; none: whatever comes */
export async function readySpecifications(file?: object): Promise<void> {
  if (file !== undefined && !('specification' in file)) return;
  const { dressScene } = await import('../engines/program/dress.ts');
  registerSpecifications(dressScene);
}
