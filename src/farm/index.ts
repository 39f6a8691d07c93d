// carom/farm: sweeps, from the file to the rows. What runs them on threads and on many machines is beside it.

export { checkRow, checkTask } from './checked-row.ts';
export { columnsOfRows, csvHeader, csvLine } from './csv.ts';
export { defineSweep } from './define.ts';
export { compile, type Expression } from './expression/index.ts';
export { packSweep, sweepHash, unpackSweep } from './pack.ts';
export { countTasks, taskAt, taskWith } from './points.ts';
export { type OpenedSubject, readSweep, type SweepContext } from './read.ts';
export { type Ended, type Row, setAside, type Task } from './row.ts';
export { type Keeping, type RunHooks, runTask } from './run-task.ts';
export { type MeasureFile, type SweepFile, sweepJsonSchema } from './schema.ts';
export type { Draw, Measure, Source, Subject, Sweep, Swept } from './sweep.ts';
