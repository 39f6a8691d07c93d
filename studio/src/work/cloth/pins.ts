// Pins and pulls of a deformable as the scene file has them: vertices that are held, and vertices that a force draws.

import type { SceneFile } from '../../../../src/scene/schema/index.ts';
import type { Pin, Scene, Vec3 } from '../../../../src/scene/index.ts';

type Deformables = NonNullable<SceneFile['deformables']>;

/** What holds or draws a vertex; the last one that names it. */
export function pinAt(scene: Scene, deformable: number, vertex: number): Pin | undefined {
  return scene.deformables[deformable]?.pins.findLast(({ vertices }) => vertices.includes(vertex));
}

/** Holds vertices where they start, or draws all of them together with a force [N], an equal part each. */
export function withPins(
  file: SceneFile,
  deformable: number,
  vertices: readonly number[],
  force?: Vec3,
): SceneFile {
  const freed = withoutThese(file, deformable, vertices);
  const share = force?.map((part) => Number((part / vertices.length).toPrecision(4)));
  return changed(freed, deformable, (pins) => [
    ...pins,
    {
      vertices: [...vertices],
      ...(share === undefined ? {} : { force: share as [number, number, number] }),
    },
  ]);
}

/** Lets vertices go, as far as they were named by their numbers; what a box holds stays held. */
export function withoutThese(file: SceneFile, deformable: number, freed: readonly number[]): SceneFile {
  const gone = new Set(freed);
  return changed(file, deformable, (pins) =>
    pins.flatMap((pin) => {
      if (pin.vertices === undefined || !pin.vertices.some((vertex) => gone.has(vertex))) return [pin];
      const vertices = pin.vertices.filter((vertex) => !gone.has(vertex));
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
