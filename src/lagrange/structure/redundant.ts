// Constraints that say what others say already, such as the third direction in which a plane linkage closes: found from
// the gradients at a consistent point, named with those they follow from, and left out of what is solved.
//
// Rows are reduced one after the other by those before them, quaternions' own constraints first; a row of which nothing
// is left depends on the others. Points are generic: the one with most independent rows counts, so a pose that is
// singular by chance makes nothing redundant.

import { qrFactor, solveLeastSquares } from '../../num/dense/index.ts';
import { Tape } from '../dag/tape.ts';
import type { Equations } from '../mechanics/equations.ts';
import type { System } from '../system.ts';
import type { Consistent } from './consistent.ts';

/** Order of a constraint that is watched but not solved: others imply it. */
export const REDUNDANT = 3;

export interface Redundant {
  /** Index into the constraints of the mode. */
  readonly constraint: number;
  /** Names of the constraints it follows from. */
  readonly follows: readonly string[];
  /** "loop[3].z depends on loop[1].z and loop[2].z" */
  readonly sentence: string;
}

/**
 * What is left of a row of length 1 that depends on others, up to rounding; where the point is off its constraints by e,
 * such a row is off by about √e, because the search for the point converges slowly then.
 */
const NOTHING = 1e-8;
const UNSURE = 30;
/** Points further off their constraints than this tell nothing. */
const CLOSE = 1e-7;

export function findRedundant(
  system: System,
  { constraints }: Equations,
  { inputs, points }: Consistent,
): readonly Redundant[] {
  const order = [...constraints.keys()].sort(
    (a, b) =>
      Number(constraints[b].constraint.implicit) - Number(constraints[a].constraint.implicit) || a - b,
  );
  const nodes = constraints.flatMap(({ gradient }) => [...gradient.values()]);
  const tape = new Tape(system.dag, nodes, inputs);
  let fewest: readonly number[] | undefined;
  let rows: ReadonlyMap<number, number>[] = [];
  for (const { values, error } of points) {
    if (!(error <= CLOSE)) continue;
    tape.inputs.set(values);
    const out = tape.run();
    let at = 0;
    const here = constraints.map(
      ({ gradient }) => new Map([...gradient.keys()].map((v) => [v, out[at++]] as const)),
    );
    const dependent = dependentRows(here, order, Math.max(NOTHING, UNSURE * Math.sqrt(error)));
    if (fewest === undefined || dependent.length < fewest.length) {
      fewest = dependent;
      rows = here;
    }
    if (fewest.length === 0) return [];
  }
  if (fewest === undefined) return [];
  const dropped = new Set(fewest);
  const kept = order.filter((c) => !dropped.has(c));
  const name = (c: number) => constraints[c].constraint.name;
  return fewest.map((constraint) => {
    const follows = combination(rows, constraint, kept, system.variables.length).map(name);
    return {
      constraint,
      follows,
      sentence: `${name(constraint)} ${follows.length === 0 ? 'says nothing here' : `depends on ${list(follows)}`}`,
    };
  });
}

/** Rows of which nothing is left after those before them are taken out. */
function dependentRows(
  rows: readonly ReadonlyMap<number, number>[],
  order: readonly number[],
  nothing: number,
): number[] {
  const pivots: { column: number; row: ReadonlyMap<number, number> }[] = [];
  const dependent: number[] = [];
  for (const c of order) {
    const row = new Map(rows[c]);
    const size = largest(row).size;
    if (!(size > 0)) {
      dependent.push(c);
      continue;
    }
    for (const [v, value] of row) row.set(v, value / size);
    for (const pivot of pivots) {
      const factor = row.get(pivot.column);
      if (factor === undefined) continue;
      row.delete(pivot.column);
      for (const [v, value] of pivot.row)
        if (v !== pivot.column) row.set(v, (row.get(v) ?? 0) - factor * value);
    }
    const { column, size: left } = largest(row);
    if (!(left > nothing)) {
      dependent.push(c);
      continue;
    }
    const scale = row.get(column) as number;
    for (const [v, value] of row) row.set(v, value / scale);
    pivots.push({ column, row });
  }
  return dependent;
}

function largest(row: ReadonlyMap<number, number>): { column: number; size: number } {
  let column = -1;
  let size = 0;
  for (const [v, value] of row)
    if (Math.abs(value) > size) {
      column = v;
      size = Math.abs(value);
    }
  return { column, size };
}

/** Which of the kept rows a row is made of. */
function combination(
  rows: readonly ReadonlyMap<number, number>[],
  wanted: number,
  kept: readonly number[],
  columns: number,
): number[] {
  const matrix = new Float64Array(columns * kept.length);
  kept.forEach((c, j) => {
    for (const [v, value] of rows[c]) matrix[v * kept.length + j] = value;
  });
  const right = new Float64Array(columns);
  for (const [v, value] of rows[wanted]) right[v] = value;
  const weights = solveLeastSquares(qrFactor(matrix, columns, kept.length, 1e-10), right);
  return kept.filter((_, j) => Math.abs(weights[j]) > 1e-6);
}

/** "a", "a and b", "a, b and c"; long ones cut. */
export function list(names: readonly string[]): string {
  const shown = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} others`] : names;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}`;
}
