// Outcomes (src/sim/outcome.ts) of a run that is not kept: of its first frame and this one, and of this one and the one
// before; or, for expectations, of the whole of it.

import type { Column, Frame, FrameRecord } from '../../record/index.ts';
import type { Scene } from '../../scene/index.ts';
import type { Outcome } from '../../sim/index.ts';

/** Two frames as a run of two. */
export class TwoFrames {
  readonly outcome: Outcome;
  private readonly half: number;
  private count = 0;

  constructor(scene: Scene) {
    this.half = scene.bodies.length;
    this.outcome = {
      scene,
      columns: [],
      times: new Float64Array(2),
      poses: new Float64Array(14 * this.half),
      velocities: new Float64Array(12 * this.half),
      vertices: new Float64Array(0),
      reports: new Float64Array(0),
    };
  }

  /** This frame is the later one. @param follow  so that the one that was becomes the earlier one */
  see(frame: Frame, follow: boolean): void {
    const { times, poses, velocities } = this.outcome;
    if (follow) {
      poses.copyWithin(0, 7 * this.half);
      velocities.copyWithin(0, 6 * this.half);
      times[0] = times[1];
    }
    if (this.count++ === 0) this.put(frame, 0);
    this.put(frame, 1);
  }

  private put(frame: Frame, place: 0 | 1): void {
    const { times, poses, velocities } = this.outcome;
    times[place] = frame.time;
    poses.set(frame.poses, place * 7 * this.half);
    velocities.set(frame.velocities, place * 6 * this.half);
  }
}

/** Every frame of a run. */
export class WholeRun {
  private readonly records: Pick<FrameRecord, 'frame' | 'report'>[] = [];
  private readonly scene: Scene;
  private readonly columns: readonly Column[];

  constructor(scene: Scene, columns: readonly Column[]) {
    this.scene = scene;
    this.columns = columns;
  }

  see({ frame, report }: FrameRecord): void {
    this.records.push({ frame, report });
  }

  outcome(): Outcome {
    const { scene, columns, records } = this;
    const join = (take: (record: (typeof records)[number]) => Float64Array): Float64Array => {
      const parts = records.map(take);
      const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const part of parts) {
        whole.set(part, at);
        at += part.length;
      }
      return whole;
    };
    return {
      scene,
      columns,
      times: Float64Array.from(records, ({ frame }) => frame.time),
      poses: join(({ frame }) => frame.poses),
      velocities: join(({ frame }) => frame.velocities),
      vertices: join(({ frame }) => frame.vertices),
      reports: join(({ report }) => report),
    };
  }
}
