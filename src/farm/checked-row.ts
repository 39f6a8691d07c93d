// Tasks and rows that come over a wire or from a file, checked before they are used.

import * as z from 'zod';
import { FaultError } from '../scene/fault/index.ts';
import { faultsOf } from '../scene/schema/index.ts';
import { limits } from './limits.ts';
import type { Row, Task } from './row.ts';

const finite = z.number();
const word = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const values = z
  .record(word, finite)
  .refine((all) => Object.keys(all).length <= limits.parameters, 'too many parameters');

const common = {
  run: z.int().min(0).max(limits.runs),
  values,
  seed: z.int().min(0).max(0xffffffff),
};

const task = z.strictObject({ sweep: hash, ...common });

const row = z.strictObject({
  ...common,
  measures: z
    .record(word, z.union([finite, z.null()]))
    .refine((all) => Object.keys(all).length <= limits.measures, 'too many measures'),
  ended: z.enum(['done', 'early', 'limit', 'failed', 'set aside']),
  what: z.string().max(limits.text),
  simulatedSeconds: finite.min(0),
  wallSeconds: finite.min(0),
  version: z.string().max(100),
  hash: z.union([hash, z.literal('')]),
  recording: z.union([
    z
      .string()
      .max(300)
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*){0,3}$/),
    z.null(),
  ]),
});

/** @throws FaultError */
export function checkTask(given: unknown): Task {
  return checked(task, given, 'this is no task of a sweep:');
}

/** @throws FaultError */
export function checkRow(given: unknown): Row {
  return checked(row, given, 'this is no row of a sweep:');
}

function checked<T>(schema: z.ZodType<T>, given: unknown, about: string): T {
  const result = schema.safeParse(given);
  if (!result.success) throw new FaultError(about, faultsOf(result.error, schema, given));
  return result.data;
}
