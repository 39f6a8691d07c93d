// What of a body's sound reaches who listens, straight or by a mirror: as late as its way is long, at one microphone or two ears.

import { rotateByQuaternion, unrotateByQuaternion } from '../num/index.ts';
import type { Vec3 } from '../scene/index.ts';
import { emissionTime } from './ears/emission.ts';
import { hear, hearMeasured } from './ears/listener.ts';
import type { MeasuredHead } from './ears/measured-head.ts';
import { travelled } from './ears/way.ts';
import type { Mirror } from './floors/mirrors.ts';
import type { PoseTrack } from './pose-track.ts';
import type { ListenerPath } from './synth/render-body.ts';

/** Samples between two looks at how far away a body is. */
const WAY_EVERY = 64;

/** Which way a head looks. */
export interface Ears {
  /** Where the nose points, and the crown. */
  readonly facing: Vec3;
  readonly up: Vec3;
  /** Instead of a ball. */
  readonly head?: MeasuredHead;
}

export class Arrival {
  private readonly track: PoseTrack;
  private readonly body: number;
  private readonly source: Vec3;
  private readonly pose = new Float64Array(7);

  /** @param source  where on the body its sound starts, in its coordinates [m] */
  constructor(track: PoseTrack, body: number, source: Vec3) {
    this.track = track;
    this.body = body;
    this.source = source;
  }

  /** Where a listener is, from the source along the axes of the body. */
  pathTo(listener: Vec3): ListenerPath {
    const { pose, source } = this;
    const away = new Float64Array(3);
    return (time, out) => {
      this.track.poseAt(this.body, time, pose);
      for (let k = 0; k < 3; k++) away[k] = listener[k] - pose[k];
      unrotateByQuaternion(out, 0, pose, 3, away, 0);
      for (let k = 0; k < 3; k++) out[k] -= source[k];
    };
  }

  /** Whether a mirror ever shows it. */
  isSeenIn(mirror: Mirror): boolean {
    const at = new Float64Array(3);
    return this.track.times.some((time) => {
      this.place(time, at);
      return mirror.reflects(at[0], at[1], at[2]);
    });
  }

  /** @param dry  as it would be heard without the delay of its way [Pa] */
  straight(dry: Float64Array, listener: Vec3, rateHz: number, ears?: Ears): Float64Array[] {
    if (!ears) return [travelled(dry, rateHz, this.waysTo(listener, dry.length, rateHz), WAY_EVERY)];
    const source = (time: number, out: Float64Array): void => this.place(time, out);
    const who = () => ({ position: listener, facing: ears.facing, up: ears.up });
    const { left, right } =
      ears.head === undefined
        ? hear(dry, rateHz, source, who)
        : hearMeasured(dry, rateHz, source, who, ears.head);
    return [left, right];
  }

  /** The same by a mirror, while that shows it: the image of a head has its left ear at its right. */
  mirrored(dry: Float64Array, mirror: Mirror, rateHz: number, ears?: Ears): Float64Array[] {
    const turned = ears && {
      ...ears,
      facing: mirror.turned(ears.facing),
      up: mirror.turned(ears.up),
    };
    const channels = this.straight(dry, mirror.image, rateHz, turned);
    if (ears) channels.reverse();
    const wayAt = this.wayTo(mirror.image);
    const at = new Float64Array(3);
    const parts = new Float64Array(Math.ceil(dry.length / WAY_EVERY) + 2);
    for (let i = 0; i < parts.length; i++) {
      this.place(emissionTime((i * WAY_EVERY) / rateHz, wayAt), at);
      parts[i] = mirror.reflects(at[0], at[1], at[2]) ? mirror.part : 0;
    }
    for (const channel of channels)
      for (let n = 0; n < channel.length; n++) {
        const i = Math.floor(n / WAY_EVERY);
        channel[n] *= parts[i] + (n / WAY_EVERY - i) * (parts[i + 1] - parts[i]);
      }
    return channels;
  }

  private wayTo(listener: Vec3): (time: number) => number {
    const path = this.pathTo(listener);
    const at = new Float64Array(3);
    return (time) => {
      path(time, at);
      return Math.sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
    };
  }

  private waysTo(listener: Vec3, samples: number, rateHz: number): Float64Array {
    const wayAt = this.wayTo(listener);
    const ways = new Float64Array(Math.ceil(samples / WAY_EVERY) + 2);
    for (let i = 0; i < ways.length; i++) ways[i] = wayAt(emissionTime((i * WAY_EVERY) / rateHz, wayAt));
    return ways;
  }

  /** Of the source in the world [m]. */
  private place(time: number, out: Float64Array): void {
    const { pose } = this;
    this.track.poseAt(this.body, time, pose);
    out.set(this.source);
    rotateByQuaternion(out, 0, pose, 3, out, 0);
    for (let k = 0; k < 3; k++) out[k] += pose[k];
  }
}
