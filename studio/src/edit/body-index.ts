// Bodies of a scene and the entries of its file that made them. A body that is split makes many; their names tell.

import type { SceneFile } from '../../../src/scene/schema/index.ts';
import type { Scene } from '../../../src/scene/index.ts';

/** Of each body of the scene, the index of its entry in the file; -1 where a newer file has it no more. */
export function entriesOfBodies(file: SceneFile, scene: Scene): Int32Array {
  const byName = new Map<string, number>();
  const split = new Map<string, number>();
  (file.bodies ?? []).forEach((body, i) => {
    const name = body?.name ?? `body-${i}`;
    (body?.split === true ? split : byName).set(name, i);
  });
  return Int32Array.from(scene.bodies, ({ name }) => {
    const own = byName.get(name);
    if (own !== undefined) return own;
    const piece = /^(.*)-part\d+$/s.exec(name);
    return (piece && split.get(piece[1])) ?? -1;
  });
}

/** The entries behind some bodies, each once, in the order of the file. */
export function entriesOf(file: SceneFile, scene: Scene, bodies: readonly number[]): number[] {
  const entries = entriesOfBodies(file, scene);
  const found = new Set(bodies.map((body) => entries[body] ?? -1).filter((entry) => entry >= 0));
  return [...found].sort((a, b) => a - b);
}

export function nameOfEntry(file: SceneFile, entry: number): string {
  return file.bodies?.[entry]?.name ?? `body-${entry}`;
}
