// What a sweep file of the right structure means: its expressions read, its names looked up, its points counted.

import { type Fault, FaultError, spellingHint } from '../scene/fault/index.ts';
import { stepsOf, SOBOL_DIMENSIONS } from './draw/index.ts';
import { ROW_COLUMNS } from './csv.ts';
import { type Expression, isTaken, readExpression } from './expression/index.ts';
import type { Goal } from './goal.ts';
import { limits } from './limits.ts';
import { countTasks } from './points.ts';
import { MEASURED, type MeasureFile, type ParameterFile, type SearchFile, type SweepFile } from './schema.ts';
import { faultsOfGoal } from './search/chosen.ts';
import type { Draw, Measure, Source, Subject, Sweep, Swept } from './sweep.ts';

/** What every expression may name: how far the run is [s]. */
const TIME = 'time';

/** @throws FaultError with every fault of it */
export function interpret(file: SweepFile, subject: Subject, about: string): Sweep {
  return new Interpreter().sweep(file, subject, about);
}

class Interpreter {
  private readonly faults: Fault[] = [];
  private readonly known = new Set<string>();
  private readonly expectations = new Set<string>();

  sweep(file: SweepFile, subject: Subject, about: string): Sweep {
    const draw: Draw = typeof file.draw === 'string' ? { kind: file.draw } : (file.draw ?? { kind: 'grid' });
    const parameters = (file.parameters ?? []).flatMap((one, i) =>
      this.parameter(one, draw, `parameters[${i}]`),
    );
    this.known.add(TIME);
    const measures = (file.measures ?? []).flatMap((one, i) => this.measure(one, `measures[${i}]`));
    const sweep: Sweep = {
      name: file.name,
      subject,
      parameters,
      draw,
      repeats: file.repeats ?? 1,
      seed: file.seed ?? 0,
      measures,
      stopWhen: this.stopWhen(file.stopWhen),
      keep: file.keep ?? 'summary',
      keepOf: file.keepOf ?? 'all',
      limits: {
        wallSeconds: file.limits?.wallSeconds ?? Number.POSITIVE_INFINITY,
        memoryBytes: file.limits?.memoryBytes ?? Number.POSITIVE_INFINITY,
      },
    };
    if (this.faults.length === 0) this.count(sweep);
    const goal = file.search && this.goal(file.search);
    if (goal !== undefined && this.faults.length === 0) this.faults.push(...faultsOfGoal(sweep, goal));
    if (this.faults.length > 0) throw new FaultError(`"${about}" cannot be swept:`, this.faults);
    return goal === undefined ? sweep : { ...sweep, search: goal };
  }

  private goal({ minimise, maximise, threshold, ...rest }: SearchFile): Goal | undefined {
    const said = Object.entries({ minimise, maximise, threshold }).filter(([, name]) => name !== undefined);
    if (said.length !== 1)
      return this.fault(
        said.length === 0 ? 'looks for nothing' : `says both ${said[0][0]} and ${said[1][0]}`,
        'search',
        'give one of minimise, maximise and threshold',
      );
    const [[kind, measure]] = said as [[Goal['kind'], string]];
    return { kind, measure, ...rest, over: rest.over ?? [] };
  }

  private parameter(file: ParameterFile, draw: Draw, where: string): Swept[] {
    const from = this.source(file, draw, where);
    this.name(file.name, where);
    const at = typeof file.at === 'string' ? [file.at] : (file.at ?? []);
    return from === undefined ? [] : [{ name: file.name, at, from }];
  }

  private source(file: ParameterFile, draw: Draw, where: string): Source | undefined {
    const { values, range, count, scale, is } = file;
    const given = Object.entries({ values, range, is }).filter(([, value]) => value !== undefined);
    if (given.length !== 1)
      return this.fault(
        given.length === 0 ? 'has no values' : `says both ${given[0][0]} and ${given[1][0]}`,
        where,
        'give one of values, range and is',
      );
    if (range === undefined && (count ?? scale) !== undefined)
      return this.fault(
        'is only for a range',
        `${where}.${count === undefined ? 'scale' : 'count'}`,
        'remove it',
      );
    if (values !== undefined) return { kind: 'values', values };
    if (is !== undefined) {
      const read = this.expression(is, `${where}.is`);
      return read && { kind: 'is', is: read };
    }
    if (range === undefined) return undefined;
    if (count === undefined && !('count' in draw))
      return this.fault('is missing', `${where}.count`, 'say how many steps the range has, such as 5');
    if (scale === 'log' && !(range[0] > 0 && range[1] > 0))
      return this.fault('has no logarithm', `${where}.range`, 'give two numbers > 0', `${range}`);
    return { kind: 'range', range, count: count ?? 0, scale: scale ?? 'linear' };
  }

