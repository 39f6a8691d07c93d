// carom fix for cloth: a start that intersects is untangled by the engine itself, and written as a scene.

import { type AsyncOptions, untangle } from '../../engines/async/index.ts';
import { createArena } from '../../num/kernels/index.ts';
import type { DeformableFile, SceneFile } from '../../scene/schema/index.ts';
import { inline, type Scene } from '../../scene/index.ts';
import { oneThread } from '../../sim/index.ts';

export interface UntangledFile {
  readonly file: SceneFile;
  /** Deformables that start elsewhere now: name, and how far the farthest vertex is from where it was wanted [m]. */
  readonly changes: readonly { readonly name: string; readonly off: number }[];
}

export function untangleScene(source: SceneFile, scene: Scene, options: object): UntangledFile {
  const arena = createArena();
  const context = { arena, pool: oneThread({ arena }), stop: () => false, progress: () => {} };
  const { scene: free, off } = untangle(scene, options as AsyncOptions, context);
  const deformables = (source.deformables ?? []).map((file, d): DeformableFile => {
    if (file.cache !== undefined) return file;
    const { position: _, rotation: _r, scale: _s, ...rest } = file;
    const one = free.deformables[d];
    const mesh = free.meshes[one.mesh];
    return {
      ...rest,
      shape: inline(mesh),
      rest: inline({ ...mesh, positions: one.restPositions ?? mesh.positions }),
      // boxes would hold other vertices now
      ...(file.pins === undefined
        ? {}
        : {
            pins: file.pins.map(({ within: _w, ...pin }, p) => ({
              ...pin,
              vertices: [...one.pins[p].vertices],
            })),
          }),
    };
  });
  return {
    file: { ...source, deformables },
    changes: free.deformables.flatMap(({ name, track }, d) => (track ? [] : [{ name, off: off[d] }])),
  };
}
