// Free flight: rigid bodies under gravity and given forces that pass through each other.
//
// The smallest complete engine: fixed steps, no contact, no promise about intersections. It is
// here to learn the contract from, and to try everything around engines with.

import type { Frame, Input, State, StepSink } from '../../record/index.ts';
import type { Scene } from '../../scene/index.ts';
import type { Context, Engine, Simulation, StepReport } from '../../sim/index.ts';
import {
  absentOf,
  blendPose,
  copyState,
  jumpOf,
  StepError,
  type SteppedState,
  stillAbsent,
  Stopped,
  tellFirstKnots,
} from '../../sim/index.ts';
import { applyInput } from './apply.ts';
import type { Model } from './model.ts';
import { buildModel } from './model.ts';
import { refuse, vocabulary } from './refuse.ts';
import { columns, report } from './report.ts';
import { startState } from './state.ts';
import { step } from './step.ts';

export interface FlightOptions {
  readonly timeStep: number;
}

/** Free flight without contact. */
export const flight: Engine<FlightOptions> = {
  id: 'flight',
  title: 'Free flight without contact',
  options: {
    timeStep: {
      kind: 'number',
      default: 1 / 1024,
      unit: 's',
      min: 1e-7,
      max: 0.1,
      doc: 'length of a step; errors of rotation fall with its fourth power',
    },
  },
  promise: { kind: 'none' },
  columns,
  vocabulary,
  refuse,
  start: (scene, options, context) => new Flight(scene, options, context),
};

class Flight implements Simulation {
  private readonly scene: Scene;
  private readonly model: Model;
  private readonly context: Context;
  private live: SteppedState;

  constructor(scene: Scene, options: Readonly<FlightOptions>, context: Context) {
    this.scene = scene;
    this.model = buildModel(scene, options.timeStep);
    this.context = context;
    this.live = startState(scene, this.model);
  }

  get state(): State {
    return this.live;
  }

  get absent(): Uint32Array {
    return absentOf(this.live);
  }

  restore(state: State): void {
    this.live = copyState(state) as SteppedState;
  }

  advance(until: number, sink: StepSink): StepReport {
    const { model, live } = this;
    if (until < live.clock[0])
      throw new StepError(live.clock[0], `free flight cannot go back to ${until} s`, []);
    // A step may end beyond `until`; its knot is told when the clock has come that far.
    const tellKnot = () => sink.knot(live.tick[0] * model.timeStep, live.poses);
    tellFirstKnots(live, sink, live.clock[0], until, live.tick[0] * model.timeStep, live.poses);

    let steps = 0;
    while (live.tick[0] * model.timeStep < until) {
      if (this.context.stop()) throw new Stopped();
      step(model, live);
      steps++;
      if (!isInRange(live)) this.failStep();
      live.clock[0] = Math.min(until, live.tick[0] * model.timeStep);
      if (live.tick[0] * model.timeStep <= until) tellKnot();
    }
    live.clock[0] = until;
    return { steps, values: report(model, live) };
  }

  /** See apply.ts for what each kind of input means. */
  apply(input: Input): void {
    applyInput(this.scene, this.model, this.live, input);
  }

  writeFrame(frame: Frame): void {
    const { model, live } = this;
    const time = live.clock[0];
    frame.time = time;
    const end = live.tick[0] * model.timeStep;
    const s = time >= end ? 1 : 1 - (end - time) / model.timeStep;
    frame.poses.set(live.poses);
    frame.velocities.set(live.velocities);
    if (s < 1 && live.tick[0] > 0) {
      for (let i = 0; i < frame.velocities.length; i++) {
        frame.velocities[i] =
          live.previousVelocities[i] + s * (live.velocities[i] - live.previousVelocities[i]);
      }
      const poses = jumpOf(live) ?? live.poses;
      for (let b = 0; b < model.bodies; b++) {
        blendPose(frame.poses, 7 * b, live.previousPoses, 7 * b, poses, 7 * b, s);
      }
    }
    stillAbsent(frame.velocities, live);
  }

  /** Takes the last step back and says what went wrong. */
  private failStep(): never {
    const { model, live } = this;
    const lost = live.poses.findIndex((value) => !Number.isFinite(value));
    live.poses.set(live.previousPoses);
    live.velocities.set(live.previousVelocities);
    live.momenta.set(live.previousMomenta);
    live.tick[0]--;
    const time = live.tick[0] * model.timeStep;
    live.clock[0] = time;
    const body = lost >= 0 ? `bodies[${Math.floor(lost / 7)}]` : 'bodies';
    throw new StepError(time, `the motion left the range of numbers at ${time} s`, [
      {
        what: 'moves too fast for numbers',
        where: body,
        remedy: 'look for a huge force or velocity in the scene',
      },
    ]);
  }
}

function isInRange({ poses, velocities }: SteppedState): boolean {
  for (let i = 0; i < poses.length; i++) if (!Number.isFinite(poses[i])) return false;
  for (let i = 0; i < velocities.length; i++) if (!Number.isFinite(velocities[i])) return false;
  return true;
}
