// carom run <scene>: simulates, records, verifies, and says what came of it.

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import { catalog, chooseEngine, loadEngine } from '../../catalog/index.ts';
import { openRecordingFile } from '../../record/index.node.ts';
import type { Input } from '../../record/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { packScene, type Scene } from '../../scene/index.ts';
import { describeApart } from '../../scene/separate/index.ts';
import { frameTime, lastFrameOf, type OptionValue, promiseOf, readOutcome } from '../../sim/index.ts';
import { bytesArgument, countArgument, hairArgument, numberArgument, settingArgument } from '../arguments.ts';
import { apartByName } from '../scene/apart.ts';
import { controlInputs, drivenOtherwise, setParameters } from './drive.ts';
import { readInputs } from './read-inputs.node.ts';
import type { Example } from './examples.node.ts';
import { exitCodes } from '../exit-codes.ts';
import { isRecordingFile, openScene } from './open-scene.node.ts';
import { offeringFix } from '../scene/overlap.ts';
import {
  faultLines,
  jsonFlag,
  metres,
  Output,
  plural,
  quietFlag,
  seconds,
  short,
  type OutputFlags,
} from '../output.ts';
import { Progress } from '../progress.ts';
import { startThread } from './run-thread.node.ts';
import type { End, Job, Keep, Tally } from './simulate.node.ts';
import { describePromise, judge } from '../verdict.ts';

