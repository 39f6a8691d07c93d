// What was made of mesh files, as it goes into a scene.

import type { SceneFile } from '../../../src/scene/schema/index.ts';
import { freeName } from '../edit/body-edits.ts';
import { nameOfEntry } from '../edit/body-index.ts';

/** Bodies but the floor, with mesh files under paths that are free. */
export function addedBodies(
  file: SceneFile,
  meshes: ReadonlyMap<string, Uint8Array>,
  taken: ReadonlyMap<string, Uint8Array>,
) {
  const files = new Map<string, Uint8Array>();
  const paths = new Map<string, string>();
  const used = new Set([...taken.keys()].map((path) => path.replace(/\.[^.]*$/, '')));
  for (const [path, bytes] of meshes) {
    const stem = freeName(path.replace(/\.[^.]*$/, ''), used);
    used.add(stem);
    const own = stem + path.slice(path.lastIndexOf('.'));
    paths.set(path, own);
    files.set(own, bytes);
  }
  const bodies = (file.bodies ?? [])
    .filter(({ shape }) => shape.kind === 'file')
    .map((body) => {
      const { shape } = body;
      return shape.kind === 'file'
        ? { ...body, shape: { ...shape, path: paths.get(shape.path) ?? shape.path } }
        : body;
    });
  return { bodies, files };
}

/** A body on a path goes on following it. */
export function withStill(file: SceneFile, still: ReadonlyMap<string, boolean>): SceneFile {
  const bodies = (file.bodies ?? []).map((body, i) => {
    const wanted = still.get(nameOfEntry(file, i));
    if (wanted === undefined || body.path !== undefined) return body;
    const { motion: _motion, ...rest } = body;
    return wanted ? { ...rest, motion: 'static' as const } : rest;
  });
  return { ...file, bodies };
}
