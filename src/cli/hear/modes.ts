// carom modes <body>: its vibration modes, as numbers or as an instrument.

import { type Command, Option } from 'commander';
import { paint } from '../paint.ts';
import {
  curvedVolume,
  fill,
  type Filled,
  qualityOf,
  type TetraMesh,
  type TetraQuality,
} from '../../geometry/tetra/index.ts';
import {
  analyse,
  dampingRatio,
  decayTime,
  frequencyHz,
  locate,
  makeLocator,
  materialRates,
  type Modes,
  type ModesReport,
  type Resonator,
  resonatorsOf,
  shapeAt,
  withSize,
} from '../../modes/index.ts';
import { folderCache } from '../../modes/index.node.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { pointInFrame, rotate } from '../../scene/pose.ts';
import { unitLengths } from '../../scene/schema/index.ts';
import type { Body, RegionBox, Vec3 } from '../../scene/index.ts';
import {
  bytesArgument,
  countArgument,
  numberArgument,
  settingArgument,
  vectorArgument,
} from '../arguments.ts';
import { type BodyChoices, explained, openBody } from './open-body.node.ts';
import { bytes, Output, plural, seconds, short, type OutputFlags } from '../output.ts';
import { Progress } from '../progress.ts';
import { analysisProgress, FILLING } from './analysis-progress.ts';
import { clampedBy, regionArgument } from './region-argument.ts';
import { describeModelFile, isModelFile, type ModelFormat, writtenModel } from './modal-file.ts';
import { putOut } from './put-out.ts';
import { type RadiationKind, transfersBy, USUAL_PANELS } from './sound.ts';
import { makeModel, type ModalModel } from '../../sound/index.ts';

interface ModesFlags extends BodyChoices, OutputFlags {
  readonly count?: number;
  readonly upTo?: number;
  readonly clamp?: readonly RegionBox[];
  readonly resolution?: number;
  readonly strike?: Vec3;
  readonly tune?: number;
  readonly format?: 'json' | ModelFormat;
  readonly radiation: RadiationKind;
  readonly out?: string;
  readonly cache?: string;
  readonly memory?: number;
}

export function addModes(program: Command): void {
  program
    .command('modes')
    .summary('how a body vibrates: frequencies, damping, shapes')
    .description(
      'Fills a body with quadratic tetrahedra and finds its vibration modes, counted so that none is missing.\n' +
        'Positions are those of the file or scene [m].',
    )
    .argument(
      '<body>',
      'a mesh file, tetrahedra of Gmsh (.msh), a primitive such as box, a scene (with --body), or a model (.modal)',
    )
    .option(
      '--material <material>',
      'a name such as steel, or JSON such as \'{"like":"steel","density":7900}\'',
    )
    .option('--count <number>', 'how many modes (default: 20)', countArgument)
    .option('--up-to <hertz>', 'all modes up to this frequency', numberArgument)
    .option(
      '--clamp <conditions>',
      'what cannot move, such as "x<0.001" or "z>2cm,y<0"; given again, that too (default: what the scene says)',
      regionArgument,
    )
    .option('--resolution <number>', 'elements across the thinnest part', countArgument)
    .option(
      '--set <name=value>',
      'a parameter of a primitive, such as size=0.15,0.01,0.03',
      settingArgument,
      {},
    )
    .option('--body <name>', 'which body of a scene or file')
    .addOption(
      new Option(
        '--units <unit>',
        'of a mesh file (default: STL mm, GLB m, OBJ, OFF and PLY by size)',
      ).choices(Object.keys(unitLengths)),
    )
    .option('--tune <hertz>', 'scale the body so that its first mode has this frequency', numberArgument)
    .option(
      '--strike <x,y,z>',
      'where it is struck, along its normal (default: where the first mode moves most)',
      vectorArgument,
    )
    .addOption(
      new Option('--format <kind>', 'all of it as data, as a model that sounds, or as an instrument').choices(
        ['json', 'model', 'faust', 'supercollider'],
      ),
    )
    .addOption(
      new Option(
        '--radiation <kind>',
        'of a model or an instrument: how surfaces move air, as of carom sound',
      )
        .choices(['waves', 'surface', 'monopole'])
        .default('waves'),
    )
    .option('--out <file>', 'write what --format gives to a file; a model where its name ends in .modal')
    .option('--cache <folder>', 'keep analyses here, and look here first')
    .option('--memory <size>', 'most memory of the factorisation (default: 1.5GB)', bytesArgument)
    .addHelpText(
      'after',
      `
Examples:
  carom modes box --set size=0.15,0.01,0.03 --material aluminium --clamp "x<-0.0749" --count 5
  carom modes sphere --set radius=0.05 --material glass --up-to 20000 --json
  carom modes bell.stl --material bronze --tune 440 --format supercollider --out bell.scd
  carom modes bell.stl --material bronze --up-to 16000 --out bell.modal
  carom modes bell.modal --format faust --out bell.dsp
  carom modes scene.json --body mug`,
    )
    .action(async (argument: string, flags: ModesFlags) => {
      await describeModes(argument, flags);
    });
}

