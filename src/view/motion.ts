// A recording, or a simulation while it runs, at any time: frames are read ahead, kept a while, and between them the
// motion follows the path that was checked.

import type { Live } from '../live/index.ts';
import type { Bending, Frame, FrameRecord, Recording } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';
import { type Arrival, writeBetween } from '../sim/index.ts';

/** What can be played. */
export type Source = Recording | Live;

/** How much is kept in memory [bytes], and how many frames are read before they are asked for. */
const KEPT_BYTES = 1 << 27;
const AHEAD = 30;

/** A recording, or a simulation that runs, at any time. */
export class Motion {
  /** What is played. */
  readonly source: Source;
  /** What moves. */
  readonly scene: Scene;
  /** Set where the simulation may still run. */
  readonly live: Live | undefined;
  /** Which bodies bend, and how; undefined where none does. */
  readonly bending: Bending | undefined;
  private known: Float64Array;
  private count: number;
  private readonly frames = new Map<number, Arrival>();
  private readonly asked = new Map<number, Promise<void>>();
  private readonly failed = new Set<number>();
  /** Why a frame cannot be shown, the first that could not; where one is damaged the one before it is shown. */
  failure: unknown;
  private bytes = 0;
  private readonly stopListening: () => void = () => {};

  private constructor(source: Source, times: Float64Array, count: number, bending: Bending | undefined) {
    this.source = source;
    this.bending = bending;
    this.scene = source.scene;
    this.known = times;
    this.count = count;
    this.live = isLive(source) ? source : undefined;
    if (isLive(source)) this.stopListening = source.on('frame', (record) => this.add(source, record));
  }

  /** Opens a recording or a simulation. */
  static async open(source: Source): Promise<Motion> {
    const bending = await source.bending();
    const { frameCount } = source;
    const times = isLive(source) ? evenTimes(source, Math.max(64, frameCount)) : await timesOf(source);
    const motion = new Motion(source, times, frameCount, bending);
    // Of a simulation that has just started: its first frame is committed as soon as it is made.
    if (motion.count === 0) await motion.live?.recording();
    if (motion.count === 0) throw new Error('the simulation ended before its first frame');
    await motion.load(0);
    return motion;
  }

  /** Every frame's time so far [s]. */
  get times(): Float64Array {
    return this.known.subarray(0, this.count);
  }

  /** Of what there is so far [s]. */
  get duration(): number {
    return this.known[this.count - 1];
  }

  /** More frames may come. */
  get growing(): boolean {
    return this.live !== undefined && this.live.ended === undefined;
  }

  /** The frame at or before a time [s]. */
  indexAt(time: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.known[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Writes the configuration at a time; false where its frames are still on their way. */
  write(time: number, out: Frame): boolean {
    let index = this.indexAt(time);
    this.readAhead(index);
    while (index > 0 && this.failed.has(index)) index--;
    let next = Math.min(index + 1, this.count - 1);
    if (this.failed.has(next)) next = index;
    if (!this.frames.has(index)) void this.load(index).catch(() => {});
    const a = this.frames.get(index);
    const b = this.frames.get(next);
    if (!a || !b) return false;
    if (next === index || time <= a.frame.time) copyFrame(a.frame, out);
    else writeBetween(time, a.frame, b, out);
    return true;
  }

  /** Waits until the configuration at a time can be written, as far as it is there. */
  async ready(time: number): Promise<void> {
    const index = this.indexAt(time);
    const next = Math.min(index + 1, this.count - 1);
    await Promise.allSettled([this.load(index), this.load(next)]);
  }

  /** A frame of the right size, to be written. */
  emptyFrame(): Frame {
    const { poses, velocities, vertices, bends } = (this.frames.get(0) as Arrival).frame;
    return {
      time: 0,
      poses: poses.slice(),
      velocities: velocities.slice(),
      vertices: vertices.slice(),
      ...(bends ? { bends: bends.slice() } : {}),
    };
  }

  /** Lets go of what it keeps; the recording or the simulation is not closed. */
  dispose(): void {
    this.stopListening();
    this.frames.clear();
  }

  /** A frame that was just made. */
  private add(live: Live, record: FrameRecord): void {
    if (record.index >= this.known.length) this.known = evenTimes(live, 2 * record.index + 1);
    this.count = Math.max(this.count, record.index + 1);
    this.keep(record.index, record);
  }

  private readAhead(index: number): void {
    const until = Math.min(this.count, index + AHEAD);
    for (let i = index; i < until; i++)
      if (!this.frames.has(i) && !this.failed.has(i)) void this.load(i).catch(() => {});
  }

  private load(index: number): Promise<void> {
    if (this.frames.has(index)) return Promise.resolve();
    let reading = this.asked.get(index);
    if (!reading) {
      reading = this.read(index)
        .catch((error: unknown) => {
          this.failed.add(index);
          this.failure ??= error;
          throw error;
        })
        .finally(() => this.asked.delete(index));
      this.asked.set(index, reading);
    }
    return reading;
  }

  private async read(index: number): Promise<void> {
    const { source } = this;
    const [frame, path, turns, vertexKnots] = await Promise.all([
      source.frame(index),
      source.path(index),
      source.turns(index),
      source.vertexKnots(index),
    ]);
    this.keep(index, { frame, path, turns, vertexKnots });
  }

  /** The first frame stays; otherwise what came longest ago goes first. */
  private keep(index: number, { frame, path, turns, vertexKnots }: Arrival): void {
    if (this.frames.has(index)) return;
    const arrival = { frame, path, turns, vertexKnots };
    this.frames.set(index, arrival);
    this.bytes += bytesOf(arrival);
    for (const [old, kept] of this.frames) {
      if (this.bytes <= KEPT_BYTES) break;
      if (old === 0 || old === index) continue;
      this.frames.delete(old);
      this.bytes -= bytesOf(kept);
    }
  }
}

function isLive(source: Source): source is Live {
  return 'started' in source;
}

function evenTimes({ started: { frameRateHz } }: Live, length: number): Float64Array {
  return framesEvery(frameRateHz, length);
}

/** Frame k is at k / frameRateHz, also where that part of a recording is damaged. */
function timesOf(recording: Recording): Promise<Float64Array> {
  const { header, frameCount } = recording;
  return recording.times().catch(() => framesEvery(header.frameRateHz, frameCount));
}

function framesEvery(frameRateHz: number, length: number): Float64Array {
  return Float64Array.from({ length }, (_, index) => index / frameRateHz);
}

function bytesOf({ frame, path, turns, vertexKnots = [] }: Arrival): number {
  const { poses, velocities, vertices, bends } = frame;
  const own = poses.length + velocities.length + vertices.length + (bends?.length ?? 0);
  const together = vertexKnots.reduce((sum, { positions }) => sum + positions.length, 0);
  return 8 * (own + path.poses.length + 5 * turns.times.length + together);
}

function copyFrame(from: Frame, to: Frame): void {
  to.time = from.time;
  to.poses.set(from.poses);
  to.vertices.set(from.vertices);
  if (from.bends) to.bends?.set(from.bends);
  to.absent = from.absent;
}
