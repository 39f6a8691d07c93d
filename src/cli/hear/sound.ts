// carom sound <recording>: what it sounds like, as a WAV file.

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { paint } from '../paint.ts';
import { encodePng } from '../../export/index.ts';
import { folderCache } from '../../modes/index.node.ts';
import { openRecordingFile } from '../../record/index.node.ts';
import { FaultError, spellingHint } from '../../scene/fault/index.ts';
import { type Material, resolveScene, type Scene, type Vec3 } from '../../scene/index.ts';
import { rotate } from '../../scene/pose.ts';
import {
  type BitDepth,
  ClippedError,
  decibels,
  FULL_SCALE_PASCAL,
  fullScaleOf,
  integratedLoudness,
  peakOf,
  readSofa,
  type Rendering,
  simpleSources,
  soundPicture,
  SoundScene,
  type Transfer,
  writeWav,
} from '../../sound/index.ts';
import type { Modes } from '../../modes/index.ts';
import { cachedRadiation } from '../../sound/index.node.ts';
import { countArgument, numberArgument, settingArgument, vectorArgument } from '../arguments.ts';
import { bytes, Output, plural, seconds, short, type OutputFlags } from '../output.ts';
import { Progress } from '../progress.ts';
import { writeFile } from '../write-file.ts';

/** Where the loudest sample comes to [dB of full scale]. */
const SCALED_TO = -1;
/** The softest tone that is heard [Pa]. */
const HEARD_PASCAL = 2e-5;

interface SoundFlags extends OutputFlags {
  readonly out?: string;
  readonly listener?: Vec3;
  readonly ears?: boolean;
  readonly head?: string;
  readonly facing?: Vec3;
  readonly stems?: boolean;
  readonly rate: number;
  readonly bits: BitDepth;
  readonly absolute?: boolean;
  readonly gain?: number;
  readonly normalise?: boolean;
  readonly tail: number;
  readonly modes: number;
  readonly redistribute: 'on' | 'off';
  readonly scraping: 'on' | 'off';
  readonly reflections: 'on' | 'off';
  readonly radiation: RadiationKind;
  readonly panels: number;
  readonly material: Readonly<Record<string, string>>;
  readonly picture?: string;
  readonly cache: string | boolean;
}

export function addSound(program: Command): void {
  program
    .command('sound')
    .summary('hear a recording')
    .description(
      'Lets the bodies of a recording ring by what touched them, and writes what a listener hears.\n' +
        `The loudest sample comes to ${SCALED_TO} dB of full scale, unless --absolute or --gain is given: then full scale is\n` +
        `${FULL_SCALE_PASCAL} Pa, whatever is recorded, and louder things are louder.`,
    )
    .argument('<recording>', 'a .carom file with contacts')
    .option('--out <file>', 'the WAV file (default: beside the recording)')
    .option(
      '--listener <x,y,z>',
      'where it is heard [m] (default: the scene’s listener, or 1.5 m away)',
      vectorArgument,
    )
    .option('--ears', 'two ears on a head, for headphones')
    .option('--head <file.sofa>', 'two ears on a measured head, of the same sample rate')
    .option(
      '--facing <x,y,z>',
      'where the nose points (default: the scene’s listener, or at the bodies)',
      vectorArgument,
    )
    .option('--stems', 'a file for each body too')
    .addOption(
      new Option('--rate <hertz>', 'samples a second').choices(['44100', '48000', '96000']).default('44100'),
    )
    .addOption(new Option('--bits <depth>', 'of a sample').choices(['16', '24', '32f']).default('24'))
    .option('--absolute', `full scale is ${FULL_SCALE_PASCAL} Pa, so that recordings can be compared`)
    .option('--gain <decibels>', 'absolute, and so much louder or softer', decibelArgument)
    .option('--normalise', `scale the loudest sample to ${SCALED_TO} dB of full scale; so it is anyway`)
    .option('--tail <seconds>', 'heard after the recording ends', numberArgument, 1)
    .option('--modes <count>', 'most vibration modes of a body', countArgument, 64)
    .addOption(
      new Option('--redistribute <on|off>', 'spread impulses evenly over the contacts of a body')
        .choices(['on', 'off'])
        .default('on'),
    )
    .addOption(
      new Option('--scraping <on|off>', 'let what slides and rolls sound by the roughness of its materials')
        .choices(['on', 'off'])
        .default('on'),
    )
    .addOption(
      new Option('--reflections <on|off>', 'let floors and walls of a named material throw sound back')
        .choices(['on', 'off'])
        .default('on'),
    )
    .addOption(
      new Option(
        '--radiation <kind>',
        'how surfaces move air: by boundary elements, each piece by itself, or volume alone',
      )
        .choices(['waves', 'surface', 'monopole'])
        .default('waves'),
    )
    .option(
      '--panels <count>',
      'most boundary elements of a body: finer is slower',
      countArgument,
      USUAL_PANELS,
    )
    .option(
      '--material <body=material>',
      'another material of a body, or of all with *: a name, or JSON such as \'{"like":"steel","contactDamping":0}\'',
      settingArgument,
      {},
    )
    .option('--picture <file.png>', 'waveform and spectrogram')
    .option('--cache <folder>', 'keep vibration modes here (default: the user’s cache)')
    .option('--no-cache', 'keep nothing')
    .addHelpText(
      'after',
      `
Examples:
  carom sound out/falling-boxes.carom --out boxes.wav
  carom sound out/falling-boxes.carom --material "*=steel" --listener 0,1,2 --picture boxes.png
  carom sound out/falling-boxes.carom --stems --bits 32f --json`,
    )
    .action(async (path: string, flags: SoundFlags) => {
      await soundOf(path, { ...flags, rate: Number(flags.rate) });
    });
}

