// What is read of a recording when it is opened: how its frames are cut into chunks, and its scene.

import { type Scene, unpackScene } from '../scene/index.ts';
import { RecordingError } from './error.ts';
import type { RecordingHeader } from './header.ts';
import type { MemberReader } from './container/member-reader.ts';
import type { NumberArray } from './container/npy.ts';
import { commitName, sceneArrayName, sizesOf } from './streams.ts';

export interface Chunks {
  readonly firstFrames: readonly number[];
  readonly frames: number;
}

/** From the index where the run was closed, and otherwise from commit to commit. */
export async function readChunks(reader: MemberReader, torn: boolean): Promise<Chunks> {
  const indexed = torn || !reader.has('index.json') ? undefined : readIndex(await reader.json('index.json'));
  if (indexed && reader.has(commitName(indexed.firstFrames.length - 1))) return indexed;

  const firstFrames: number[] = [];
  let frames = 0;
  for (let chunk = 0; reader.has(commitName(chunk)); chunk++) {
    const commit = (await reader.json(commitName(chunk))) as {
      firstFrame?: unknown;
      frames?: unknown;
    } | null;
    if (commit?.firstFrame !== frames || !isPositiveCount(commit.frames)) {
      throw new RecordingError(commitName(chunk), `does not continue after frame ${frames - 1}`);
    }
    firstFrames.push(frames);
    frames += commit.frames;
  }
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
