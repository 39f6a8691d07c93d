// A modal model as a file of the command line: written, read, and told in a few lines.

import { existsSync, readFileSync } from 'node:fs';
import { paint } from '../paint.ts';
import { decayTime } from '../../modes/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { extensionOf } from '../../scene/read/index.ts';
import type { Vec3 } from '../../scene/index.ts';
import { type ModalModel, readModal, toFaust, toSuperCollider, writeModal } from '../../sound/index.ts';
import { Output, type OutputFlags, plural, seconds, short } from '../output.ts';
import { putOut } from './put-out.ts';

/** What is written from a modal model. */
export type ModelFormat = 'model' | 'faust' | 'supercollider';

interface ModelFlags extends OutputFlags {
  readonly format?: 'json' | ModelFormat;
  readonly out?: string;
  readonly strike?: Vec3;
}

export function isModelFile(path: string | undefined): path is string {
  return path !== undefined && extensionOf(path) === 'modal';
}

/** @param strike  where position 0 of an instrument is [m], body coordinates */
export function writtenModel(
  model: ModalModel,
  format: ModelFormat,
  strike: Vec3 | undefined,
): string | Uint8Array {
  if (format === 'model') return writeModal(model);
  return format === 'faust' ? toFaust(model, strike) : toSuperCollider(model, strike);
}

/** Options that ask for another analysis than the file holds. */
const OF_BODIES = [
  'count',
  'upTo',
  'clamp',
  'resolution',
  'tune',
  'memory',
  'material',
  'units',
  'body',
] as const;

/** What `carom modes bell.modal` says and writes. */
export function describeModelFile(
  path: string,
  flags: ModelFlags & Partial<Record<(typeof OF_BODIES)[number], unknown>>,
): void {
  const toStdout = flags.format !== undefined && flags.out === undefined;
  const output = new Output({ ...flags, json: flags.json || toStdout });
  const given = OF_BODIES.find((name) => flags[name] !== undefined);
  if (given !== undefined)
    refuse(path, 'its modes are what they are', given, 'leave it out, or give the body itself');
  if (!existsSync(path)) refuse(path, 'there is no such file', 'file', 'correct the path');
  const model = readModal(new Uint8Array(readFileSync(path)));
  const { count, frequencies, dampings, radiation, material } = model;
  output.say(
    `${paint.bold(model.name)} of ${material.name}: ${plural(count, 'mode')} at ${plural(model.positions.length / 3, 'vertex', 'vertices')}`,
  );
  output.say(paint.dim('  mode   frequency [Hz]   decay (T60)   far field [Pa m/(m√kg/s²)]'));
  for (let m = 0; m < Math.min(count, MOST_ROWS); m++)
    output.say(
      `${String(m + 1).padStart(6)}${frequencies[m].toFixed(2).padStart(17)}` +
        `${seconds(decayTime(dampings[m])).padStart(14)}${short(radiation[m]).padStart(14)}`,
    );
  if (count > MOST_ROWS) output.say(`  … and ${count - MOST_ROWS} more`);
  const result = {
    body: model.name,
    material,
    mass: model.mass,
    clamped: model.clamped,
    frequenciesHz: Array.from(frequencies),
    dampings: Array.from(dampings),
    radiation: Array.from(radiation),
    vertices: model.positions.length / 3,
  };
  if (flags.format !== undefined)
    putOut(
      flags.format === 'json'
        ? `${JSON.stringify(result, undefined, 2)}\n`
        : writtenModel(model, flags.format, flags.strike),
      flags.out,
      output,
    );
  if (flags.json) output.result(result);
}

/** Rows printed for people; the rest are counted. */
const MOST_ROWS = 40;

function refuse(path: string, what: string, name: string, remedy: string): never {
  const where = name === 'file' ? name : `--${name.replace('upTo', 'up-to')}`;
  throw new FaultError(`"${path}" cannot be opened so:`, [{ what, where, remedy }]);
}
