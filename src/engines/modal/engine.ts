// Flexible multibody contact: rigid motion and vibration modes together, contacts at near-audio rates, so that chatter,
// micro-collisions and energy passed through a table come out of the physics.
//
// Zheng, James 2011, "Toward High-Quality Modal Contact Sound", §3 and §4. docs/engines/modal.md has the method.

import type { Bending, Frame, Input, State, StepSink } from '../../record/index.ts';
import type { Context, Engine, Simulation, StepReport } from '../../sim/index.ts';
import { copyState, StepError, Stopped } from '../../sim/index.ts';
import { takeEvent } from './advance/event.ts';
import { createWork, type Work } from './advance/work.ts';
import { makeMoment } from './advance/flow.ts';
import { nextTime } from './advance/members.ts';
import { applyInput } from './apply.ts';
import { writeFrame } from './frame.ts';
import { buildModel, type Model } from './model.ts';
import { type ModalOptions, modalOptions } from './options.ts';
import { refuse, vocabulary } from './refuse.ts';
import { columns, Report } from './report.ts';
import { bendingOf } from './shapes.ts';
import { sharedBodies } from './shared-bodies.ts';
import { type ModalState, startState } from './state.ts';

/** Contact of bodies that vibrate. */
export const modal: Engine<ModalOptions> = {
  id: 'modal',
  title: 'Flexible bodies that vibrate in contact',
  options: modalOptions,
  promise: { kind: 'none' },
  columns,
  vocabulary,
  refuse,
  start: (scene, options, context) => {
    const bodies = sharedBodies(scene, options, (fraction, doing) => {
      if (context.stop()) throw new Stopped();
      context.progress(fraction, doing);
    });
    return new ModalSimulation(buildModel(scene, options, bodies), context);
  },
};

export class ModalSimulation implements Simulation {
  private readonly model: Model;
  private readonly work: Work;
  private readonly context: Context;
  private readonly report = new Report();
  private live: ModalState;

  constructor(model: Model, context: Context) {
    this.model = model;
    this.work = createWork(this.model);
    this.context = context;
    this.live = startState(this.model);
  }

  get state(): State {
    return this.live;
  }

  get bending(): Bending | undefined {
    return bendingOf(this.model.bodies);
  }

  restore(state: State): void {
    this.live = copyState(state) as ModalState;
  }

  /** Events below `until` are done: all kicks of bodies that others could still take back lie behind it. */
  advance(until: number, sink: StepSink): StepReport {
    const { model, live, work, report, context } = this;
    if (until < live.clock[0])
      throw new StepError(live.clock[0], `a run forward cannot go back to ${until} s`, []);
    report.clear();
    for (;;) {
      const time = nextTime(model, live);
      if (!(time < until)) break;
      if (context.stop()) throw new Stopped();
      const lost = takeEvent(model, live, work, report, sink);
      if (lost >= 0) this.fail(lost, time);
      live.clock[0] = Math.max(live.clock[0], time);
      context.progress(Math.min(1, time / model.scene.duration), 'simulating');
    }
    live.clock[0] = until;
    report.finish(model, live);
    return { steps: report.steps, values: report.values };
  }

  apply(input: Input): void {
    applyInput(this.model, this.live, input);
  }

  writeFrame(frame: Frame): void {
    writeFrame(this.model, this.live, makeMoment(this.model), frame);
  }

  private fail(lost: number, time: number): never {
    throw new StepError(time, `the motion left the range of numbers at ${time} s`, [
      {
        what: 'moves too fast for numbers',
        where: `bodies[${lost}] "${this.model.scene.bodies[lost].name}"`,
        remedy: 'look for a huge force or velocity in the scene',
      },
    ]);
  }
}
