// recording.json: who made this recording of what, and what its streams mean.

import type { Apart, PackedScene } from '../scene/index.ts';
import { RecordingError } from './error.ts';
import { isKept, type Sizes, type Stream } from './layout/stream.ts';
import { FORMAT_VERSION, streamsOf } from './layout/streams.ts';
import type { Column, Guarantee } from './types.ts';

const FORMAT = 'carom recording';

/** Options of an engine by name. */
export type OptionValues = Readonly<Record<string, number | string | boolean>>;

/** What a run says about itself before its first frame. */
export interface RunDescription {
  /** Its id. */
  readonly engine: string;
  /** All of its options. */
  readonly options: OptionValues;
  /** What it promises of intersections. */
  readonly promise: Guarantee;
  /** The columns of its reports. */
  readonly columns: readonly Column[];
  /** The last frame will have this number, if nothing stops the run. */
  readonly lastFrame: number;
  /** Frame k is at k over this. */
  readonly frameRateHz: number;
  /** Of the random numbers. */
  readonly seed: number;
  /** Which of these were asked for. */
  readonly keeps: { readonly path: boolean; readonly contacts: boolean };
  /** What was moved or shrunk a hair, so that the scene, which has it so, could start; none where nothing was. */
  readonly apart?: readonly Apart[];
  /** Of the program, and the platform it ran on; neither is part of the content. */
  readonly version: string;
  /** Where it ran. */
  readonly platform: string;
}

/** The head of a recording: recording.json. */
export interface RecordingHeader extends RunDescription, Sizes {
  /** What says that it is one. */
  readonly format: typeof FORMAT;
  readonly formatVersion: number;
  /** The scene without its arrays. */
  readonly scene: PackedScene['json'];
  /** The arrays of the packed scene, each in scene/<number>.npy. */
  readonly sceneArrays: readonly string[];
  /** What each stream of numbers means. */
  readonly streams: readonly Pick<Stream, 'name' | 'dtype' | 'row' | 'differences' | 'unit' | 'doc'>[];
}

export function makeHeader(run: RunDescription, packed: PackedScene, sizes: Sizes): RecordingHeader {
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    version: run.version,
    platform: run.platform,
    engine: run.engine,
    options: run.options,
    promise: run.promise,
    seed: run.seed,
    frameRateHz: run.frameRateHz,
    lastFrame: run.lastFrame,
    keeps: run.keeps,
    ...(run.apart === undefined || run.apart.length === 0 ? {} : { apart: run.apart }),
    ...sizes,
    columns: run.columns,
    streams: streamsOf(sizes)
      .filter(isKept)
      .map(({ name, dtype, row, differences, unit, doc }) => ({ name, dtype, row, differences, unit, doc })),
    sceneArrays: Object.keys(packed.arrays),
    scene: packed.json,
  };
}

/** Checks the shape of a header from outside; everything else trusts what passed here. */
export function checkHeader(value: unknown): RecordingHeader {
  const wrong = (what: string) => new RecordingError('recording.json', what);
  if (!isObject(value) || value.format !== FORMAT) throw wrong('is not the header of a recording');
  if (value.formatVersion !== 1 && value.formatVersion !== FORMAT_VERSION)
    throw wrong(`is of format version ${String(value.formatVersion)}, not ${FORMAT_VERSION} or 1`);
  for (const name of ['bodies', 'vertices', 'reportColumns', 'lastFrame']) {
    if (!isCount(value[name])) throw wrong(`${name} is not a count`);
  }
  if (value.joints !== undefined && !isCount(value.joints)) throw wrong('joints is not a count');
  if (
    !Array.isArray(value.columns) ||
    value.columns.length !== value.reportColumns ||
    !value.columns.every(isColumn)
  ) {
    throw wrong('columns are wrong');
  }
  if (typeof value.engine !== 'string') throw wrong('engine is not a name');
  if (typeof value.version !== 'string' || typeof value.platform !== 'string')
    throw wrong('version is not a text');
  if (typeof value.seed !== 'number') throw wrong('seed is not a number');
  if (!(typeof value.frameRateHz === 'number' && value.frameRateHz > 0))
    throw wrong('frameRateHz is not positive');
  if (!isObject(value.options) || !Object.values(value.options).every(isOptionValue))
    throw wrong('options are wrong');
  if (!isGuarantee(value.promise)) throw wrong('promise is none that we know');
  if (
    !isObject(value.keeps) ||
    typeof value.keeps.path !== 'boolean' ||
    typeof value.keeps.contacts !== 'boolean'
  ) {
    throw wrong('keeps is wrong');
  }
  if (!Array.isArray(value.sceneArrays) || !value.sceneArrays.every((name) => typeof name === 'string')) {
    throw wrong('sceneArrays are not names');
  }
  if (!isObject(value.scene)) throw wrong('has no scene');
  if (value.apart !== undefined && !(Array.isArray(value.apart) && value.apart.every(isApart)))
    throw wrong('apart is wrong');
  return value as unknown as RecordingHeader;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0x7fffffff;
}

function isOptionValue(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
}

function isColumn(value: unknown): boolean {
  return isObject(value) && ['name', 'unit', 'doc'].every((key) => typeof value[key] === 'string');
}

function isApart(value: unknown): boolean {
  if (!isObject(value) || !isCount(value.body) || !Number.isFinite(value.inset)) return false;
  return Array.isArray(value.moved) && value.moved.length === 3 && value.moved.every(Number.isFinite);
}

function isGuarantee(value: unknown): value is Guarantee {
  if (!isObject(value) || (value.round !== undefined && value.round !== true)) return false;
  if (value.kind === 'depth') return typeof value.limit === 'number' && value.limit >= 0;
  if (value.kind === 'separation') return Number.isFinite(value.least) && (value.least as number) >= 0;
  return value.kind === 'never intersects' || value.kind === 'none';
}
