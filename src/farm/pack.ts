// A sweep as bytes, to travel and to be named by its hash: a mark, the length of its JSON, the JSON (a sweep file with the
// scene in it, and what files follow), and the files one after the other.

import { Sha256 } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import { readJson } from '../scene/read/index.ts';
import { faultsOf, type SceneFile } from '../scene/schema/index.ts';
import * as z from 'zod';
import type { Goal } from './goal.ts';
import { interpret } from './interpret.ts';
import { limits } from './limits.ts';
import { type SweepFile, sweepFile } from './schema.ts';
import type { Source, Sweep } from './sweep.ts';

const MARK = new TextEncoder().encode('carom-sweep-1\n\0\0');
const HEAD = MARK.length + 4;

const packed = z.strictObject({
  sweep: sweepFile,
  example: z.string().min(1).max(200).optional(),
  files: z
    .array(z.strictObject({ path: z.string().min(1).max(1000), size: z.int().min(0).max(limits.packed) }))
    .max(limits.files),
});

/** Everything of it, meshes included; equal sweeps are equal bytes. */
export function packSweep(sweep: Sweep): Uint8Array<ArrayBuffer> {
  const { files, example } = sweep.subject;
  const paths = Object.keys(files).sort();
  const json = JSON.stringify({
    sweep: fileOf(sweep),
    ...(example === undefined ? {} : { example }),
    files: paths.map((path) => ({ path, size: files[path].length })),
  });
  const text = new TextEncoder().encode(json);
  const size = paths.reduce((sum, path) => sum + files[path].length, HEAD + text.length);
  if (size > limits.packed)
    throw refusal('is too large', `keep it below ${limits.packed} bytes`, `${size} bytes`);
  const bytes = new Uint8Array(size);
  bytes.set(MARK);
  new DataView(bytes.buffer).setUint32(MARK.length, text.length, true);
  bytes.set(text, HEAD);
  let at = HEAD + text.length;
  for (const path of paths) {
    bytes.set(files[path], at);
    at += files[path].length;
  }
  return bytes;
}

/** @throws FaultError where the bytes are no sweep */
export function unpackSweep(bytes: Uint8Array): Sweep {
  if (bytes.length > limits.packed) throw refusal('is too large', `send at most ${limits.packed} bytes`);
  if (bytes.length < HEAD || MARK.some((byte, i) => bytes[i] !== byte))
    throw refusal('is no packed sweep', 'pack it anew');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MARK.length, true);
  let at = HEAD + length;
  if (at > bytes.length) throw refusal('ends too early', 'pack it anew');
  const json = readJson(new TextDecoder().decode(bytes.subarray(HEAD, at)), 'the packed sweep');
  const result = packed.safeParse(json);
  if (!result.success)
    throw new FaultError('the packed sweep cannot be used:', faultsOf(result.error, packed, json));
  const { sweep, example, files } = result.data;
  const total = files.reduce((sum, { size }) => sum + size, at);
  if (total !== bytes.length)
    throw refusal('has not the files that it names', 'pack it anew', `${bytes.length} bytes`);
  const found = files.map(({ path, size }) => {
    at += size;
    return [path, bytes.slice(at - size, at)] as const;
  });
  if (typeof sweep.scene === 'string') throw refusal('has no scene in it', 'pack it anew');
  const scene = sweep.scene as SceneFile;
  const subject = { scene, files: Object.fromEntries(found), ...(example === undefined ? {} : { example }) };
  return interpret(sweep, subject, sweep.name);
}

/** The SHA-256 of a packed sweep. */
export function sweepHash(bytes: Uint8Array): string {
  return new Sha256().update(bytes).digest();
}

function refusal(what: string, remedy: string, value?: string): FaultError {
  const fault = { what, where: 'the packed sweep', remedy, ...(value === undefined ? {} : { value }) };
  return new FaultError('the packed sweep cannot be used:', [fault]);
}

/** As people would write it, with the scene in it. */
function fileOf(sweep: Sweep): SweepFile {
  const {
    name,
    subject,
    parameters,
    draw,
    repeats,
    seed,
    measures,
    stopWhen,
    keep,
    keepOf,
    limits: most,
    search,
  } = sweep;
  const { wallSeconds, memoryBytes } = most;
  return {
    format: 'carom-sweep-1',
    name,
    scene: subject.scene,
    parameters: parameters.map(({ name: called, at, from }) => ({
      name: called,
      ...(at.length > 0 ? { at: [...at] } : {}),
      ...written(from),
    })),
    draw: 'count' in draw ? draw : draw.kind,
    repeats,
    seed,
    measures: measures.map(({ file }) => file),
    ...(stopWhen ? { stopWhen: stopWhen.text } : {}),
    keep,
    keepOf,
    limits: {
      ...(Number.isFinite(wallSeconds) ? { wallSeconds } : {}),
      ...(Number.isFinite(memoryBytes) ? { memoryBytes } : {}),
    },
    ...(search === undefined ? {} : { search: goalOf(search) }),
  };
}

function goalOf({ kind, measure, over, ...rest }: Goal): NonNullable<SweepFile['search']> {
  return { [kind]: measure, ...(over.length > 0 ? { over: [...over] } : {}), ...rest };
}

function written(
  from: Source,
): Pick<NonNullable<SweepFile['parameters']>[number], 'values' | 'range' | 'count' | 'scale' | 'is'> {
  if (from.kind === 'values') return { values: [...from.values] };
  if (from.kind === 'is') return { is: from.is.text };
  const { range, count, scale } = from;
  return { range: [range[0], range[1]], ...(count > 0 ? { count } : {}), scale };
}
