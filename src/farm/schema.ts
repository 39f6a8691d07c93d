// The structure of sweep files. Only what a JSON Schema can say is said here; the rest is checked in interpret.ts and read.ts.

import * as z from 'zod';
import { limits } from './limits.ts';

const largest = 1e18;
const number = z.number().min(-largest).max(largest);
const body = z.string().min(1).max(200);
const sentence = z.string().min(1).max(1000);
const count = (from: number, to: number) => z.int().min(from).max(to);

const word = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/)
  .describe('a letter, then letters, digits and _: expressions call it so');
const expression = z.string().min(1).max(2000).describe('an expression, such as "mu / 2" or "slip < 0.05"');
const pointer = z.string().min(1).max(1000);

const parameter = z.strictObject({
  name: word,
  at: z
    .union([pointer, z.array(pointer).min(1).max(limits.pointers)])
    .optional()
    .describe('what it drives in the scene, such as "/bodies/ramp/friction"; nothing unless said'),
  values: z.array(number).min(1).max(limits.values).optional(),
  range: z.tuple([number, number]).optional(),
  count: count(2, limits.values).optional().describe('steps of the range, ends included; not for draws'),
  scale: z.enum(['linear', 'log']).optional().describe('of the range; linear unless said'),
  is: expression.optional().describe('instead of values and a range: from parameters above'),
});

const drawn = z.strictObject({
  kind: z.enum(['latin hypercube', 'sobol', 'random']),
  count: count(1, limits.runs),
});

const measure = z.strictObject({
  name: word,
  column: z.string().min(1).max(200).optional().describe("of the engine's report"),
  height: body.optional().describe("of the body's centre of mass along the up axis [m]"),
  position: body.optional().describe("of the body's centre of mass along `axis` [m]"),
  speed: body.optional().describe("of the body's centre of mass [m/s]"),
  travel: body.optional().describe("how far the body's centre of mass is from where it began [m]"),
  tilt: body
    .optional()
    .describe('angle by which what pointed up in the body, or along `axis`, leans from up [rad]'),
  turn: body.optional().describe('angle by which the body is turned from how it began [rad]'),
  angle: body.optional().describe('how far the body has turned about `axis`, whole turns counted [rad]'),
  distance: z.tuple([body, body]).optional().describe('between two centres of mass [m]'),
  firstContact: z.tuple([body, body]).optional().describe('when two bodies first touch [s]'),
  expectation: sentence.optional().describe('of the example that is swept: 1 where it holds, 0 where not'),
  is: expression.optional().describe('from parameters, measures above and `time`'),
  axis: z.enum(['x', 'y', 'z']).optional(),
  of: z.enum(['min', 'max', 'mean', 'end']).optional().describe('over the frames; end unless said'),
  at: z
    .union([z.enum(['first', 'last']), z.number().min(0).max(1e9)])
    .optional()
    .describe('instead of `of`: at the first frame, the last, or the one nearest to this time [s]'),
});

const search = z.strictObject({
  minimise: word.optional().describe('a measure: where it is least'),
  maximise: word.optional().describe('a measure: where it is greatest'),
  threshold: word.optional().describe('a measure: from which value of one parameter on it is true'),
  over: z
    .array(word)
    .min(1)
    .max(limits.parameters)
    .optional()
    .describe('parameters; all with a range unless said'),
  tolerance: z.number().gt(0).lt(1).optional().describe('as a part of a range; 0.001 unless said'),
  budget: count(1, limits.runs)
    .optional()
    .describe('runs at most; of a threshold, for each point of the others'),
  atOnce: count(1, 1000).optional().describe('values that are tried at once for a threshold; 1 unless said'),
  method: z.enum(['cma-es', 'nelder-mead']).optional().describe('cma-es unless said'),
});

export const sweepFile = z
  .strictObject({
    $schema: z.string().max(1000).optional(),
    format: z.literal('carom-sweep-1'),
    name: z.string().min(1).max(200),
    description: z.string().max(20_000).optional(),
    scene: z
      .union([z.string().min(1).max(1000), z.record(z.string(), z.unknown())])
      .describe(
        'a scene file or specification beside this file, the name of an example, or the scene itself',
      ),
    engine: z.string().min(1).max(200).optional().describe("instead of the scene's own"),
    options: z
      .record(z.string(), z.union([number, z.string().max(1000), z.boolean()]))
      .optional()
      .describe("of the engine, added to the scene's own"),
    duration: z.number().min(0).max(1e9).optional().describe("instead of the scene's own [s]"),
    parameters: z.array(parameter).max(limits.parameters).optional(),
    draw: z
      .union([z.enum(['grid', 'together']), drawn])
      .optional()
      .describe('which points: grid, unless said, is all combinations; together is step by step'),
    repeats: count(1, limits.repeats)
      .optional()
      .describe('of every point, with other scene seeds; 1 unless said'),
    seed: count(0, 0xffffffff).optional().describe('0 unless said'),
    measures: z.array(measure).max(limits.measures).optional(),
    stopWhen: expression.optional().describe('asked after every frame: where it is true the run is over'),
    keep: z
      .enum(['summary', 'frames', 'all'])
      .optional()
      .describe('of a run; summary, unless said, is its row'),
    keepOf: z.enum(['all', 'failed', 'none']).optional().describe('whose recordings; all unless said'),
    limits: z
      .strictObject({
        wallSeconds: z.number().gt(0).max(1e9).optional(),
        memoryBytes: z.number().gt(0).max(largest).optional(),
      })
      .optional()
      .describe('of one run; none unless said'),
    search: search.optional().describe('looks for a point, instead of running all'),
  })
  .meta({ title: 'Carom sweep', description: 'Many runs of one scene: what changes, and what is measured.' });

/** A sweep, as people write it (docs/sweeps-file.md). */
export type SweepFile = z.input<typeof sweepFile>;
/** What a measure of a sweep file says. */
export type MeasureFile = z.input<typeof measure>;
export type ParameterFile = z.input<typeof parameter>;
export type SearchFile = z.input<typeof search>;

/** What sweep files may say, as a JSON Schema. */
export function sweepJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(sweepFile, { io: 'input' });
}

/** Keys of a measure that say what is measured; each has one. */
export const MEASURED = [
  'column',
  'height',
  'position',
  'speed',
  'travel',
  'tilt',
  'turn',
  'angle',
  'distance',
  'firstContact',
  'expectation',
  'is',
] as const satisfies readonly (keyof MeasureFile)[];
