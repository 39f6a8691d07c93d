// carom strike <body>: the sounds of a body struck in many ways, a folder of WAV files.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { paint } from '../paint.ts';
import { fill } from '../../geometry/tetra/index.ts';
import { folderCache } from '../../modes/index.node.ts';
import { analyse, type Modes, withSize } from '../../modes/index.ts';
import { exp, log } from '../../num/elementary/index.ts';
import { Random } from '../../num/index.ts';
import { FaultError, spellingHint } from '../../scene/fault/index.ts';
import {
  type Body,
  findMaterial,
  type Material,
  materialNames,
  type RegionBox,
  type Vec3,
  withRayleigh,
} from '../../scene/index.ts';
import { unitLengths } from '../../scene/schema/index.ts';
import {
  type BitDepth,
  Curvatures,
  type DampingFit,
  decibels,
  fitDamping,
  FULL_SCALE_PASCAL,
  fullScaleOf,
  integratedLoudness,
  type Mallet,
  peakOf,
  readWav,
  strikeDuration,
  strikeLength,
  strikeSound,
  surfacePlaces,
  type Transfer,
  WavError,
  writeWav,
} from '../../sound/index.ts';
import { countArgument, numberArgument, settingArgument } from '../arguments.ts';
import { type BodyChoices, explained, openBody } from './open-body.node.ts';
import { Output, plural, seconds, short } from '../output.ts';
import { writeFile } from '../write-file.ts';
import { Progress } from '../progress.ts';
import { clampedBy, regionArgument } from './region-argument.ts';
import { analysisProgress, FILLING } from './analysis-progress.ts';
import { transfersBy, USUAL_PANELS, userCache } from './sound.ts';

type Varied = 'place' | 'force' | 'size';

interface StrikeFlags extends BodyChoices {
  readonly hits: number;
  readonly vary: readonly Varied[];
  readonly seed: number;
  readonly out: string;
  readonly rate: string;
  readonly bits: BitDepth;
  readonly mallet: string;
  readonly modes: number;
  readonly length: number;
  readonly distance: number;
  readonly fit?: string;
  readonly clamp?: readonly RegionBox[];
  readonly fixedGain?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const VARIED: readonly Varied[] = ['place', 'force', 'size'];

export function addStrike(program: Command): void {
  program
    .command('strike')
    .summary('strike a body in many ways: a folder of sounds')
    .description(
      'Strikes a body with a mallet and writes one WAV file a hit and index.json.\n' +
        'All hits share one gain, so that they keep their loudness beside each other; the loudest is at -1 dBFS.',
    )
    .argument('<body>', 'a mesh file, a primitive such as box, or a scene (with --body)')
    .option(
      '--material <material>',
      'a name such as glass, or JSON such as \'{"like":"steel","dampingAlpha":2}\'',
    )
    .option('--hits <count>', 'how many', countArgument, 24)
    .option('--vary <list>', 'of place, force, size: what differs from hit to hit', varyArgument, [
      'place',
      'force',
    ])
    .option('--seed <number>', 'of what chance decides', countArgument, 1)
    .option('--out <folder>', 'where they go', 'out/strikes')
    .option('--mallet <material>', 'what the mallet is made of', 'wood')
    .option('--modes <count>', 'most vibration modes', countArgument, 100)
    .option('--length <seconds>', 'no file is longer', numberArgument, 4)
    .option('--distance <metres>', 'of the listener', numberArgument, 1)
    .addOption(
      new Option('--rate <hertz>', 'samples a second').choices(['44100', '48000', '96000']).default('44100'),
    )
    .addOption(new Option('--bits <depth>', 'of a sample').choices(['16', '24', '32f']).default('24'))
    .option(
      '--fixed-gain',
      `full scale is ${FULL_SCALE_PASCAL} Pa, instead of a gain that suits the loudest hit`,
    )
    .option('--fit <hit.wav>', 'take the damping from a recorded hit of such a thing')
    .option(
      '--clamp <conditions>',
      'what cannot move, such as "x<0.001"; given again, that too (default: what the scene says)',
      regionArgument,
    )
    .option(
      '--set <name=value>',
      'a parameter of a primitive, such as size=0.15,0.01,0.03',
      settingArgument,
      {},
    )
    .option('--body <name>', 'which body of a scene or file')
    .addOption(new Option('--units <unit>', 'of a mesh file').choices(Object.keys(unitLengths)))
    .addHelpText(
      'after',
      `
Examples:
  carom strike bell.stl --material bronze --hits 24 --vary place,force,size --out bell
  carom strike box --set size=0.3,0.03,0.006 --material steel --mallet rubber
  carom strike plate.obj --material ceramic --fit tap.wav`,
    )
    .action(async (argument: string, flags: StrikeFlags) => {
      await strikeAll(argument, flags);
    });
}

function varyArgument(text: string): Varied[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names)
    if (!VARIED.includes(name as Varied))
      throw new InvalidArgumentError('Give a list of place, force, size.');
  return names as Varied[];
}

