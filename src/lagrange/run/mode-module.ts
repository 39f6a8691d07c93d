// The WebAssembly module of one mode, instantiated: its arrays as views, its kernels as calls.

import type { Node } from '../dag/dag.ts';
import type { Kernel } from '../code/lower.ts';
import { clock } from '../code/integrate/clock.ts';
import type { CodeArray } from '../code/ir.ts';
import { simulationCode } from '../code/simulation.ts';
import { emitWasm } from '../code/print/wasm.ts';
import { Kinematics } from '../elaborate/kinematics.ts';
import type { SplitProgram } from '../structure/integrations.ts';
import type { Program } from '../structure/program.ts';
import type { System, SystemEvent } from '../system.ts';
import { Parts } from './parts.ts';
import { STIFF_STEP, StiffSteps } from './stiff.ts';
import { eventsOf, triggerRates } from '../mechanics/watched-events.ts';

/** Numbers a frame in `poses`: translation x y z, rotation x y z w, scale x y z, all in the root. */
export const POSE_SIZE = 10;

type Exported = (...given: number[]) => number;

/** What the host asks of a state, beside what the integrator needs. */
type KernelName =
  | 'energies'
  | 'residuals'
  | 'residualRates'
  | 'starts'
  | 'parts'
  | 'poses'
  | 'quantities'
  | 'triggers'
  | 'resets';

/** The program of one mode, in WebAssembly. */
export class ModeModule {
  /** What it was made of. */
  readonly program: Program;
  /** Those of every mode, then those of this one. */
  readonly events: readonly SystemEvent[];
  /** Time, parameters, controls, positions, rates. */
  readonly inputs: Float64Array;
  /** Time and steps. */
  readonly clock: Float64Array;
  /** What is integrated. */
  readonly state: Float64Array;
  /** Everything that a run depends on, for saving: arrays in this order. */
  readonly kept: readonly Float64Array[];
  /** Takes over where the motion is stiff. */
  readonly stiff: StiffSteps;
  /** Several that do not know each other, each with its own steps; then nothing is integrated here. */
  private readonly parts: Parts | undefined;
  private readonly denseArrays: readonly Float64Array[];
  private readonly exports: Readonly<Record<string, Exported>>;
  private readonly offsets: ReadonlyMap<string, number>;
  private readonly results: ReadonlyMap<KernelName, Float64Array>;

  /** @param part  one that is only integrated: nobody looks at anything but its state */
  constructor(program: SplitProgram, method: IntegrationMethod, part = false) {
    const { system } = program;
    this.program = program;
    this.events = part ? [] : eventsOf(system, program.mode);
    const { kernels, arrays, offsets, module } = built(program, this.events, method, part);
    const instance = new WebAssembly.Instance(module);
    const { memory, ...functions } = instance.exports;
    this.exports = functions as Readonly<Record<string, Exported>>;
    this.offsets = offsets;
    const lengths = new Map(arrays.map(({ name, length }) => [name, length]));
    const { buffer } = memory as WebAssembly.Memory;
    const view = (name: string): Float64Array =>
      new Float64Array(buffer, offsets.get(name), lengths.get(name));
    this.inputs = view('inputs');
    this.clock = view('clock');
    this.state = view('state');
    this.denseArrays = arrays.filter(({ name }) => /^dense\d$/.test(name)).map(({ name }) => view(name));
    this.stiff = new StiffSteps(this, method);
    this.parts =
      program.parts === undefined
        ? undefined
        : new Parts(this, program.parts, (part) => new ModeModule(part, method, true));
    const kept = this.parts === undefined ? /^(clock|inputs|state|dense\d)$/ : /^(clock|inputs)$/;
    this.kept = [
      ...arrays.filter(({ name }) => kept.test(name)).map(({ name }) => view(name)),
      ...(this.parts?.kept ?? []),
    ];
    this.results = new Map(
      kernels.map(({ name, outputs }) => [
        name as KernelName,
        view(`${name}Values`).subarray(0, outputs.length),
      ]),
    );
  }

  /** Values at what `inputs` holds; valid until the next call. */
  evaluate(name: KernelName): Float64Array {
    const values = this.results.get(name) as Float64Array;
    if (values.length > 0) this.exports[name](this.offset('inputs'), this.offset(`${name}Values`));
    return values;
  }

  /** Rates of the state at what `inputs` holds; valid until the next call. */
  derivative(): Float64Array {
    this.exports.derivative(this.offset('inputs'), this.offset('shown'));
    return new Float64Array(this.inputs.buffer, this.offset('shown'), this.state.length);
  }

  /** Begins an integration. */
  start(): void {
    this.exports.start();
    this.parts?.begin();
  }

  /** Goes on after the state was changed. */
  resume(): void {
    this.exports.resume();
    this.parts?.resume();
  }

  /** Begins where another mode has ended: with its inputs and its time. */
  follow(before: ModeModule): void {
    this.inputs.set(before.inputs);
    this.clock.set(before.clock);
    this.clock[clock.stiff] = 0;
    this.clock[clock.stiffLooks] = 0;
    this.clock[clock.careful] = 0;
  }

