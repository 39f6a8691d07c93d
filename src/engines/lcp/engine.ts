// Complementarity rigid bodies: contacts, friction and joints of each instant solved at the level of velocities, forward
// in time. The same model steps backward in `backward/`.

import type { Frame, Input, State, StepSink } from '../../record/index.ts';
import type { Scene } from '../../scene/index.ts';
import type { Context, Engine, Simulation, StepReport } from '../../sim/index.ts';
import { absentOf, copyState, StepError, Stopped } from '../../sim/index.ts';
import { advanceSteps } from './advance.ts';
import { applyInput } from './apply.ts';
import { loadControls } from './controls.ts';
import { IslandThreads } from './forward/island-threads.ts';
import { buildModel, type Model } from './model.ts';
import { notes } from './notes.ts';
import { type LcpOptions, lcpOptions } from './options.ts';
import { PastSimulation } from './past-simulation.ts';
import { refuse, vocabulary } from './refuse.ts';
import { columns, Report } from './report.ts';
import { wake } from './sleep.ts';
import { type LcpState, startState, writePlaces, writeVelocity } from './state.ts';
import { createWork, step, type Work } from './step.ts';
import { Watch } from './watch.ts';

/** Complementarity rigid bodies, forward and backward in time. */
export const lcp: Engine<LcpOptions> = {
  id: 'lcp',
  title: 'Complementarity rigid bodies, forward and backward in time',
  options: lcpOptions,
  promise: { kind: 'none' },
  columns,
  vocabulary,
  refuse,
  notes,
  start: (scene, options, context) =>
    options.past === 'none'
      ? new LcpSimulation(scene, options, context)
      : new PastSimulation(scene, options, context),
};

class LcpSimulation implements Simulation {
  private readonly model: Model;
  private readonly work: Work;
  private readonly watch: Watch;
  private readonly context: Context;
  private readonly report = new Report();
  private live: LcpState;

  constructor(scene: Scene, options: Readonly<LcpOptions>, context: Context) {
    this.model = buildModel(scene, options, (fraction) => {
      if (context.stop()) throw new Stopped();
      context.progress(fraction, 'cutting bodies into convex pieces');
    });
    const threads = new IslandThreads(context.arena, context.pool, this.model.bodies);
    this.work = createWork(this.model, threads, this.model.looksAhead);
    this.watch = new Watch(this.model);
    this.context = context;
    this.live = startState(this.model);
    loadControls(this.model, this.live);
  }

  get state(): State {
    return this.live;
  }

  get absent(): Uint32Array {
    return absentOf(this.live);
  }

  restore(state: State): void {
    this.live = copyState(state) as LcpState;
    loadControls(this.model, this.live);
  }

  advance(until: number, sink: StepSink): StepReport {
    const { model, live, work, report, watch, context } = this;
    return advanceSteps({ model, live, report, watch, context }, until, sink, () => {
      step(model, live, work, sink);
      const lost = firstLost(live);
      if (lost >= 0) this.failStep(lost);
      report.addStep(work);
      watch.noteSolves(work, live.tick[0] * model.timeStep);
    });
  }

  /** See apply.ts for what each kind of input means. */
  apply(input: Input): void {
    applyInput(this.model, this.live, input);
    this.watch.open();
    wake(this.live);
  }

  writeFrame(frame: Frame): void {
    const { model, live } = this;
    const s = writePlaces(model, live, frame);
    const { time } = frame;
    for (let b = 0; b < model.bodies; b++) {
      // what a body moves with is told from its kick on, in the middle of a step
      if (s >= 0.5) writeVelocity(model, live.poses, b, time, live, frame.velocities, 6 * b);
      else {
        const before = { velocities: live.previousVelocities, momenta: live.previousMomenta };
        writeVelocity(model, live.previousPoses, b, time, before, frame.velocities, 6 * b);
      }
    }
  }

  /** Takes the last step back and says what went wrong. */
  private failStep(lost: number): never {
    const { model, live } = this;
    live.poses.set(live.previousPoses);
    live.velocities.set(live.previousVelocities);
    live.momenta.set(live.previousMomenta);
    live.guessKeys = new Uint32Array(0);
    live.guesses = new Float64Array(0);
    live.jointGuesses.fill(0);
    live.tick[0]--;
    const time = live.tick[0] * model.timeStep;
    live.clock[0] = Math.min(time, Math.max(0, live.clock[0]));
    throw new StepError(time, `the motion left the range of numbers at ${time} s`, [
      {
        what: 'moves too fast for numbers',
        where: `bodies[${lost}] "${model.scene.bodies[lost].name}"`,
        remedy: 'look for a huge force or velocity in the scene',
      },
    ]);
  }
}

/** The first body whose motion is no longer made of numbers, -1 where there is none. */
function firstLost({ poses, velocities, momenta }: LcpState): number {
  for (let i = 0; i < poses.length; i++) if (!Number.isFinite(poses[i])) return Math.floor(i / 7);
  for (let i = 0; i < velocities.length; i++)
    if (!Number.isFinite(velocities[i] + momenta[i])) return Math.floor(i / 3);
  return -1;
}
