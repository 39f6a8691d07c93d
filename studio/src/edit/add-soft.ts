// A new sheet, rope or soft solid: of a size that suits the scene, above everything that is there.

import { meshBounds } from '../../../src/geometry/index.ts';
import { resolveScene } from '../../../src/scene/index.ts';
import { type SoftThing, softThing } from '../../../src/scene/new/index.ts';
import type { DeformableFile, SceneFile } from '../../../src/scene/schema/index.ts';
import { changeScene, scene } from '../model/project.ts';
import { selected } from '../model/selection.ts';
import { worldBox } from './body-size.ts';
import { addDeformables } from './deformable-edits.ts';

/** @param typical  the size of what is there [m] */
export function suitableThing(kind: SoftThing['kind'], typical: number): SoftThing {
  const size = Number((2 * typical).toPrecision(1));
  switch (kind) {
    case 'cloth':
      return { kind, size: [size, size] };
    case 'rope':
      return { kind, length: size, thickness: Number((size / 100).toPrecision(1)) };
    case 'soft':
      return { kind, size: Number(typical.toPrecision(1)) };
  }
}

/** How large it is, or what is wrong with it. */
export function trialSoft(thing: SoftThing) {
  try {
    const { scene: alone } = resolveScene(trialFile(thing));
    const mesh = alone.meshes[alone.deformables[0].mesh];
    const box = meshBounds(mesh);
    return { size: [0, 1, 2].map((k) => box[3 + k] - box[k]), faces: mesh.faces.length / 3 };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}

function trialFile(thing: SoftThing): SceneFile {
  return { name: 'trial', duration: 1, deformables: [softThing(thing, 0)] };
}

/** Adds it and selects it. A scene whose engine does not know such things gets the one that does. */
export async function addSoft(thing: SoftThing): Promise<void> {
  const shown = scene.peek();
  const up = shown?.up === 'z' ? 2 : 1;
  const items = shown ? [...shown.bodies, ...shown.deformables].map((_, i) => i) : [];
  const box = shown && worldBox(shown, items);
  const size = Math.max(...(box ? [0, 1, 2].map((k) => box[3 + k] - box[k]) : [1]));
  const made = softThing(thing, (box?.[3 + up] ?? 0) + 0.02 * size);
  const placed = up === 2 ? turnedUp(made) : made;
  await changeScene((file) => ({
    ...addDeformables(file, [placed]),
    ...(file.engine === undefined ? {} : { engine: 'ipc' as const }),
  }));
  const now = scene.peek();
  if (now) selected.value = [now.bodies.length + now.deformables.length - 1];
}

/** From y up to z up: shapes of sheets know what is up, places and boxes do not. */
function turnedUp(made: DeformableFile): DeformableFile {
  const turned = (v: readonly number[]): [number, number, number] => [v[0], -v[2], v[1]];
  return {
    ...made,
    ...(made.position ? { position: turned(made.position) } : {}),
    ...(made.pins
      ? {
          pins: made.pins.map((pin) => {
            if (pin.within === undefined) return pin;
            const [a, b] = [turned(pin.within.min), turned(pin.within.max)];
            const min = a.map((x, k) => Math.min(x, b[k])) as [number, number, number];
            const max = a.map((x, k) => Math.max(x, b[k])) as [number, number, number];
            return { ...pin, within: { min, max } };
          }),
        }
      : {}),
  };
}
