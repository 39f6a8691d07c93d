// What is read of a recording when it is opened: how its frames are cut into chunks, and its scene.

import { type Scene, unpackScene } from '../scene/index.ts';
import { DAMAGED, RecordingError } from './error.ts';
import type { RecordingHeader } from './header.ts';
import { checkOf } from './container/check-members.ts';
import { MemberReader } from './container/member-reader.ts';
import { listMembers, type MemberList, walkMembers } from './container/members.ts';
import type { NumberArray } from './container/npy.ts';
import type { ByteSource } from './container/source.ts';
import type { Member } from './container/zip.ts';
import { commitName, INDEX, sceneArrayName } from './layout/names.ts';
import { sizesOf } from './layout/streams.ts';

export interface Chunks {
  readonly firstFrames: readonly number[];
  readonly frames: number;
}

/** Members that the file itself vouches for: of a closed one those of its directory, unless its index knows better. */
export async function listVouched(source: ByteSource): Promise<MemberList> {
  const list = await listMembers(source);
  if (list.torn || (await isVouchedFor(source, list.members))) return list;
  return { members: await walkMembers(source), torn: true };
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

/** From the index where the run was closed, and otherwise from commit to commit. */
export async function readChunks(
  reader: MemberReader,
  members: readonly Member[],
  formatVersion: number,
  torn: boolean,
): Promise<Chunks> {
  const indexed = torn ? undefined : readIndex(await reader.json(INDEX));
  if (indexed && reader.has(commitName(indexed.firstFrames.length - 1))) return indexed;

  const firstFrames: number[] = [];
  let frames = 0;
  let vouched = 0;
  for (let chunk = 0; reader.has(commitName(chunk)); chunk++) {
    const name = commitName(chunk);
    const commit = (await reader.json(name)) as Partial<
      Record<'firstFrame' | 'frames' | 'check', unknown>
    > | null;
    if (commit?.firstFrame !== frames || !isPositiveCount(commit.frames)) {
      throw new RecordingError(name, `does not continue after frame ${frames - 1}`);
    }
    const until = members.findIndex((member) => member.name === name);
    if (formatVersion > 1 && commit.check !== checkOf(members.slice(vouched, until)))
      throw new RecordingError(name, `vouches for other members than are there before it: ${DAMAGED}`);
    vouched = until + 1;
    firstFrames.push(frames);
    frames += commit.frames;
  }
  if (reader.names('commit/').length !== firstFrames.length)
    throw new RecordingError(
      commitName(firstFrames.length),
      `is missing where later ones are there: ${DAMAGED}`,
    );
  if (frames === 0)
    throw new RecordingError('recording', 'holds no frame: the run ended before its first commit');
  return { firstFrames, frames };
}

function readIndex(value: unknown): Chunks | undefined {
  const { frames, firstFrames } = (value ?? {}) as { frames?: unknown; firstFrames?: unknown };
  if (!isPositiveCount(frames) || !Array.isArray(firstFrames) || firstFrames[0] !== 0) return undefined;
  for (let i = 0; i < firstFrames.length; i++) {
    const next = firstFrames[i + 1] ?? frames;
    if (!Number.isInteger(next) || !(next > firstFrames[i])) return undefined;
  }
  return { frames, firstFrames };
}

function isPositiveCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
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
