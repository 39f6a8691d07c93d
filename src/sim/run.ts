// Advances a simulation frame by frame. A generator, so the caller owns the clock: a command
// line prints between frames, a page draws, a worker drains.
//
// Frame k is at k / frameRateHz: divided, never added up, so the times of frames do not drift
// and do not depend on where a run began.

import {
  bendCount,
  firstVertices,
  type Frame,
  type FrameRecord,
  type Input,
  sizesOf,
} from '../record/index.ts';
import type { Scene } from '../scene/index.ts';
import { Collector } from './collector.ts';
import type { Complaint } from './complaint.ts';
import type { Simulation, StepReport } from './engine.ts';
import { Stopped } from './engine.ts';

/** Which frames to make, and how. */
export interface RunPlan {
  /** What is simulated. */
  readonly scene: Scene;
  /** Columns of the engine's report. */
  readonly reportColumns: number;
  /** The first frame to make: 0 for the start, one more than the last recorded one to resume. */
  readonly firstFrame?: number;
  /** The last frame to make; the scene's duration by default. */
  readonly lastFrame?: number;
  /** Instead of the scene's own. */
  readonly frameRateHz?: number;
  /** What is kept between frames; everything unless said. */
  readonly wants?: { readonly path: boolean; readonly contacts: boolean };
  /** What comes from outside before the motion goes on from `time` [s] to frame `index`. */
  readonly inputs?: (index: number, time: number) => readonly Input[];
  /** What the engine did worse than asked; what it throws ends the run. */
  readonly heard?: (complaint: Complaint) => void;
  /** Asked between frames; true ends the run with `Stopped`. */
  readonly stop?: () => boolean;
  /** [ms] */
  readonly now?: () => number;
}

/** The number of the last frame of a scene. */
export function lastFrameOf(scene: Scene, frameRateHz = scene.frameRateHz): number {
  // A duration such as 0.1 s at 30 Hz is meant to give 3 frames although 0.1 × 30 rounds to 3.0000000000000004.
  return Math.max(0, Math.floor(scene.duration * frameRateHz * (1 + 1e-12) + 1e-9));
}

/** [s] */
export function frameTime(index: number, frameRateHz: number): number {
  return index / frameRateHz;
}

/**
 * Yields every frame from the first to the last. The simulation stands at the frame it yielded last.
 * A `StepError` of the engine passes through: its state is then the last good one, which may be later than
 * the last frame.
 */
export function* run(simulation: Simulation, plan: RunPlan): Generator<FrameRecord, void> {
  const { scene, reportColumns } = plan;
  const frameRateHz = plan.frameRateHz ?? scene.frameRateHz;
  const lastFrame = plan.lastFrame ?? lastFrameOf(scene, frameRateHz);
  const now = plan.now ?? (() => performance.now());
  const sizes = sizesOf(scene, reportColumns);
  const bends = bendCount(simulation.bending);
  const collector = new Collector(
    plan.wants ?? { path: true, contacts: true },
    sizes.vertices > 0,
    firstVertices(scene),
  );

  for (let index = plan.firstFrame ?? 0; index <= lastFrame; index++) {
    if (plan.stop?.()) throw new Stopped();
    const began = now();
    const before = frameTime(Math.max(0, index - 1), frameRateHz);
    const inputs =
      index === 0 ? [] : (plan.inputs?.(index, before) ?? []).map((input) => ({ ...input, time: before }));
    for (const input of inputs) simulation.apply(input);

    const time = frameTime(index, frameRateHz);
    const { steps, values, complaints = [] }: StepReport = simulation.advance(time, collector);
    if (plan.heard !== undefined) for (const complaint of complaints) plan.heard(complaint);
    const absent = simulation.absent?.slice();
    const frame: Frame = {
      time,
      poses: new Float64Array(7 * sizes.bodies),
      velocities: new Float64Array(6 * sizes.bodies),
      vertices: new Float64Array(3 * sizes.vertices),
      ...(absent && absent.length > 0 ? { absent } : {}),
      ...(bends > 0 ? { bends: new Float64Array(bends) } : {}),
    };
    simulation.writeFrame(frame);
    frame.time = time;
    yield {
      index,
      frame,
      steps,
      report: values.slice(),
      stray: collector.takeStray(),
      wallMs: now() - began,
      path: collector.takePath(),
      turns: collector.takeTurns(),
      vertexKnots: collector.takeVertexKnots(),
      contacts: collector.takeContacts(),
      reactions: collector.takeReactions(),
      inputs,
    };
  }
}
