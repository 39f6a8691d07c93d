// Knots of deformables in a recording: one row a knot says whose it is and when, and the coordinates follow in one list,
// each coordinate at one knot after the other, so that what follows in the file is what follows in time.

import { RecordingError } from '../error.ts';
import type { VertexKnots } from '../frame-record.ts';

export interface VertexKnotRows {
  /** One for each knot, increasing. */
  readonly deformable: Uint32Array;
  readonly times: Float64Array;
  readonly positions: Float64Array;
}

export function vertexKnotRows(all: readonly VertexKnots[]): VertexKnotRows {
  const count = all.reduce((sum, { times }) => sum + times.length, 0);
  const length = all.reduce((sum, { positions }) => sum + positions.length, 0);
  const deformable = new Uint32Array(count);
  const times = new Float64Array(count);
  const kept = new Float64Array(length);
  let row = 0;
  let to = 0;
  for (const knots of all) {
    deformable.fill(knots.deformable, row, row + knots.times.length);
    times.set(knots.times, row);
    row += knots.times.length;
    const { positions } = knots;
    const size = knots.times.length === 0 ? 0 : positions.length / knots.times.length;
    for (let k = 0; k < size; k++) {
      for (let from = k; from < positions.length; from += size) kept[to++] = positions[from];
    }
  }
  return { deformable, times, positions: kept };
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
