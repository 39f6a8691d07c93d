// The command line: one file a command, all of them here.

import { Command, CommanderError } from 'commander';
import { RecordingError } from '../record/error.ts';
import { FaultError } from '../scene/fault.ts';
import { addCheck } from './check.ts';
import { addCompile } from './compile.ts';
import { addDice } from './dice.ts';
import { addDoctor } from './doctor.ts';
import { registerAllEngines } from './engines.ts';
import { addExamples } from './examples.ts';
import { exitCodes } from './exit-codes.ts';

import { addExport } from './export.ts';
import { addInfo } from './info.ts';
import { addFix } from './fix.ts';
import { addModes } from './modes.ts';
import { addNew } from './new.ts';
import { faultLines } from './output.ts';
import { addRewind } from './rewind.ts';
import { addRun } from './run.ts';
import { addSound } from './sound.ts';
import { addSpell } from './spell.ts';
import { addSpread } from './spread.ts';
import { addStrike } from './strike.ts';
import { addTransitions } from './transitions.ts';
import { addStudio } from './studio.ts';
import { addVerify } from './verify.ts';
import { version } from './version.ts';
import { addView } from './view.ts';

function makeProgram(): Command {
  const program = new Command('carom')
    .description('Contact simulation you can trust.')
    .version(version)
    .showSuggestionAfterError()
    .showHelpAfterError('(--help tells more)')
    .exitOverride()
    .addHelpText(
      'after',
      `
Start here:
  carom examples                            what there is to run
  carom run falling-boxes                   simulate one
  carom new part.stl                        make a scene from files of your own
  carom studio                              everything, in the browser
  carom view out/falling-boxes.carom        look at it in the browser
  carom verify out/falling-boxes.carom      is it really free of intersections?
  carom export out/falling-boxes.carom falling-boxes.glb

carom <command> --help tells more about each. Exit codes: 0 done, 1 promise broken, 2 bad input, 3 stopped safely by
the engine, 4 limit reached, 130 or 143 interrupted after a checkpoint.`,
    );
  for (const add of [
    addRun,
    addRewind,
    addNew,
    addSpell,
    addDice,
    addTransitions,
    addSpread,
    addFix,
    addVerify,
    addView,
    addStudio,
    addExport,
    addCompile,
    addModes,
    addSound,
    addStrike,
    addInfo,
    addExamples,
    addCheck,
    addDoctor,
  ])
    add(program);
  return program;
}

/** Runs one command; leaves its exit code in process.exitCode. */
export async function main(argv: readonly string[]): Promise<void> {
  registerAllEngines();
  const program = makeProgram();
  try {
    if (argv.length === 0) program.help();
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    process.exitCode = explain(error);
  }
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.badInput;
  if (error instanceof FaultError) {
    process.stderr.write(`${faultLines(error.message.split('\n')[0], error.faults)}\n`);
    return exitCodes.badInput;
  }
  if (error instanceof RecordingError) {
    process.stderr.write(`this recording cannot be read: ${error.message}\n`);
    return exitCodes.badInput;
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && typeof path === 'string') {
    process.stderr.write(`${path}: ${(error as Error).message}\n`);
    return exitCodes.badInput;
  }
  throw error;
}
