// Separates bodies that touch or overlap a little, as `carom fix` does: by the least motion, and where that cannot help
// by shrinking them a hair. What comes out is judged by the engine.

import type { Fault } from '../../../../src/scene/fault/index.ts';
import { fixedFile, GENEROSITIES, separate, type Separation } from '../../../../src/scene/separate/index.ts';
import { resolveScene, type Scene } from '../../../../src/scene/index.ts';
import type { SceneFile } from '../../../../src/scene/schema/index.ts';
import { sayLength } from '../fields/units.ts';

export type FixWay = 'motion' | 'inset' | 'both';

export interface Fixed {
  readonly file: SceneFile;
  /** Mesh files that are new. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
  /** One sentence for each body that was changed. */
  readonly changes: readonly string[];
  /** What still overlaps. */
  readonly left: readonly Fault[];
}

/**
 * @param overlapsOf  the engine's word on a scene: what touches or overlaps
 * @param folder      of new meshes, below the scene's own
 */
export function fixScene(
  file: SceneFile,
  files: ReadonlyMap<string, Uint8Array>,
  by: FixWay,
  folder: string,
  overlapsOf: (scene: Scene) => readonly Fault[],
): Fixed {
  const { scene } = resolveScene(file, { loadFile: (path) => files.get(path) });
  let best: Fixed | undefined;
  for (const generosity of GENEROSITIES) {
    const separation = separate(scene, { by, generosity });
    const { file: after, meshes } = fixedFile(file, scene, separation, false, folder);
    const again = resolveScene(after, { loadFile: (path) => meshes.get(path) ?? files.get(path) }).scene;
    const left = overlapsOf(again);
    best = { file: after, meshes, changes: describeChanges(scene, separation), left };
    // Without insets nothing would come out differently.
    if (left.length === 0 || separation.meshes.size === 0) break;
  }
  return best as Fixed;
}

function describeChanges(scene: Scene, { moves, insets }: Separation): string[] {
  return scene.bodies.flatMap(({ name }, i) => {
    const distance = Math.hypot(...moves[i]);
    const parts: string[] = [];
    if (distance > 0) {
      const way = moves[i].map((x) => Number((x / distance).toPrecision(2))).join(', ');
      parts.push(`moved by ${sayLength(distance)} along (${way})`);
    }
    if (insets[i] > 0) parts.push(`its surface moved inward by ${sayLength(insets[i])}`);
    return parts.length === 0 ? [] : [`${name}: ${parts.join(', ')}`];
  });
}