interface RunFlags extends OutputFlags {
  readonly steps?: number;
  readonly duration?: number;
  readonly threads?: number;
  readonly set: Readonly<Record<string, string>>;
  readonly control: Readonly<Record<string, string>>;
  readonly inputs?: string;
  readonly out?: string;
  readonly seed?: number;
  readonly hair?: number | false;
  readonly resume?: boolean;
  readonly maxWall?: number;
  readonly maxMemory?: number;
  readonly keep: Keep;
  readonly engine?: string;
  readonly verify: boolean;
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
    .option('--no-verify', 'do not verify afterwards')
    .option(...jsonFlag)
    .option(...quietFlag)
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

Ends with 0 done, 1 promise broken, 2 bad input, 3 stopped safely by the engine, 4 limit reached,
130 or 143 interrupted after a checkpoint.`,
    )
    .action(async (argument: string, flags: RunFlags) => {
      process.exitCode = await runScene(argument, flags);
    });
}

async function runScene(argument: string, flags: RunFlags): Promise<number> {
  const output = new Output(flags);
  const opened = await openScene(argument);
  const seeded = flags.seed === undefined ? opened.scene : { ...opened.scene, seed: flags.seed };
  const { scene: given, options } = setParameters(seeded, flags.set);
  for (const note of opened.notes) output.say(pc.dim(note));
  const job = await makeJob(argument, given, options, flags);
  const { scene, apart = [] } = job;
  const engine = await loadEngine(job.engine);
  output.say(
    `${pc.bold(scene.name)}: ${plural(scene.bodies.length, 'body', 'bodies')}, ` +
      `${seconds(frameTime(job.lastFrame, scene.frameRateHz))} at ${short(scene.frameRateHz)} Hz on ${engine.id} ` +
      `(${describePromise(promiseOf(engine, scene, job.options))})`,
  );
  if (apart.length > 0) output.say(pc.yellow(describeApart(scene, apart)));
  for (const note of engine.notes?.(scene, job.options) ?? []) output.say(pc.dim(note));

  const { tally, end, signal } = await runOnThread(job, flags.quiet ?? false);
  const recording = job.keep === 'summary' || tally.frames === 0 ? null : job.out;
  output.say(describeTally(tally));
  sayEnd(output, end, signal, argument, flags);

  const isWhole = end.kind === 'done';
  const verdict =
    recording !== null && flags.verify && job.keep === 'all' && isWhole
      ? await judge(recording, output, { doing: 'verifying' })
      : undefined;
  if (recording !== null) {
    if (isWhole && isUnchanged(flags) && opened.example)
      await sayExpectations(recording, opened.example, output);
    output.say(`recording: ${recording}`);
    if (isWhole)
      output.say(
        pc.dim(
          `next: carom view ${recording} · carom export ${recording} picture.png · carom info ${recording}`,
        ),
      );
  }
  output.result({
    scene: scene.name,
    engine: engine.id,
    frames: tally.frames,
    steps: tally.steps,
    simulatedSeconds: tally.simulatedSeconds,
    wallSeconds: tally.wallSeconds,
    smallestGap: finite(tally.smallestGap),
    intersections: verdict === undefined ? null : verdict.intersections + verdict.tunnelled,
    energyFirst: finite(tally.energyFirst),
    energyLast: finite(tally.energyLast),
    apart: apartByName(scene, apart),
    recording,
  });
  if (signal !== undefined) return signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
  if (end.kind === 'failed') return exitCodes.engineStopped;
  if (end.kind === 'limit') return exitCodes.limitReached;
  return verdict && !verdict.kept ? exitCodes.promiseBroken : exitCodes.done;
}

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
  if (flags.keep !== 'summary')
    await prepareOut(out, { scene, engine: engine.id, options, keep: flags.keep, inputs }, flags);
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
    resume: flags.resume ?? false,
    threads: flags.threads ?? availableParallelism(),
    maxWallSeconds: flags.maxWall ?? Number.POSITIVE_INFINITY,
    maxMemoryBytes: flags.maxMemory ?? Number.POSITIVE_INFINITY,
  };
}

function lastFrame(scene: Scene, options: Readonly<Record<string, OptionValue>>, flags: RunFlags): number {
  const { timeStep } = options;
  if (flags.steps !== undefined && flags.duration === undefined && typeof timeStep === 'number')
    return Math.ceil(flags.steps * timeStep * scene.frameRateHz - 1e-9);
  return lastFrameOf({ ...scene, duration: flags.duration ?? scene.duration });
}

/** Refuses to write over what is no recording, and to go on with a recording of something else. */
async function prepareOut(
  out: string,
  run: { scene: Scene; engine: string; options: object; keep: Keep; inputs: readonly Input[] },
  flags: RunFlags,
): Promise<void> {
  mkdirSync(dirname(out), { recursive: true });
  if (!existsSync(out)) return;
  const refuse = (what: string, remedy: string): never => {
    throw new FaultError(`"${out}" cannot be written:`, [{ what, where: '--out', value: out, remedy }]);
  };
  if (!statSync(out).isFile() || (statSync(out).size > 0 && !isRecordingFile(out)))
    refuse('there is something that is not a recording', 'give another file');
  if (!flags.resume || statSync(out).size === 0) return;
  const recording = await openRecordingFile(out);
  const { header } = recording;
  const otherwise = isSameScene(recording.scene, run.scene)
    ? await drivenOtherwise(recording, run.inputs)
    : undefined;
  await recording.close();
  if (!isSameScene(recording.scene, run.scene))
    refuse('the recording is of another scene, so it cannot be resumed', 'leave out --resume to start again');
  if (header.engine !== run.engine || !isSameOptions(header.options, run.options))
    refuse(
      `the recording was made by ${header.engine} with other options, so it cannot be resumed`,
      'give the same --engine and --set, or leave out --resume to start again',
    );
  if (otherwise !== undefined)
    refuse(
      `the recording was driven otherwise before frame ${otherwise}, so it cannot be resumed`,
      'give the same --control and --inputs, or leave out --resume to start again',
    );
  if (header.keeps.path !== (run.keep === 'all'))
    refuse('the recording keeps something else', `give --keep ${header.keeps.path ? 'all' : 'frames'}`);
}

/** Packed scenes have their keys in order, so equal scenes are equal texts. */
function isSameScene(a: Scene, b: Scene): boolean {
  const [one, other] = [packScene(a), packScene(b)];
  if (JSON.stringify(one.json) !== JSON.stringify(other.json)) return false;
  return Object.entries(one.arrays).every(([name, array]) => {
    const twin = other.arrays[name];
    return twin.length === array.length && array.every((value, i) => Object.is(value, twin[i]));
  });
}

function isSameOptions(a: object, b: object): boolean {
  const text = (options: object) => JSON.stringify(Object.entries(options).sort());
  return text(a) === text(b);
}

interface ThreadResult {
  readonly tally: Tally;
  readonly end: End;
  readonly signal?: NodeJS.Signals;
}

async function runOnThread(job: Job, quiet: boolean): Promise<ThreadResult> {
  const thread = startThread(job);
  const progress = new Progress(quiet);
  let signal: NodeJS.Signals | undefined;
  const interrupt = (name: NodeJS.Signals) => {
    // Whoever asks twice does not want to wait for the step; what is committed is safe.
    if (signal !== undefined) process.exit(name === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted);
    signal = name;
    thread.stop();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const total = job.lastFrame + 1;
  const show = () => {
    const frames = thread.frames();
    progress.update(frames / total, signal ? 'stopping after this step' : `frame ${frames} of ${total}`);
  };
  const timer = setInterval(show, 100);
  try {
    const { tally, end } = await thread.finished;
    return { tally, end, signal: end.kind === 'stopped' ? signal : undefined };
  } finally {
    clearInterval(timer);
    progress.clear();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
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

function sayEnd(
  output: Output,
  end: End,
  signal: string | undefined,
  argument: string,
  flags: RunFlags,
): void {
  const resume = flags.keep === 'summary' ? '' : `; carom run ${argument} --resume goes on from here`;
  if (end.kind === 'stopped') output.complain(pc.yellow(`stopped by ${signal}${resume}`));
  if (end.kind === 'limit') output.complain(pc.yellow(`stopped: ${end.what}${resume}`));
  if (end.kind === 'failed')
    output.complain(faultLines(`the engine stopped safely at ${seconds(end.time)}: ${end.what}`, end.faults));
}

async function sayExpectations(path: string, example: Example, output: Output): Promise<void> {
  const recording = await openRecordingFile(path);
  const outcome = await readOutcome(recording);
  await recording.close();
  for (const { says, holds } of example.expectations)
    output.say(
      holds(outcome) ? `${pc.green('✓')} ${says}` : `${pc.yellow('✗')} expected, but not so: ${says}`,
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
