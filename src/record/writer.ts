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
import { gatherColumns } from './gather.ts';
import type { RunDescription } from './header.ts';
import { makeHeader } from './header.ts';
import type { NumberArray } from './container/npy.ts';
import { bytesOf, dtypeOf, encodeNpyHeader } from './container/npy.ts';
import type { Group, Sizes, Stream } from './streams.ts';
import {
  commitName,
  isKept,
  isStateName,
  memberName,
  rowLength,
  sceneArrayName,
  sizesOf,
  snapshotPrefix,
  streamsOf,
} from './streams.ts';
import type { Bending, State } from './types.ts';
import type { Member } from './container/zip.ts';

/** Where an earlier writer stopped: at the end of its last commit. */
export interface WriterPosition {
  readonly members: readonly Member[];
  readonly offset: number;
  /** The first frame of each chunk so far. */
  readonly firstFrames: readonly number[];
  readonly frames: number;
  /** Coordinates of bending bodies in a frame. */
  readonly bends?: number;
}

export class RecordingWriter {
  private readonly archive: Archive;
  private sizes: Sizes;
  private streams: readonly Stream[];
  private readonly firstFrames: number[];
  private committed: number;
  private pending: FrameRecord[] = [];
  private pendingSize = 0;

  private constructor(sink: ByteSink, sizes: Sizes, position: WriterPosition) {
    this.archive = new Archive(sink, position.members, position.offset);
    this.sizes = { ...sizes, bends: position.bends };
    this.streams = streamsOf(this.sizes).filter(isKept);
    this.firstFrames = [...position.firstFrames];
    this.committed = position.frames;
  }

  /** Begins a recording: writes who and what. */
  static create(sink: ByteSink, scene: Scene, run: RunDescription): RecordingWriter {
    const packed = packScene(scene);
    const sizes = sizesOf(scene, run.columns.length);
    const writer = new RecordingWriter(sink, sizes, { members: [], offset: 0, firstFrames: [], frames: 0 });
    writer.putJson('recording.json', makeHeader(run, packed, sizes));
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
    this.putJson(BENDING, bendingJson(bending));
    for (const { name, array, shape } of bendingArrays(bending)) this.putArray(name, array, shape);
  }

  /** The number the next frame must have. */
  get nextFrame(): number {
    return this.committed + this.pending.length;
  }

  get pendingFrames(): number {
    return this.pending.length;
  }

  /** About how much memory the frames take that were not committed yet. */
  get pendingBytes(): number {
    return this.pendingSize;
  }

  add(record: FrameRecord): void {
    if (record.index !== this.nextFrame) {
      throw new RecordingError(
        'recording',
        `frame ${record.index} was added where ${this.nextFrame} comes next`,
      );
    }
    checkLengths(record, this.sizes);
    this.pending.push(record);
    const { frame, path, turns, contacts, reactions } = record;
    const { poses, velocities, vertices, bends } = frame;
    this.pendingSize +=
      8 * (poses.length + velocities.length + vertices.length + (bends?.length ?? 0) + path.poses.length) +
      36 * turns.times.length +
      128 * contacts.count +
      68 * (reactions?.joint.length ?? 0);
  }

  /** Writes all pending frames and the state after the last of them; they survive from here on. */
  commit(state: State): void {
    if (this.pending.length === 0) return;
    const chunk = this.firstFrames.length;
    const from = this.archive.members.length;
    const columns = gatherColumns(this.pending);
    const frames = this.pending.length;
    for (const stream of this.streams) {
      const parts = columns[stream.name];
      const rows = stream.starts ? frames + 1 : stream.group ? rowsOf(columns, stream.group, frames) : frames;
      this.putParts(memberName(stream.name, chunk), stream, parts, rows);
    }
    for (const [name, array] of Object.entries(state)) {
      if (!isStateName(name)) throw new RecordingError(name, 'is no name for an array of the state');
      this.putArray(`${snapshotPrefix(chunk)}${name}.npy`, array, [array.length]);
    }
    // Two barriers: the commit must not reach the disk before what it vouches for.
    this.archive.flush();
    this.putJson(commitName(chunk), {
      chunk,
      firstFrame: this.committed,
      frames,
      members: this.archive.members.length - from,
    });
    this.archive.flush();
    this.firstFrames.push(this.committed);
    this.committed += frames;
    this.pending = [];
    this.pendingSize = 0;
  }

  /** Writes the index and the directory. Frames that were not committed are dropped. */
  close(): void {
    this.putJson('index.json', { frames: this.committed, firstFrames: this.firstFrames });
    this.archive.close();
  }

  private putJson(name: string, value: unknown): void {
    this.archive.append(name, new TextEncoder().encode(JSON.stringify(value)));
  }

  private putArray(name: string, array: NumberArray, shape: readonly number[]): void {
    const header = encodeNpyHeader(dtypeOf(array), shape);
    const bytes = new Uint8Array(header.length + array.byteLength);
    bytes.set(header);
    bytes.set(bytesOf(array), header.length);
    this.archive.append(name, bytes);
  }

  private putParts(name: string, stream: Stream, parts: readonly NumberArray[], rows: number): void {
    const header = encodeNpyHeader(stream.dtype, [rows, ...stream.row]);
    let length = header.length;
    for (const part of parts) length += part.byteLength;
    const bytes = new Uint8Array(length);
    bytes.set(header);
    let at = header.length;
    for (const part of parts) {
      if (dtypeOf(part) !== stream.dtype) throw new RecordingError(name, `was given ${dtypeOf(part)}`);
      bytes.set(bytesOf(part), at);
      at += part.byteLength;
    }
    if (length - header.length !== rows * rowLength(stream) * parts[0].BYTES_PER_ELEMENT) {
      throw new RecordingError(name, `was given ${length - header.length} bytes for ${rows} rows`);
    }
    this.archive.append(name, bytes);
  }
}

function checkLengths(
  { index, frame, report }: FrameRecord,
  { bodies, vertices, reportColumns, bends = 0 }: Sizes,
): void {
  const right =
    frame.poses.length === 7 * bodies &&
    frame.velocities.length === 6 * bodies &&
    frame.vertices.length === 3 * vertices &&
    // a run that goes on from before there was bending keeps none
    (bends === 0 || frame.bends?.length === bends) &&
    report.length === reportColumns;
  if (!right)
    throw new RecordingError('recording', `frame ${index} has arrays of other lengths than the scene`);
}

function rowsOf(columns: Record<string, NumberArray[]>, group: Group, frames: number): number {
  return columns[`${group}/start`][0][frames];
}