  /** The past says nothing about the steps to come. */
  forgetPace(): void {
    this.clock[clock.stepSize] = 0;
    this.parts?.forgetPace();
  }

  /** Notes how far from singular the pose in the inputs is, as a measure for later. */
  calibrate(): void {
    this.exports.calibrate();
    this.parts?.begin();
  }

  /** Positions in the inputs back to their constraints. */
  settlePositions(): void {
    this.exports.settlePositions();
  }

  /** Rates in the inputs to where the constraints allow them, by an impulse of the constraints' forces. */
  impulse(): void {
    this.exports.impulse();
  }

  /** Positions and rates in the inputs back to their constraints. */
  stabilize(): void {
    this.exports.stabilize();
  }

  /** What follows from the state, in the inputs. */
  complete(): void {
    this.exports.complete();
  }

  /** A coefficient of the state inside the last step. */
  dense(which: number): Float64Array {
    return this.denseArrays[which];
  }

  /** Makes the arrays that are kept say all about the last step. */
  prepare(): void {
    if (this.parts === undefined) this.exports.prepare();
    else this.parts.prepare();
  }

  /** @returns false where steps became too short */
  step(until: number): boolean {
    if (this.parts !== undefined) return this.parts.step(until);
    if (this.stiff.active) return this.stiff.step(until);
    if (this.exports.step(until) === 0) return false;
    this.stiff.look();
    return true;
  }

  /** Shows the motion at a time within the last step [s]. */
  show(time: number): void {
    if (this.parts !== undefined) this.parts.show(time);
    else if (this.clock[clock.dense] === STIFF_STEP) this.stiff.show(time);
    else this.exports.show(time);
  }

  /** The end of the last step, from where searches begin; parts that are further ahead stay as they are. */
  showEnd(): void {
    if (this.parts === undefined) this.show(this.clock[clock.time]);
    else this.parts.showEnd();
  }

  private offset(name: string): number {
    return this.offsets.get(name) as number;
  }
}

interface Built {
  readonly kernels: readonly Kernel[];
  readonly arrays: readonly CodeArray[];
  readonly offsets: ReadonlyMap<string, number>;
  readonly module: WebAssembly.Module;
}

/** Modules by their rates and method: a program that is run again, or again with other constants, has its module. */
const known = new WeakMap<readonly Node[], Map<string, Built>>();

function built(
  program: Program,
  events: readonly SystemEvent[],
  method: IntegrationMethod,
  part: boolean,
): Built {
  const before = known.get(program.derivative) ?? new Map<string, Built>();
  known.set(program.derivative, before);
  const key = `${method} ${part}`;
  const found = before.get(key);
  if (found !== undefined) return found;
  const kernels = part ? [] : hostKernels(program, events);
  const { module, keep } = simulationCode(program, kernels, { method });
  const arrays = [
    ...module.arrays,
    ...kernels.map(({ name, outputs }) => ({
      name: `${name}Values`,
      length: Math.max(1, outputs.length),
      doc: `What ${name} gives.`,
    })),
  ];
  const { bytes, offsets } = emitWasm({ ...module, arrays }, keep);
  const made = {
    kernels,
    arrays,
    offsets,
    module: new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>),
  };
  before.set(key, made);
  return made;
}

export type IntegrationMethod = '5(4)' | '8(5,3)';

function hostKernels(program: Program, events: readonly SystemEvent[]): Kernel[] {
  const { system, equations } = program;
  const kernel = (name: KernelName, doc: string, outputs: readonly Node[]): Kernel => ({
    name,
    doc,
    outputs,
  });
  return [
    kernel('energies', 'Kinetic and potential energy.', program.energies),
    kernel(
      'residuals',
      'How far each constraint is from holding.',
      equations.constraints.map(({ constraint }) => constraint.residual),
    ),
    kernel(
      'residualRates',
      'How fast each constraint is left.',
      equations.constraints.map(({ rate }) => rate),
    ),
    kernel(
      'starts',
      'How far the start is from what it should be.',
      system.initially.map(({ residual }) => residual),
    ),
    kernel('parts', 'Generalised forces.', equations.force),
    kernel('poses', 'Where every frame is.', poseNodes(system)),
    kernel(
      'quantities',
      'What the specification names to be looked at.',
      system.quantities.map(({ node }) => node),
    ),
    kernel('triggers', 'What events watch, and how fast it changes.', [
      ...events.map(({ trigger }) => trigger),
      ...triggerRates(system, events),
    ]),
    kernel(
      'resets',
      'The values that events give.',
      events.flatMap(({ assign }) => assign.map(({ value }) => value)),
    ),
  ];
}

function poseNodes(system: System): Node[] {
  const { dag, frames, variables, time } = system;
  const rates = new Map(variables.map(({ position, rate }) => [position, rate]));
  rates.set(time, dag.one);
  const kinematics = new Kinematics(dag, frames, rates);
  return frames.flatMap((_, frame) => {
    const [w, x, y, z] = kinematics.rotation(frame, 0);
    return [...kinematics.position(frame, 0), x, y, z, w, ...kinematics.scale(frame, 0)];
  });
}
