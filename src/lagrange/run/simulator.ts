// The host of a compiled specification: starts it, advances it, finds its events, changes its modes, shows what it does.
//
// Steps are as long as the error allows and go past the time asked for; what is shown there comes from the state inside
// the step. So a frame costs nothing where a step covers several, and the same calls give the same bits. A parameter or
// control that changes takes effect from the time shown.

import type { Compiled } from '../compile.ts';
import { clock } from '../code/integrate/clock.ts';
import type { System } from '../system.ts';
import { EventWatch, type Found } from './locate-event.ts';
import { applyEvents, enterMode } from './impulse.ts';
import { type IntegrationMethod, ModeModule } from './mode-module.ts';
import { brokenProblem, startProblem, stuckProblem } from './diagnose.ts';
import type { Trouble } from './trouble.ts';
import { completeZerothRates } from './zeroth-rates.ts';

export { POSE_SIZE } from './mode-module.ts';
export { Trouble } from './trouble.ts';

export interface SimulatorOptions {
  /** Errors of a step: relative to the size of a number, and absolute. */
  readonly relative?: number;
  readonly absolute?: number;
  /** Orders of the integrator; chosen by the tolerance unless given. */
  readonly method?: IntegrationMethod;
  /** When the run starts [s]. */
  readonly time?: number;
  /**
   * No step is longer [s]. Without it steps end a few times the way asked for beyond it, so that what is asked for
   * changes where steps end; with it the same motion has the same steps, however often one looks.
   */
  readonly longest?: number;
  /** Values of parameters other than those written. */
  readonly parameters?: Readonly<Record<string, number>>;
}

/** Something that happened on the way. */
export interface Occurrence {
  readonly time: number;
  /** Index into the events of the mode it happened in. */
  readonly event: number;
  /** The mode after it. */
  readonly mode: string;
}

export interface Advanced {
  /** The time that is shown now: the one asked for, unless there is trouble. */
  readonly time: number;
  readonly occurrences: readonly Occurrence[];
  /** Why it went no further. */
  readonly trouble?: Trouble;
}

/** From here on the method of order 8 is the cheaper one. */
const TIGHT = 1e-8;
/** Steps may end this many times the way asked for beyond it. */
const AHEAD = 4;

/** Runs a compiled specification. */
export class Simulator {
  /** What it runs. */
  readonly system: System;
  private readonly compiled: Compiled;
  private readonly method: IntegrationMethod;
  private readonly modules: (ModeModule | undefined)[];
  private readonly indices: ReadonlyMap<string, number>;
  private readonly longest: number | undefined;
  /** Inputs at the end of the last step: where what is shown, and the next step, begin their searches. */
  private readonly ended: Float64Array;
  /** Evaluations by steps alone, not by looking inside them. */
  private evaluations = 0;
  private modeIndex = 0;
  private shown: number;
  private watch: EventWatch;
  private stopped: Trouble | undefined;
  /** An event inside the last step, later than what is shown. */
  private pending: Found | undefined;

  /** @throws Trouble where the start cannot be met */
  constructor(compiled: Compiled, options: SimulatorOptions = {}) {
    const { relative = 1e-6, absolute = 1e-2 * relative, time = 0, parameters = {} } = options;
    const { system } = compiled;
    this.system = system;
    this.compiled = compiled;
    this.method = options.method ?? (relative <= TIGHT ? '8(5,3)' : '5(4)');
    this.modules = compiled.programs.map(() => undefined);
    this.indices = new Map([...system.parameters, ...system.controls].map(({ name }, i) => [name, 1 + i]));
    this.longest = options.longest;
    this.shown = time;
    const module = this.module;
    const { inputs } = module;
    inputs[0] = time;
    [...system.parameters, ...system.controls].forEach(({ name, value }, i) => {
      inputs[1 + i] = Object.hasOwn(parameters, name) ? parameters[name] : value;
    });
    system.constants.forEach(({ value }, i) => {
      inputs[1 + this.indices.size + i] = value;
    });
    system.variables.forEach(({ guess }, i) => {
      inputs[module.program.firstPosition + i] = guess;
    });
    module.clock[clock.relative] = relative;
    module.clock[clock.absolute] = absolute;
    module.start();
    completeZerothRates(module);
    const problem = startProblem(module);
    if (problem !== undefined) throw problem;
    this.watch = new EventWatch(module);
    this.ended = module.inputs.slice();
    this.evaluations = module.clock[clock.evaluations];
  }

