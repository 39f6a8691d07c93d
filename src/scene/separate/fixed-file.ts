// A scene file with some bodies moved and some shrunk, everything else as it was.
//
// A body that is only moved keeps its shape and gets another position. One that is shrunk, that was one of many pieces
// of a split body, or whose mesh file the new scene cannot reach, gets a mesh file of its own in model coordinates.

import { writeObj } from '../../geometry/files/index.ts';
import { type Mesh, meshInFrame, moveMesh } from '../../geometry/index.ts';
import type { BodyFile } from '../builder.ts';
import { cleanName } from '../new/file-names.ts';
import { compose, invert } from '../pose.ts';
import type { SceneFile } from '../schema/scene.ts';
import type { Separation } from './separate.ts';
import type { Body, Scene } from '../types.ts';

export interface FixedFile {
  readonly file: SceneFile;
  /** Mesh files that are new, by path below the scene's folder. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
}

/**
 * @param file      what the scene was made from
 * @param carries   whether mesh files of the old scene have to be written anew
 * @param folder    of new meshes, below the scene's own
 */
export function fixedFile(
  file: SceneFile,
  scene: Scene,
  separation: Separation,
  carries: boolean,
  folder: string,
): FixedFile {
  const meshes = new Map<string, Uint8Array>();
  const bodies: BodyFile[] = [];
  let i = 0;
  (file.bodies ?? []).forEach((body, f) => {
    const isSplit = body.split === true;
    const prefix = `${body.name ?? `body-${f}`}-part`;
    for (let part = 0; isSplit ? scene.bodies[i]?.name === `${prefix}${part}` : part < 1; part++, i++) {
      const [dx, dy, dz] = separation.moves[i];
      const [x, y, z] = body.position ?? [0, 0, 0];
      const moved: BodyFile =
        dx === 0 && dy === 0 && dz === 0 ? body : { ...body, position: [x + dx, y + dy, z + dz] };
      const inset = separation.meshes.get(i);
      const isOwn = inset !== undefined || isSplit || (carries && body.shape.kind === 'file');
      bodies.push(isOwn ? withMesh(moved, scene, scene.bodies[i], inset, meshes, folder) : moved);
    }
  });
  return { file: { ...file, bodies }, meshes };
}

function withMesh(
  body: BodyFile,
  scene: Scene,
  from: Body,
  inset: Mesh | undefined,
  meshes: Map<string, Uint8Array>,
  folder: string,
): BodyFile {
  const inModel = invert(from.model);
  // Where the model's origin stands before any move.
  const model = compose(from.pose, from.model);
  const mesh =
    inset === undefined
      ? moveMesh(scene.meshes[from.mesh], inModel.orientation, inModel.position)
      : meshInFrame(inset, model.orientation, model.position);
  const base = cleanName(from.name) || 'body';
  let path = `${folder}/${base}.obj`;
  for (let n = 2; meshes.has(path); n++) path = `${folder}/${base}-${n}.obj`;
  meshes.set(path, writeObj([{ name: base, mesh }]));
  const { split: _split, scale: _scale, dimensions: _dimensions, ...rest } = body;
  return { ...rest, name: from.name, shape: { kind: 'file', path, units: 'm' } };
}