function decibelArgument(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= -200 && value <= 200)) throw new InvalidArgumentError('Give decibels from -200 to 200.');
  return value;
}

async function soundOf(path: string, flags: SoundFlags): Promise<void> {
  const output = new Output(flags);
  const began = performance.now();
  const out = flags.out ?? join(dirname(path), `${basename(path, extname(path))}.wav`);
  const cache =
    flags.cache === false ? undefined : typeof flags.cache === 'string' ? flags.cache : userCache();
  const recording = await openRecordingFile(path);
  let sound: SoundScene;
  try {
    sound = await SoundScene.open(recording, {
      count: Math.max(1, flags.modes),
      upToHz: Math.min(20000, 0.45 * flags.rate),
      ...(cache === undefined ? {} : { cache: folderCache(cache) }),
    });
  } finally {
    await recording.close();
  }
  const { scene } = sound;
  const listener = flags.listener ?? usualListener(scene);
  const measured = flags.head === undefined ? undefined : { head: readSofa(readFileSync(flags.head)) };
  const progress = new Progress(flags.quiet);
  const rendering = sound.render({
    progress: (fraction, doing) => progress.update(fraction, doing),
    rateHz: flags.rate,
    listener,
    ...(flags.ears || measured ? { ears: { ...headOf(scene, listener, flags.facing), ...measured } } : {}),
    tail: flags.tail,
    redistribute: flags.redistribute === 'on',
    scraping: flags.scraping === 'on',
    reflections: flags.reflections === 'on',
    materials: materialsOf(scene, flags.material),
    transferOf: transfersBy(flags.radiation, flags.panels, cache, progress),
  });
  progress.clear();
  const files = writeFiles(out, rendering, flags);
  if (flags.picture !== undefined) {
    const { width, height, rgb } = soundPicture(rendering.channels[0], flags.rate);
    writeFile(flags.picture, await encodePng(width, height, rgb));
  }
  report(output, out, rendering, files, sound, (performance.now() - began) / 1000, flags);
}

/** Modes of meshes are the same for every recording of them. */
export function userCache(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'carom', 'modes');
}

/** Boundary elements take 0.1 s a mode so; with more only the highest modes change. */
export const USUAL_PANELS = 700;

export type RadiationKind = 'waves' | 'surface' | 'monopole';

/** One transfer for all bodies with the same modes. */
export function transfersBy(
  kind: RadiationKind,
  mostPanels: number,
  cache: string | undefined,
  progress: Progress,
): (modes: Modes) => Transfer {
  const made = new Map<Modes, Transfer>();
  return (modes) => {
    let transfer = made.get(modes);
    if (!transfer) {
      transfer =
        kind === 'waves'
          ? cachedRadiation(
              modes,
              {
                mostPanels: Math.max(200, mostPanels),
                progress: (fraction) => progress.update(fraction, 'radiation'),
              },
              cache,
            )
          : simpleSources(modes, { compact: kind === 'monopole' });
      made.set(modes, transfer);
    }
    return transfer;
  };
}

