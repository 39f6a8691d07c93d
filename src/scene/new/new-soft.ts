// A scene of things that deform, with nothing to edit: a sheet, a rope, a solid, or solids of mesh files. They fall onto a floor from
// a hand's height, or hang a hand above it.

import { type BodyFile, type DeformableFile, floor } from '../builder.ts';
import { Collector } from '../fault/collector.ts';
import { resolveScene } from '../resolve/resolve.ts';
import type { SceneFile } from '../schema/scene.ts';
import type { Vec3 } from '../types.ts';
import { describeMesh } from './found-body.ts';
import { type GivenFile, HAND, newScene, type NewScene, type NewSceneChoices } from './new-scene.ts';
import { lightened } from './lighten.ts';
import { heldAtTop, type SoftThing, softThing, type SolidWords, solidWords } from './soft-things.ts';

/**
 * One of a named material, made from nothing.
 * @throws FaultError
 */
export function newSoftScene(name: string, thing: SoftThing): NewScene {
  const made = softThing(thing, HAND);
  const deformable = thing.kind === 'soft' ? lightened(made, 'y') : made;
  const file: SceneFile = {
    name,
    description: `${deformable.name} of ${String(deformable.material)}.`,
    engine: 'ipc',
    duration: 2,
    frameRateHz: 60,
    bodies: [floor()],
    deformables: [deformable],
  };
  const { scene } = resolveScene(file);
  const [{ mesh }] = scene.deformables;
  const found = describeMesh(deformable.name ?? 'soft', 'nothing', scene.meshes[mesh], 0);
  const thin = thing.kind === 'soft' ? {} : ({ thin: thing.kind === 'cloth' ? 'sheet' : 'rope' } as const);
  return {
    file,
    meshes: new Map(),
    bodies: [{ ...found, ...thin }],
    hasFloor: true,
    notes: [],
    unmapped: [],
  };
}

/**
 * Of mesh files: what is closed and nobody said stands still becomes soft.
 * @throws FaultError
 */
export function newSoftFiles(
  files: readonly GivenFile[],
  words: Pick<SolidWords, 'kind' | 'material' | 'thickness' | 'hangs'>,
  choices: NewSceneChoices,
): NewScene {
  const made = newScene(files, choices);
  const collector = new Collector();
  const up = made.file.up === 'z' ? 2 : 1;
  const bodies: BodyFile[] = [];
  const deformables: DeformableFile[] = [...(made.file.deformables ?? [])];
  for (const body of made.file.bodies ?? []) {
    const found = made.bodies.find(({ name }) => name === body.name);
    const { name, shape, position = [0, 0, 0] } = body;
    if (found === undefined || name === undefined || body.motion === 'static' || shape.kind === 'compound') {
      bodies.push(body);
      continue;
    }
    const corner = (side: number): Vec3 => {
      const [x, y, z] = found.size.map((length, k) => position[k] + 0.5 * side * length);
      return [x, y, z];
    };
    if (!found.closed)
      collector.add(
        'is open, so that it has no inside',
        name,
        found.holes,
        'close its holes in CAD, or hold it still with --static',
      );
    else {
      const solid: DeformableFile = {
        name,
        kind: 'solid',
        shape,
        position,
        ...(body.rotation === undefined ? {} : { rotation: body.rotation }),
        ...solidWords(words, Math.min(...found.size)),
        ...(words.hangs ? { pins: heldAtTop(corner(-1), corner(1), up) } : {}),
      };
      deformables.push(lightened(solid, made.file.up ?? 'y', (path) => made.meshes.get(path)));
    }
  }
  collector.throwIfAny(`"${choices.name}" cannot be made soft:`);
  return { ...made, file: { ...made.file, engine: 'ipc', bodies, deformables } };
}
