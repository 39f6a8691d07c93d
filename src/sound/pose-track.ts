// Where bodies are at any time: straight between the knots of the path, or between frames where none were kept.

import { normalizeQuaternion } from '../num/index.ts';
import type { Recording } from '../record/index.ts';

export class PoseTrack {
  /** [s], never decreasing. */
  readonly times: Float64Array;
  /** Seven numbers a body for each time. */
  private readonly poses: Float64Array;
  private readonly bodies: number;
  private last = 0;

  constructor(times: Float64Array, poses: Float64Array, bodies: number) {
    this.times = times;
    this.poses = poses;
    this.bodies = bodies;
  }

  get end(): number {
    return this.times.length === 0 ? 0 : this.times[this.times.length - 1];
  }

  /** Position and quaternion x y z w of a body; before the first time and after the last it stands still. */
  poseAt(body: number, time: number, out: Float64Array): void {
    const { times, poses } = this;
    const i = this.indexAt(time);
    const a = 7 * (i * this.bodies + body);
    const j = Math.min(i + 1, times.length - 1);
    const b = 7 * (j * this.bodies + body);
    const span = times[j] - times[i];
    const u = span > 0 ? Math.min(1, Math.max(0, (time - times[i]) / span)) : 0;
    let dot = 0;
    for (let k = 3; k < 7; k++) dot += poses[a + k] * poses[b + k];
    const sign = dot < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) out[k] = poses[a + k] + u * (poses[b + k] - poses[a + k]);
    for (let k = 3; k < 7; k++) out[k] = poses[a + k] + u * (sign * poses[b + k] - poses[a + k]);
    normalizeQuaternion(out, 3);
  }

  /** The last time that is not later; asked mostly in order, so it looks near where it was. */
  private indexAt(time: number): number {
    const { times } = this;
    let i = this.last;
    if (i >= times.length || times[i] > time) {
      let low = 0;
      let high = times.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (times[middle] <= time) low = middle;
        else high = middle - 1;
      }
      i = low;
    }
    while (i + 1 < times.length && times[i + 1] <= time) i++;
    this.last = i;
    return i;
  }
}

/** Of a whole recording; knots are taken where they fit, frames otherwise. */
export async function readPoseTrack(recording: Recording): Promise<PoseTrack> {
  const bodies = recording.scene.bodies.length;
  const times: number[] = [];
  const parts: Float64Array[] = [];
  for (let f = 0; f < recording.frameCount; f++) {
    const { times: knots, poses } = await recording.path(f);
    for (let k = 0; k < knots.length; k++) {
      if (times.length > 0 && !(knots[k] > times[times.length - 1])) continue;
      times.push(knots[k]);
      parts.push(poses.subarray(7 * bodies * k, 7 * bodies * (k + 1)));
    }
    const frame = await recording.frame(f);
    if (times.length > 0 && !(frame.time > times[times.length - 1])) continue;
    times.push(frame.time);
    parts.push(frame.poses);
  }
  const all = new Float64Array(7 * bodies * parts.length);
  parts.forEach((part, i) => {
    all.set(part, 7 * bodies * i);
  });
  return new PoseTrack(Float64Array.from(times), all, bodies);
}
