// A recording, read: any frame, what happened since the frame before, and the state to go on
// from. Reads only what is asked for, so a page can look at one frame of a long run.
//
//   const recording = await openRecording(bytesSource(bytes));
//   const frame = await recording.frame(120);

import type { Scene } from '../scene/index.ts';
import { BENDING, type BendingOutline, checkOutline, outlineBends, readBending } from './bending-members.ts';
import { exaggerate } from './bending.ts';
import { readChunks } from './chunks.ts';
import { listVouched, readScene } from './contents.ts';
import { type CheckOptions, type Contents, type Damage, findDamage } from './damage.ts';
import { DAMAGED, RecordingError } from './error.ts';
import type { ContactRows, Knots, ReactionRows, Turns, VertexKnots } from './frame-record.ts';
import type { RecordingHeader } from './header.ts';
import { checkHeader } from './header.ts';
import { MemberReader } from './container/member-reader.ts';
import { dataBegin } from './container/local-header.ts';
import type { NumberArray } from './container/npy.ts';
import type { ByteSource } from './container/source.ts';
import { type CompactContacts, contactRows } from './layout/contacts.ts';
import { commitName, isStateName, sceneArrayName, snapshotPrefix } from './layout/names.ts';
import { fullPath, type MovedPath, movedPath } from './layout/path.ts';
import { isKept, type Stream } from './layout/stream.ts';
import { streamsOf, vertexCounts } from './layout/streams.ts';
import { type VertexKnotRows, vertexKnotsOf } from './layout/vertex-knots.ts';
import { StreamRows } from './stream-rows.ts';
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
import { bytesInFile } from './container/zip.ts';

const none = new Float64Array(0);
const noTurns: Turns = { vertices: new Uint32Array(0), times: none, positions: none };
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
  'feature',
  'point',
  'normal',
  'normalImpulse',
  'tangentialImpulse',
  'gap',
  'slip',
  'friction',
] as const;
const reactionColumns = ['joint', 'began', 'duration', 'force', 'torque'] as const;

/** A recording, opened: read what you need of it. */
export class Recording {
  /** Who made it, of what, and what its streams mean. */
  readonly header: RecordingHeader;
  /** What was simulated. */
  readonly scene: Scene;
  /** Frames that count: those of committed chunks. */
  readonly frameCount: number;
  /** The run was not closed, or the file was damaged: it holds everything up to its last commit. */
  readonly torn: boolean;
  /** The first frame of each chunk. */
  readonly firstFrames: readonly number[];
  /** The streams of numbers that it has. */
  readonly streams: readonly Stream[];
  /** Which bodies bend, and how large their shapes are; undefined where none does. */
  readonly outline: BendingOutline | undefined;
  private readonly bendFactor: number;
  private bendingRead: Promise<Bending> | undefined;
  /** Its members, and which of them count; for whoever repairs it. */
  readonly contents: Contents;
  private readonly reader: MemberReader;
  private readonly rows: StreamRows;

  constructor(
    header: RecordingHeader,
    scene: Scene,
    contents: Contents,
    reader: MemberReader,
    outline?: BendingOutline,
    bendFactor = 1,
  ) {
    this.header = header;
    this.scene = scene;
    this.frameCount = contents.frames;
    this.firstFrames = contents.firstFrames;
    this.torn = contents.list.torn;
    this.contents = contents;
    this.reader = reader;
    this.outline = outline;
    this.bendFactor = bendFactor;
    this.streams = streamsWith(header, outline);
    this.rows = new StreamRows(reader, this.streams, contents);
  }

  /** Id of the engine that made it. */
  get engine(): string {
    return this.header.engine;
  }

  /** What the engine promised of intersections. */
  get promise(): Guarantee {
    return this.header.promise;
  }

