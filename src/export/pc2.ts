// PC2 point caches: the vertices of one deformable at every frame, for the mesh cache of Blender, 3ds Max and others.
//
// Coordinates are the world's [m], rounded to single precision; a sample is a frame. A cache has no faces: it is laid
// over a mesh with the same vertices in the same order, which is what `pc2Mesh` gives.

import { pc2Header, writeObj } from '../geometry/files/index.ts';
import type { Recording } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import { vertexStarts } from './world-mesh.ts';

/** Yields the header, then a piece a frame. */
export async function* exportPc2(recording: Recording, deformable: number): AsyncGenerator<Uint8Array, void> {
  const [from, until] = range(recording, deformable);
  yield pc2Header((until - from) / 3, recording.frameCount);
  for (let i = 0; i < recording.frameCount; i++) {
    const { vertices } = await recording.frame(i);
    const sample = new DataView(new ArrayBuffer(4 * (until - from)));
    for (let k = from; k < until; k++) sample.setFloat32(4 * (k - from), vertices[k], true);
    yield new Uint8Array(sample.buffer);
  }
}

/** The mesh that the cache moves, as OBJ at the first frame. */
export async function pc2Mesh(recording: Recording, deformable: number): Promise<Uint8Array> {
  const [from, until] = range(recording, deformable);
  const { name, mesh } = recording.scene.deformables[deformable];
  const { vertices } = await recording.frame(0);
  return writeObj([
    { name, mesh: { ...recording.scene.meshes[mesh], positions: vertices.slice(from, until) } },
  ]);
}

function range(recording: Recording, deformable: number): readonly [number, number] {
  const starts = vertexStarts(recording.scene);
  if (deformable >= 0 && deformable + 1 < starts.length) return [starts[deformable], starts[deformable + 1]];
  const count = starts.length - 1;
  throw new FaultError('a point cache cannot be written:', [
    {
      what: count === 0 ? 'nothing in the recording deforms' : 'there is no such deformable',
      where: 'deformables',
      value: count === 0 ? undefined : String(deformable),
      remedy: count === 0 ? 'write .usda or .glb, which hold rigid bodies' : `name one of 0 to ${count - 1}`,
    },
  ]);
}
