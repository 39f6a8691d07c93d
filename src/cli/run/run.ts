// carom run <scene>: simulates, records, verifies, and says what came of it.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { paint } from '../paint.ts';
import { catalog, chooseEngine, loadEngine } from '../../catalog/index.ts';
import { openRecordingFile } from '../../record/index.node.ts';
import { belowFloor, type Scene } from '../../scene/index.ts';
import { describeApart } from '../../scene/separate/index.ts';
import {
  describeComplaint,
  frameTime,
  lastFrameOf,
  type OptionValue,
  promiseOf,
  readOutcome,
} from '../../sim/index.ts';
import { bytesArgument, countArgument, hairArgument, numberArgument, settingArgument } from '../arguments.ts';
import { apartByName } from '../scene/apart.ts';
import { controlInputs, setParameters } from './drive.ts';
import { readInputs } from './read-inputs.node.ts';
import type { Example } from './examples.node.ts';
import { exitCodes, exitTable } from '../exit-codes.ts';
import { isRecordingFile, openScene } from './open-scene.node.ts';
import { offeringFix } from '../scene/overlap.ts';
import { faultLines, metres, Output, plural, seconds, short, type OutputFlags } from '../output.ts';
import { pasted } from '../pasted.ts';
import { prepareOut } from './prepare-out.node.ts';
import { runOnThread } from './watch-thread.ts';
import type { End, Job, Keep, Tally } from './simulate.node.ts';
import { sayRecomputed } from '../damage.ts';
import { describePromise, endOf, judge } from '../verdict.ts';

interface RunFlags extends OutputFlags {
  readonly steps?: number;
  readonly duration?: number;
  readonly threads?: number;
  readonly set: Readonly<Record<string, string>>;
  /** The setting of this name, which is asked for most. */
  readonly detail?: number;
  readonly control: Readonly<Record<string, string>>;
  readonly inputs?: string;
  readonly out?: string;
  readonly seed?: number;
  readonly hair?: number | false;
  readonly resume?: boolean;
  readonly maxWall?: number;
  readonly maxMemory?: number;
  readonly strict?: boolean;
  readonly keep: Keep;
  readonly engine?: string;
  /** Unless said: where something is promised. */
  readonly verify?: boolean;
}

export function addRun(program: Command): void {
  program
    .command('run')
    .summary('simulate a scene into a recording')
    .description(
      'Simulates a scene, writes its recording, and verifies it.\n' +
        'A scene is a scene file (JSON), a rigid-ipc fixture (JSON), a specification (.lagrange), or the name of an\n' +
        'example.',
    )
    .argument('<scene>', 'a file, or the name of an example (carom examples lists them)')
    .option('--out <file>', 'the recording (default: out/<scene>.carom)')
    .option('--duration <seconds>', "how long to simulate, instead of the scene's own", numberArgument)
    .option('--steps <count>', 'how many steps to simulate, rounded up to a frame', countArgument)
    .option('--engine <id>', 'the engine, instead of the scene’s own')
    .option(
      '--set <name=value>',
      'an option of the engine, or a parameter of the specification; may be repeated',
      settingArgument,
      {},
    )
    .option(
      '--detail <part>',
      'how much the convex pieces of a moving body may exceed it, of its volume (lcp; default: 0.02); --set detail too',
      numberArgument,
    )
    .option(
      '--control <name=value>',
      'holds a control of the specification, or moves it: name=time:value,time:value; may be repeated',
      settingArgument,
      {},
    )
    .option('--inputs <file>', 'a JSON list of inputs: pushes, bodies that come and go (docs/inputs.md)')
    .option(
      '--hair <part>',
      'how deep bodies may overlap to be set apart at the start, of the thinner one (default: 0.001); off: never',
      hairArgument,
    )
    .option('--seed <number>', "instead of the scene's own", countArgument)
    .option(
      '--threads <count>',
      'at most so many (default: all cores); the result is the same',
      countArgument,
    )
    .addOption(
      new Option('--keep <what>', 'summary: no recording; frames: without path and contacts')
        .choices(['summary', 'frames', 'all'])
        .default('all'),
    )
    .option('--resume', 'go on from the recording that is there, to the same bits as an unbroken run')
    .option('--max-wall <seconds>', 'stop safely after this long', numberArgument)
    .option('--max-memory <size>', 'stop safely above this much, such as 2GB', bytesArgument)
    .option(
      '--strict',
      'stop where a solve misses its tolerance or energy comes from nowhere, instead of telling it',
    )
    .option('--verify', 'judge it afterwards; so it is where the engine promises something about contact')
    .option('--no-verify', 'do not')
    .addHelpText(
      'after',
      `
Examples:
  carom run falling-boxes
  carom run scene.json --duration 2 --out out/scene.carom
  carom run scene.json --set timeStep=0.005
  carom run coaster.lagrange --set Omega=5deg --control UpDown=0:1,4:-1
  carom run scene.json --resume           go on after Ctrl-C or a crash
  carom run scene.json --json | tail -1   for machines

${exitTable()}`,
    )
    .action(async (argument: string, given: RunFlags, { parent }: Command) => {
      const { detail, set } = given;
      const flags = detail === undefined ? given : { ...given, set: { ...set, detail: String(detail) } };
      const typed = (parent as unknown as { rawArgs: readonly string[] }).rawArgs;
      process.exitCode = await runScene(argument, flags, typed);
    });
}