interface Hit {
  readonly file: string;
  readonly point: Vec3;
  readonly impulse: number;
  readonly contactSeconds: number;
  readonly size: number;
  readonly samples: Float64Array;
}

async function strikeAll(argument: string, flags: StrikeFlags): Promise<void> {
  const output = new Output(flags);
  const began = performance.now();
  const fit = flags.fit === undefined ? undefined : fitFile(flags.fit);
  const { body, mesh, notes } = await openBody(argument, flags);
  for (const note of notes) output.say(paint.dim(note));
  const material: Material = fit
    ? withRayleigh(body.material, { dampingAlpha: fit.alpha, dampingBeta: fit.beta })
    : body.material;
  if (fit)
    output.say(
      `damping from ${flags.fit}: α ${short(fit.alpha)} 1/s, β ${short(fit.beta)} s ` +
        `(${plural(fit.decays.length, 'tone')}, off by ${short(100 * fit.error)}% on average)`,
    );
  const rateHz = Number(flags.rate);
  const progress = new Progress(flags.quiet);
  const modes = explained(argument, 'cannot be struck', () => {
    const filled = fill(mesh, body.shape, {
      progress: (fraction) => progress.update(FILLING * fraction, 'filling'),
    });
    progress.clear();
    if (filled.quality.note !== undefined) output.say(paint.yellow(filled.quality.note));
    return analyse(filled.mesh, material, {
      count: Math.max(1, flags.modes),
      upToHz: Math.min(20000, 0.45 * rateHz),
      ...clampedBy(flags.clamp, body),
      cache: folderCache(userCache()),
      progress: analysisProgress(progress),
    }).modes;
  });
  progress.clear();
  if (modes.count === 0)
    throw new FaultError(`"${argument}" cannot be heard:`, [
      {
        what: 'all its modes are above what can be heard',
        where: 'body',
        remedy: 'strike something larger or softer',
      },
    ]);
  const hits = makeHits(body, material, modes, new Curvatures(mesh, body.shape), rateHz, flags);
  const took = (performance.now() - began) / 1000;
  writeHits(output, { body, material, modes, rateHz, fit, took }, hits, flags);
}

function fitFile(path: string): DampingFit {
  const fault = (what: string, remedy: string): FaultError =>
    new FaultError(`"${path}" tells nothing about damping:`, [{ what, where: '--fit', value: path, remedy }]);
  if (!existsSync(path)) throw fault('there is no such file', 'correct the path');
  try {
    const { channels, rateHz } = readWav(new Uint8Array(readFileSync(path)));
    const fit = fitDamping(channels[0], rateHz);
    if (!fit)
      throw fault('no tone in it rings long enough', 'record one hit that rings, with silence behind it');
    return fit;
  } catch (error) {
    if (error instanceof WavError) throw fault(error.message, 'give a WAV file of one hit');
    throw error;
  }
}

