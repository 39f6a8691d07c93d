// The runs of a sweep, each by its number alone, so that nobody needs a list of them: repeats of a point lie together,
// and of a grid the last parameter goes fastest.

import { Random } from '../num/index.ts';
import { fractionAt, stepsOf, valueAtFraction, valueAtStep } from './draw/index.ts';
import type { Task } from './row.ts';
import type { Source, Sweep, Swept } from './sweep.ts';

type Own = Exclude<Source, { readonly kind: 'is' }>;

/** What is not computed from others, with its place among those. */
function drawn(parameters: readonly Swept[]): readonly { readonly name: string; readonly from: Own }[] {
  return parameters.flatMap(({ name, from }) => (from.kind === 'is' ? [] : [{ name, from }]));
}

/** How many runs there are. */
export function countTasks({ draw, parameters, repeats }: Sweep): number {
  if ('count' in draw) return draw.count * repeats;
  const steps = drawn(parameters).map(({ from }) => stepsOf(from));
  const points = draw.kind === 'together' ? (steps[0] ?? 1) : steps.reduce((all, one) => all * one, 1);
  return points * repeats;
}

/** @param hash  of the packed sweep */
export function taskAt(sweep: Sweep, hash: string, run: number): Task {
  const count = countTasks(sweep);
  if (!Number.isInteger(run) || run < 0 || run >= count)
    throw new RangeError(`run ${run} of "${sweep.name}", which has ${count}`);
  const repeat = run % sweep.repeats;
  const values = valuesAt(sweep, (run - repeat) / sweep.repeats);
  return { sweep: hash, run, values, seed: seedOf(sweep, repeat) };
}

/** The same task with other values for what is not computed, for who looks for a point instead of drawing one. */
export function taskWith(
  sweep: Sweep,
  hash: string,
  run: number,
  chosen: Readonly<Record<string, number>>,
): Task {
  const seed = seedOf(sweep, 0);
  return { sweep: hash, run, values: withComputed(sweep, new Map(Object.entries(chosen))), seed };
}

/** Equal at every point, so that what differs between two points is the point. */
function seedOf({ seed }: Sweep, repeat: number): number {
  return new Random(seed).split(repeat).word();
}

function valuesAt(sweep: Sweep, point: number): Record<string, number> {
  const { draw, parameters, seed } = sweep;
  const own = drawn(parameters);
  const values = new Map<string, number>();
  let rest = point;
  for (let i = own.length - 1; i >= 0; i--) {
    const { name, from } = own[i];
    if ('count' in draw) {
      values.set(name, valueAtFraction(from, fractionAt(draw.kind, point, i, draw.count, seed)));
      continue;
    }
    const steps = stepsOf(from);
    const step = draw.kind === 'together' ? point : rest % steps;
    rest = Math.floor(rest / steps);
    values.set(name, valueAtStep(from, step));
  }
  return withComputed(sweep, values);
}

/** In the order of the sweep: what is computed stands behind what it is computed from. */
function withComputed({ parameters }: Sweep, own: ReadonlyMap<string, number>): Record<string, number> {
  const values = new Map<string, number>();
  for (const { name, from } of parameters) {
    const of = (other: string) => values.get(other) ?? Number.NaN;
    values.set(name, from.kind === 'is' ? from.is.value(of) : (own.get(name) ?? Number.NaN));
  }
  // What could not be computed is left out, and whoever runs the task says so.
  return Object.fromEntries([...values].filter(([, value]) => Number.isFinite(value)));
}
