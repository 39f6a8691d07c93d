// A recording, read: any frame, what happened since the frame before, and the state to go on
// from. Reads only what is asked for, so a page can look at one frame of a long run.
//
//   const recording = await openRecording(bytesSource(bytes));
//   const frame = await recording.frame(120);

import type { Scene } from '../scene/index.ts';
import { BENDING, type BendingOutline, checkOutline, outlineBends, readBending } from './bending-members.ts';
import { exaggerate } from './bending.ts';
import type { Chunks } from './contents.ts';
import { readChunks, readScene } from './contents.ts';
import { RecordingError } from './error.ts';
import type { ContactRows, Knots, ReactionRows, Turns } from './frame-record.ts';
import type { RecordingHeader } from './header.ts';
import { checkHeader } from './header.ts';
import { MemberReader } from './container/member-reader.ts';
import { listMembers, readLocalHeader } from './container/members.ts';
import type { NumberArray } from './container/npy.ts';
import type { ByteSource } from './container/source.ts';
import type { Group, Stream } from './streams.ts';
import { commitName, isKept, isStateName, sceneArrayName, snapshotPrefix, streamsOf } from './streams.ts';
import {
  type Bending,
  type Column,
  type Frame,
  type Guarantee,
  INPUT_KINDS,
  type Input,
  type State,
} from './types.ts';
import type { WriterPosition } from './writer.ts';
import type { Member } from './container/zip.ts';

const none = new Float64Array(0);
const noBodies = new Uint32Array(0);
const noReactions: ReactionRows = {
  joint: new Uint32Array(0),
  start: none,
  duration: none,
  force: none,
  torque: none,
};

const contactColumns = [
  'pair',
  'body',
  'other',
  'feature',
  'point',
  'normal',
  'normalImpulse',
  'tangentialImpulse',
  'gap',
  'slip',
  'began',
  'duration',
  'friction',
] as const;
const reactionColumns = ['joint', 'began', 'duration', 'force', 'torque'] as const;

export class Recording {
  readonly header: RecordingHeader;
  readonly scene: Scene;
  /** Frames that count: those of committed chunks. */
  readonly frameCount: number;
  /** The run was not closed, or the file was damaged: it holds everything up to its last commit. */
  readonly torn: boolean;
  /** The first frame of each chunk. */
  readonly firstFrames: readonly number[];
  readonly streams: readonly Stream[];
  /** Which bodies bend, and how large their shapes are; undefined where none does. */
  readonly outline: BendingOutline | undefined;
  private readonly bendFactor: number;
  private bendingRead: Promise<Bending> | undefined;
  private readonly reader: MemberReader;
  private readonly members: readonly Member[];
  private readonly byName: ReadonlyMap<string, Stream>;

  constructor(
    header: RecordingHeader,
    scene: Scene,
    chunks: Chunks,
    reader: MemberReader,
    members: readonly Member[],
    torn: boolean,
    outline?: BendingOutline,
    bendFactor = 1,
  ) {
    this.header = header;
    this.scene = scene;
    this.frameCount = chunks.frames;
    this.firstFrames = chunks.firstFrames;
    this.torn = torn;
    this.reader = reader;
    this.members = members;
    this.outline = outline;
    this.bendFactor = bendFactor;
    const sizes = { ...header, bends: outline && outlineBends(outline) };
    this.streams = streamsOf(sizes).filter(isKept);
    this.byName = new Map(this.streams.map((stream) => [stream.name, stream]));
  }

  get engine(): string {
    return this.header.engine;
  }

  get promise(): Guarantee {
    return this.header.promise;
  }

  get columns(): readonly Column[] {
    return this.header.columns;
  }

  /** How bodies bend, whose coordinates are in `Frame.bends`; undefined where none does. */
  async bending(): Promise<Bending | undefined> {
    const { outline, bendFactor } = this;
    if (outline === undefined) return undefined;
    this.bendingRead ??= readBending(this.reader, outline).then((bending) =>
      bendFactor === 1 ? bending : exaggerate(bending, bendFactor),
    );
    return this.bendingRead;
  }

  /** The same recording, of which bodies bend by a factor more: for looking at what is too small to see. */
  exaggerated(factor: number): Recording {
    const { header, scene, frameCount: frames, firstFrames, reader, members, torn, outline } = this;
    const chunks = { frames, firstFrames };
    return new Recording(header, scene, chunks, reader, members, torn, outline, factor * this.bendFactor);
  }

  /** [s] */
  async time(index: number): Promise<number> {
    return (await this.frameRows('time', index))[0];
  }

