// Whether a sweep can run at all: its pointers lead somewhere, its measures name what is there, and its first point or its
// last is a scene that an engine takes. A point between that is none is no fault of the sweep: its row says so.

import { readyRun, type ReadyRun } from '../catalog/index.ts';
import { columnAt } from '../record/index.ts';
import { type Fault, FaultError, spellingHint } from '../scene/fault/index.ts';
import { columnsOf } from '../sim/index.ts';
import { resolveScene } from '../scene/resolve/index.ts';
import { applyValues, OF_SPECIFICATION } from './apply.ts';
import { bodiesOf, thingsOf } from './measure/index.ts';
import { countTasks, taskAt } from './points.ts';
import type { Sweep } from './sweep.ts';

/** @throws FaultError */
export async function checkPoints(sweep: Sweep, about: string): Promise<void> {
  const astray = specifiedAstray(sweep);
  if (astray.length > 0) throw new FaultError(`"${about}" cannot be swept:`, astray);
  const ready = await firstReady(sweep, about);
  const faults = sweep.measures.flatMap((_, i) => faultsOfMeasure(sweep, i, ready));
  if (faults.length > 0) throw new FaultError(`"${about}" cannot be swept:`, faults);
}

/** Pointers to parameters that the specification does not have. */
function specifiedAstray({ subject: { scene, files }, parameters }: Sweep): readonly Fault[] {
  if (scene.specification === undefined) return [];
  const resolved = resolveScene(scene, {
    loadFile: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
  });
  const known = resolved.scene.parameters.map(({ target }) => target);
  return parameters.flatMap(({ at }, i) =>
    at
      .filter((pointer) => pointer.startsWith(OF_SPECIFICATION) && !known.includes(pointer))
      .map((value) => ({
        what: 'the specification has no such parameter',
        where: `parameters[${i}].at`,
        value,
        remedy: spellingHint(
          value,
          known.filter((target) => target.startsWith(OF_SPECIFICATION)),
        ),
      })),
  );
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
