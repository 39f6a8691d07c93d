// Sees how a replay meets its goals, step by step.

import type { Goal } from '../../../../scene/index.ts';
import { radiiOf } from '../alone/extents.ts';
import type { Model } from '../../model.ts';
import type { Replay, ReplayStart } from '../replay.ts';
import { GoalMeter, type GoalResult } from './meter.ts';

/** Who is to hit and has not hit yet is at least so far away, in radii: bodies are taken for the balls about them. */
const NOT_YET = 1e-3;

/** Meters of the goals of one body. */
export function metersOf(model: Model, goals: readonly Goal[], radius: number, body: number): GoalMeter[] {
  return goals.flatMap((goal, i) =>
    goal.bodies.includes(body) ? [new GoalMeter(model, goal, i, body, radius)] : [],
  );
}

export class GoalWatch {
  private readonly model: Model;
  private readonly radii: Float64Array;
  private readonly meters: readonly GoalMeter[];

  constructor(model: Model, goals: readonly Goal[], start: ReplayStart) {
    this.model = model;
    this.radii = radiiOf(model);
    this.meters = goals.flatMap((goal, i) =>
      goal.bodies.map((body) => new GoalMeter(model, goal, i, body, this.radii[body])),
    );
    for (const meter of this.meters) this.look(meter, 0, start);
  }

  /** After each step of the replay. */
  step(replay: Replay): void {
    const time = replay.tick * this.model.timeStep;
    for (const meter of this.meters) this.look(meter, time, replay);
    if (this.meters.some(({ goal }) => goal.by !== undefined)) this.lookForBlows(replay);
  }

  results(): GoalResult[] {
    return this.meters.map((meter) => meter.result());
  }

  private look(meter: GoalMeter, time: number, { poses, motion: { velocities: v } }: ReplayStart): void {
    const { body, goal } = meter;
    const at = 3 * body;
    meter.see(time, poses[7 * body], poses[7 * body + 1], poses[7 * body + 2]);
    meter.seeSpeed(Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]));
    if (goal.by === undefined) return;
    let square = 0;
    for (let k = 0; k < 3; k++)
      square +=
        (poses[7 * body + k] - poses[7 * goal.by + k]) * (poses[7 * body + k] - poses[7 * goal.by + k]);
    const { radii } = this;
    meter.seeOther(Math.max(NOT_YET * radii[body], Math.sqrt(square) - radii[body] - radii[goal.by]));
  }

  private lookForBlows({ contacts: { a, b, count }, impulses, tick }: Replay): void {
    if (tick <= 1) return;
    for (let c = 0; c < count; c++) {
      if (!(impulses.normal[c] > 0)) continue;
      for (const meter of this.meters) {
        const { body, goal } = meter;
        if ((a[c] === body && b[c] === goal.by) || (b[c] === body && a[c] === goal.by)) meter.seeOther(0);
      }
    }
  }
}
