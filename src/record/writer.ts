// Writes a recording, append-only: bytes go to a sink in order and are never touched again.
//
//   recording.json, scene/…          who and what
//   bending.json, bending/…          how bodies bend, where any do
//   <stream>/<chunk>.npy …           the frames of a chunk
//   snapshot/<chunk>/<name>.npy …    the simulation's state after its last frame
//   commit/<chunk>.json              from here on the chunk counts
//   index.json, the ZIP directory    on close, for quick opening; rebuilt where it is missing
//
// How frames are cut into chunks is not part of the content: only frames are.

import { packScene, type Scene } from '../scene/index.ts';
import { BENDING, bendingArrays, bendingJson } from './bending-members.ts';
import { bendCount } from './bending.ts';
import { Archive, type ByteSink } from './container/append-member.ts';
import { RecordingError } from './error.ts';
import type { FrameRecord } from './frame-record.ts';
import type { RunDescription } from './header.ts';
import { makeHeader } from './header.ts';
import type { NumberArray } from './container/npy.ts';
import { bytesOf, dtypeOf, encodeNpyHeader } from './container/npy.ts';
import { encodeRows } from './container/encode-rows.ts';
import { gatherColumns, keepFrame, type KeptFrame, startsOfParts } from './layout/gather.ts';
import {
  commitName,
  INDEX,
  isStateName,
  memberName,
  sceneArrayName,
  snapshotPrefix,
} from './layout/names.ts';
import { isKept, rowLength, type Sizes, type Stream } from './layout/stream.ts';
import { FORMAT_VERSION, sizesOf, streamsOf } from './layout/streams.ts';
import type { Bending, State } from './types.ts';
import type { Member } from './container/zip.ts';
import { commitText, indexText } from './vouch.ts';

/** Where an earlier writer stopped: at the end of its last commit. */
export interface WriterPosition {
  readonly members: readonly Member[];
  readonly offset: number;
  /** The first frame of each chunk so far. */
  readonly firstFrames: readonly number[];
  readonly frames: number;
  /** Members that a repair did not find, or found damaged. */
  readonly lost?: readonly string[];
  /** Coordinates of bending bodies in a frame. */
  readonly bends?: number;
}

/** Of one contact: five whole numbers, four in single precision and fourteen in double. */
const CONTACT_BYTES = 4 * 5 + 4 * 4 + 8 * 14;

/** Writes a recording, frame by frame. */
export class RecordingWriter {
  private readonly archive: Archive;
  private readonly lost: readonly string[];
  /** What ended the writing: behind bytes that may be half there, nothing more is written. */
  private failure: { readonly error: unknown } | undefined;
  private sizes: Sizes;
  private streams: readonly Stream[];
  private readonly firstFrames: number[];
  private committed: number;
  private pending: KeptFrame[] = [];
  /** Members up to the last commit. */
  private vouched: number;
  private pendingSize = 0;

  private constructor(sink: ByteSink, sizes: Sizes, position: WriterPosition) {
    this.archive = new Archive(sink, position.members, position.offset);
    this.sizes = { ...sizes, bends: position.bends };
    this.streams = streamsOf(this.sizes).filter(isKept);
    this.firstFrames = [...position.firstFrames];
    this.committed = position.frames;
    this.vouched = position.members.length;
    this.lost = position.lost ?? [];
  }

  /** Begins a recording: writes who and what. */
  static create(sink: ByteSink, scene: Scene, run: RunDescription): RecordingWriter {
    const packed = packScene(scene);
    const sizes = sizesOf(scene, run.columns.length);
    const writer = new RecordingWriter(sink, sizes, { members: [], offset: 0, firstFrames: [], frames: 0 });
    writer.archive.appendJson('recording.json', makeHeader(run, packed, sizes));
    let number = 0;
    for (const array of Object.values(packed.arrays))
      writer.putArray(sceneArrayName(number++), array, [array.length]);
    return writer;
  }

  /** Goes on after the last commit of a recording, whose sink stands there. */
  static resume(sink: ByteSink, sizes: Sizes, position: WriterPosition): RecordingWriter {
    return new RecordingWriter(sink, sizes, position);
  }

  /** Says which bodies bend, and how, before the first frame: a simulation knows once it has started. */
  bend(bending: Bending): void {
    if (this.nextFrame > 0 || this.sizes.bends !== undefined)
      throw new RecordingError('recording', 'bending is said once, before the first frame');
    const bends = bendCount(bending);
    if (bends === 0) return;
    this.sizes = { ...this.sizes, bends };
    this.streams = streamsOf(this.sizes).filter(isKept);
    this.archive.appendJson(BENDING, bendingJson(bending));
    for (const { name, array, shape } of bendingArrays(bending)) this.putArray(name, array, shape);
  }

  /** The number the next frame must have. */
  get nextFrame(): number {
    return this.committed + this.pending.length;
  }