  private measure(file: MeasureFile, where: string): Measure[] {
    const kinds = MEASURED.filter((key) => file[key] !== undefined);
    const is = file.is === undefined ? undefined : this.expression(file.is, `${where}.is`);
    if (kinds.length !== 1)
      this.fault(
        kinds.length === 0 ? 'measures nothing' : `measures both ${kinds[0]} and ${kinds[1]}`,
        where,
        `give one of ${MEASURED.join(', ')}`,
      );
    else this.details(file, kinds[0], where);
    this.name(file.name, where);
    if (kinds[0] === 'expectation' || is?.names.some((name) => this.expectations.has(name)))
      this.expectations.add(file.name);
    return [{ name: file.name, file, ...(is ? { is } : {}) }];
  }

  /** Keys that only some measures have. */
  private details(file: MeasureFile, kind: (typeof MEASURED)[number], where: string): void {
    const onlyNow = ['firstContact', 'expectation', 'is'].includes(kind);
    const needsAxis = kind === 'position' || kind === 'angle';
    for (const key of ['of', 'at'] as const)
      if (onlyNow && file[key] !== undefined)
        this.fault(`is not for ${kind}`, `${where}.${key}`, 'remove it');
    if (file.of !== undefined && file.at !== undefined)
      this.fault('says both of and at', where, 'give one of them');
    if (kind !== 'tilt' && needsAxis !== (file.axis !== undefined))
      this.fault(
        needsAxis ? 'is missing' : `is not for ${kind}`,
        `${where}.axis`,
        needsAxis ? 'give x, y or z' : 'remove it',
      );
  }

  private stopWhen(text: string | undefined): Expression | undefined {
    if (text === undefined) return undefined;
    const read = this.expression(text, 'stopWhen');
    const late = read?.names.find((name) => this.expectations.has(name));
    if (late !== undefined)
      this.fault('an expectation is known at the end only', 'stopWhen', 'name other measures', late);
    return read;
  }

  private expression(text: string, where: string): Expression | undefined {
    const read = readExpression(text);
    if ('what' in read) return this.fault(read.what, where, read.remedy, read.value);
    const unknown = read.names.filter((name) => !this.known.has(name));
    for (const name of unknown)
      this.fault(`there is no "${name}" above it`, where, spellingHint(name, [...this.known]), text);
    return unknown.length > 0 ? undefined : read;
  }

  private name(name: string, where: string): void {
    if (isTaken(name) || name === TIME)
      this.fault('the name means something in expressions', `${where}.name`, 'give another', name);
    else if (ROW_COLUMNS.includes(name))
      this.fault('a column of every row has this name', `${where}.name`, 'give another', name);
    else if (this.known.has(name)) this.fault('the name is taken', `${where}.name`, 'give another', name);
    this.known.add(name);
  }

  private count(sweep: Sweep): void {
    const own = sweep.parameters.flatMap(({ name, from }) => (from.kind === 'is' ? [] : [{ name, from }]));
    const { draw } = sweep;
    if (draw.kind === 'sobol' && own.length > SOBOL_DIMENSIONS)
      this.fault(
        'has too many parameters for sobol',
        'draw',
        `use at most ${SOBOL_DIMENSIONS}, or latin hypercube`,
      );
    const odd = own.find(({ from }) => draw.kind === 'together' && stepsOf(from) !== stepsOf(own[0].from));
    if (odd !== undefined)
      this.fault(
        'has another number of steps than the first parameter',
        odd.name,
        'give all the same number',
      );
    const runs = countTasks(sweep);
    if (runs > limits.runs)
      this.fault('has too many runs', 'the sweep', `ask for at most ${limits.runs}`, String(runs));
  }

  private fault(what: string, where: string, remedy: string, value?: string): undefined {
    if (this.faults.length < 100)
      this.faults.push({
        what,
        where,
        remedy,
        ...(value === undefined ? {} : { value: value.slice(0, 200) }),
      });
    return undefined;
  }
}