async function describeModes(argument: string, given: ModesFlags): Promise<void> {
  const flags =
    given.format === undefined && isModelFile(given.out) ? { ...given, format: 'model' as const } : given;
  if (isModelFile(argument)) {
    describeModelFile(argument, flags);
    return;
  }
  // only data on standard output where that is asked for
  const toStdout = flags.format !== undefined && flags.out === undefined;
  const output = new Output({ ...flags, json: flags.json || toStdout });
  const started = performance.now();
  const { body, mesh, tetrahedra, notes } = await openBody(argument, flags);
  for (const note of notes) output.say(paint.dim(note));
  const progress = new Progress(output.quiet);
  const { report, quality } = explained(argument, 'cannot be analysed', () => {
    const resolution = flags.resolution === undefined ? {} : { resolution: flags.resolution };
    const filled = tetrahedra
      ? asGiven(tetrahedra)
      : fill(mesh, body.shape, {
          ...resolution,
          progress: (fraction) => progress.update(FILLING * fraction, 'filling'),
        });
    const found = analyse(filled.mesh, body.material, {
      ...(flags.count === undefined ? {} : { count: flags.count }),
      ...(flags.upTo === undefined ? {} : { upToHz: flags.upTo }),
      ...clampedBy(flags.clamp, body),
      ...(flags.memory === undefined ? {} : { memoryBytes: flags.memory }),
      ...(flags.cache === undefined ? {} : { cache: folderCache(flags.cache) }),
      progress: analysisProgress(progress),
    });
    progress.clear();
    return { report: found, quality: filled.quality };
  });
  const scale = tuningOf(argument, report.modes, flags.tune);
  const modes = scale === 1 ? report.modes : withSize(report.modes, scale);
  const bank = strikeBank(modes, body, flags.strike, scale);
  const took = (performance.now() - started) / 1000;

  sayReport(output, body, report, quality, modes, scale, took);
  const result = resultOf(body, report, quality, modes, bank, scale, took);
  if (flags.format !== undefined) {
    const model = (): ModalModel => {
      const transfer = transfersBy(flags.radiation, USUAL_PANELS, flags.cache, progress)(modes);
      progress.clear();
      const { name, material } = body;
      return makeModel({
        name,
        material,
        mass: body.mass * scale * scale * scale,
        mesh,
        shape: body.shape,
        scale,
        modes,
        transfer,
      });
    };
    const written =
      flags.format === 'json'
        ? `${JSON.stringify(result, undefined, 2)}\n`
        : writtenModel(model(), flags.format, flags.strike && pointOf(body, flags.strike, scale));
    putOut(written, flags.out, output);
  }
  if (flags.json) output.result(result);
}

/** In coordinates of the body, as its modes have them. */
function pointOf(body: Body, given: Vec3, scale: number): Vec3 {
  const [x, y, z] = pointInFrame(body.pose, given);
  return [x * scale, y * scale, z * scale];
}

/** Tetrahedra of a file are filled already. */
function asGiven(mesh: TetraMesh): Filled {
  let volume = 0;
  for (let t = 0; t < mesh.elements.length; t += 10) volume += curvedVolume(mesh, t);
  return { mesh, quality: qualityOf(mesh, volume, 'external') };
}

function tuningOf(argument: string, modes: Modes, hertz: number | undefined): number {
  if (hertz === undefined) return 1;
  if (!(hertz > 0) || modes.count === 0)
    throw new FaultError(`"${argument}" cannot be tuned:`, [
      {
        what: modes.count === 0 ? 'it has no modes there' : 'this is no pitch',
        where: '--tune',
        value: String(hertz),
        remedy: modes.count === 0 ? 'raise --up-to' : 'give a frequency such as 440',
      },
    ]);
  return frequencyHz(modes.omegas[0]) / hertz;
}

interface Bank {
  readonly resonators: readonly Resonator[];
  /** Where it is struck, positions of the file or scene. */
  readonly point: Vec3;
}

/** Struck along the normal of the boundary. */
function strikeBank(modes: Modes, body: Body, given: Vec3 | undefined, scale: number): Bank {
  const locator = makeLocator(modes);
  const at = given ? pointOf(body, given, scale) : liveliest(modes);
  locate(locator, at[0], at[1], at[2]);
  const direction = normalOf(modes, locator.vertices);
  const shapes = new Float64Array(3 * modes.count);
  shapeAt(modes, locator, at[0], at[1], at[2], shapes);
  const [x, y, z] = rotate(body.pose.orientation, [at[0] / scale, at[1] / scale, at[2] / scale]);
  const { position: p } = body.pose;
  return {
    resonators: resonatorsOf(modes, body.material, shapes, direction),
    point: [x + p[0], y + p[1], z + p[2]],
  };
}