  /** Frames that are not committed yet. */
  get pendingFrames(): number {
    return this.pending.length;
  }

  /** About how much memory the frames take that were not committed yet. */
  get pendingBytes(): number {
    return this.pendingSize;
  }

  /** Takes the next frame. */
  add(record: FrameRecord): void {
    if (record.index !== this.nextFrame) {
      throw new RecordingError(
        'recording',
        `frame ${record.index} was added where ${this.nextFrame} comes next`,
      );
    }
    const { formatVersion = FORMAT_VERSION } = this.sizes;
    if (formatVersion !== FORMAT_VERSION)
      throw new RecordingError(
        'recording.json',
        `is of format version ${formatVersion}, which is read but no longer written: run the scene anew`,
      );
    checkLengths(record, this.sizes);
    const kept = keepFrame(record);
    this.pending.push(kept);
    this.pendingSize += keptBytes(kept);
  }

  /** Writes all pending frames and the state after the last of them; they survive from here on. */
  commit(state: State): void {
    if (this.pending.length === 0) return;
    this.whole(() => this.putCommitted(state));
    this.pending = [];
    this.pendingSize = 0;
  }

  private putCommitted(state: State): void {
    const chunk = this.firstFrames.length;
    const frames = this.pending.length;
    this.putChunk(chunk);
    for (const [name, array] of Object.entries(state)) {
      if (!isStateName(name)) throw new RecordingError(name, 'is no name for an array of the state');
      this.putArray(`${snapshotPrefix(chunk)}${name}.npy`, array, [array.length]);
    }
    // Two barriers: the commit must not reach the disk before what it vouches for.
    this.archive.flush();
    const own = this.archive.members.slice(this.vouched);
    this.archive.appendJson(
      commitName(chunk),
      commitText({ chunk, firstFrame: this.committed, frames }, own),
    );
    this.archive.flush();
    this.vouched = this.archive.members.length;
    this.firstFrames.push(this.committed);
    this.committed += frames;
  }

  /** Writes the index and the directory. Frames that were not committed are dropped. */
  close(): void {
    this.whole(() => {
      const { archive, committed, firstFrames, lost } = this;
      archive.appendJson(INDEX, indexText(committed, firstFrames, archive.members, lost));
      archive.close();
    });
  }

  /** Writes something wholly; where that fails, that is the end, and whoever comes later is told the same. */
  private whole(write: () => void): void {
    if (this.failure) throw this.failure.error;
    try {
      write();
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }

  /** The streams of the pending frames. A group without rows is left out. */
  private putChunk(chunk: number): void {
    const columns = gatherColumns(this.pending);
    const frames = this.pending.length;
    const starts = new Map<string, Uint32Array>();
    for (const stream of this.streams) {
      const { group } = stream;
      if (!group || stream.starts || starts.has(group)) continue;
      starts.set(group, startsOfParts(columns[stream.name], rowLength(stream)));
    }
    for (const stream of this.streams) {
      const own = stream.group && starts.get(stream.group);
      if (own?.[frames] === 0) continue;
      const parts = stream.starts && own ? [own] : columns[stream.name];
      const rows = stream.starts ? frames + 1 : (own?.[frames] ?? frames);
      this.archive.append(memberName(stream.name, chunk), encodeRows(stream, parts, rows));
    }
  }

  private putArray(name: string, array: NumberArray, shape: readonly number[]): void {
    const header = encodeNpyHeader(dtypeOf(array), shape);
    const bytes = new Uint8Array(header.length + array.byteLength);
    bytes.set(header);
    bytes.set(bytesOf(array), header.length);
    this.archive.append(name, bytes);
  }
}

function checkLengths(
  { index, frame, report, path }: FrameRecord,
  { bodies, vertices, reportColumns, bends = 0 }: Sizes,
): void {
  const right =
    frame.poses.length === 7 * bodies &&
    path.poses.length === path.times.length * 7 * bodies &&
    frame.velocities.length === 6 * bodies &&
    frame.vertices.length === 3 * vertices &&
    // a run that goes on from before there was bending keeps none
    (bends === 0 || frame.bends?.length === bends) &&
    report.length === reportColumns;
  if (!right)
    throw new RecordingError('recording', `frame ${index} has arrays of other lengths than the scene`);
}

/** About how much memory a frame takes. */
function keptBytes({ record, path, vertexKnots, contacts }: KeptFrame): number {
  const { frame, turns, reactions } = record;
  const { poses, velocities, vertices, bends } = frame;
  return (
    8 * (poses.length + velocities.length + vertices.length + (bends?.length ?? 0)) +
    8 * (path.times.length + path.held + vertexKnots.positions.length) +
    36 * turns.times.length +
    CONTACT_BYTES * contacts.pair.length +
    68 * (reactions?.joint.length ?? 0)
  );
}