function makeHits(
  body: Body,
  material: Material,
  modes: Modes,
  curvatures: Curvatures,
  rateHz: number,
  flags: StrikeFlags,
): Hit[] {
  const malletMaterial = findMaterial(flags.mallet);
  if (!malletMaterial)
    throw new FaultError('there is no such mallet:', [
      {
        what: 'unknown material',
        where: '--mallet',
        value: flags.mallet,
        remedy: spellingHint(flags.mallet, materialNames),
      },
    ]);
  const random = new Random(flags.seed);
  const places = surfacePlaces(modes, new Random(flags.seed + 1), Math.max(1, flags.hits));
  const mallet: Mallet = {
    mass: Math.min(0.05, Math.max(1e-4, 0.1 * body.mass)),
    radius: Math.min(0.01, 0.2 * curvatures.size),
    material: malletMaterial,
  };
  const hits: Hit[] = [];
  const progress = new Progress(flags.quiet);
  const transferOf = transfersBy('waves', USUAL_PANELS, userCache(), progress);
  for (let i = 0; i < flags.hits; i++) {
    const { point, normal } = places[flags.vary.includes('place') ? i : 0];
    // from pianissimo to forte: 24 dB; sizes a third up and down
    const force = exp(random.between(log(0.25), log(4)));
    const scale = exp(random.between(log(0.75), log(1.33)));
    const speed = flags.vary.includes('force') ? force : 1;
    const size = flags.vary.includes('size') ? scale : 1;
    const scaled = size === 1 ? modes : withSize(modes, size);
    const mass = body.mass * size * size * size;
    const impulse = 1.5 * speed * ((mallet.mass * mass) / (mallet.mass + mass));
    const at: Vec3 = [point[0] * size, point[1] * size, point[2] * size];
    const curvature = curvatures.at(point[0], point[1], point[2]) / size;
    const duration = strikeDuration(mallet, { mass, material }, impulse, curvature);
    const reach = flags.distance + 2 * curvatures.size * size;
    const samples = strikeSound(
      scaled,
      material,
      scaledTransfer(transferOf(modes), size),
      { point: at, direction: [-normal[0], -normal[1], -normal[2]], impulse, duration },
      [normal[0] * reach, normal[1] * reach, normal[2] * reach],
      rateHz,
      strikeLength(scaled, material, flags.length),
    );
    hits.push({
      file: `hit-${String(i + 1).padStart(3, '0')}.wav`,
      point: at,
      impulse,
      contactSeconds: duration,
      size,
      samples,
    });
  }
  progress.clear();
  return hits;
}

/**
 * Of the same body `size` times as large. Lengths grow and wave numbers fall by it, so that waves are the same at a
 * place in proportion; p ~ ρ U q̈ length, and U ~ 1/√size³.
 */
function scaledTransfer(transfer: Transfer, size: number): Transfer {
  if (size === 1) return transfer;
  const scale = size / Math.sqrt(size * size * size);
  return {
    count: transfer.count,
    amplitude(mode, x, y, z, out) {
      transfer.amplitude(mode, x / size, y / size, z / size, out);
      out[0] *= scale;
      out[1] *= scale;
    },
  };
}

/** What was struck, and how long that took [s]. */
interface Struck {
  readonly body: Body;
  readonly material: Material;
  readonly modes: Modes;
  readonly rateHz: number;
  readonly fit: DampingFit | undefined;
  readonly took: number;
}

function writeHits(output: Output, struck: Struck, hits: readonly Hit[], flags: StrikeFlags): void {
  const { body, material, modes, rateHz, fit, took } = struck;
  mkdirSync(flags.out, { recursive: true });
  const loudest = hits.reduce((most, { samples }) => Math.max(most, peakOf([samples])), 0);
  const scale = flags.fixedGain || loudest === 0 ? 1 / FULL_SCALE_PASCAL : fullScaleOf(-1) / loudest;
  if (scale * loudest > 1 && flags.bits !== '32f')
    throw new FaultError('the loudest hit would be clipped:', [
      {
        what: 'it is beyond full scale',
        where: '--fixed-gain',
        value: `${short(decibels(scale * loudest))} dB`,
        remedy: 'leave it out, or write --bits 32f',
      },
    ]);
  const index = hits.map(({ file, point, impulse, contactSeconds, size, samples }) => {
    const channel = samples.map((sample) => sample * scale);
    writeFile(join(flags.out, file), writeWav([channel], { rateHz, bits: flags.bits }));
    const loudness = integratedLoudness([channel], rateHz);
    return {
      file,
      seconds: samples.length / rateHz,
      point,
      impulse,
      contactSeconds,
      size,
      peakDbfs: peakOf([channel]) > 0 ? decibels(peakOf([channel])) : null,
      loudnessLufs: Number.isFinite(loudness) ? loudness : null,
    };
  });
  const result = {
    body: body.name,
    material: material.name,
    dampingAlpha: material.dampingAlpha,
    dampingBeta: material.dampingBeta,
    ...(material.lossFactor === undefined ? {} : { lossFactor: material.lossFactor }),
    ...(fit ? { fit: { error: fit.error, decays: fit.decays } } : {}),
    rateHz,
    modes: modes.count,
    pascalToFullScale: scale,
    seed: flags.seed,
    hits: index,
  };
  writeFile(join(flags.out, 'index.json'), `${JSON.stringify(result, undefined, 2)}\n`);
  output.say(
    `${paint.bold(body.name)} of ${material.name}: ${plural(hits.length, 'hit')} with ${plural(modes.count, 'mode')} in ` +
      `${flags.out}, the loudest ${short(loudest)} Pa, in ${seconds(took)}`,
  );
  output.result({ folder: flags.out, ...result });
}