/** @param typed  the whole command line, to be gone on with */
async function runScene(argument: string, flags: RunFlags, typed: readonly string[]): Promise<number> {
  const output = new Output(flags);
  const opened = await openScene(argument);
  const seeded = flags.seed === undefined ? opened.scene : { ...opened.scene, seed: flags.seed };
  const { scene: given, options } = setParameters(seeded, flags.set);
  for (const note of opened.notes) output.say(paint.dim(note));
  const job = await makeJob(argument, given, options, flags);
  const { scene, apart = [] } = job;
  const engine = await loadEngine(job.engine);
  const promise = promiseOf(engine, scene, job.options);
  output.say(
    `${paint.bold(scene.name)}: ${plural(scene.bodies.length, 'body', 'bodies')}, ` +
      `${seconds(frameTime(job.lastFrame, scene.frameRateHz))} at ${short(scene.frameRateHz)} Hz on ${engine.id} ` +
      `(${describePromise(promise)})`,
  );
  for (const note of belowFloor(scene)) output.say(paint.yellow(note));
  if (apart.length > 0) output.say(paint.yellow(describeApart(scene, apart)));
  for (const note of engine.notes?.(scene, job.options) ?? []) output.say(paint.dim(note));

  const { tally, end, complaints, signal, repair } = await runOnThread(job, flags.quiet ?? false);
  if (repair) sayRecomputed(repair, output);
  const recording = job.keep === 'summary' || tally.frames === 0 ? null : job.out;
  output.say(describeTally(tally));
  for (const complaint of complaints) output.complain(paint.yellow(describeComplaint(scene, complaint)));
  sayEnd(output, end, signal, recording === null ? [] : typed);

  const isWhole = end.kind === 'done';
  const isJudged = recording !== null && job.keep === 'all' && isWhole;
  const judged =
    isJudged && (flags.verify ?? promise.kind !== 'none')
      ? await judge(recording, output, { doing: 'verifying' })
      : undefined;
  if (isJudged && flags.verify === undefined && promise.kind === 'none')
    output.say(paint.dim(`not judged: ${engine.id} promises nothing about contact (--verify looks anyway)`));
  if (recording !== null) {
    if (isWhole && isUnchanged(flags) && opened.example)
      await sayExpectations(recording, opened.example, output);
    output.say(`recording: ${recording}`);
    if (isWhole) {
      output.say('next:');
      const next = [
        pasted('view', recording),
        pasted('export', recording, 'picture.png'),
        pasted('info', recording),
      ];
      for (const command of next) output.say(`  ${paint.cyan(command)}`);
    }
  }
  output.result({
    scene: scene.name,
    engine: engine.id,
    frames: tally.frames,
    steps: tally.steps,
    simulatedSeconds: tally.simulatedSeconds,
    wallSeconds: tally.wallSeconds,
    smallestGap: finite(tally.smallestGap),
    intersections: judged === undefined ? null : judged.verdict.intersections + judged.verdict.tunnelled,
    energyFirst: finite(tally.energyFirst),
    energyLast: finite(tally.energyLast),
    apart: apartByName(scene, apart),
    complaints: complaints.map((one) => ({
      ...one,
      bodies: one.bodies.map((body) => scene.bodies[body].name),
    })),
    recording,
    verdict: judged?.word ?? unjudged[end.kind],
  });
  if (signal !== undefined) return signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
  if (end.kind === 'failed') return exitCodes.engineStopped;
  if (end.kind === 'limit') return exitCodes.limitReached;
  // half a run is what was asked for here
  return judged && endOf[judged.word] === exitCodes.promiseBroken ? exitCodes.promiseBroken : exitCodes.done;
}

