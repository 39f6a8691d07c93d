// Knots of deformables in a recording: one row a knot says whose it is and when, and the coordinates follow in one list,
// each coordinate at one knot after the other, so that what follows in the file is what follows in time.

import { type Series, seriesOf } from '../container/encode-rows.ts';
import { RecordingError } from '../error.ts';
import type { VertexKnots } from '../frame-record.ts';

/** As read. */
export interface VertexKnotRows {
  /** One for each knot, increasing. */
  readonly deformable: Uint32Array;
  readonly times: Float64Array;
  readonly positions: Float64Array;
}

/** As kept. */
export interface KeptVertexKnots {
  readonly deformable: Uint32Array;
  readonly times: Float64Array;
  readonly positions: Series;
}

export function keepVertexKnots(all: readonly VertexKnots[]): KeptVertexKnots {
  const count = all.reduce((sum, { times }) => sum + times.length, 0);
  const deformable = new Uint32Array(count);
  const times = new Float64Array(count);
  let row = 0;
  for (const knots of all) {
    deformable.fill(knots.deformable, row, row + knots.times.length);
    times.set(knots.times, row);
    row += knots.times.length;
  }
  const series = all.map(({ times: own, positions }) => {
    const size = own.length === 0 ? 0 : positions.length / own.length;
    return seriesOf(positions, size, Array(size).keys());
  });
  const length = series.reduce((sum, one) => sum + one.length, 0);
  return { deformable, times, positions: { length, runs: series.flatMap(({ runs }) => runs) } };
}

/** @param vertexCounts  of each deformable */
export function vertexKnotsOf(
  { deformable, times, positions }: VertexKnotRows,
  vertexCounts: readonly number[],
): VertexKnots[] {
  const all: VertexKnots[] = [];
  let at = 0;
  for (let row = 0; row < deformable.length; ) {
    const one = deformable[row];
    let end = row + 1;
    while (end < deformable.length && deformable[end] === one) end++;
    const size = 3 * (vertexCounts[one] ?? Number.NaN);
    const length = size * (end - row);
    if (!(at + length <= positions.length))
      throw new RecordingError('vertexKnots', `deformable ${one} has no ${end - row} knots of its vertices`);
    const own = new Float64Array(length);
    for (let k = 0; k < size; k++) {
      for (let to = k; to < length; to += size) own[to] = positions[at++];
    }
    const firstVertex = vertexCounts.slice(0, one).reduce((sum, count) => sum + count, 0);
    all.push({ deformable: one, firstVertex, times: times.slice(row, end), positions: own });
    row = end;
  }
  if (at !== positions.length)
    throw new RecordingError('vertexMotion/position', `has ${positions.length} numbers, not ${at}`);
  return all;
}
