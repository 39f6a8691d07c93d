// A run whose scene is its *end*, or a moment in its middle: a pass backward finds how it may have begun, and the run
// then goes forward from there, with the pass's log beside it, through the scene's own state, and on.
//
//   option past: strict | lenient      option present: when the scene's own state is reached [s], 0: at the end
//
// The pass is made again where a recording is resumed: it depends on scene, options and seed alone. Whoever has made it
// already may hand it in.

import type { Frame, Input, State, StepSink } from '../../record/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';
import { type Context, copyState, type Simulation, type StepReport, Stopped } from '../../sim/index.ts';
import { lenientDefaults, rewindDefaults } from './backward/options.ts';
import { refineAsAsked } from './backward/refine/refine.ts';
import { Replay } from './backward/replay.ts';
import { type Past, rewindModel } from './backward/rewind.ts';
import { advanceSteps } from './advance.ts';
import { emitContacts } from './emit-contacts.ts';
import { IslandThreads } from './forward/island-threads.ts';
import { buildModel, type Model } from './model.ts';
import type { LcpOptions } from './options.ts';
import { presentOf } from './present.ts';
import { Report } from './report.ts';
import { type LcpState, startState, writePlaces, writeVelocity } from './state.ts';
import { createWork, step, type Work } from './step.ts';

/** A simulation that runs along a past that was found. */
export class PastSimulation implements Simulation {
  private readonly model: Model;
  private readonly context: Context;
  private readonly past: Past;
  private readonly replay: Replay;
  private readonly work: Work;
  private readonly report = new Report();
  private live: LcpState;

  /** @param found  the past of this very scene, seed and options, where it is known */
  constructor(scene: Scene, options: Readonly<LcpOptions>, context: Context, found?: Past) {
    const model = buildModel(scene, options, (fraction) => {
      if (context.stop()) throw new Stopped();
      context.progress(fraction, 'cutting bodies into convex pieces');
    });
    const past = found ?? findPast(model, scene, options, () => context.stop());
    this.model = model;
    this.context = context;
    this.past = past;
    this.work = createWork(model, new IslandThreads(context.arena, context.pool, model.bodies));
    this.live = startState(model);
    this.live.poses.set(past.start.poses);
    this.live.velocities.set(past.start.motion.velocities);
    this.live.momenta.set(past.start.motion.momenta);
    this.rememberStep();
    this.replay = new Replay(model, past.start, past.rest, past.log);
  }

  get state(): State {
    return this.live;
  }

  restore(state: State): void {
    this.live = copyState(state) as LcpState;
    const { tick, poses, velocities, momenta } = this.live;
    if (tick[0] <= this.past.ticks) this.replay.restore(tick[0], poses, { velocities, momenta });
  }

  advance(until: number, sink: StepSink): StepReport {
    const { model, live, report, context, work } = this;
    return advanceSteps({ model, live, report, context }, until, sink, () => {
      if (live.tick[0] < this.past.ticks) this.replayStep(sink);
      else step(model, live, work, sink);
      report.addStep(work);
    });
  }

  private replayStep(sink: StepSink): void {
    const { model, live, replay, work } = this;
    this.rememberStep();
    replay.step();
    live.poses.set(replay.poses);
    live.velocities.set(replay.motion.velocities);
    live.momenta.set(replay.motion.momenta);
    live.tick[0] = replay.tick;
    work.residual = replay.worstResidual;
    work.depth = 0;
    for (let c = 0; c < replay.contacts.count; c++)
      work.depth = Math.max(work.depth, -replay.contacts.gaps[c]);
    if (sink.wants.contacts)
      emitContacts(model, replay.mid, replay.motion, replay, (replay.tick - 1) * model.timeStep, sink);
  }

  private rememberStep(): void {
    const { live } = this;
    live.previousPoses.set(live.poses);
    live.previousVelocities.set(live.velocities);
    live.previousMomenta.set(live.momenta);
  }

  apply(input: Input): void {
    throw new FaultError('a run toward a wished-for end takes no inputs:', [
      {
        what: 'would lead elsewhere',
        where: `input at ${input.time} s`,
        value: `${input.kind} ${input.target}`,
        remedy: 'set the option past to none, or change the scene',
      },
    ]);
  }

  writeFrame(frame: Frame): void {
    const { model, live } = this;
    writePlaces(model, live, frame);
    for (let b = 0; b < model.bodies; b++)
      writeVelocity(model, live.poses, b, frame.time, live, frame.velocities, 6 * b);
  }
}

function findPast(model: Model, scene: Scene, options: Readonly<LcpOptions>, stop: () => boolean): Past {
  const found = rewindModel(model, {
    seed: scene.seed,
    duration: presentOf(scene, options),
    options: options.past === 'lenient' ? lenientDefaults : rewindDefaults,
    stop,
  });
  if (found === undefined) throw new Stopped();
  const { past } = refineAsAsked(found, options.refine, stop);
  if (stop()) throw new Stopped();
  return past;
}
