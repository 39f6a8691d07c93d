// Pins and pulls of a deformable as the scene file has them: vertices that are held, and vertices that a force draws.

import type { SceneFile } from '../../../../src/scene/schema/scene.ts';
import type { Pin, Scene, Vec3 } from '../../../../src/scene/types.ts';

type Deformables = NonNullable<SceneFile['deformables']>;

/** What holds or draws a vertex; the last one that names it. */
export function pinAt(scene: Scene, deformable: number, vertex: number): Pin | undefined {
  return scene.deformables[deformable]?.pins.findLast(({ vertices }) => vertices.includes(vertex));
}

/** Holds a vertex where it starts, or draws it with a force [N]. */
export function withPin(file: SceneFile, deformable: number, vertex: number, force?: Vec3): SceneFile {
  const freed = withoutPin(file, deformable, vertex);
  return changed(freed, deformable, (pins) => [
    ...pins,
    { vertices: [vertex], ...(force === undefined ? {} : { force: [...force] as [number, number, number] }) },
  ]);
}

/** Lets a vertex go, as far as it was named by its number; what a box holds stays held. */
export function withoutPin(file: SceneFile, deformable: number, vertex: number): SceneFile {
  return changed(file, deformable, (pins) =>
    pins.flatMap((pin) => {
      if (pin.vertices === undefined || !pin.vertices.includes(vertex)) return [pin];
      const vertices = pin.vertices.filter((other) => other !== vertex);
      return vertices.length > 0 || pin.within !== undefined ? [{ ...pin, vertices }] : [];
    }),
  );
}

/** Lets everything go. */
export function withoutPins(file: SceneFile, deformable: number): SceneFile {
  return changed(file, deformable, () => []);
}

function changed(
  file: SceneFile,
  deformable: number,
  edit: (pins: NonNullable<Deformables[number]['pins']>) => NonNullable<Deformables[number]['pins']>,
): SceneFile {
  return {
    ...file,
    deformables: file.deformables?.map((one, i) => {
      if (i !== deformable) return one;
      const { pins = [], ...rest } = one;
      const next = edit(pins);
      return next.length > 0 ? { ...rest, pins: next } : rest;
    }),
  };
}
