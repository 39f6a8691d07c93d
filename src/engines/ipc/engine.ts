// Intersection-free bodies and particles: give a scene, no tuning, and no two bodies ever touch, at any instant.

import type { Frame, Input, State, StepSink } from '../../record/index.ts';
import { coreOf, type Deformable, type Scene } from '../../scene/index.ts';
import type { Context, Engine, Simulation, StepReport } from '../../sim/index.ts';
import { absentOf, blendPose, copyState, StepError, stillAbsent } from '../../sim/index.ts';
import { loadAbsent } from './absent.ts';
import { applyInput } from './apply.ts';
import { tellJump } from './apply-change.ts';
import { loadMaterials } from './apply-parameter.ts';
import { emitContacts } from './contact/emit-contacts.ts';
import { emitReactions } from './joints/finish.ts';
import { buildModel, type Model } from './model.ts';
import { placeModel } from './native.ts';
import { type IpcOptions, ipcOptions } from './options.ts';
import { restorePairs, savePairs } from './contact/pair-state.ts';
import { itemRows } from './owners/item-rows.ts';
import { factorsOf } from './soft/hardness.ts';
import { blendParticles, copyParticles, tellParticles } from './owners/particles.ts';
import { refuse, vocabulary } from './refuse.ts';
import { columns, Report } from './report.ts';
import { type IpcState, initialState, writeSpin } from './state.ts';
import { wake } from './step/sleep.ts';
import { startOver, takeStep } from './step/substeps.ts';
import { createWork, type Work } from './step/work.ts';

/** Intersection-free rigid bodies, and what deforms among them. */
export const ipc: Engine<IpcOptions> = {
  id: 'ipc',
  title: 'Intersection-free rigid bodies, and what deforms among them',
  options: ipcOptions,
  promise: { kind: 'never intersects' },
  promiseFor: (scene, { minimumSeparation: least }) => {
    const isRound = scene.deformables.length > 0 || scene.bodies.some(({ shape }) => coreOf(shape));
    const round = isRound ? ({ round: true } as const) : {};
    const thick = scene.deformables.some(isSheetOrRod) ? ({ thick: true } as const) : {};
    const surfaces = { ...round, ...thick };
    return least > 0 ? { kind: 'separation', least, ...surfaces } : { kind: 'never intersects', ...surfaces };
  },
  columns,
  vocabulary,
  refuse,
  start: (scene, options, context) => new IpcSimulation(scene, options, context),
};

function isSheetOrRod({ kind }: Deformable): boolean {
  return kind !== 'particles' && kind !== 'solid';
}

class IpcSimulation implements Simulation {
  private readonly model: Model;
  private readonly work: Work;
  private readonly context: Context;
  private readonly report = new Report();
  private live: IpcState;

  constructor(scene: Scene, options: Readonly<IpcOptions>, context: Context) {
    this.model = placeModel(buildModel(scene, options), context.arena, context.pool);
    this.work = createWork(this.model, context.arena, context.pool);
    this.context = context;
    this.live = initialState(this.model, this.work.joints.rowCount);
    loadAbsent(this.work, this.live);
    this.loadPoses();
  }

  get absent(): Uint32Array {
    return absentOf(this.live);
  }

  get state(): State {
    savePairs(this.work, this.live);
    return this.live;
  }

  restore(state: State): void {
    this.live = copyState(state) as IpcState;
    this.work.nearby.pairs = [];
    loadAbsent(this.work, this.live);
    loadMaterials(this.work, this.live);
    this.work.softFactors.set(factorsOf(this.live) ?? []);
    restorePairs(this.work, this.live);
    this.loadPoses();
  }

  advance(until: number, sink: StepSink): StepReport {
    const { live, model, work, report } = this;
    if (until < live.clock[1])
      throw new StepError(live.clock[1], `this engine cannot go back to ${until} s`, []);
    const h = model.timeStep;
    report.clear(work);
    const contacts = itemRows(sink, model, live);
    this.tellKnots(live.clock[1], until, sink);
    tellJump(work, live, until, sink);
    while (live.clock[0] * h < until) {
      const before = live.clock[0] * h;
      try {
        takeStep(work, live, this.context, () => {
          report.addPart(work, live);
          if (sink.wants.contacts) emitContacts(work, live, contacts, sink);
          if (sink.wants.contacts) emitReactions(work, live, sink);
        });
      } catch (error) {
        startOver(work, live); // the last good state
        live.clock[1] = before;
        throw error;
      }
      report.addStep(work, live);
      this.tellKnots(before, until, sink);
      this.context.progress(Math.min(1, (live.clock[0] * h) / model.scene.duration), 'simulating');
    }
    live.clock[1] = until;
    report.finish(work, live);
    return { steps: report.steps, values: report.values };
  }

  /** See apply.ts for what each kind of input means. */
  apply(input: Input): void {
    applyInput(this.work, this.live, input);
    wake(this.live);
  }

  writeFrame(frame: Frame): void {
    const { live, model } = this;
    const { pathTimes: times, pathPoses: poses } = live;
    const { bodies, count } = model;
    const time = Math.max(live.clock[1], 0);
    frame.time = time;
    const size = 7 * count;
    let j = 1;
    while (j < times.length - 1 && times[j] < time) j++;
    if (j >= times.length) {
      frame.poses.set(poses.subarray(0, 7 * bodies));
      copyParticles(frame.vertices, poses, 0, bodies, model.firstOf[model.firstOf.length - 1]);
    } else {
      const s = Math.min(1, Math.max(0, (time - times[j - 1]) / (times[j] - times[j - 1])));
      for (let i = 0; i < bodies; i++) {
        if (s >= 1) for (let k = 7 * i; k < 7 * i + 7; k++) frame.poses[k] = poses[size * j + k];
        else blendPose(frame.poses, 7 * i, poses, size * (j - 1) + 7 * i, poses, size * j + 7 * i, s);
      }
      blendParticles(frame.vertices, poses, j, s, model);
    }
    for (let i = 0; i < bodies; i++) {
      for (let k = 0; k < 3; k++) frame.velocities[6 * i + k] = live.velocity[3 * i + k];
      writeSpin(model, live.orientation, 4 * i, i, live.angularMomentum, 3 * i, frame.velocities, 6 * i + 3);
    }
    stillAbsent(frame.velocities, live);
  }

  /** Tells the knots of the last step in (from, until]. */
  private tellKnots(from: number, until: number, sink: StepSink): void {
    if (!sink.wants.path) return;
    const { model, live } = this;
    const { pathTimes: times, pathPoses: poses } = live;
    const size = 7 * model.count;
    for (let j = 0; j < times.length; j++) {
      if (!(times[j] > from && times[j] <= until)) continue;
      sink.knot(times[j], poses.subarray(size * j, size * j + 7 * model.bodies));
      tellParticles(sink, times[j], poses, size * j, model);
    }
    // between its knots every particle goes straight
    if (model.count > model.bodies) sink.stray(0);
  }

  private loadPoses(): void {
    const { poses, trial } = this.work;
    poses.place(this.model, this.live.position, this.live.orientation);
    trial.copy(poses);
  }
}
