// Public continuous-collision queries (Wang et al. 2021): reading them and running ours on them.
//
// A query is eight rows, each `numerator,denominator` of x, y and z and the truth (1: they
// collide). Rows 1–4 are the vertices at the start and 5–8 at the end, in the order point,
// triangle or edge, edge. Which of the two a file holds is only told by its folder's name.

import { exactFirstContact } from './exact.ts';
import { linearFirstContact } from './contact.ts';
import { EDGE_EDGE, type PairKind, POINT_TRIANGLE } from './kind.ts';

/** Where the vertices of a query stand. */
const VERTICES = [0, 3, 6, 9];

export interface Query {
  readonly kind: PairKind;
  /** Four vertices at the start and at the end. */
  readonly x0: Float64Array;
  readonly x1: Float64Array;
  readonly collides: boolean;
  /** How far a coordinate is at most from the rational it stands for; 0 where all are doubles. */
  readonly rounding: number;
}

export interface QueryFile {
  /** Its name with its folder, for the kind and for messages. */
  readonly path: string;
  readonly text: string;
}

export interface QueryCheck {
  readonly queries: number;
  readonly positives: number;
  /** Collisions that were not reported: the one number that must be 0. */
  readonly missed: number;
  readonly falseAlarms: number;
  readonly nanosecondsPerQuery: number;
  /** The least of reported time / true time over the collisions found (1 where both are 0). */
  readonly worstTimeRatio: number;
}

/** The double nearest to numerator / denominator, ties to even; true where it is exactly that. */
export function rationalToDouble(numerator: bigint, denominator: bigint): { value: number; exact: boolean } {
  if (denominator === 0n) return { value: NaN, exact: false };
  if (numerator === 0n) return { value: 0, exact: true };
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  // A quotient of 54 or 55 bits, or fewer where the result is subnormal; one more bit says whether the rest is zero.
  const exponent = Math.max(n.toString(2).length - d.toString(2).length - 54, -1075);
  const scaled = exponent > 0 ? n : n << BigInt(-exponent);
  const divisor = exponent > 0 ? d << BigInt(exponent) : d;
  const quotient = scaled / divisor;
  const rest = scaled - quotient * divisor;
  const bits = quotient.toString(2).length;
  const drop = Math.max(bits - 53, exponent === -1075 ? 1 : 0);
  const unit = 1n << BigInt(drop);
  let kept = quotient >> BigInt(drop);
  const remainder = quotient - kept * unit;
  const half = unit >> 1n;
  const exact = remainder === 0n && rest === 0n;
  if (remainder > half || (remainder === half && !exact && (rest > 0n || (kept & 1n) === 1n))) kept += 1n;
  let value = Number(kept);
  for (let power = exponent + drop; power !== 0; power -= Math.sign(power)) value *= power > 0 ? 2 : 0.5;
  return { value: negative ? -value : value, exact };
}

/** The kind of query a file holds, from its path; undefined where the path does not say. */
export function queryKind(path: string): PairKind | undefined {
  if (/edge-edge|ee[/\\_.-]/i.test(path)) return EDGE_EDGE;
  if (/vertex-face|face-vertex|vf[/\\_.-]/i.test(path)) return POINT_TRIANGLE;
  return undefined;
}

/** Reads one file of queries. Throws with the line where it is not one. */
export function readQueries(path: string, text: string): Query[] {
  const kind = queryKind(path);
  if (kind === undefined) throw new RangeError(`${path}: name its folder "vertex-face" or "edge-edge"`);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length % 8 !== 0) throw new RangeError(`${path}: ${lines.length} rows; a query has 8`);
  const queries: Query[] = [];
  for (let first = 0; first < lines.length; first += 8) {
    const x = new Float64Array(24);
    let collides = false;
    let rounding = 0;
    for (let row = 0; row < 8; row++) {
      const where = `${path}, row ${first + row + 1}`;
      const cells = lines[first + row].split(',').map((cell) => cell.trim());
      if (cells.length !== 7 || !cells.every((cell) => /^-?\d+$/.test(cell))) {
        throw new RangeError(`${where}: "${lines[first + row].slice(0, 80)}" is not seven integers`);
      }
      for (let k = 0; k < 3; k++) {
        const { value, exact } = rationalToDouble(BigInt(cells[2 * k]), BigInt(cells[2 * k + 1]));
        if (!Number.isFinite(value))
          throw new RangeError(`${where}: ${cells[2 * k]}/${cells[2 * k + 1]} is no finite number`);
        x[3 * row + k] = value;
        if (!exact) rounding = Math.max(rounding, Math.abs(value) * 2.220446049250313e-16);
      }
      collides = cells[6] !== '0';
    }
    queries.push({ kind, x0: x.slice(0, 12), x1: x.slice(12), collides, rounding });
  }
  return queries;
}

/** Runs the decision over every query of the files and compares with the truth. */
export function checkQueries(files: readonly QueryFile[]): QueryCheck {
  const queries = files.flatMap((file) => readQueries(file.path, file.text));
  const times = new Float64Array(queries.length);
  const decideAll = (): void => {
    for (let i = 0; i < queries.length; i++) {
      const { kind, x0, x1, rounding } = queries[i];
      // Rounded coordinates may hide a touch: every point may be off by √3 roundings, on both sides.
      times[i] = linearFirstContact(kind, x0, x1, VERTICES, 4 * rounding);
    }
  };
  // The first pass is the platform's compiler's; the time is of the second.
  decideAll();
  const began = performance.now();
  decideAll();
  const elapsedMs = performance.now() - began;

  let positives = 0;
  let missed = 0;
  let falseAlarms = 0;
  let worstTimeRatio = 1;
  for (let i = 0; i < queries.length; i++) {
    const { kind, x0, x1, collides } = queries[i];
    const found = times[i] <= 1;
    if (!collides) {
      if (found) falseAlarms++;
      continue;
    }
    positives++;
    if (!found) {
      missed++;
      continue;
    }
    const trueTime = exactFirstContact(kind, x0, x1, VERTICES);
    if (trueTime > 0 && trueTime <= 1) worstTimeRatio = Math.min(worstTimeRatio, times[i] / trueTime);
  }
  const nanosecondsPerQuery = queries.length === 0 ? 0 : (1e6 * elapsedMs) / queries.length;
  return { queries: queries.length, positives, missed, falseAlarms, nanosecondsPerQuery, worstTimeRatio };
}
