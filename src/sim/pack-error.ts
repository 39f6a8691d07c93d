// Errors between threads: a message keeps the words of an error, but neither its class nor what it carries. Packed and
// unpacked it is again what was thrown, so that whoever catches it can tell what happened.

import { ArenaFull } from '../num/kernels/index.ts';
import { RecordingError } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import { StepError, Stopped } from './engine.ts';

/** An error on its way between threads. */
export interface PackedError {
  /** Of its class. */
  readonly name: string;
  /** What it says. */
  readonly message: string;
  /** Where it was thrown. */
  readonly stack: string;
  /** What it carries: faults, a time, a place in a file, the code and path of a system error. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** By the name that each gives itself: names of classes are lost where code is made small. */
const classes: Readonly<Record<string, { prototype: object }>> = {
  FaultError,
  StepError,
  Stopped,
  RecordingError,
  ArenaFull,
  RangeError,
};

/** Makes an error ready to be sent. */
export function packError(thrown: unknown): PackedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack = '' } = error;
  const own = Object.entries(error).filter(
    ([key, value]) => key !== 'name' && key !== 'cause' && typeof value !== 'function',
  );
  return { name, message, stack, fields: structuredClone(Object.fromEntries(own)) };
}

/** The error again. */
export function unpackError({ name, message, stack, fields }: PackedError): Error {
  const error = Object.assign(new Error(message), fields);
  if (Object.hasOwn(classes, name)) Object.setPrototypeOf(error, classes[name].prototype);
  return Object.assign(error, { name, stack });
}
