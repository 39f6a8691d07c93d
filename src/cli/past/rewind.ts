// carom rewind <scene>: takes a scene for an end and finds how it may have come about, many times over; keeps the best.

import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { paint } from '../paint.ts';
import {
  LEFT_ALONE,
  lenientDefaults,
  rankPasts,
  refuseRewind,
  type Restless,
  rewindDefaults,
  type RewindOptions,
  type Sample,
  verdictMeanings,
  whoWouldNotStay,
} from '../../engines/lcp/backward/index.ts';
import { buildModel, lcp, type LcpOptions, presentOf } from '../../engines/lcp/index.ts';
import { findTables } from '../../engines/lcp/statistics/index.ts';
import { renderPicture } from '../../export/picture/index.ts';
import { encodePng } from '../../export/index.ts';
import { openRecordingFile } from '../../record/index.node.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { cleanName } from '../../scene/new/index.ts';
import { readGoals, type Scene } from '../../scene/index.ts';
import { lastFrameOf, parseOptions } from '../../sim/index.ts';
import { countArgument, numberArgument, settingArgument } from '../arguments.ts';
import { exitCodes } from '../exit-codes.ts';
import { openScene } from '../run/open-scene.node.ts';
import { metres, Output, plural, seconds, short, type OutputFlags } from '../output.ts';
import { writeFile } from '../write-file.ts';
import { pasted } from '../pasted.ts';
import { Progress } from '../progress.ts';
import { sampleSeeds } from './rewind-pool.node.ts';
import { sayGoals } from './say-goals.ts';
import { startThread } from '../run/run-thread.node.ts';
import { openTables, TABLES_VARIABLE, userTables } from './transition-tables.node.ts';

interface RewindFlags extends OutputFlags {
  readonly samples: number;
  readonly keep: number;
  readonly duration?: number;
  readonly from?: number;
  readonly seed?: number;
  readonly lenient?: boolean;
  readonly refine?: boolean;
  readonly transitions?: string;
  readonly goal: readonly string[];
  readonly set: Readonly<Record<string, string>>;
  readonly threads?: number;
  readonly out?: string;
}

export function addRewind(program: Command): void {
  program
    .command('rewind')
    .summary('find how a scene may have come about')
    .description(
      'Takes the state of a scene for its end, and finds motions that lead there: backward in time, step by step, each step\n' +
        'checked by the forward engine. Samples are ranked by how little is forced and by how calm they are; the best are\n' +
        'recorded, with a picture of them all and an index.',
    )
    .argument('<scene>', 'a file, or the name of an example')
    .option('--samples <count>', 'how many seeds to try', countArgument, 10)
    .option('--keep <count>', 'how many of the best to record', countArgument, 3)
    .option('--duration <seconds>', "how long the motion is, instead of the scene's own", numberArgument)
    .option(
      '--from <seconds>',
      'the scene is as it is at this time: a past before, a future after',
      numberArgument,
    )
    .option('--seed <number>', 'the first seed (default: the scene’s own)', countArgument)
    .option('--strict', 'only what the forward engine does by itself (this is so unless --lenient)')
    .option('--lenient', 'bend the laws where that looks calmer; what is bent is logged')
    .option(
      '--refine',
      'move starts until the engine reaches the end by itself; this is so, unless --no-refine, where laws were bent and the\n' +
        'scene is not large (bodies × steps up to two million; islands of up to four bodies that touch on their way)',
    )
    .option(
      '--transitions <where>',
      'draw how contacts come about from this file or folder of carom transitions, and cache: from where that keeps them;\n' +
        'where there is nothing for a body, and shipped: from what comes with the package (default); none: by rules of thumb',
    )
    .option(
      '--goal <wish>',
      'what pasts should be like, beside the goals of the scene and in their words: "body=ball startsIn=-1,1,0,0.2",\n' +
        '"from=-1,0,0", "body=ball passes=0,1,0 time=0.5 tolerance=0.05", "bodies=a,b atMost=2", "body=a by=b"; may be repeated',
      (text: string, before: readonly string[]) => [...before, text],
      [],
    )
    .option('--no-refine', 'leave pasts as the pass found them')
    .option('--set <name=value>', 'an option of the engine; may be repeated', settingArgument, {})
    .option(
      '--threads <count>',
      'at most so many (default: all cores); the result is the same',
      countArgument,
    )
    .option('--out <folder>', 'where recordings, picture and index go (default: out/<scene>-pasts)')
    .addHelpText(
      'after',
      `
Examples:
  carom spell Hello && carom rewind hello.json --samples 20
  carom rewind scene.json --samples 100 --keep 5 --duration 3
  carom rewind crash.json --from 1.5        both directions from one moment
  carom rewind hello.json --goal from=-1,0,0 --goal atMost=8

What the columns mean: A: bodies that the forward engine brings to the end without any help (to 1 mm and 1°); came: those of
them that come from outside, from further than half their own radius; B: with the log, to the bit; C: impulses that were forced, as a
part of all; fastest and turn: the most at any time; natural: 1.5 √(2 g h), h the height that bodies come down from, for speeds
and for surfaces that spin; hits: blows between two bodies on their way.
Where nothing happened in any past that is no success, and the command ends with 1.`,
    )
    .action(async (argument: string, flags: RewindFlags) => {
      process.exitCode = await rewindScene(argument, flags);
    });
}

