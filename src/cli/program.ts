// The command line: one file a command, all of them here.

import { Command, CommanderError } from 'commander';
import { RecordingError } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import { addCheck } from './check/check.ts';
import { addCompile } from './take/compile.ts';
import { addDice } from './past/dice.ts';
import { addDoctor } from './check/doctor.ts';
import { addExamples } from './run/examples.ts';
import { exitCodes } from './exit-codes.ts';
import { addExport } from './take/export.ts';
import { addInfo } from './scene/info.ts';
import { addFix } from './scene/fix.ts';
import { addModes } from './hear/modes.ts';
import { addNew } from './scene/new.ts';
import { faultLines } from './output.ts';
import { addRewind } from './past/rewind.ts';
import { addRun } from './run/run.ts';
import { addSound } from './hear/sound.ts';
import { addSpell } from './past/spell.ts';
import { addSpread } from './past/spread.ts';
import { addStrike } from './hear/strike.ts';
import { addTransitions } from './past/transitions.ts';
import { addStudio } from './look/studio.ts';
import { addVerify } from './check/verify.ts';
import { version } from './version.ts';
import { addView } from './look/view.ts';

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
  const program = makeProgram();
  // The compiler of specifications is large: whoever asks for help does not wait for it.
  program.hook('preAction', async () => (await import('../catalog/specifications.ts')).readySpecifications());
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