  /** The time that is shown [s]. */
  get time(): number {
    return this.shown;
  }

  /** The name of the mode; empty where there are none. */
  get mode(): string {
    return this.module.program.mode;
  }

  /** Time, parameters, controls, positions of all variables, rates of all variables, as shown; to be read only. */
  get inputs(): Float64Array {
    return this.module.inputs;
  }

  /** Of all variables. */
  get positions(): Float64Array {
    const { firstPosition, firstRate } = this.module.program;
    return this.module.inputs.subarray(firstPosition, firstRate);
  }

  /** Of all variables. */
  get rates(): Float64Array {
    return this.module.inputs.subarray(this.module.program.firstRate);
  }

  /** Accepted and rejected steps and evaluations of the derivative, since the start. */
  get counts(): { readonly accepted: number; readonly rejected: number; readonly evaluations: number } {
    const of = this.module.clock;
    return {
      accepted: of[clock.accepted],
      rejected: of[clock.rejected],
      evaluations: this.evaluations,
    };
  }

  /**
   * Goes on to a time and shows it; stops before it only where there is trouble, or where it is asked to.
   * @param stop  asked between steps
   */
  advance(until: number, stop?: () => boolean): Advanced {
    const occurrences: Occurrence[] = [];
    if (this.stopped !== undefined) return { time: this.shown, occurrences, trouble: this.stopped };
    if (!(until > this.shown)) return { time: this.shown, occurrences };
    const limit = until + AHEAD * (until - this.shown);
    while (this.stopped === undefined) {
      if (this.pending !== undefined) {
        if (this.pending.time > until) break;
        this.happen(this.pending, occurrences);
        continue;
      }
      if (this.module.clock[clock.time] >= until || stop?.()) break;
      const { module } = this;
      module.inputs.set(this.ended);
      const far = this.longest === undefined ? limit : module.clock[clock.time] + this.longest;
      if (!module.step(far)) {
        this.stopped = stuckProblem(module);
        break;
      }
      this.keepEnd();
      this.pending = this.watch.find();
      // Looking costs evaluations too, but only where nobody has looked yet: they are not counted.
      this.module.clock[clock.evaluations] = this.evaluations;
    }
    this.shown = Math.min(until, this.module.clock[clock.time]);
    this.show(this.shown);
    this.stopped ??= brokenProblem(this.module);
    return {
      time: this.shown,
      occurrences,
      ...(this.stopped === undefined ? {} : { trouble: this.stopped }),
    };
  }

  /** @param which  the name of a parameter or control, or its index: parameters first */
  set(which: string | number, value: number): void {
    const index = typeof which === 'number' ? 1 + which : this.indices.get(which);
    if (index === undefined || index < 1 || index > this.indices.size)
      throw new RangeError(`there is no parameter or control ${which}`);
    const { module } = this;
    if (Object.is(module.inputs[index], value)) return;
    // Inputs hold what is shown: from there on the run goes with the new value.
    module.inputs[index] = value;
    module.resume();
    this.watch.rearm();
    this.pending = undefined;
    this.keepEnd();
  }

  /** A parameter, control or quantity, by name or place. */
  get(which: string | number): number {
    const index = typeof which === 'number' ? 1 + which : this.indices.get(which);
    if (index === undefined) throw new RangeError(`there is no parameter or control ${which}`);
    return this.module.inputs[index];
  }

  /** [J] */
  energies(): { readonly kinetic: number; readonly potential: number } {
    const [kinetic, potential] = this.module.evaluate('energies');
    return { kinetic, potential };
  }

  /** The largest residual of all constraints; of rates where they are about rates. */
  constraintError(): number {
    return this.module.evaluate('residuals').reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  }

