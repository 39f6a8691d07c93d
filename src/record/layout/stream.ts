// A stream of a recording: what it holds, one row a frame or, where the number of rows differs from frame to frame, in a
// *ragged* group of columns behind one array of starts.
//
// In a chunk of F frames the start array has F + 1 numbers, and the rows of its frame f are
// start[f] up to start[f + 1] of every column of the group, in that chunk.

import type { Dtype } from '../container/npy.ts';

export type Group =
  | 'absent'
  | 'path'
  | 'moved'
  | 'motion'
  | 'turns'
  | 'vertexKnots'
  | 'vertexMotion'
  | 'contacts'
  | 'contactSteps'
  | 'reactions'
  | 'inputs'
  | 'inputValues';

export interface Stream {
  /** Also the folder of its chunks. */
  readonly name: string;
  readonly dtype: Dtype;
  /** The shape of one row. */
  readonly row: readonly number[];
  /** The ragged group this is a column of, or where `starts`, the starts of. */
  readonly group?: Group;
  readonly starts?: boolean;
  /** Kept as byte planes of its differences of this order (container/planes.ts); as it is where not said. */
  readonly differences?: number;
  readonly unit: string;
  readonly doc: string;
  /** Wall times differ from run to run, so the content hash leaves them out. */
  readonly hashed: boolean;
}

export interface Sizes {
  /** Rigid bodies. */
  readonly bodies: number;
  /** Of all deformables. */
  readonly vertices: number;
  /** Columns of the report. */
  readonly reportColumns: number;
  /** Without joints a recording has no reactions; those made before there were any do not say. */
  readonly joints?: number;
  /** Coordinates of bending bodies in a frame; bending.json has them, not the header. */
  readonly bends?: number;
  /** Of the format that says which streams there are; the present one unless said. */
  readonly formatVersion?: number;
}

/** One row a frame. */
export function frameStream(
  name: string,
  row: readonly number[],
  unit: string,
  doc: string,
  dtype: Dtype = '<f8',
): Stream {
  return { name, dtype, row, unit, doc, hashed: name !== 'wall' };
}

/** What a column of a group holds: its type, the shape of a row, its unit and what it is, and its filter. */
export type ColumnEntry = readonly [
  dtype: Dtype,
  row: readonly number[],
  unit: string,
  doc: string,
  differences?: number,
];

/** The columns of a group, by their names. */
export function columnsOf(group: Group, columns: Readonly<Record<string, ColumnEntry>>): Stream[] {
  return Object.entries(columns).map(([name, [dtype, row, unit, doc, differences]]) => ({
    name: `${group}/${name}`,
    dtype,
    row,
    group,
    ...(differences === undefined ? {} : { differences }),
    unit,
    doc,
    hashed: true,
  }));
}

export function startsOf(group: Group): Stream {
  return {
    name: `${group}/start`,
    dtype: '<u4',
    row: [],
    group,
    starts: true,
    unit: '1',
    doc: `first row of each frame in the columns of ${group}`,
    hashed: true,
  };
}

export function rowLength(stream: Stream): number {
  let length = 1;
  for (const extent of stream.row) length *= extent;
  return length;
}

/** Streams with nothing in any row (no bodies, no deformables, no report) are not written at all. */
export function isKept(stream: Stream): boolean {
  return rowLength(stream) > 0;
}