  /** Every frame's time [s]. */
  async times(): Promise<Float64Array> {
    return this.wholeStream('time');
  }

  async frame(index: number): Promise<Frame> {
    const [time, poses, velocities, vertices, bends, absent] = await Promise.all([
      this.frameRows('time', index),
      this.frameRows('pose', index),
      this.frameRows('velocity', index),
      this.frameRows('vertices', index),
      this.frameRows('bends', index),
      this.absent(index),
    ]);
    return {
      time: time[0],
      poses: poses as Float64Array,
      velocities: velocities as Float64Array,
      vertices: vertices as Float64Array,
      ...(bends.length > 0 ? { bends: bends as Float64Array } : {}),
      ...(absent.length > 0 ? { absent } : {}),
    };
  }

  /** The bodies that are not there in a frame. */
  private async absent(index: number): Promise<Uint32Array> {
    if (!this.byName.has('absent/start')) return noBodies;
    return (await this.group(index, 'absent', ['body'])).body as Uint32Array;
  }

  /** Knots of the rigid bodies' path after frame `index` - 1 up to frame `index`; none where the run kept none. */
  async path(index: number): Promise<Knots> {
    const { time, pose } = await this.group(index, 'path', ['time', 'pose']);
    return { times: time, poses: pose } as Knots;
  }

  /** Where vertices turned after frame `index` - 1 up to frame `index`. */
  async turns(index: number): Promise<Turns> {
    const { vertex, time, position } = await this.group(index, 'turns', ['vertex', 'time', 'position']);
    return { vertices: vertex, times: time, positions: position } as Turns;
  }

  /** How far [m] any vertex may have strayed from its straight line since the frame before. */
  async stray(index: number): Promise<number> {
    return (await this.frameRows('stray', index))[0];
  }

  /** The contacts of the steps since the frame before. */
  async contacts(index: number): Promise<ContactRows> {
    const { began, ...columns } = await this.group(index, 'contacts', contactColumns);
    const count = columns.pair.length;
    // recordings of version 1 do not say
    const gap = this.byName.has('contacts/gap') ? columns.gap : new Float64Array(count).fill(Number.NaN);
    const slip = this.byName.has('contacts/slip')
      ? columns.slip
      : new Float64Array(3 * count).fill(Number.NaN);
    return { ...columns, count, gap, slip, start: began } as ContactRows;
  }

  /** What joints did in the steps since the frame before; nothing where the engine does not tell. */
  async reactions(index: number): Promise<ReactionRows> {
    if (!this.byName.has('reactions/start')) return noReactions;
    const { began, ...columns } = await this.group(index, 'reactions', reactionColumns);
    return { ...columns, start: began } as ReactionRows;
  }

  /** One number for each of `columns`. */
  async report(index: number): Promise<Float64Array> {
    return (await this.frameRows('report', index)) as Float64Array;
  }

  /** All reports, row by row. */
  async reports(): Promise<Float64Array> {
    return this.wholeStream('report');
  }

  /** Steps or events that led to each frame. */
  async steps(): Promise<Uint32Array> {
    return this.wholeStream('steps');
  }

  /** What computing each frame took [ms]. */
  async wallTimes(): Promise<Float64Array> {
    return this.wholeStream('wall');
  }

  /** What was applied from outside after frame `index` - 1. */
  async inputs(index: number): Promise<Input[]> {
    const columns = ['time', 'kind', 'target', 'count'] as const;
    const { time, kind, target, count } = await this.group(index, 'inputs', columns);
    const { value } = await this.group(index, 'inputValues', ['value']);
    const inputs: Input[] = [];
    let at = 0;
    for (let i = 0; i < time.length; i++) {
      const name = INPUT_KINDS[kind[i]];
      if (name === undefined || at + count[i] > value.length) {
        throw new RecordingError('inputs', `input ${i} of frame ${index} is damaged`);
      }
      const values = [...value.subarray(at, at + count[i])];
      inputs.push({ time: time[i], kind: name, target: target[i], values });
      at += count[i];
    }
    return inputs;
  }

  /** The simulation's state after the last frame. */
  async snapshot(): Promise<State> {
    const prefix = snapshotPrefix(this.firstFrames.length - 1);
    const state: State = {};
    for (const name of this.reader.names(prefix)) {
      const array = await this.reader.array(name);
      if (!(array instanceof Float64Array || array instanceof Int32Array || array instanceof Uint32Array)) {
        throw new RecordingError(name, 'is of a kind that no state has');
      }
      const own = name.slice(prefix.length, -'.npy'.length);
      if (!isStateName(own)) throw new RecordingError(name, 'is no name for an array of a state');
      state[own] = array;
    }
    return state;
  }