  /** The columns of the engine's reports. */
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
    const { header, scene, contents, reader, outline } = this;
    return new Recording(header, scene, contents, reader, outline, factor * this.bendFactor);
  }

  /** [s] */
  async time(index: number): Promise<number> {
    return (await this.rows.ofFrame('time', index))[0];
  }

  /** Every frame's time [s]. */
  async times(): Promise<Float64Array> {
    return this.rows.whole('time');
  }

  /** A frame, by number. */
  async frame(index: number): Promise<Frame> {
    const [time, poses, velocities, vertices, bends, absent] = await Promise.all([
      this.rows.ofFrame('time', index),
      this.rows.ofFrame('pose', index),
      this.rows.ofFrame('velocity', index),
      this.rows.ofFrame('vertices', index),
      this.rows.ofFrame('bends', index),
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
    return (await this.rows.ofGroup(index, 'absent', ['body'])).body as Uint32Array;
  }

  /** Knots of the rigid bodies' path after frame `index` - 1 up to frame `index`; none where the run kept none. */
  async path(index: number): Promise<Knots> {
    if (this.rows.has('path/pose')) return this.fullPathOfVersion1(index);
    const [path, poses] = await Promise.all([this.viewPath(index), this.rows.ofFrame('pose', index)]);
    return fullPath(path, poses as Float64Array);
  }

  /** The same of only the bodies that moved: all others are at every knot where they are in the frame. */
  async movedPath(index: number): Promise<MovedPath> {
    if (this.rows.has('path/pose')) {
      const { poses } = await this.frame(index);
      return movedPath(await this.path(index), poses);
    }
    const { times, moved, poses } = await this.viewPath(index);
    return { times: times.slice(), moved: moved.slice(), poses: poses.slice() };
  }

  private async viewPath(index: number): Promise<MovedPath> {
    const [{ time }, { body }, { pose }] = await Promise.all([
      this.rows.viewGroup(index, 'path', ['time']),
      this.rows.viewGroup(index, 'moved', ['body']),
      this.rows.viewGroup(index, 'motion', ['pose']),
    ]);
    return { times: time, moved: body, poses: pose } as MovedPath;
  }

  private async fullPathOfVersion1(index: number): Promise<Knots> {
    const { time, pose } = await this.rows.ofGroup(index, 'path', ['time', 'pose']);
    return { times: time, poses: pose } as Knots;
  }

  /** Where vertices turned after frame `index` - 1 up to frame `index`. */
  async turns(index: number): Promise<Turns> {
    if (!this.rows.has('turns/start')) return noTurns;
    const { vertex, time, position } = await this.rows.ofGroup(index, 'turns', [
      'vertex',
      'time',
      'position',
    ]);
    return { vertices: vertex, times: time, positions: position } as Turns;
  }

  /** Knots of deformables that move together, after frame `index` - 1 up to frame `index`, in increasing order. */
  async vertexKnots(index: number): Promise<VertexKnots[]> {
    const [{ deformable, time }, { position }] = await Promise.all([
      this.rows.viewGroup(index, 'vertexKnots', ['deformable', 'time']),
      this.rows.viewGroup(index, 'vertexMotion', ['position']),
    ]);
    const rows = { deformable, times: time, positions: position } as VertexKnotRows;
    return vertexKnotsOf(rows, vertexCounts(this.scene));
  }

  /** How far [m] any vertex may have strayed from its straight line since the frame before. */
  async stray(index: number): Promise<number> {
    return (await this.rows.ofFrame('stray', index))[0];
  }

  /** The contacts of the steps since the frame before; where only single precision is kept, rounded to it. */
  async contacts(index: number): Promise<ContactRows> {
    if (this.rows.has('contacts/began')) return this.contactsOfVersion1(index);
    const [columns, steps] = await Promise.all([
      this.rows.viewGroup(index, 'contacts', contactColumns),
      this.rows.viewGroup(index, 'contactSteps', ['began', 'duration', 'count']),
    ]);
    const { began: stepBegan, duration: stepDuration, count: stepCount } = steps;
    return contactRows({ ...columns, stepBegan, stepDuration, stepCount } as CompactContacts);
  }

  /** One row a side, and no gap or slip. */
  private async contactsOfVersion1(index: number): Promise<ContactRows> {
    const names = [...contactColumns, 'other', 'began', 'duration'] as const;
    const { began, ...columns } = await this.rows.ofGroup(index, 'contacts', names);
    const count = columns.pair.length;
    const gap = new Float64Array(count).fill(Number.NaN);
    const slip = new Float64Array(3 * count).fill(Number.NaN);
    return { ...columns, count, gap, slip, start: began } as ContactRows;
  }

  /** What joints did in the steps since the frame before; nothing where the engine does not tell. */
  async reactions(index: number): Promise<ReactionRows> {
    if (!this.rows.has('reactions/start')) return noReactions;
    const { began, ...columns } = await this.rows.ofGroup(index, 'reactions', reactionColumns);
    return { ...columns, start: began } as ReactionRows;
  }

  /** One number for each of `columns`. */
  async report(index: number): Promise<Float64Array> {
    return (await this.rows.ofFrame('report', index)) as Float64Array;
  }

  /** All reports, row by row. */
  async reports(): Promise<Float64Array> {
    return this.rows.whole('report');
  }

  /** Steps or events that led to each frame. */
  async steps(): Promise<Uint32Array> {
    return this.rows.whole('steps');
  }

  /** What computing each frame took [ms]. */
  async wallTimes(): Promise<Float64Array> {
    return this.rows.whole('wall');
  }

  /** What was applied from outside after frame `index` - 1. */
  async inputs(index: number): Promise<Input[]> {
    const columns = ['time', 'kind', 'target', 'count'] as const;
    const { time, kind, target, count } = await this.rows.viewGroup(index, 'inputs', columns);
    const { value } = await this.rows.viewGroup(index, 'inputValues', ['value']);
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
    const { members, lost } = this.contents;
    return {
      members: members.filter((member) => member.offset <= last.offset),
      offset: (await dataBegin(this.reader.source, last)) + bytesInFile(last),
      firstFrames: this.firstFrames,
      frames: this.frameCount,
      lost: [...lost],
      ...(this.outline ? { bends: outlineBends(this.outline) } : {}),
    };
  }

  /**
   * Checks every member, and tells all that is not what was written; nothing where everything is. Reads the whole file,
   * and keeps none of it.
   */
  async damage(options?: CheckOptions): Promise<Damage[]> {
    return findDamage(this.contents, options);
  }

  /** Rows of a stream over the frames of one chunk, for whoever reads streams whole (the content hash) and changes nothing. */
  async chunkRows(stream: Stream, chunk: number, from: number, until: number): Promise<NumberArray> {
    return this.rows.ofChunk(stream, chunk, from, until);
  }

  /** How many rows a stream has in a chunk. */
  async chunkRowCount(stream: Stream, chunk: number): Promise<number> {
    return this.rows.count(stream, chunk);
  }

  /** One of the arrays that the scene was packed into. */
  async sceneArray(number: number): Promise<NumberArray> {
    return this.reader.array(sceneArrayName(number));
  }

  /** Lets go of the file. */
  async close(): Promise<void> {
    await this.reader.source.close();
  }
}

/** Every frame has a time at least, and DEFLATE makes no more than 1032 bytes of one. */
const MOST_FRAMES_A_BYTE = 1032 / 8;

/** Opens a recording: `openRecording(bytesSource(bytes))`. */
export async function openRecording(source: ByteSource): Promise<Recording> {
  const list = await listVouched(source);
  const first = new MemberReader(source, list.members);
  if (!first.has('recording.json'))
    throw new RecordingError('file', 'is not a recording, or is cut off in its header');
  const header = checkHeader(await first.json('recording.json'));
  const outline = await readOutline(first, header);
  const chunks = await readChunks(first, list, header.formatVersion, streamsWith(header, outline));
  if (chunks.frames > MOST_FRAMES_A_BYTE * source.size) {
    throw new RecordingError('file', `is too short for the ${chunks.frames} frames it claims`);
  }
  const reader = new MemberReader(source, chunks.members, chunks.lost);
  const scene = await readScene(reader, header);
  return new Recording(header, scene, { ...chunks, source, list }, reader, outline);
}

async function readOutline(
  reader: MemberReader,
  { bodies }: RecordingHeader,
): Promise<BendingOutline | undefined> {
  if (reader.has(BENDING)) return checkOutline(await reader.json(BENDING), bodies);
  if (reader.names('bending/').length + reader.names('bends/').length > 0)
    throw new RecordingError(BENDING, `is missing where bodies bend: ${DAMAGED}`);
  return undefined;
}

function streamsWith(header: RecordingHeader, outline: BendingOutline | undefined): Stream[] {
  return streamsOf({ ...header, bends: outline && outlineBends(outline) }).filter(isKept);
}
