// Whether something is what a task asks for.

import type { Row, Task } from './row.ts';

/** The row of this task, and of no other. */
export function isRowOf({ run, seed, values }: Row, task: Task): boolean {
  return run === task.run && seed === task.seed && haveSame(values, task.values);
}

/** @param given  from a queue: anything */
export function isTask(given: unknown, task: Task): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const { sweep, run, seed, values } = given as Partial<Task>;
  const isHead = sweep === task.sweep && run === task.run && seed === task.seed;
  return isHead && typeof values === 'object' && values !== null && haveSame(values, task.values);
}

type Values = Readonly<Record<string, unknown>>;

function haveSame(given: Values, values: Values): boolean {
  const names = Object.keys(values);
  return (
    Object.keys(given).length === names.length &&
    names.every((name) => Object.hasOwn(given, name) && given[name] === values[name])
  );
}
