// Whether a sweep can run at all: its pointers lead somewhere, its measures name what is there, and its first point or its
// last is a scene that an engine takes. A point between that is none is no fault of the sweep: its row says so.

import { readyRun, type ReadyRun } from '../catalog/index.ts';
import { columnAt } from '../record/index.ts';
import { type Fault, FaultError, spellingHint } from '../scene/fault/index.ts';
import { columnsOf } from '../sim/index.ts';
import { applyValues } from './apply.ts';
import { bodiesOf, thingsOf } from './measure/index.ts';
import { countTasks, taskAt } from './points.ts';
import type { Sweep } from './sweep.ts';

/** @throws FaultError */
export async function checkPoints(sweep: Sweep, about: string): Promise<void> {
  const ready = await firstReady(sweep, about);
  const faults = sweep.measures.flatMap((_, i) => faultsOfMeasure(sweep, i, ready));
  if (faults.length > 0) throw new FaultError(`"${about}" cannot be swept:`, faults);
}

async function firstReady(sweep: Sweep, about: string): Promise<ReadyRun> {
  let first: unknown;
  for (const run of [0, countTasks(sweep) - 1]) {
    const { values } = taskAt(sweep, '', run);
    const { scene, faults } = applyValues(sweep.subject.scene, sweep.parameters, values);
    if (faults.length > 0) throw new FaultError(`"${about}" cannot be swept:`, faults);
    try {
      return await readyRun(scene, { files: sweep.subject.files });
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

function faultsOfMeasure(
  { measures, subject }: Sweep,
  i: number,
  { scene, engine }: ReadyRun,
): readonly Fault[] {
  const { file } = measures[i];
  const where = `measures[${i}]`;
  const things = thingsOf(scene);
  const bodies = file.firstContact === undefined ? scene.bodies.map(({ name }) => name) : things;
  const faults: Fault[] = bodiesOf(file)
    .filter((name) => !bodies.includes(name))
    .map((name) => ({
      what: things.includes(name) ? 'is deformable' : 'there is no body of this name',
      where,
      value: name,
      remedy: spellingHint(name, bodies),
    }));
  if (file.column !== undefined) {
    const columns = columnsOf(engine, scene);
    if (columnAt(columns, file.column) < 0) {
      const known = columns.map(({ name }) => name);
      const what = `the reports of ${engine.id} have no such column`;
      faults.push({ what, where, value: file.column, remedy: spellingHint(file.column, known) });
    }
  }
  if (file.expectation !== undefined && subject.example === undefined)
    faults.push({
      what: 'only examples expect something',
      where,
      value: file.expectation,
      remedy: 'measure what it is about, and compare that with "is"',
    });
  return faults;
}
