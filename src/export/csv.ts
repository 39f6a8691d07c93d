// Recordings as tables for spreadsheets and scripts: CSV after RFC 4180, with units in the headings.
// Numbers are written so that reading them back gives the same bits.

import type { Recording } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';
import { vertexStarts } from './world-mesh.ts';

/** What a table is about. */
export type CsvTable = 'poses' | 'velocities' | 'vertices' | 'contacts' | 'reactions' | 'report';

/** All tables. */
export const csvTables: readonly CsvTable[] = [
  'poses',
  'velocities',
  'vertices',
  'contacts',
  'reactions',
  'report',
];

/** The table that says how things move: of their vertices, where no body does. */
export function usualTable({ bodies, deformables }: Scene): CsvTable {
  return bodies.length === 0 && deformables.length > 0 ? 'vertices' : 'poses';
}

/** Yields the table in pieces of text, one a frame. */
export async function* exportCsv(recording: Recording, table: CsvTable): AsyncGenerator<string, void> {
  yield line(headings(recording, table));
  for (let i = 0; i < recording.frameCount; i++) yield await rowsOf(recording, table, i);
}

function headings(recording: Recording, table: CsvTable): string[] {
  switch (table) {
    case 'poses':
      return ['frame', 'time [s]', 'body', 'x [m]', 'y [m]', 'z [m]', 'qx', 'qy', 'qz', 'qw'];
    case 'velocities':
      return ['frame', 'time [s]', 'body', ...xyz('v', 'm/s'), ...xyz('w', 'rad/s')];
    case 'vertices':
      return ['frame', 'time [s]', 'deformable', 'vertex', ...xyz('', 'm')];
    case 'contacts':
      return [
        'frame',
        'time [s]',
        'pair',
        'body',
        'other',
        ...xyz('point ', 'm, body axes'),
        ...xyz('normal '),
        'normal force [N]',
        ...xyz('friction force ', 'N'),
        'step began [s]',
        'step [s]',
        'friction coefficient',
      ];
    case 'reactions':
      return [
        'frame',
        'time [s]',
        'joint',
        'body a',
        'body b',
        ...xyz('force on a ', 'N'),
        ...xyz('torque on a ', 'N m'),
        'step began [s]',
        'step [s]',
      ];
    case 'report':
      return [
        'frame',
        'time [s]',
        ...recording.columns.map(({ name, unit }) => (unit ? `${name} [${unit}]` : name)),
      ];
  }
}

async function rowsOf(recording: Recording, table: CsvTable, index: number): Promise<string> {
  const { scene } = recording;
  const time = await recording.time(index);
  switch (table) {
    case 'poses':
    case 'velocities': {
      const { poses, velocities } = await recording.frame(index);
      const numbers = table === 'poses' ? poses : velocities;
      const width = table === 'poses' ? 7 : 6;
      return scene.bodies
        .map(({ name }, i) => line([index, time, name, ...numbers.subarray(width * i, width * (i + 1))]))
        .join('');
    }
    case 'vertices':
      return vertexRows(scene, (await recording.frame(index)).vertices, index, time);
    case 'contacts':
      return contactRows(recording, index, time);
    case 'reactions':
      return reactionRows(recording, index, time);
    case 'report':
      return line([index, time, ...(await recording.report(index))]);
  }
}

function vertexRows(scene: Scene, vertices: Float64Array, index: number, time: number): string {
  const starts = vertexStarts(scene);
  let text = '';
  scene.deformables.forEach(({ name }, d) => {
    for (let at = starts[d]; at < starts[d + 1]; at += 3)
      text += line([index, time, name, (at - starts[d]) / 3, ...vertices.subarray(at, at + 3)]);
  });
  return text;
}

async function contactRows(recording: Recording, index: number, time: number): Promise<string> {
  const rows = await recording.contacts(index);
  const { bodies, deformables } = recording.scene;
  const nameOf = (item: number) => (bodies[item] ?? deformables[item - bodies.length])?.name ?? String(item);
  let text = '';
  for (let i = 0; i < rows.count; i++) {
    // An impulse over a step is the mean force during it.
    const perSecond = rows.duration[i] > 0 ? 1 / rows.duration[i] : 0;
    text += line([
      index,
      time,
      rows.pair[i],
      nameOf(rows.body[i]),
      nameOf(rows.other[i]),
      ...rows.point.subarray(3 * i, 3 * i + 3),
      ...rows.normal.subarray(3 * i, 3 * i + 3),
      rows.normalImpulse[i] * perSecond,
      ...rows.tangentialImpulse.subarray(3 * i, 3 * i + 3).map((impulse) => impulse * perSecond),
      rows.start[i],
      rows.duration[i],
      rows.friction[i],
    ]);
  }
  return text;
}

async function reactionRows(recording: Recording, index: number, time: number): Promise<string> {
  const rows = await recording.reactions(index);
  const { bodies, joints } = recording.scene;
  const nameOf = (body: number | undefined) => bodies[body ?? -1]?.name ?? 'world';
  let text = '';
  rows.joint.forEach((j, i) => {
    text += line([
      index,
      time,
      joints[j]?.name ?? String(j),
      nameOf(joints[j]?.a),
      nameOf(joints[j]?.b),
      ...rows.force.subarray(3 * i, 3 * i + 3),
      ...rows.torque.subarray(3 * i, 3 * i + 3),
      rows.start[i],
      rows.duration[i],
    ]);
  });
  return text;
}

function xyz(prefix: string, unit = ''): string[] {
  return ['x', 'y', 'z'].map((axis) => `${prefix}${axis}${unit ? ` [${unit}]` : ''}`);
}

function line(values: readonly (number | string)[]): string {
  return `${values.map((value) => (typeof value === 'number' ? String(value) : quoted(value))).join(',')}\r\n`;
}

/** A text that begins like a formula is kept from being one. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
