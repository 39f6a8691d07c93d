// The streams of a recording: what each holds, one row a frame or, where the number of rows
// differs from frame to frame, in a *ragged* group of columns behind one array of starts.
//
// In a chunk of F frames the start array has F + 1 numbers, and the rows of its frame f are
// start[f] up to start[f + 1] of every column of the group, in that chunk.

import type { Scene } from '../scene/index.ts';
import type { Dtype } from './container/npy.ts';
import { INPUT_KINDS } from './types.ts';

export const FORMAT_VERSION = 2;

export type Group = 'absent' | 'path' | 'turns' | 'contacts' | 'reactions' | 'inputs' | 'inputValues';

export interface Stream {
  /** Also the folder of its chunks. */
  readonly name: string;
  readonly dtype: Dtype;
  /** The shape of one row. */
  readonly row: readonly number[];
  /** The ragged group this is a column of, or where `starts`, the starts of. */
  readonly group?: Group;
  readonly starts?: boolean;
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

const GROUPS: readonly Group[] = [
  'absent',
  'path',
  'turns',
  'contacts',
  'reactions',
  'inputs',
  'inputValues',
];

export function sizesOf(scene: Scene, reportColumns: number): Sizes {
  let vertices = 0;
  for (const { mesh } of scene.deformables) vertices += scene.meshes[mesh].positions.length / 3;
  const sizes = { bodies: scene.bodies.length, vertices, reportColumns };
  return scene.joints.length > 0 ? { ...sizes, joints: scene.joints.length } : sizes;
}

/** What recordings of format version 1 do not have. */
const SINCE_VERSION_2 = ['absent/start', 'absent/body', 'contacts/gap', 'contacts/slip'];

export function streamsOf({
  bodies,
  vertices,
  reportColumns,
  joints = 0,
  bends = 0,
  formatVersion = FORMAT_VERSION,
}: Sizes): Stream[] {
  const frame = (
    name: string,
    row: readonly number[],
    unit: string,
    doc: string,
    dtype: Dtype = '<f8',
  ): Stream => ({
    name,
    dtype,
    row,
    unit,
    doc,
    hashed: name !== 'wall',
  });
  const column = (
    group: Group,
    name: string,
    dtype: Dtype,
    row: readonly number[],
    unit: string,
    doc: string,
  ): Stream => ({ name: `${group}/${name}`, dtype, row, group, unit, doc, hashed: true });

  const streams = [
    frame('time', [], 's', 'when the frame is'),
    frame('pose', [bodies, 7], 'm, 1', 'position and orientation quaternion x y z w of each body frame'),
    frame('velocity', [bodies, 6], 'm/s, rad/s', 'linear and angular velocity of each body, world axes'),
    frame('vertices', [vertices, 3], 'm', "positions of all deformables' vertices"),
    frame('bends', [bends], 'see bending.json', 'coordinates of the modes of bodies that bend'),
    frame(
      'stray',
      [],
      'm',
      'how far any vertex may be from the straight line since the frame before; infinite: not known',
    ),
    frame('steps', [], '1', 'steps or events since the frame before', '<u4'),
    frame('report', [reportColumns], 'see columns', "the engine's report"),
    frame('wall', [], 'ms', 'what computing the frame took'),
    ...GROUPS.map(
      (group): Stream => ({
        name: `${group}/start`,
        dtype: '<u4',
        row: [],
        group,
        starts: true,
        unit: '1',
        doc: `first row of each frame in the columns of ${group}`,
        hashed: true,
      }),
    ),
    column('absent', 'body', '<u4', [], '1', 'a body that is not there in the frame'),
    column('path', 'time', '<f8', [], 's', 'when the knot is'),
    column('path', 'pose', '<f8', [bodies, 7], 'm, 1', 'poses at the knot'),
    column('turns', 'vertex', '<u4', [], '1', 'which vertex turns'),
    column('turns', 'time', '<f8', [], 's', 'when'),
    column('turns', 'position', '<f8', [3], 'm', 'where'),
    column('contacts', 'pair', '<u4', [], '1', 'number of the contact in its frame, the same for both sides'),
    column('contacts', 'body', '<u4', [], '1', 'the body, deformables counted on from the rigid bodies'),
    column('contacts', 'other', '<u4', [], '1', 'the other body'),
    column('contacts', 'feature', '<u4', [], '1', '4 × index + (0 vertex, 1 edge, 2 face)'),
    column(
      'contacts',
      'point',
      '<f8',
      [3],
      'm',
      'where, body coordinates (world coordinates for deformables)',
    ),
    column('contacts', 'normal', '<f8', [3], '1', 'unit normal in the world, out of the other body'),
    column('contacts', 'normalImpulse', '<f8', [], 'N s', 'impulse on the body along the normal'),
    column('contacts', 'tangentialImpulse', '<f8', [3], 'N s', 'impulse on the body across the normal'),
    column('contacts', 'gap', '<f8', [], 'm', 'how far apart the surfaces are when the step ends'),
    column(
      'contacts',
      'slip',
      '<f8',
      [3],
      'm/s',
      "velocity against the other body's point then, across the normal",
    ),
    column('contacts', 'began', '<f8', [], 's', 'when the step began'),
    column('contacts', 'duration', '<f8', [], 's', 'how long the step was'),
    column('contacts', 'friction', '<f8', [], '1', 'friction coefficient of the pair'),
    column('reactions', 'joint', '<u4', [], '1', 'index of the joint'),
    column('reactions', 'began', '<f8', [], 's', 'when the step began'),
    column('reactions', 'duration', '<f8', [], 's', 'how long the step was'),
    column('reactions', 'force', '<f8', [3], 'N', 'mean force of the joint on its body a, world axes'),
    column('reactions', 'torque', '<f8', [3], 'N m', "mean torque on it about the joint's point, world axes"),
    column('inputs', 'time', '<f8', [], 's', 'when it came'),
    column('inputs', 'kind', '<u4', [], '1', `index into ${INPUT_KINDS.join(', ')}`),
    column('inputs', 'target', '<u4', [], '1', 'index of the body, joint, parameter or control'),
    column('inputs', 'count', '<u4', [], '1', 'how many of the values in inputValues are its own'),
    column('inputValues', 'value', '<f8', [], '', 'the values of all inputs, one after the other'),
  ];
  const known = formatVersion > 1 ? streams : streams.filter(({ name }) => !SINCE_VERSION_2.includes(name));
  return joints > 0 ? known : known.filter(({ group }) => group !== 'reactions');
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

export function memberName(stream: string, chunk: number): string {
  return `${stream}/${chunkName(chunk)}.npy`;
}

export function commitName(chunk: number): string {
  return `commit/${chunkName(chunk)}.json`;
}

export function snapshotPrefix(chunk: number): string {
  return `snapshot/${chunkName(chunk)}/`;
}

/** Names of a state's arrays become names of members; none may mean something to JavaScript itself. */
export function isStateName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(name);
}

export function sceneArrayName(number: number): string {
  return `scene/${number}.npy`;
}

function chunkName(chunk: number): string {
  return String(chunk).padStart(8, '0');
}
