// All that a sweep measures of one run, frame by frame.

import { type Column, columnAt, type FrameRecord } from '../../record/index.ts';
import type { Scene } from '../../scene/index.ts';
import type { Expectation } from '../../sim/index.ts';
import { isTrue } from '../expression/index.ts';
import type { Measure, Sweep } from '../sweep.ts';
import { firstContact, thingsOf } from './first-contact.ts';
import { gaugeFor } from './gauge.ts';
import { bodyValue, turnedSoFar } from './of-body.ts';
import { TwoFrames, WholeRun } from './outcomes.ts';

/** What is measured by looking at every frame. */
interface Watch {
  see(record: FrameRecord): void;
  value(): number;
}

/** What is known of a run before its first frame. */
export interface Measured {
  readonly scene: Scene;
  readonly columns: readonly Column[];
  readonly values: Readonly<Record<string, number>>;
  /** Of the example that is swept. */
  readonly expectations: readonly Expectation[];
}

export class Measures {
  private readonly sweep: Sweep;
  private readonly run: Measured;
  private readonly watches = new Map<string, Watch>();
  private readonly fromFirst: TwoFrames;
  private readonly fromBefore: TwoFrames;
  private readonly whole: WholeRun | undefined;
  private time = 0;
  private frames = 0;

  constructor(sweep: Sweep, run: Measured) {
    this.sweep = sweep;
    this.run = run;
    this.fromFirst = new TwoFrames(run.scene);
    this.fromBefore = new TwoFrames(run.scene);
    const asksExpectations = sweep.measures.some(({ file }) => file.expectation !== undefined);
    this.whole = asksExpectations ? new WholeRun(run.scene, run.columns) : undefined;
    for (const measure of sweep.measures) {
      const watch = this.watch(measure);
      if (watch) this.watches.set(measure.name, watch);
    }
  }

  see(record: FrameRecord): void {
    this.time = record.frame.time;
    this.frames++;
    this.fromFirst.see(record.frame, false);
    this.fromBefore.see(record.frame, true);
    this.whole?.see(record);
    for (const watch of this.watches.values()) watch.see(record);
  }

  /** Whether the sweep says that the run may stop here. */
  isOver(): boolean {
    const { stopWhen } = this.sweep;
    if (stopWhen === undefined) return false;
    const values = this.numbers(false);
    return isTrue(stopWhen.value((name) => values.get(name) ?? Number.NaN));
  }

  /** As rows have them: null where there is no number. */
  values(): Record<string, number | null> {
    const values = this.numbers(true);
    return Object.fromEntries(
      this.sweep.measures.map(({ name }) => {
        const value = values.get(name) ?? Number.NaN;
        return [name, Number.isFinite(value) ? value : null];
      }),
    );
  }

  private numbers(atEnd: boolean): ReadonlyMap<string, number> {
    const values = new Map(Object.entries(this.run.values));
    values.set('time', this.time);
    const outcome = atEnd && this.frames > 0 ? this.whole?.outcome() : undefined;
    for (const { name, file, is } of this.sweep.measures) {
      let value = this.watches.get(name)?.value();
      if (is !== undefined) value = is.value((other) => values.get(other) ?? Number.NaN);
      if (file.expectation !== undefined && outcome !== undefined)
        value = this.holds(file.expectation, (one) => one.holds(outcome));
      values.set(name, value ?? Number.NaN);
    }
    return values;
  }

  /** An expectation that cannot be asked of a run cut short is not known. */
  private holds(says: string, ask: (expectation: Expectation) => boolean): number {
    const expectation = this.run.expectations.find((one) => one.says === says);
    if (expectation === undefined) return Number.NaN;
    try {
      return Number(ask(expectation));
    } catch {
      return Number.NaN;
    }
  }

  private watch({ file }: Measure): Watch | undefined {
    const { scene, columns } = this.run;
    if (file.firstContact !== undefined) return touchWatch(scene, file.firstContact);
    const series = this.series(file, columns);
    if (series === undefined) return undefined;
    const gauge = gaugeFor(file);
    return {
      see: (record) => gauge.see(series(record), record.frame.time),
      value: () => gauge.value(),
    };
  }

  private series(
    file: Measure['file'],
    columns: readonly Column[],
  ): ((record: FrameRecord) => number) | undefined {
    if (file.column !== undefined) {
      const at = columnAt(columns, file.column);
      return at < 0 ? undefined : ({ report }) => report[at];
    }
    const ofBody = bodyValue(file);
    if (ofBody) return () => ofBody(this.fromFirst.outcome);
    const turned = turnedSoFar(file);
    return turned && (() => turned(this.fromBefore.outcome));
  }
}

function touchWatch(scene: Scene, names: readonly [string, string]): Watch {
  const things = thingsOf(scene);
  const [a, b] = names.map((name) => things.indexOf(name));
  let first = Number.NaN;
  return {
    see: ({ contacts }) => {
      if (Number.isNaN(first)) first = firstContact(contacts, a, b);
    },
    value: () => first,
  };
}