/** The middle of the triangle that the first mode moves most along its normal. */
function liveliest(modes: Modes): number[] {
  const { positions, faces, shapes, count } = modes;
  let most = -1;
  let best = [0, 0, 0];
  for (let f = 0; f < faces.length; f += 3) {
    const corners = faces.subarray(f, f + 3);
    const normal = normalOf(modes, corners);
    let along = 0;
    if (count > 0)
      for (const v of corners) for (let k = 0; k < 3; k++) along += normal[k] * shapes[3 * v + k];
    if (Math.abs(along) <= most) continue;
    most = Math.abs(along);
    best = [0, 1, 2].map(
      (k) =>
        (positions[3 * corners[0] + k] + positions[3 * corners[1] + k] + positions[3 * corners[2] + k]) / 3,
    );
  }
  return best;
}

function normalOf({ positions }: Modes, corners: Uint32Array): Vec3 {
  const [a, b, c] = Array.from(corners, (v) => positions.subarray(3 * v, 3 * v + 3));
  const u = [0, 1, 2].map((k) => b[k] - a[k]);
  const v = [0, 1, 2].map((k) => c[k] - a[k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  return [n[0] / length, n[1] / length, n[2] / length];
}

/** Rows printed for people; the rest are counted. */
const MOST_ROWS = 40;

function sayReport(
  output: Output,
  body: Body,
  report: ModesReport,
  quality: TetraQuality,
  modes: Modes,
  scale: number,
  took: number,
): void {
  const { material } = body;
  output.say(
    `${paint.bold(body.name)} of ${material.name}: ${plural(quality.elements, 'tetrahedron', 'tetrahedra')} (${quality.method}, ` +
      `worst aspect ${short(quality.worstAspect)}), ${modes.unknowns} unknowns, ${bytes(report.factorBytes)}, ${seconds(took)}`,
  );
  if (quality.note !== undefined) output.say(paint.yellow(`  ${quality.note}`));
  if (scale !== 1) output.say(`scaled by ${scale.toPrecision(6)} to be in tune`);
  if (modes.count === 0) output.say('no modes up to this frequency');
  else output.say(paint.dim('  mode   frequency [Hz]    error   damping ratio   decay (T60)   residual'));
  const rates = materialRates(modes, material);
  for (let m = 0; m < Math.min(modes.count, MOST_ROWS); m++) {
    const omega = modes.omegas[m];
    output.say(
      `${String(m + 1).padStart(6)}${frequencyHz(omega).toFixed(2).padStart(17)}` +
        `${errorText(modes, m).padStart(9)}` +
        `${dampingRatio(omega, rates[m]).toExponential(2).padStart(16)}${seconds(decayTime(rates[m])).padStart(14)}` +
        `${modes.residuals[m].toExponential(0).padStart(11)}`,
    );
  }
  if (modes.count > MOST_ROWS) output.say(`  … and ${modes.count - MOST_ROWS} more`);
  const doubt = doubtOf(modes);
  if (doubt !== undefined) output.say(paint.yellow(`  ${doubt}`));
  output.say(
    report.complete
      ? paint.dim(
          `none is missing below ${short(frequencyHz(report.completeBelow / scale))} Hz: counted by a factorisation there`,
        )
      : paint.yellow('a count says that modes are missing here; raise --count or --resolution'),
  );
}

/** Above this share an estimated error is worth a warning: a sixth of a semitone. */
const AUDIBLE = 0.01;

function errorText({ errors }: Modes, m: number): string {
  return errors === undefined ? '?' : `${(100 * errors[m]).toPrecision(2)}%`;
}

/** That some frequencies are not sure; undefined where all are. */
function doubtOf({ errors, count }: Modes): string | undefined {
  const bad = errors?.filter((error) => error > AUDIBLE) ?? [];
  if (bad.length === 0) return undefined;
  const most = (100 * Math.max(...bad)).toPrecision(2);
  return `${bad.length} of ${count} frequencies may be off by more than 1% (${most}% at most): raise --resolution`;
}

function resultOf(
  body: Body,
  report: ModesReport,
  quality: TetraQuality,
  modes: Modes,
  bank: Bank,
  scale: number,
  took: number,
): object {
  const rates = materialRates(modes, body.material);
  return {
    body: body.name,
    material: body.material.name,
    frequenciesHz: Array.from(modes.omegas, frequencyHz),
    dampingRatios: Array.from(modes.omegas, (omega, m) => dampingRatio(omega, rates[m])),
    residuals: Array.from(modes.residuals),
    errors: Array.from(modes.errors ?? []),
    tetrahedra: modes.tetrahedra,
    unknowns: modes.unknowns,
    seconds: took,
    complete: report.complete,
    completeBelowHz: frequencyHz(report.completeBelow / scale),
    orthogonality: report.orthogonality,
    rigid: report.rigid,
    clamped: modes.clamped,
    scale,
    quality,
    strike: { point: bank.point, resonators: bank.resonators },
  };
}
