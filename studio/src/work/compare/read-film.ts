// Lines of a film for comparing: a column of its report, a quantity of a body, or the distance of two films.

import { columnAt } from '../../../../src/record/index.ts';
import type { Film } from '../../model/film.ts';
import { readAllLines } from '../../plots/all-lines.ts';
import { farthestApart, type Line } from './lines.ts';

/** What is plotted: "apart", "column:kineticEnergy" or "body:height". */
type What = string;

const BATCH = 64;

export async function readLine(film: Film, what: What, body: number): Promise<Line> {
  const [kind, id] = what.split(':');
  const count = film.frameCount.peek();
  if (kind === 'body') {
    const chart = { id: 0, title: '', unit: '', columns: [], quantity: id, bodies: [body], isLog: false };
    const { times, lines } = await readAllLines(chart, film);
    return { times, values: lines[0]?.values ?? new Float64Array(times.length).fill(Number.NaN) };
  }
  const times = Float64Array.from({ length: count }, (_, i) => film.time(i));
  const values = new Float64Array(count).fill(Number.NaN);
  const column = columnAt(film.columns, id);
  if (column < 0) return { times, values };
  for (let first = 0; first < count; first += BATCH) {
    const size = Math.min(BATCH, count - first);
    const rows = await Promise.all(Array.from({ length: size }, (_, i) => film.report(first + i)));
    rows.forEach((row, i) => {
      values[first + i] = row[column];
    });
  }
  return { times, values };
}

/** How far the two are apart at the times of the first, the farthest body of each frame. */
export async function readApart(first: Film, second: Film): Promise<Line> {
  const times: number[] = [];
  const values: number[] = [];
  const theirs = Array.from({ length: second.frameCount.peek() }, (_, i) => second.time(i));
  let at = 0;
  for (let i = 0; i < first.frameCount.peek(); i++) {
    const time = first.time(i);
    while (at + 1 < theirs.length && theirs[at + 1] <= time + 1e-9) at++;
    // Only frames of the same time: what lies between two is nobody's.
    if (theirs[at] === undefined || Math.abs(theirs[at] - time) > 1e-6) continue;
    times.push(time);
    const [a, b] = await Promise.all([first.frame(i), second.frame(at)]);
    values.push(farthestApart(a, b).distance);
  }
  return { times: Float64Array.from(times), values: Float64Array.from(values) };
}
