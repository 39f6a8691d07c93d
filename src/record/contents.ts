// What is read of a recording when it is opened: which members it has, and its scene.

import { type Scene, unpackScene } from '../scene/index.ts';
import { RecordingError } from './error.ts';
import type { RecordingHeader } from './header.ts';
import { checkOf } from './container/check-members.ts';
import { MemberReader } from './container/member-reader.ts';
import { listMembers, type MemberList, walkedMembers } from './container/members.ts';
import type { NumberArray } from './container/npy.ts';
import type { ByteSource } from './container/source.ts';
import type { Member } from './container/zip.ts';
import { INDEX, sceneArrayName } from './layout/names.ts';
import { sizesOf } from './layout/streams.ts';

/** Members that the file itself vouches for: of a closed one those of its directory, unless its index knows better. */
export async function listVouched(source: ByteSource): Promise<MemberList> {
  const list = await listMembers(source);
  if (list.torn || (await isVouchedFor(source, list.members))) return list;
  return walkedMembers(source);
}

/** A directory has no checksum of its own; the index has one of what it should list. Version 1 knew none. */
async function isVouchedFor(source: ByteSource, members: readonly Member[]): Promise<boolean> {
  const at = members.findIndex(({ name }) => name === INDEX);
  if (at < 0) return false;
  try {
    const index = (await new MemberReader(source, members).json(INDEX)) as { check?: unknown } | null;
    return index?.check === undefined || index.check === checkOf(members.slice(0, at));
  } catch (error) {
    if (error instanceof RecordingError) return false;
    throw error;
  }
}

export async function readScene(reader: MemberReader, header: RecordingHeader): Promise<Scene> {
  const arrays: Record<string, NumberArray> = {};
  let number = 0;
  for (const name of header.sceneArrays) arrays[name] = await reader.array(sceneArrayName(number++));
  let scene: Scene;
  try {
    scene = unpackScene(header.scene, arrays);
  } catch (error) {
    throw new RecordingError('recording.json', `its scene is damaged: ${(error as Error).message}`);
  }
  const sizes = sizesOf(scene, header.reportColumns);
  if (sizes.bodies !== header.bodies || sizes.vertices !== header.vertices) {
    throw new RecordingError('recording.json', 'counts other bodies or vertices than its scene has');
  }
  return scene;
}