/** For machines, where there is no verdict: how it ended. */
const unjudged: Readonly<Record<End['kind'], string>> = {
  done: 'not judged',
  stopped: 'interrupted',
  limit: 'stopped at a limit',
  failed: 'stopped by the engine',
};

async function makeJob(
  argument: string,
  asWritten: Scene,
  set: Readonly<Record<string, string>>,
  flags: RunFlags,
): Promise<Job> {
  const driven = controlInputs(asWritten, flags.control);
  const inputs =
    flags.inputs === undefined
      ? driven
      : [...driven, ...readInputs(flags.inputs, asWritten)].sort((a, b) => a.time - b.time);
  const { engine, options, scene, apart } = await offeringFix(argument, () =>
    chooseEngine(asWritten, { ...asWritten.options, ...set }, catalog, {
      engine: flags.engine ?? asWritten.engine,
      hair: flags.hair,
    }),
  );
  const own = existsSync(argument) && isRecordingFile(argument) ? argument : undefined;
  const out = flags.out ?? own ?? join('out', `${fileName(scene.name)}.carom`);
  const resume = flags.resume ?? false;
  if (flags.keep !== 'summary')
    await prepareOut(out, { scene, engine: engine.id, options, keep: flags.keep, inputs, resume });
  return {
    scene,
    apart,
    engine: engine.id,
    options,
    lastFrame: lastFrame(scene, options, flags),
    inputs,
    maxSteps: flags.steps ?? Number.POSITIVE_INFINITY,
    keep: flags.keep,
    out,
    resume,
    threads: flags.threads ?? availableParallelism(),
    maxWallSeconds: flags.maxWall ?? Number.POSITIVE_INFINITY,
    maxMemoryBytes: flags.maxMemory ?? Number.POSITIVE_INFINITY,
    strict: flags.strict ?? false,
  };
}

function lastFrame(scene: Scene, options: Readonly<Record<string, OptionValue>>, flags: RunFlags): number {
  const { timeStep } = options;
  if (flags.steps !== undefined && flags.duration === undefined && typeof timeStep === 'number')
    return Math.ceil(flags.steps * timeStep * scene.frameRateHz - 1e-9);
  return lastFrameOf({ ...scene, duration: flags.duration ?? scene.duration });
}

function describeTally(tally: Tally): string {
  const parts = [
    `${plural(tally.frames, 'frame')}, ${plural(tally.steps, 'step')}`,
    `${seconds(tally.simulatedSeconds)} simulated in ${seconds(tally.wallSeconds)}`,
  ];
  if (Number.isFinite(tally.smallestGap)) parts.push(`smallest gap ${metres(tally.smallestGap)}`);
  if (Number.isFinite(tally.energyFirst))
    parts.push(`energy ${short(tally.energyFirst)} to ${short(tally.energyLast)} J`);
  return parts.join(' · ');
}

/** @param typed  empty where there is nothing to go on from */
function sayEnd(output: Output, end: End, signal: string | undefined, typed: readonly string[]): void {
  const again = typed.filter((word) => word !== '--resume');
  const resume =
    again.length === 0 ? '; nothing is recorded' : `; ${pasted(...again, '--resume')} goes on from here`;
  if (end.kind === 'stopped') output.complain(paint.yellow(`stopped by ${signal}${resume}`));
  if (end.kind === 'limit') output.complain(paint.yellow(`stopped: ${end.what}${resume}`));
  if (end.kind === 'failed')
    output.complain(faultLines(`the engine stopped safely at ${seconds(end.time)}: ${end.what}`, end.faults));
}

async function sayExpectations(path: string, example: Example, output: Output): Promise<void> {
  const recording = await openRecordingFile(path);
  const outcome = await readOutcome(recording);
  await recording.close();
  for (const { says, holds } of example.expectations)
    output.say(
      holds(outcome) ? `${paint.green('✓')} ${says}` : `${paint.yellow('✗')} expected, but not so: ${says}`,
    );
}

/** Whether an example was run as it was meant. */
function isUnchanged({ duration, steps, set, control, seed, engine }: RunFlags): boolean {
  return (
    [duration, steps, seed, engine].every((flag) => flag === undefined) &&
    Object.keys({ ...set, ...control }).length === 0
  );
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'scene';
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
