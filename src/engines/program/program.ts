// Runs what a specification says: derived equations, compiled to WebAssembly, in steps chosen by their error.
//
// Frames are looked at inside steps, so they cost little and change nothing; a parameter or a control that changes takes
// effect from the present frame. No contacts: the constraints of the specification are all that holds bodies.

import { type Compiled, createSimulator, type Simulator, Trouble } from '../../lagrange/index.ts';
import type { Frame, Input, State, StepSink } from '../../record/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';
import type { Context, Engine, Simulation, StepReport } from '../../sim/index.ts';
import { isBodyChange, StepError, Stopped } from '../../sim/index.ts';
import { compileCached, sceneFault } from './compile-cached.ts';
import { shapeNames } from './dress.ts';
import { FrameMotion } from './frame-motion.ts';
import { parameterValues } from './parameters.ts';
import { refuse, vocabulary } from './refuse.ts';
import { columns, quantityColumns, report } from './report.ts';
import { makeShape } from './shape-mesh.ts';

export interface ProgramOptions {
  readonly tolerance: number;
  readonly longestStep: number;
}

/** Simulators compiled from specifications. */
export const program: Engine<ProgramOptions> = {
  id: 'program',
  title: 'Simulators compiled from specifications',
  options: {
    tolerance: {
      kind: 'number',
      default: 1e-8,
      unit: '',
      min: 1e-13,
      max: 1e-2,
      doc: 'error of a step relative to the size of what moves; a hundredth of it absolute',
    },
    longestStep: {
      kind: 'number',
      default: 0.25,
      unit: 's',
      min: 1e-6,
      max: 1e6,
      doc: 'no step is longer; what happens within one is looked at in four places for events',
    },
  },
  promise: { kind: 'none' },
  columns,
  columnsFor: ({ specification }) => {
    const { compiled } = compileCached(specification ?? '');
    return compiled === undefined ? [] : quantityColumns(compiled.system);
  },
  vocabulary,
  refuse,
  start: (scene, options, context) => new Running(scene, options, context),
};

class Running implements Simulation {
  private readonly scene: Scene;
  private readonly context: Context;
  private readonly compiled: Compiled;
  private readonly simulator: Simulator;
  private readonly motion: FrameMotion;
  /** The frame that each body rides on, −1 for scenery. */
  private readonly frames: Int32Array;
  /** Shapes that change their form, in the order of the scene: their frames, and their points in these. */
  private readonly soft: readonly { readonly frame: number; readonly points: Float64Array }[];

  constructor(scene: Scene, options: Readonly<ProgramOptions>, context: Context) {
    const { compiled, faults } = compileCached(scene.specification ?? '');
    if (compiled === undefined)
      throw new FaultError(`"${scene.name}" cannot run on program:`, faults.map(sceneFault));
    this.scene = scene;
    this.context = context;
    this.compiled = compiled;
    try {
      this.simulator = createSimulator(compiled, {
        relative: options.tolerance,
        longest: options.longestStep,
        parameters: parameterValues(scene, compiled.system).values,
      });
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      throw new FaultError(`"${scene.name}" cannot start:`, [sceneFault(error.fault)]);
    }
    this.motion = new FrameMotion(compiled.system);
    const shapes = shapeNames(compiled.system);
    const names = new Map(shapes.map(({ name, frame }) => [name, frame]));
    this.frames = Int32Array.from(scene.bodies, ({ name }) => names.get(name) ?? -1);
    this.soft = scene.deformables.map(({ name }) => {
      const { kind, numbers, frame } =
        compiled.system.shapes[shapes.findIndex((shape) => shape.name === name)];
      return { frame, points: makeShape(kind, numbers).mesh.positions };
    });
  }

  get state(): State {
    return { simulator: this.simulator.save() };
  }

  restore({ simulator: saved }: State): void {
    if (!(saved instanceof Float64Array)) throw new Error('the snapshot is not one of a specification');
    this.simulator.restore(saved);
  }

  advance(until: number, _sink: StepSink): StepReport {
    const { simulator, context } = this;
    if (until < simulator.time)
      throw new StepError(simulator.time, `a specification cannot go back to ${until} s`, []);
    if (context.stop()) throw new Stopped();
    const before = simulator.counts.accepted;
    const { time, trouble } = simulator.advance(until, () => context.stop());
    if (trouble !== undefined) throw new StepError(time, trouble.message, [sceneFault(trouble.fault)]);
    if (time < until) throw new Stopped();
    const mode = this.compiled.programs.findIndex((one) => one.mode === simulator.mode);
    return { steps: simulator.counts.accepted - before, values: report(simulator, mode) };
  }

  /** A parameter or a control gets another value from now on; numbered in the order of the text. */
  apply(input: Input): void {
    const { parameters, controls } = this.compiled.system;
    const { kind, target, values } = input;
    const list = kind === 'parameter' ? parameters : kind === 'control' ? controls : [];
    if (!(Number.isInteger(target) && target >= 0 && target < list.length) || !Number.isFinite(values[0]))
      throw new FaultError('the specification cannot follow this input:', [
        {
          what: isBodyChange(kind)
            ? 'what moves does so by the equations of the specification alone'
            : 'is no value for a parameter or a control of the specification',
          where: `input at ${input.time} s`,
          value: `${kind} ${target}`,
          remedy: `send kind "parameter" (0 to ${parameters.length - 1}) or "control" (0 to ${controls.length - 1}) with one number`,
        },
      ]);
    this.simulator.set(kind === 'parameter' ? target : parameters.length + target, values[0]);
  }

  writeFrame(frame: Frame): void {
    const { simulator, motion, frames } = this;
    frame.time = simulator.time;
    motion.update(simulator.positions, simulator.rates);
    this.scene.bodies.forEach(({ pose: { position, orientation } }, b) => {
      const f = frames[b];
      for (let k = 0; k < 3; k++) {
        frame.poses[7 * b + k] = f < 0 ? position[k] : motion.positions[3 * f + k];
        frame.velocities[6 * b + k] = f < 0 ? 0 : motion.velocities[3 * f + k];
        frame.velocities[6 * b + 3 + k] = f < 0 ? 0 : motion.spins[3 * f + k];
      }
      for (let k = 0; k < 4; k++)
        frame.poses[7 * b + 3 + k] = f < 0 ? orientation[k] : motion.rotations[4 * f + k];
    });
    let at = 0;
    for (const { frame: f, points } of this.soft) {
      motion.placePoints(frame.vertices, at, f, points);
      at += points.length;
    }
  }
}
