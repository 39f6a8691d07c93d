// A film at any time: the frames around it are fetched nearest first, kept while memory allows, and blended as bodies
// move between frames, with constant velocity and constant angular velocity about a fixed axis. Standing or in slow
// motion, where one looks closely, the motion follows the path that the engine has checked.
//
// What is asked for last is fetched first. So scrubbing never waits for frames that have been passed already.

import type { Frame } from '../../../src/record/index.ts';
import { writeBetween } from '../../../src/view/index.ts';
import type { Way } from '../model/film.ts';
import { blendPose } from '../../../src/sim/index.ts';

/** The part of a film that has frames. */
export interface FrameSource {
  readonly frameCount: { readonly value: number };
  /** [s] */
  time(index: number): number;
  frame(index: number): Promise<Frame>;
  way?(index: number): Promise<Way>;
}

/** Frames read before they are asked for: while playing, and while standing. */
const AHEAD = 24;
const AROUND = 2;
const AT_ONCE = 4;
const KEPT_BYTES = 96e6;
const KEPT_FRAMES = 900;
const KEPT_WAYS = 8;

export class Reel {
  /** Where the frames to come lie: 1 forward, -1 backward, 0 on both sides. */
  direction: -1 | 0 | 1 = 0;
  /** Whether the way between frames is to be followed, and not only blended. */
  exact = false;
  private readonly source: FrameSource;
  private readonly onArrival: () => void;
  private readonly onFailure: (index: number, error: unknown) => void;
  private readonly frames = new Map<number, Frame>();
  private readonly asked = new Set<number>();
  private readonly failed = new Set<number>();
  private readonly ways = new Map<number, Way | undefined>();
  private capacity = KEPT_FRAMES;
  private wanted = 0;
  private closed = false;

  constructor(
    source: FrameSource,
    onArrival: () => void,
    onFailure: (index: number, error: unknown) => void = () => {},
  ) {
    this.source = source;
    this.onArrival = onArrival;
    this.onFailure = onFailure;
  }

  /** The frame at or before a time [s]. */
  indexAt(time: number): number {
    let low = 0;
    let high = this.source.frameCount.value - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.source.time(middle) <= time + 1e-9) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Writes the configuration at a time; false where its frames are still on their way. */
  write(time: number, out: Frame): boolean {
    const count = this.source.frameCount.value;
    if (count === 0) return false;
    this.wanted = this.indexAt(time);
    const next = Math.min(this.wanted + 1, count - 1);
    this.fetchMore();
    const a = this.frames.get(this.wanted);
    const b = this.frames.get(next);
    if (a === undefined || b === undefined) return false;
    const span = b.time - a.time;
    const s = span > 0 ? Math.min(1, Math.max(0, (time - a.time) / span)) : 0;
    blendFrames(out, a, b, s < 1e-6 ? 0 : s);
    out.time = time;
    const way = s < 1e-6 || !this.exact ? undefined : this.wayTo(next);
    if (way) writeBetween(time, a, { frame: b, ...way }, out);
    return true;
  }

  close(): void {
    this.closed = true;
    this.frames.clear();
  }

  /** How the motion comes to a frame; undefined while that is on its way, or where it is not kept. */
  private wayTo(index: number): Way | undefined {
    if (this.ways.has(index) || this.source.way === undefined) return this.ways.get(index);
    this.ways.set(index, undefined);
    for (const old of this.ways.keys()) {
      if (this.ways.size <= KEPT_WAYS) break;
      this.ways.delete(old);
    }
    this.source.way(index).then(
      (way) => {
        if (this.closed || !this.ways.has(index) || way.path.times.length + way.turns.times.length === 0)
          return;
        this.ways.set(index, way);
        this.onArrival();
      },
      // Frames alone will do.
      () => {},
    );
    return undefined;
  }

  private fetchMore(): void {
    while (!this.closed && this.asked.size < AT_ONCE) {
      const index = this.nextMissing();
      if (index === undefined) return;
      this.asked.add(index);
      this.source
        .frame(index)
        .then((frame) => this.keep(index, frame))
        .catch((error: unknown) => {
          this.failed.add(index);
          if (!this.closed) this.onFailure(index, error);
        })
        .finally(() => {
          this.asked.delete(index);
          this.fetchMore();
        });
    }
  }

  private keep(index: number, frame: Frame): void {
    if (this.closed) return;
    const { poses, velocities, vertices, bends } = frame;
    const numbers = poses.length + velocities.length + vertices.length + (bends?.length ?? 0);
    const bytes = 8 * numbers + 200;
    this.capacity = Math.max(2 * AROUND + 2, Math.min(KEPT_FRAMES, Math.floor(KEPT_BYTES / bytes)));
    while (this.frames.size >= this.capacity) this.dropFarthest();
    this.frames.set(index, frame);
    if (index === this.wanted || index === this.wanted + 1) this.onArrival();
  }

  private dropFarthest(): void {
    let farthest = -1;
    let distance = -1;
    for (const index of this.frames.keys()) {
      const away = Math.abs(index - this.wanted);
      if (away > distance) {
        distance = away;
        farthest = index;
      }
    }
    this.frames.delete(farthest);
  }

  private nextMissing(): number | undefined {
    const { wanted, direction } = this;
    if (this.isMissing(wanted)) return wanted;
    if (this.isMissing(wanted + 1)) return wanted + 1;
    const reach = Math.min(direction === 0 ? AROUND : AHEAD, this.capacity - 2);
    for (let away = 1; away <= reach; away++) {
      if (direction >= 0 && this.isMissing(wanted + 1 + away)) return wanted + 1 + away;
      if (direction <= 0 && this.isMissing(wanted - away)) return wanted - away;
    }
    return undefined;
  }

  private isMissing(index: number): boolean {
    if (index < 0 || index >= this.source.frameCount.value) return false;
    return !(this.frames.has(index) || this.asked.has(index) || this.failed.has(index));
  }
}

/** Writes the configuration at the fraction s of the way from one frame to the next. */
export function blendFrames(out: Frame, a: Frame, b: Frame, s: number): void {
  out.absent = s === 0 ? a.absent : b.absent;
  if (s === 0) {
    out.poses.set(a.poses);
    out.velocities.set(a.velocities);
    out.vertices.set(a.vertices);
    if (a.bends) out.bends?.set(a.bends);
    return;
  }
  for (let p = 0; p < a.poses.length; p += 7) blendPose(out.poses, p, a.poses, p, b.poses, p, s);
  mix(out.velocities, a.velocities, b.velocities, s);
  mix(out.vertices, a.vertices, b.vertices, s);
  if (out.bends && a.bends && b.bends) mix(out.bends, a.bends, b.bends, s);
}

function mix(out: Float64Array, a: Float64Array, b: Float64Array, s: number): void {
  for (let i = 0; i < a.length; i++) out[i] = a[i] + s * (b[i] - a[i]);
}