/** Where free bodies begin, in the middle. */
function middleOf({ bodies }: Scene): Vec3 {
  const free = bodies.filter(({ motion }) => motion === 'dynamic');
  const mean = (k: 0 | 1 | 2): number =>
    free.reduce((sum, { pose }) => sum + pose.position[k], 0) / Math.max(1, free.length);
  return [mean(0), mean(1), mean(2)];
}

/** The nose points where it is told to, or at the bodies. */
function headOf(scene: Scene, at: Vec3, facing: Vec3 | undefined): { facing: Vec3; up: Vec3 } {
  const up: Vec3 = scene.up === 'y' ? [0, 1, 0] : [0, 0, 1];
  const level = (v: Vec3): Vec3 => (scene.up === 'y' ? [v[0], 0, v[2]] : [v[0], v[1], 0]);
  const middle = middleOf(scene);
  // glTF looks along −z of a node
  const given = facing ?? (scene.listener && rotate(scene.listener.orientation, [0, 0, -1]));
  const ahead = level(given ?? [middle[0] - at[0], middle[1] - at[1], middle[2] - at[2]]);
  const length = Math.sqrt(ahead[0] * ahead[0] + ahead[1] * ahead[1] + ahead[2] * ahead[2]);
  if (length < 1e-9 && facing)
    throw new FaultError('nobody can listen so:', [
      {
        what: 'the nose points straight up or nowhere',
        where: '--facing',
        remedy: 'give a direction to the side',
      },
    ]);
  return { facing: length < 1e-9 ? (scene.up === 'y' ? [0, 0, -1] : [0, 1, 0]) : ahead, up };
}

/** 1.5 m away from where free bodies begin, a little above. */
function usualListener(scene: Scene): Vec3 {
  if (scene.listener) return scene.listener.position;
  const [x, y, z] = middleOf(scene);
  return scene.up === 'y' ? [x, y + 0.4, z + 1.45] : [x, y - 1.45, z + 0.4];
}

function materialsOf(scene: Scene, given: Readonly<Record<string, string>>): Map<string, Material> {
  const materials = new Map<string, Material>();
  const names = scene.bodies.map(({ name }) => name);
  for (const [name, text] of Object.entries(given)) {
    if (name !== '*' && !names.includes(name))
      throw new FaultError('there is no such body:', [
        {
          what: 'no body has this name',
          where: '--material',
          value: name,
          remedy: spellingHint(name, names),
        },
      ]);
    const material = readMaterial(text);
    for (const body of name === '*' ? names : [name]) materials.set(body, material);
  }
  return materials;
}

function readMaterial(text: string): Material {
  let value: unknown = text;
  if (text.trimStart().startsWith('{')) {
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new FaultError('this material cannot be read:', [
        {
          what: `this is not JSON: ${(error as Error).message}`,
          where: '--material',
          remedy: 'write it as {"like": "steel"}',
        },
      ]);
    }
  }
  // a body of this material, for its numbers alone
  return resolveScene({ name: 'material', bodies: [{ shape: { kind: 'box' }, material: value }] }).scene
    .bodies[0].material;
}

/** From pascal to full scale. What nobody could hear is not made loud. */
function scaleOf(peak: number, { absolute, gain, normalise }: SoundFlags): number {
  const isAbsolute = absolute === true || gain !== undefined;
  if (normalise ? peak > 0 : !isAbsolute && peak > HEARD_PASCAL) return fullScaleOf(SCALED_TO) / peak;
  return fullScaleOf(gain ?? 0) / FULL_SCALE_PASCAL;
}

interface Written {
  readonly files: readonly string[];
  readonly size: number;
  /** Of the mix, after gain. */
  readonly peak: number;
  readonly loudness: number;
  /** What everything was multiplied with to get from pascal to full scale. */
  readonly scale: number;
}