  /** Where a writer goes on: everything behind it is to be cut off. */
  async position(): Promise<WriterPosition> {
    const last = this.reader.find(commitName(this.firstFrames.length - 1));
    const header = await readLocalHeader(this.reader.source, last);
    return {
      members: this.members.filter((member) => member.offset <= last.offset),
      offset: last.offset + header.length + last.size,
      firstFrames: this.firstFrames,
      frames: this.frameCount,
      ...(this.outline ? { bends: outlineBends(this.outline) } : {}),
    };
  }

  /** The names of members whose bytes are not those that were written. */
  async damagedMembers(): Promise<string[]> {
    const damaged: string[] = [];
    for (const member of this.members) {
      const intact = await this.reader.isIntact(member).catch(() => false);
      if (!intact) damaged.push(member.name);
    }
    return damaged;
  }

  /** Rows of a stream over the frames of one chunk, for whoever reads streams whole (the content hash). */
  async chunkRows(stream: Stream, chunk: number, from: number, until: number): Promise<NumberArray> {
    return this.reader.rows(stream, chunk, from, until);
  }

  async chunkRowCount(stream: Stream, chunk: number): Promise<number> {
    return this.reader.rowCount(stream, chunk);
  }

  /** One of the arrays that the scene was packed into. */
  async sceneArray(number: number): Promise<NumberArray> {
    return this.reader.array(sceneArrayName(number));
  }

  framesOfChunk(chunk: number): number {
    return (this.firstFrames[chunk + 1] ?? this.frameCount) - this.firstFrames[chunk];
  }

  async close(): Promise<void> {
    await this.reader.source.close();
  }

  private chunkOf(index: number): number {
    if (!(Number.isInteger(index) && index >= 0 && index < this.frameCount)) {
      throw new RecordingError(`frame ${index}`, `there are frames 0 to ${this.frameCount - 1}`);
    }
    let low = 0;
    let high = this.firstFrames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.firstFrames[middle] <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private async frameRows(name: string, index: number): Promise<NumberArray> {
    const chunk = this.chunkOf(index);
    const stream = this.byName.get(name);
    if (!stream) return new Float64Array(0);
    const row = index - this.firstFrames[chunk];
    return this.reader.rows(stream, chunk, row, row + 1);
  }

  private async group<Name extends string>(
    index: number,
    group: Group,
    columns: readonly Name[],
  ): Promise<Record<Name, NumberArray>> {
    const chunk = this.chunkOf(index);
    const row = index - this.firstFrames[chunk];
    const starts = this.byName.get(`${group}/start`) as Stream;
    const [from, until] = await this.reader.rows(starts, chunk, row, row + 2);
    const read = columns.map(async (column) => {
      const stream = this.byName.get(`${group}/${column}`);
      return [
        column,
        stream ? await this.reader.rows(stream, chunk, from, until) : new Float64Array(0),
      ] as const;
    });
    return Object.fromEntries(await Promise.all(read)) as Record<Name, NumberArray>;
  }

  private async wholeStream<Numbers extends NumberArray>(name: string): Promise<Numbers> {
    const stream = this.byName.get(name);
    if (!stream) return new Float64Array(0) as NumberArray as Numbers;
    const parts: NumberArray[] = [];
    for (let chunk = 0; chunk < this.firstFrames.length; chunk++) {
      parts.push(await this.reader.rows(stream, chunk, 0, this.framesOfChunk(chunk)));
    }
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const whole = stream.dtype === '<u4' ? new Uint32Array(length) : new Float64Array(length);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole as NumberArray as Numbers;
  }
}

/** Every frame has a time at least. */
const LEAST_FRAME_BYTES = 8;

export async function openRecording(source: ByteSource): Promise<Recording> {
  const { members, torn } = await listMembers(source);
  const reader = new MemberReader(source, members);
  if (!reader.has('recording.json'))
    throw new RecordingError('file', 'is not a recording, or is cut off in its header');
  const header = checkHeader(await reader.json('recording.json'));
  const chunks = await readChunks(reader, torn);
  if (chunks.frames * LEAST_FRAME_BYTES > source.size) {
    throw new RecordingError('file', `is too short for the ${chunks.frames} frames it claims`);
  }
  const scene = await readScene(reader, header);
  const outline = reader.has(BENDING) ? checkOutline(await reader.json(BENDING), header.bodies) : undefined;
  return new Recording(header, scene, chunks, reader, members, torn, outline);
}
