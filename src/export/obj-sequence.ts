// A recording as one OBJ a frame: every body and deformable an object in world coordinates, names and order the same
// in every file, so that programs which read sequences see one mesh that moves.

import { writeObj } from '../geometry/files/index.ts';
import type { Bending, Frame, Recording } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';
import { bentScene } from './bent-scene.ts';
import { worldMeshes } from './world-mesh.ts';
import type { NamedBytes } from './zip.ts';

/** @param bending  that of the recording, where bodies bend */
export function exportObj(scene: Scene, frame: Frame, bending?: Bending): Uint8Array {
  return writeObj([...worldMeshes(bentScene(scene, bending, frame), frame)]);
}

/** Yields `<stem>_000000.obj` and so on, one a frame, numbered so that sorting by name is sorting by time. */
export async function* exportObjSequence(
  recording: Recording,
  stem: string,
): AsyncGenerator<NamedBytes, void> {
  const ascii = stem.replace(/[^A-Za-z0-9_-]+/g, '-') || 'frame';
  const digits = Math.max(6, String(recording.frameCount - 1).length);
  const bending = await recording.bending();
  for (let i = 0; i < recording.frameCount; i++) {
    const name = `${ascii}_${String(i).padStart(digits, '0')}.obj`;
    yield { name, bytes: exportObj(recording.scene, await recording.frame(i), bending) };
  }
}