function writeFiles(out: string, { channels, stems, rateHz }: Rendering, flags: SoundFlags): Written {
  const scale = scaleOf(peakOf(channels), flags);
  const scaled = (list: readonly Float64Array[]): Float64Array[] =>
    list.map((channel) => channel.map((sample) => sample * scale));
  const mix = scaled(channels);
  const files: string[] = [];
  let size = 0;
  const write = (file: string, samples: readonly Float64Array[]): void => {
    try {
      const wav = writeWav(samples, { rateHz, bits: flags.bits });
      writeFile(file, wav);
      files.push(file);
      size += wav.length;
    } catch (error) {
      if (!(error instanceof ClippedError)) throw error;
      throw new FaultError(`"${file}" would be clipped:`, [
        {
          what: 'the loudest sample is beyond full scale',
          where: flags.gain === undefined ? '--absolute' : '--gain',
          value: `${short(decibels(error.peak))} dB`,
          remedy:
            `give --gain ${Math.floor((flags.gain ?? 0) - decibels(error.peak) - 1)} or --bits 32f, ` +
            'or leave both out: then it is scaled',
        },
      ]);
    }
  };
  write(out, mix);
  if (flags.stems) {
    const base = join(dirname(out), basename(out, extname(out)));
    for (const { name, body, channels: own } of stems) {
      const safe = name.replace(/[^\p{L}\p{N}_-]+/gu, '_') || 'body';
      write(`${base}.${body}-${safe}.wav`, scaled(own));
    }
  }
  return { files, size, peak: peakOf(mix), loudness: integratedLoudness(mix, rateHz), scale };
}

function report(
  output: Output,
  out: string,
  rendering: Rendering,
  written: Written,
  { meetings, split, scene }: SoundScene,
  took: number,
  flags: SoundFlags,
): void {
  const { stems, silent, channels, rateHz } = rendering;
  const length = channels[0].length / rateHz;
  const modes = stems.reduce((total, stem) => total + stem.modes, 0);
  output.say(
    `${paint.bold(scene.name)}: ${plural(meetings.count, 'contact')}, ${plural(split.impacts.length, 'impact')}, ` +
      `${plural(modes, 'mode')} of ${plural(stems.length, 'body', 'bodies')}`,
  );
  for (const { name, kind, modes: count } of stems)
    if (kind === 'plate')
      output.say(paint.dim(`  ${name} is held, and sounds as a plate of ${plural(count, 'mode')}`));
    else if (kind === 'block')
      output.say(paint.dim(`  ${name} is held, and clicks as a block without an end`));
  for (const { name, why } of silent) output.say(paint.dim(`  ${name} stays silent: ${why}`));
  const peakDb = decibels(written.peak);
  output.say(
    `${out}: ${seconds(length)}, ${bytes(written.size)}, peak ${decibelText(peakDb)} dBFS ` +
      `(${short(peakOf(channels))} Pa${scaledText(written.scale)}), loudness ${decibelText(written.loudness)} LUFS, in ${seconds(took)}`,
  );
  if (peakDb > 0) output.say(paint.yellow('  louder than full scale: players will clip it; lower --gain'));
  output.result({
    file: out,
    files: written.files,
    seconds: length,
    rateHz,
    bits: flags.bits,
    peakDbfs: finite(peakDb),
    peakPascal: peakOf(channels),
    channels: channels.length,
    loudnessLufs: finite(written.loudness),
    clipped: peakDb > 0,
    pascalToFullScale: written.scale,
    contacts: meetings.count,
    impacts: split.impacts.length,
    modes,
    bodies: stems.map(({ name, kind, modes: count, impacts, reflections, channels: own }) => ({
      name,
      kind,
      modes: count,
      impacts,
      reflections,
      peakPascal: peakOf(own),
    })),
    silent,
    redistribute: flags.redistribute,
    scraping: flags.scraping,
    reflections: flags.reflections,
    radiation: flags.radiation,
    wallSeconds: took,
  });
}

/** How far from absolute, where it is. */
function scaledText(scale: number): string {
  const by = decibels(scale * FULL_SCALE_PASCAL);
  return Math.abs(by) < 0.05 ? '' : `, ${by > 0 ? 'raised' : 'lowered'} by ${Math.abs(by).toFixed(1)} dB`;
}

/** JSON has no −∞. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function decibelText(value: number): string {
  return Number.isFinite(value) ? value.toFixed(1) : '-∞';
}