  /** The largest first derivative in time of a constraint that is kept by forces. */
  constraintRateError(): number {
    const { constraintOrder } = this.module.program.classification;
    return this.module
      .evaluate('residualRates')
      .reduce((most, x, c) => (constraintOrder[c] === 0 ? most : Math.max(most, Math.abs(x))), 0);
  }

  /** Values of the system's quantities; valid until the next call. */
  quantities(): Float64Array {
    return this.module.evaluate('quantities');
  }

  /** POSE_SIZE numbers a frame, the root first; valid until the next call. */
  poses(): Float64Array {
    return this.module.evaluate('poses');
  }

  /** Everything a run depends on, to go on from bit for bit. */
  save(): Float64Array {
    const { module } = this;
    module.prepare();
    this.show(this.shown);
    const kept = module.kept.flatMap((list) => [...list]);
    const watched = this.watch.save();
    return Float64Array.from([
      this.modeIndex,
      this.shown,
      this.stopped === undefined ? 0 : 1,
      this.pending === undefined ? 0 : 1,
      watched.length,
      ...watched,
      ...this.ended,
      ...kept,
    ]);
  }

  /** @throws RangeError where it was not saved from this specification: it may come from a stranger's file */
  restore(saved: Float64Array): void {
    const watched = saved[4];
    if (!(Number.isInteger(saved[0]) && saved[0] >= 0 && saved[0] < this.modules.length))
      throw new RangeError('what was saved is in a mode that is not there');
    const before = this.modeIndex;
    this.modeIndex = saved[0];
    const kept = this.module.kept.reduce((sum, list) => sum + list.length, this.ended.length);
    if (!(watched >= this.module.events.length && saved.length === 5 + watched + kept)) {
      this.modeIndex = before;
      throw new RangeError('what was saved is not a state of this specification');
    }
    this.shown = saved[1];
    let at = 5 + watched;
    this.ended.set(saved.subarray(at, at + this.ended.length));
    at += this.ended.length;
    const { module } = this;
    for (const list of module.kept) {
      list.set(saved.subarray(at, at + list.length));
      at += list.length;
    }
    this.watch = new EventWatch(module);
    this.watch.restore(saved.subarray(5, 5 + watched));
    this.evaluations = module.clock[clock.evaluations];
    this.stopped = saved[2] === 0 ? undefined : (this.watch.accumulates() ?? stuckProblem(module));
    this.pending = saved[3] === 0 ? undefined : this.watch.find();
    this.show(this.shown);
  }

  /** What is shown depends on the last step and the time alone, not on what was shown before. */
  private show(time: number): void {
    const { module } = this;
    module.inputs.set(this.ended);
    module.show(time);
    completeZerothRates(module);
    module.clock[clock.evaluations] = this.evaluations;
  }

  private keepEnd(): void {
    const { module } = this;
    module.showEnd();
    this.ended.set(module.inputs);
    this.evaluations = module.clock[clock.evaluations];
  }

  private get module(): ModeModule {
    this.modules[this.modeIndex] ??= new ModeModule(this.compiled.programs[this.modeIndex], this.method);
    return this.modules[this.modeIndex] as ModeModule;
  }

  private happen({ time, events }: Found, occurrences: Occurrence[]): void {
    const before = this.module;
    const mode = this.modeIndex;
    this.show(time);
    const goto = applyEvents(before, events);
    if (goto !== undefined) this.modeIndex = this.compiled.programs.findIndex(({ mode }) => mode === goto);
    const { module } = this;
    const problem = enterMode(before, module, events[events.length - 1]);
    if (problem !== undefined) {
      // It stays where it was, just before the event.
      this.modeIndex = mode;
      this.show(time);
      before.resume();
      this.pending = undefined;
      this.stopped = problem;
      this.keepEnd();
      return;
    }
    for (const event of events) occurrences.push({ time, event, mode: module.program.mode });
    this.watch = module === before ? this.watch : new EventWatch(module, this.watch);
    this.watch.fired(time, events, module === before);
    this.stopped = this.watch.accumulates();
    this.pending = undefined;
    this.keepEnd();
  }
}

/** @throws Trouble where the start cannot be met */
export function createSimulator(compiled: Compiled, options: SimulatorOptions = {}): Simulator {
  return new Simulator(compiled, options);
}
