// What a way of a body costs: by how much it misses its goals, and what of it would not look natural.

import type { Goal } from '../../../../scene/index.ts';
import { turnOf } from '../body-speed.ts';
import { gravityStrength, upDirection } from '../../gravity.ts';
import { naturalSpeed } from '../judge/watch.ts';
import type { Model } from '../../model.ts';
import type { ReplayStart } from '../replay.ts';
import { costOf, type GoalMeter } from './meter.ts';
import { metersOf } from './watch-goals.ts';

/** What being twice as fast as is natural costs; one beyond the tolerance of a goal by a radius costs a half. */
const WILD = 2;

/** A way as it is sampled. */
export interface SampledWay {
  readonly body: number;
  /** Of the ball about the body [m]. */
  readonly radius: number;
  /** Ticks between two samples, and numbers of a sample. */
  readonly stride: number;
  readonly width: number;
  readonly path: Float32Array;
  /** From when on it rests. */
  readonly due: number;
  /** Of a fall that the way is held against at least [m]; its own radius unless said. */
  readonly height?: number;
}

export class WayCost {
  private readonly model: Model;
  private readonly goals: readonly Goal[];
  private readonly end: ReplayStart;
  private readonly up: Float64Array;

  /** @param goals  who is hit by whom is no matter of one way alone: those count as met */
  constructor(model: Model, goals: readonly Goal[], end: ReplayStart) {
    this.model = model;
    this.goals = goals;
    this.end = end;
    this.up = upDirection(model);
  }

  /**
   * @param start  from which the way leads
   * @param spin   the fastest of the surface by turning on the way [m/s]; as at its start unless said
   */
  of(way: SampledWay, start: ReplayStart, spin?: number): number {
    const { goals, model } = this;
    const meters = metersOf(model, goals, way.radius, way.body).filter(
      ({ goal: { by } }) => by === undefined,
    );
    const results = meters.map((meter) => this.measure(meter, way));
    const turning = spin ?? way.radius * turnOf(model, start.poses, way.body, start.motion);
    return costOf(results, goals) + this.wildness(way, turning);
  }

  private measure(meter: GoalMeter, { path, width, stride, due }: SampledWay) {
    const { model } = this;
    const time = stride * model.timeStep;
    const last = Math.min(path.length / width - 1, Math.floor(due / stride) + 1);
    // between two samples a body gains that much
    const gain = 0.5 * gravityStrength(model) * time;
    for (let s = 0; s <= last; s++) {
      const i = width * s;
      meter.see(s * time, path[i], path[i + 1], path[i + 2]);
      if (s > 0 && meter.goal.atMost !== undefined)
        meter.seeSpeed(speedBetween(path, i - width, i, time) + gain);
    }
    return meter.result();
  }

  /**
   * What of a way would not look natural (judge/watch.ts), as a cost beside the goals'. Chance alone seldom throws that hard;
   * whoever is told where to come from may.
   */
  private wildness(
    { body, width, stride, radius, path, due, height: least = radius }: SampledWay,
    spin: number,
  ): number {
    const { model, end, up } = this;
    const time = stride * model.timeStep;
    let height = least;
    let fastest = 0;
    for (let s = 0; s * stride <= due; s++) {
      let rise = 0;
      for (let k = 0; k < 3; k++) rise += up[k] * (path[width * s + k] - end.poses[7 * body + k]);
      height = Math.max(height, rise);
      if (s > 0) fastest = Math.max(fastest, speedBetween(path, width * (s - 1), width * s, time));
    }
    const natural = naturalSpeed(model, height);
    const excess = Math.max(0, fastest / natural - 1) + Math.max(0, spin / natural - 1);
    return WILD * excess * excess;
  }
}

/** From one sample to the next [m/s]. */
function speedBetween(path: Float32Array, i: number, j: number, time: number): number {
  const x = path[j] - path[i];
  const y = path[j + 1] - path[i + 1];
  const z = path[j + 2] - path[i + 2];
  return Math.sqrt(x * x + y * y + z * z) / time;
}
