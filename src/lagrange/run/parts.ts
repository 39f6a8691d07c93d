// Parts of a state that do not know each other, each integrated by a module of its own with steps of its own size.
//
// The part that is least far goes first, so the last steps of all of them overlap: from where the last one to go began
// to where the first to go will be. That stretch is "the last step" of the whole, in which it is shown and events are
// looked for; one stretch begins where the one before ended.

import { clock } from '../code/integrate/clock.ts';
import type { Program } from '../structure/program.ts';
import type { ModeModule } from './mode-module.ts';

/** What a part counts that the whole adds up. */
const COUNTED = [clock.accepted, clock.rejected, clock.evaluations, clock.robust] as const;

interface Part {
  readonly module: ModeModule;
  /** For each of its inputs, where the whole has it: parameters first, then what it moves. */
  readonly places: Int32Array;
}

export class Parts {
  private readonly whole: ModeModule;
  private readonly parts: readonly Part[];

  /** @param make  makes the module of a part */
  constructor(whole: ModeModule, programs: readonly Program[], make: (program: Program) => ModeModule) {
    this.whole = whole;
    const place = new Map(whole.program.inputs.map((node, at) => [node, at]));
    this.parts = programs.map((program) => ({
      module: make(program),
      places: Int32Array.from(program.inputs, (node) => place.get(node) as number),
    }));
  }

  /** Everything they depend on, for saving. */
  get kept(): Float64Array[] {
    return this.parts.flatMap(({ module }) => [...module.kept]);
  }

  /** From what the whole's inputs hold, as if for the first time. */
  begin(): void {
    for (const part of this.parts) {
      const { module } = part;
      module.clock.fill(0);
      this.hand(part);
      module.calibrate();
    }
  }

  /** From what the whole's inputs hold. */
  resume(): void {
    for (const part of this.parts) this.hand(part);
  }

  forgetPace(): void {
    for (const { module } of this.parts) module.forgetPace();
  }

  prepare(): void {
    for (const { module } of this.parts) module.prepare();
  }

  /** @returns false where steps of some part became too short */
  step(until: number): boolean {
    const of = this.whole.clock;
    const from = of[clock.time];
    let reached = Infinity;
    for (const { module } of this.parts) {
      if (module.clock[clock.time] <= from) {
        const before = COUNTED.map((which) => module.clock[which]);
        const going = module.step(until);
        COUNTED.forEach((which, k) => {
          of[which] += module.clock[which] - before[k];
        });
        if (!going) return false;
      }
      reached = Math.min(reached, module.clock[clock.time]);
    }
    of[clock.began] = from;
    of[clock.time] = reached;
    return true;
  }

  show(time: number): void {
    for (const part of this.parts) this.showPart(part, time);
    this.complete(time);
  }

  showEnd(): void {
    const time = this.whole.clock[clock.time];
    for (const part of this.parts) if (part.module.clock[clock.time] <= time) this.showPart(part, time);
    this.complete(time);
  }

  private showPart({ module, places }: Part, time: number): void {
    module.show(time);
    const { inputs } = this.whole;
    for (let k = module.program.firstPosition; k < places.length; k++) inputs[places[k]] = module.inputs[k];
  }

  private complete(time: number): void {
    const { whole } = this;
    whole.inputs[0] = time;
    whole.clock[clock.drift] = this.parts.reduce(
      (most, { module }) => Math.max(most, module.clock[clock.drift]),
      0,
    );
    whole.complete();
  }

  private hand({ module, places }: Part): void {
    const { clock: of, inputs } = this.whole;
    for (let k = 0; k < places.length; k++) module.inputs[k] = inputs[places[k]];
    module.clock[clock.relative] = of[clock.relative];
    module.clock[clock.absolute] = of[clock.absolute];
    module.resume();
  }
}