async function rewindScene(argument: string, flags: RewindFlags): Promise<number> {
  const output = new Output(flags);
  const opened = await openScene(argument);
  const duration = flags.duration ?? opened.scene.duration;
  const ended: Scene = { ...opened.scene, duration, engine: 'lcp' };
  const wished = [...(ended.goals ?? []), ...readGoals(flags.goal, ended)];
  const scene: Scene = wished.length === 0 ? ended : { ...ended, goals: wished };
  const { options: given, faults: wrong } = parseOptions(lcp, {
    transitions: 'shipped',
    ...scene.options,
    ...flags.set,
    past: flags.lenient ? 'lenient' : 'strict',
    present: flags.from ?? 0,
    ...(flags.refine === undefined ? {} : { refine: flags.refine ? 'always' : 'never' }),
  });
  const faults = [...wrong, ...badFlags(flags, duration), ...refuseRewind(scene, given)];
  if (faults.length > 0) throw new FaultError(`"${scene.name}" cannot be rewound:`, faults);
  const options = { ...given, transitions: tablesOf(flags, given.transitions) };
  openTables();

  const rewindOptions: RewindOptions = flags.lenient ? lenientDefaults : rewindDefaults;
  const past = presentOf(scene, options);
  const first = flags.seed ?? scene.seed;
  const seeds = Array.from({ length: Math.max(1, flags.samples) }, (_, i) => first + i);
  output.say(
    `${paint.bold(scene.name)}: ${plural(seeds.length, 'past')} of ${seconds(past)} for ` +
      `${plural(scene.bodies.filter(({ motion }) => motion === 'dynamic').length, 'body', 'bodies')}`,
  );
  sayTables(output, argument, scene, options);
  const progress = new Progress(flags.quiet ?? false);
  const threads = flags.threads ?? availableParallelism();
  const answers = await sampleSeeds(
    { scene, options, rewindOptions, duration: past },
    seeds,
    threads,
    (done) => progress.update(done / seeds.length, `past ${Math.floor(done)} of ${seeds.length}`),
  );
  progress.clear();
  const failed = answers.filter(({ error }) => error !== undefined);
  for (const { seed, error } of failed) output.complain(`seed ${seed}: ${error}`);
  const samples = rankPasts(answers.flatMap(({ sample }) => (sample === undefined ? [] : [sample])));
  sayTable(output, samples);
  sayGoals(output, scene, samples);
  const restless = whoWouldNotStay(buildModel(scene, options));
  sayRestless(output, restless);

  const folder = flags.out ?? join('out', `${cleanName(scene.name)}-pasts`);
  mkdirSync(folder, { recursive: true });
  const kept = samples.slice(0, flags.keep);
  const recordings: string[] = [];
  for (const { seed } of kept) {
    const file = join(folder, `${cleanName(scene.name)}-${seed}.carom`);
    await record({ ...scene, seed }, options, file, threads);
    recordings.push(file);
    output.say(`recording: ${file}`);
  }
  const index = {
    scene: scene.name,
    duration,
    present: past,
    options,
    samples: samples.map((sample) => ({
      ...sample,
      recording: recordings[kept.indexOf(sample)] ?? null,
    })),
    failed: failed.map(({ seed, error }) => ({ seed, error })),
    restless,
  };
  writeFile(join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
  if (recordings.length > 0) {
    const picture = join(folder, 'gallery.png');
    writeFile(picture, await gallery(recordings));
    output.say(`gallery: ${picture}`);
    output.say(paint.dim(`next: ${pasted('view', recordings[0])}`));
  }
  output.result({ scene: scene.name, folder, recordings, samples, restless });
  if (samples.length === 0) return exitCodes.engineStopped;
  if (wished.length > 0 && samples.every(({ goals }) => goals.some(({ met }) => !met))) {
    output.complain(
      'no past was found that meets all goals: try other seeds, more --samples, or wider tolerances',
    );
    return exitCodes.promiseBroken;
  }
  if (samples.some(({ verdict }) => verdict !== 'nothing happened')) return exitCodes.done;
  output.complain(
    'no past was found in which anything happens: try a longer --duration, other seeds, or --lenient, which bends laws',
  );
  return exitCodes.promiseBroken;
}

function badFlags({ from }: RewindFlags, duration: number) {
  if (!(duration > 0))
    return [
      {
        what: 'there is no past of no length',
        where: '--duration',
        value: String(duration),
        remedy: 'give seconds > 0',
      },
    ];
  if (from !== undefined && !(from > 0 && from <= duration))
    return [
      {
        what: 'is not within the motion',
        where: '--from',
        value: `${from} s of ${duration} s`,
        remedy: 'give a time after the start and not after the end',
      },
    ];
  return [];
}

/** Which tables there are; a file or folder is named to this run alone, so that no recording carries its path. */
function tablesOf({ transitions }: RewindFlags, given: string): string {
  if (transitions === undefined) return given;
  if (transitions === 'none' || transitions === 'shipped') return transitions;
  process.env[TABLES_VARIABLE] = transitions === 'cache' ? userTables() : resolve(transitions);
  return 'own';
}

/** Says from what drops bodies are drawn, and for which there is nothing. */
function sayTables(output: Output, argument: string, scene: Scene, options: LcpOptions): void {
  if (options.transitions === 'none') return;
  const found = findTables(buildModel(scene, options), options.transitions);
  const nameOf = (body: number) => `"${scene.bodies[body].name}"`;
  const like = new Map<string, number[]>();
  for (const { body, from } of found) like.set(from ?? '', [...(like.get(from ?? '') ?? []), body]);
  for (const [from, bodies] of like) {
    const who = bodies.length > 3 ? plural(bodies.length, 'body', 'bodies') : bodies.map(nameOf).join(', ');
    if (from === 'own') output.say(paint.dim(`${who}: drawn from drops of the same`));
    else if (from !== '') output.say(paint.dim(`${who}: drawn from drops of a ${from}`));
    else
      output.say(
        paint.dim(
          `${who}: no drops to draw from, so by rules of thumb; ${pasted('transitions', argument)} makes them`,
        ),
      );
  }
}

function sayTable(output: Output, samples: readonly Sample[]): void {
  output.say(
    paint.dim(
      '    seed      A   came   B        C  ghosts   fastest       turn  natural  hits  overlap     time  verdict',
    ),
  );
  for (const sample of samples.slice(0, 20)) {
    const cells = [
      String(sample.seed).padStart(8),
      `${Math.floor(100 * sample.reached)}%`.padStart(6),
      `${Math.floor(100 * sample.arrived)}%`.padStart(6),
      (sample.replays ? 'yes' : 'no').padStart(3),
      (sample.forced === 0 ? '0' : sample.forced.toExponential(1)).padStart(8),
      String(sample.ghosts).padStart(7),
      `${short(sample.topSpeed)} m/s`.padStart(9),
      `${short(sample.topTurn)}/s`.padStart(10),
      `${short(sample.natural)} m/s`.padStart(8),
      String(sample.collisions).padStart(5),
      metres(sample.deepest).padStart(8),
      seconds(sample.wallSeconds).padStart(8),
      ` ${sample.verdict}`,
    ];
    const line = cells.join(' ');
    output.say(sample.verdict === 'good' ? paint.green(line) : line);
  }
  const count = (is: (sample: Sample) => boolean) => samples.filter(is).length;
  output.say(
    `${count(({ verdict }) => verdict === 'good')} of ${samples.length} good; ` +
      `${count(({ strict }) => strict)} by the laws alone (A)`,
  );
  const words = new Set(samples.map(({ verdict }) => verdict));
  for (const word of words) output.say(paint.dim(`  ${word}: ${verdictMeanings[word]}`));
  sayRefined(output, samples);
}

/** Says which bodies nobody can have brought to rest where the scene has them. */
function sayRestless(output: Output, restless: readonly Restless[]): void {
  const most = 5;
  for (const { name, moves } of restless.slice(0, most))
    output.complain(
      `"${name}" cannot have come to rest there: left alone it moves by ${metres(moves.distance)} and ` +
        `${short((180 / Math.PI) * moves.angle)}° in ${seconds(LEFT_ALONE)}; take for the end where a run has brought it`,
    );
  if (restless.length > most) output.complain(`and ${restless.length - most} more`);
}

/** What refining closed, and what it could not. */
function sayRefined(output: Output, samples: readonly Sample[]): void {
  const islands = samples.flatMap(({ refined }) => refined);
  if (islands.length === 0) return;
  const open = islands.filter(({ closed }) => !closed);
  output.say(`refined: ${islands.length - open.length} of ${plural(islands.length, 'island')} closed`);
  const worst = open.reduce((most, { after }) => Math.max(most, after.distance), 0);
  const least = open.reduce((most, { after }) => Math.min(most, after.distance), Number.POSITIVE_INFINITY);
  const largest = open.reduce((most, { bodies }) => Math.max(most, bodies.length), 0);
  if (open.length > 0)
    output.say(
      `  ${open.length} of up to ${plural(largest, 'body', 'bodies')} could not be: still off by ${metres(least)} to ` +
        `${metres(worst)} without their log (by body in index.json)`,
    );
}

async function record(scene: Scene, options: LcpOptions, out: string, threads: number): Promise<void> {
  const { finished } = startThread({
    scene,
    engine: 'lcp',
    options: { ...options },
    lastFrame: lastFrameOf(scene),
    inputs: [],
    maxSteps: Number.POSITIVE_INFINITY,
    keep: 'all',
    out,
    resume: false,
    threads,
    maxWallSeconds: Number.POSITIVE_INFINITY,
    maxMemoryBytes: Number.POSITIVE_INFINITY,
  });
  const { end } = await finished;
  if (end.kind === 'failed') throw new FaultError(`${out} could not be recorded: ${end.what}`, end.faults);
}

const THUMBNAIL = { width: 320, height: 180 };
/** When its pictures are taken, as parts of the whole time. */
const MOMENTS = [0.35, 0.7, 0.9, 1];

/** One row a recording, one column a moment. */
async function gallery(recordings: readonly string[]): Promise<Uint8Array> {
  const width = MOMENTS.length * THUMBNAIL.width;
  const height = recordings.length * THUMBNAIL.height;
  const rgb = new Uint8Array(3 * width * height);
  for (let row = 0; row < recordings.length; row++) {
    const recording = await openRecordingFile(recordings[row]);
    for (let column = 0; column < MOMENTS.length; column++) {
      const index = Math.round(MOMENTS[column] * (recording.frameCount - 1));
      const picture = renderPicture(recording.scene, await recording.frame(index), THUMBNAIL);
      for (let y = 0; y < picture.height; y++) {
        const from = 3 * y * picture.width;
        const to = 3 * ((row * THUMBNAIL.height + y) * width + column * THUMBNAIL.width);
        rgb.set(picture.rgb.subarray(from, from + 3 * picture.width), to);
      }
    }
    await recording.close();
  }
  return encodePng(width, height, rgb);
}
