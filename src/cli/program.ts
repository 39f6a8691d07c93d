// The command line: one file a command, all of them here.

import { Command, CommanderError } from 'commander';
import { loadEngine } from '../catalog/index.ts';
import { addCheck } from './check/check.ts';
import { addCompare } from './farm/compare.ts';
import { addCompile } from './take/compile.ts';
import { addDice } from './past/dice.ts';
import { addDoctor } from './check/doctor.ts';
import { addExamples } from './run/examples.ts';
import { addEngines, optionLines } from './check/engines.ts';
import { exitCodes, exitTable } from './exit-codes.ts';
import { explain } from './explain.ts';
import { addExport } from './take/export.ts';
import { addInfo } from './scene/info.ts';
import { unwrapTexts, wrapped } from './help.ts';
import { addFix } from './scene/fix.ts';
import { addModes } from './hear/modes.ts';
import { addNew } from './scene/new.ts';
import { jsonFlag, quietFlag } from './output.ts';
import { asStarted, pasted } from './pasted.ts';
import { writeText } from './write-text.ts';
import { addRewind } from './past/rewind.ts';
import { addRun } from './run/run.ts';
import { addSound } from './hear/sound.ts';
import { addSpell } from './past/spell.ts';
import { addSpread } from './past/spread.ts';
import { addStrike } from './hear/strike.ts';
import { addTransitions } from './past/transitions.ts';
import { addSweep } from './farm/sweep.ts';
import { addStudio } from './look/studio.ts';
import { addVerify } from './check/verify.ts';
import { version } from './version.ts';
import { addView } from './look/view.ts';
import { addWorker } from './farm/worker.ts';

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
  carom engines                             what simulates, and its options
  carom new part.stl                        make a scene from files of your own
  carom studio                              everything, in the browser
  carom view out/falling-boxes.carom        look at it in the browser
  carom verify out/falling-boxes.carom      is it really free of intersections?
  carom export out/falling-boxes.carom falling-boxes.glb

carom <command> --help tells more about each.

${exitTable()}`,
    );
  const say = (stream: NodeJS.WriteStream) => (text: string) => {
    const names = commandNames(program);
    const started = pasted();
    const isCommand = (line: string) => line.startsWith(`  ${started} `);
    writeText(stream, wrapped(asStarted(text, names), stream.columns, isCommand));
  };
  program.configureOutput({
    writeOut: say(process.stdout),
    writeErr: say(process.stderr),
    // lines are cut here, not by the library, which knows nothing of lists
    getOutHelpWidth: () => Number.MAX_SAFE_INTEGER,
    getErrHelpWidth: () => Number.MAX_SAFE_INTEGER,
  });
  for (const add of [
    addRun,
    addRewind,
    addNew,
    addSpell,
    addDice,
    addTransitions,
    addSpread,
    addFix,
    addSweep,
    addWorker,
    addCompare,
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
    addEngines,
    addCheck,
    addDoctor,
  ])
    add(program);
  program.commands.forEach(addOutputFlags);
  unwrapTexts(program);
  return program;
}

/** Every command can be read by machines, and can be quiet. */
function addOutputFlags(command: Command): void {
  command.commands.forEach(addOutputFlags);
  if (command.commands.length > 0) return;
  const has = (long: string) => command.options.some((option) => option.long === long);
  if (!has('--json')) command.option(...jsonFlag);
  if (!has('--quiet')) command.option(...quietFlag);
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
    process.exitCode = await explainAll(error, argv, commandNames(program));
  }
}

/** `run --engine ipc --help` tells the options of ipc, too. */
async function explainAll(
  error: unknown,
  argv: readonly string[],
  commands: readonly string[],
): Promise<number> {
  const isHelp = error instanceof CommanderError && error.code === 'commander.helpDisplayed';
  const id = isHelp ? engineIn(argv) : undefined;
  if (id === undefined) return explain(error, commands);
  try {
    const lines = optionLines(await loadEngine(id));
    writeText(process.stdout, `\n${wrapped(lines.join('\n'), process.stdout.columns, () => false)}\n`);
    return exitCodes.done;
  } catch (unknown) {
    return explain(unknown, commands);
  }
}

function engineIn(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === '--engine' || word.startsWith('--engine='));
  return at < 0 ? undefined : (argv[at].split('=')[1] ?? argv[at + 1]);
}

function commandNames(program: Command): string[] {
  return program.commands.map((command) => command.name());
}
