// What ended a command, in words and as its exit code. Nothing that a file, a disk or a person does ends in a stack trace.

import { CommanderError } from 'commander';
import { MeshError } from '../geometry/index.ts';
import { RecordingError } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import { exitCodes } from './exit-codes.ts';
import { faultLines } from './output.ts';
import { asStarted } from './pasted.ts';
import { systemFault } from './system-error.ts';
import { writeText } from './write-text.ts';

/** Set, it makes faults of our own show where they happened. */
const STACK_VARIABLE = 'CAROM_STACK';

/**
 * Says it on standard error.
 * @param commands  of the program, which remedies may name
 */
export function explain(error: unknown, commands: readonly string[] = []): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.badInput;
  const { text, exit } = described(error, commands);
  writeText(process.stderr, `${text}\n`);
  return exit;
}

function described(error: unknown, commands: readonly string[]): { text: string; exit: number } {
  if (error instanceof FaultError) {
    const faults = error.faults.map((fault) => ({ ...fault, remedy: asStarted(fault.remedy, commands) }));
    return { text: faultLines(error.message.split('\n')[0], faults), exit: exitCodes.badInput };
  }
  if (error instanceof MeshError)
    return { text: `this mesh cannot be used: ${error.message}`, exit: exitCodes.badInput };
  // What a machine refuses is no fault of the file.
  if (error instanceof RecordingError && error.code !== undefined)
    return { text: error.message, exit: exitCodes.machineRefused };
  if (error instanceof RecordingError)
    return { text: `this recording cannot be read: ${error.message}`, exit: exitCodes.badInput };
  const system = systemFault(error);
  if (system !== undefined) return { text: faultLines('it cannot be done:', [system]), exit: system.exit };
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const where = process.env[STACK_VARIABLE] === undefined ? `${STACK_VARIABLE}=1 shows where` : (stack ?? '');
  return {
    text: `a fault of Carom itself, please report it: ${message}\n${where}`,
    exit: exitCodes.ownFault,
  };
}
