// A transition table in few bytes: numbers in steps of a 32,767th of the largest of their kind, which is less than what
// a step backward puts right anyway (inelastic.ts). Rest stays rest: zero is kept exactly.
//
//   one line of JSON (rates, laws, scales, and how many moments of which key), then for each key
//   stances 9 × int16, changes 6 × int16, kept points × uint8, steps int32

import { STANCE, type Moments } from './moments.ts';
import type { TransitionTable } from './transitions.ts';

const FORMAT = 'carom-transitions-1';
const STEPS = 32767;

interface Head {
  readonly format: string;
  readonly table: Omit<TransitionTable, 'moments'>;
  /** Largest speed [m/s] and spin [rad/s]. */
  readonly speed: number;
  readonly spin: number;
  /** Of the bytes that follow. */
  readonly check: number;
  readonly keys: readonly (readonly [key: string, points: number, count: number])[];
}

/** What a number of a stance or a change is a part of. */
const unitOf = (k: number, speed: number, spin: number) => (k < 3 ? 1 : k < 6 ? speed : spin);

export function encodeTable({ moments, ...table }: TransitionTable): Uint8Array {
  let speed = 1e-6;
  let spin = 1e-6;
  for (const { stances, changes } of Object.values(moments)) {
    for (let i = 0; i < stances.length; i++) {
      const k = i % STANCE;
      if (k >= 6) spin = Math.max(spin, Math.abs(stances[i]));
      else if (k >= 3) speed = Math.max(speed, Math.abs(stances[i]));
    }
    for (let i = 0; i < changes.length; i++) {
      if (i % 6 >= 3) spin = Math.max(spin, Math.abs(changes[i]));
      else speed = Math.max(speed, Math.abs(changes[i]));
    }
  }
  const entries = Object.entries(moments);
  const size = entries.reduce((sum, [, { points, steps }]) => sum + steps.length * (34 + points), 0);
  const data = new Uint8Array(size);
  const view = new DataView(data.buffer);
  let at = 0;
  for (const [, { points, stances, changes, kept, steps }] of entries) {
    for (let m = 0; m < steps.length; m++) {
      for (let k = 0; k < STANCE; k++, at += 2)
        view.setInt16(at, Math.round((STEPS * stances[STANCE * m + k]) / unitOf(k, speed, spin)), true);
      for (let k = 0; k < 6; k++, at += 2)
        view.setInt16(at, Math.round((STEPS * changes[6 * m + k]) / unitOf(k + 3, speed, spin)), true);
      for (let k = 0; k < points; k++) view.setUint8(at++, kept[points * m + k]);
      view.setInt32(at, steps[m], true);
      at += 4;
    }
  }
  const head: Head = {
    format: FORMAT,
    table,
    speed,
    spin,
    check: checkOf(data),
    keys: entries.map(([key, { points, steps }]) => [key, points, steps.length]),
  };
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const bytes = new Uint8Array(line.length + size);
  bytes.set(line);
  bytes.set(data, line.length);
  return bytes;
}

/** Undefined where these are not the bytes of a table. */
export function decodeTable(bytes: Uint8Array): TransitionTable | undefined {
  const end = bytes.indexOf(10);
  if (end < 0) return undefined;
  let head: Head;
  try {
    head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  } catch {
    return undefined;
  }
  if (head?.format !== FORMAT || !Array.isArray(head.keys)) return undefined;
  const size = head.keys.reduce((sum, [, points, count]) => sum + count * (34 + points), 0);
  if (!(bytes.length === end + 1 + size)) return undefined;
  if (checkOf(bytes.subarray(end + 1)) !== head.check) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { speed, spin } = head;
  const moments: Record<string, Moments> = {};
  let at = end + 1;
  for (const [key, points, count] of head.keys) {
    const stances: number[] = [];
    const changes: number[] = [];
    const kept: number[] = [];
    const steps: number[] = [];
    for (let m = 0; m < count; m++) {
      for (let k = 0; k < STANCE; k++, at += 2)
        stances.push((view.getInt16(at, true) / STEPS) * unitOf(k, speed, spin));
      for (let k = 0; k < 6; k++, at += 2)
        changes.push((view.getInt16(at, true) / STEPS) * unitOf(k + 3, speed, spin));
      for (let k = 0; k < points; k++) kept.push(view.getUint8(at++));
      steps.push(view.getInt32(at, true));
      at += 4;
    }
    moments[key] = { points, stances, changes, kept, steps };
  }
  return { ...head.table, moments };
}

function checkOf(data: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < data.length; i++) sum = Math.imul(sum ^ data[i], 0x01000193);
  return sum >>> 0;
}
