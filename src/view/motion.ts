// A recording at any time: frames are read ahead, kept a while, and blended along the recorded motion.

import {
  conjugateQuaternion,
  multiplyQuaternions,
  quaternionFromRotationVector,
  rotationVectorFromQuaternion,
} from '../num/quaternion.ts';
import type { Recording } from '../record/recording.ts';
import type { Frame } from '../record/types.ts';

/** Frames kept in memory, and read before they are asked for. */
const KEPT = 600;
const AHEAD = 30;

export class Motion {
  readonly recording: Recording;
  readonly times: Float64Array;
  private readonly frames = new Map<number, Frame>();
  private readonly asked = new Set<number>();

  private constructor(recording: Recording, times: Float64Array) {
    this.recording = recording;
    this.times = times;
  }

  static async open(recording: Recording): Promise<Motion> {
    const motion = new Motion(recording, await recording.times());
    await motion.load(0);
    return motion;
  }

  /** [s] */
  get duration(): number {
    return this.times[this.times.length - 1];
  }

  /** The frame at or before a time [s]. */
  indexAt(time: number): number {
    let low = 0;
    let high = this.times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Writes the configuration at a time; false where its frames are still on their way. */
  write(time: number, out: Frame): boolean {
    const index = this.indexAt(time);
    const next = Math.min(index + 1, this.times.length - 1);
    this.readAhead(index);
    const a = this.frames.get(index);
    const b = this.frames.get(next);
    if (!a || !b) return false;
    const span = b.time - a.time;
    const s = span > 0 ? Math.min(1, Math.max(0, (time - a.time) / span)) : 0;
    out.time = time;
    for (let p = 0; p < a.poses.length; p += 7) blendPose(out.poses, p, a.poses, b.poses, s);
    for (let i = 0; i < a.vertices.length; i++)
      out.vertices[i] = a.vertices[i] + s * (b.vertices[i] - a.vertices[i]);
    return true;
  }

  /** Waits until the frames of a time can be written. */
  async ready(time: number): Promise<void> {
    const index = this.indexAt(time);
    await Promise.all([this.load(index), this.load(Math.min(index + 1, this.times.length - 1))]);
  }

  emptyFrame(): Frame {
    const first = this.frames.get(0) as Frame;
    const { poses, velocities, vertices } = first;
    return { time: 0, poses: poses.slice(), velocities: velocities.slice(), vertices: vertices.slice() };
  }

  private readAhead(index: number): void {
    const until = Math.min(this.times.length, index + AHEAD);
    for (let i = index; i < until; i++) void this.load(i).catch(() => {});
  }

  private async load(index: number): Promise<void> {
    if (this.frames.has(index) || this.asked.has(index)) return;
    this.asked.add(index);
    try {
      const frame = await this.recording.frame(index);
      for (const old of this.frames.keys()) {
        if (this.frames.size < KEPT) break;
        if (old > 0) this.frames.delete(old);
      }
      this.frames.set(index, frame);
    } finally {
      this.asked.delete(index);
    }
  }
}

const between = new Float64Array(4);
const turn = new Float64Array(3);

/** Constant velocity, and constant angular velocity about a fixed axis. */
function blendPose(out: Float64Array, at: number, from: Float64Array, to: Float64Array, s: number): void {
  for (let k = at; k < at + 3; k++) out[k] = from[k] + s * (to[k] - from[k]);
  conjugateQuaternion(between, 0, from, at + 3);
  multiplyQuaternions(between, 0, to, at + 3, between, 0);
  rotationVectorFromQuaternion(turn, 0, between, 0);
  for (let k = 0; k < 3; k++) turn[k] *= s;
  quaternionFromRotationVector(between, 0, turn, 0);
  multiplyQuaternions(out, at + 3, between, 0, from, at + 3);
}
