// The command line: one file a command, all of them here.

import { Command } from 'commander';
import { addCheck } from './check/check.ts';
import { addCompile } from './take/compile.ts';
import { addDice } from './past/dice.ts';
import { addDoctor } from './check/doctor.ts';
import { addExamples } from './run/examples.ts';
import { exitTable } from './exit-codes.ts';
import { explain } from './explain.ts';
import { addExport } from './take/export.ts';
import { addInfo } from './scene/info.ts';
import { addFix } from './scene/fix.ts';
import { addModes } from './hear/modes.ts';
import { addNew } from './scene/new.ts';
import { asStarted } from './pasted.ts';
import { type Stream, writeText } from './write-text.ts';
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

carom <command> --help tells more about each.

${exitTable()}`,
    );
  const say = (stream: Stream) => (text: string) => writeText(stream, asStarted(text, commandNames(program)));
  program.configureOutput({ writeOut: say(process.stdout), writeErr: say(process.stderr) });
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
    process.exitCode = explain(error, commandNames(program));
  }
}

function commandNames(program: Command): string[] {
  return program.commands.map((command) => command.name());
}
