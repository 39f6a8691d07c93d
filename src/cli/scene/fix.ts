// carom fix <scene>: separates bodies that touch or overlap a little, and writes the scene that an engine will take.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { paint } from '../paint.ts';
import { automaticEngine, loadEngine } from '../../catalog/index.ts';
import { detectSceneFormat, readJson } from '../../scene/read/index.ts';
import { type Fault, FaultError } from '../../scene/fault/index.ts';
import {
  asFound,
  fixedFile,
  type FixedFile,
  GENEROSITIES,
  separate,
  type Separation,
} from '../../scene/separate/index.ts';
import { importRigidIpc, resolveScene, type Scene, type SceneFormat } from '../../scene/index.ts';
import type { SceneFile } from '../../scene/schema/index.ts';
import { type Engine, parseOptions, refusals } from '../../sim/index.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Example } from '../run/examples.node.ts';
import { isRecordingFile, openScene } from '../run/open-scene.node.ts';
import { faultLines, metres, Output, plural, short } from '../output.ts';
import { pasted } from '../pasted.ts';
import { type FixedPlace, placeOf, writeFixed } from './fixed-place.node.ts';
import { isOverlap } from './overlap.ts';
import { untangleScene } from './untangle-scene.ts';

interface FixFlags {
  readonly by: 'motion' | 'inset' | 'both';
  readonly gap?: number;
  readonly out?: string;
  readonly engine?: string;
  readonly json?: boolean;
}

interface Change {
  readonly body: string;
  /** [m] */
  readonly moved: readonly number[];
  /** [m] */
  readonly inset: number;
}

export function addFix(program: Command): void {
  program
    .command('fix')
    .summary('separate bodies that touch or overlap at the start')
    .description(
      'Separates bodies that touch or overlap by up to about 1% of their size, as mated CAD parts and fracture shards do:\n' +
        'moves them by as little as possible, and shrinks a hair those that no motion frees, such as a pin in its hole.\n' +
        'Static, scripted and jointed bodies stay where they are. Cloth, shells, ribbons and particles that intersect are drawn\n' +
        'to where they are free. The scene is mended in place, and what it was is kept beside it as scene.before-fix.json.',
    )
    .argument('<scene>', 'a scene file or its folder, or the name of an example')
    .addOption(
      new Option(
        '--by <way>',
        'motion: only move; inset: only shrink; both: shrink what cannot be moved apart',
      )
        .choices(['motion', 'inset', 'both'])
        .default('both'),
    )
    .option(
      '--gap <length>',
      'wanted between them, such as 0.1mm (default: a thousandth of the smaller)',
      lengthArgument,
    )
    .option('--out <file>', 'write the new scene there, and leave the old one alone')
    .option('--engine <id>', 'the engine that has to accept it, instead of the scene’s own')
    .addHelpText(
      'after',
      `
Examples:
  carom fix hinge
  carom fix hinge/scene.json --by motion --gap 0.05mm --out hinge/apart.json

Ends with 0 where the engine accepts the new scene, 2 where something still overlaps.`,
    )
    .action(async (argument: string, flags: FixFlags) => {
      process.exitCode = await fixScene(argument, flags);
    });
}

async function fixScene(argument: string, flags: FixFlags): Promise<number> {
  const output = new Output(flags);
  const { scene, example, file } = await openScene(argument);
  const { source, format } = file === undefined ? exampleSource(example) : readSceneFile(file);
  const engine = await loadEngine(flags.engine ?? scene.engine ?? automaticEngine(scene));
  const before = refusals(engine, scene).filter(isOverlap);
  if (before.length === 0) {
    output.say(`${paint.green('nothing to fix')}: no bodies touch or overlap`);
    output.say(`next: ${paint.cyan(pasted('run', argument))}`);
    output.result({ scene: argument, kept: null, changes: [], left: 0 });
    return exitCodes.done;
  }
  const place = placeOf(file, format, flags.out, scene.name);
  const work: Work = { scene, source, engine, file, place, argument, output };
  if (scene.deformables.length > 0) return fixCloth(work);

  const { separation, fixed, left } = separateUntilAccepted(work, flags);
  const changes = changesOf(scene, separation);
  if (left.length > 0) {
    output.complain(
      faultLines(
        `${plural(left.length, 'pair')} could not be separated${flags.by === 'both' ? '' : ` by ${flags.by}`}; nothing was written:`,
        asFound(before, left).map((fault) => ({ ...fault, remedy: remedyFor(flags.by) })),
      ),
    );
    output.result({ scene: null, kept: null, changes, left: left.length });
    return exitCodes.badInput;
  }
  for (const change of changes) output.say(describeChange(change, scene));
  const what = `${plural(before.length, 'pair')} separated, ${plural(changes.length, 'body', 'bodies')} changed`;
  return finish(work, fixed, what, changes);
}

interface Work {
  readonly scene: Scene;
  readonly source: SceneFile;
  readonly engine: Engine;
  /** Undefined for examples. */
  readonly file: string | undefined;
  readonly place: FixedPlace;
  readonly argument: string;
  readonly output: Output;
}

interface Separated {
  readonly separation: Separation;
  readonly fixed: FixedFile;
  /** What the engine still refuses. */
  readonly left: readonly Fault[];
}

function separateUntilAccepted(
  { scene, source, engine, file, place }: Work,
  { by, gap }: FixFlags,
): Separated {
  const folder = file === undefined ? '.' : dirname(file);
  for (let attempt = 0; ; attempt++) {
    const generosity = GENEROSITIES[attempt];
    const separation = separate(scene, { by, generosity, ...(gap === undefined ? {} : { gap }) });
    const fixed = fixedFile(source, scene, separation, place.carries, place.meshes);
    const left = refusals(engine, reload(fixed, folder)).filter(isOverlap);
    // Without insets nothing would come out differently.
    const isLast = separation.meshes.size === 0 || attempt === GENEROSITIES.length - 1;
    if (left.length === 0 || isLast) return { separation, fixed, left };
  }
}

/** Bodies of such scenes are obstacles and stay; what deforms is drawn to where it is free. */
function fixCloth(work: Work): number {
  const { source, scene, engine, place, output } = work;
  const { options } = parseOptions(engine, scene.options);
  const { file, changes } = untangleScene(source, scene, options);
  const fixed = { file, meshes: new Map<string, Uint8Array>() };
  const left = refusals(engine, reload(fixed, dirname(place.out)));
  if (left.length > 0) throw new FaultError(`"${scene.name}" cannot be untangled:`, left);
  for (const { name, off } of changes)
    output.say(`  ${paint.bold(name)}: at most ${metres(off)} from where it was wanted`);
  return finish(work, fixed, `${plural(changes.length, 'deformable')} untangled`, changes);
}

function finish(
  { place, engine, argument, output }: Work,
  fixed: FixedFile,
  what: string,
  changes: object,
): number {
  const kept = writeFixed(place, fixed);
  output.say(`${paint.bold(place.out)}: ${what}; ${engine.id} accepts it`);
  if (kept !== undefined) output.say(paint.dim(`what it was is kept in ${kept}`));
  output.say(`next: ${paint.cyan(pasted('run', kept === undefined ? place.out : argument))}`);
  output.result({ scene: place.out, kept: kept ?? null, changes, left: 0 });
  return exitCodes.done;
}

function remedyFor(by: FixFlags['by']): string {
  if (by === 'motion') return 'leave out --by, so that bodies may also shrink';
  if (by === 'inset') return 'leave out --by, so that bodies may also move';
  return 'it overlaps too deeply: move one of them apart by hand';
}

interface Source {
  readonly source: SceneFile;
  readonly format: SceneFormat;
}

function exampleSource(example: Example | undefined): Source {
  if (example === undefined) throw new Error('a scene without a file is an example');
  return { source: example.scene, format: 'carom' };
}

function readSceneFile(path: string): Source {
  const refuse = (what: string): never => {
    throw new FaultError(`"${path}" cannot be fixed:`, [{ what, where: path, remedy: 'give a scene file' }]);
  };
  if (isRecordingFile(path)) refuse('this is a recording');
  if (path.endsWith('.lagrange')) refuse('this is a specification, in which nothing overlaps');
  const name = basename(path, extname(path));
  const json = readJson(readFileSync(path, 'utf8'), name);
  const format = detectSceneFormat(json) ?? 'carom';
  // It has been read and checked once already.
  return { source: format === 'rigid-ipc' ? importRigidIpc(json, name).file : (json as SceneFile), format };
}

/** The new scene before it is written; the old one's mesh files were found harmless when it was opened. */
function reload({ file, meshes }: FixedFile, folder: string): Scene {
  const loadFile = (path: string): Uint8Array | undefined => {
    const own = meshes.get(path);
    if (own !== undefined) return own;
    const old = join(folder, path);
    return existsSync(old) ? new Uint8Array(readFileSync(old)) : undefined;
  };
  return resolveScene(file, { loadFile }).scene;
}

function changesOf(scene: Scene, { moves, insets }: Separation): Change[] {
  return scene.bodies.flatMap((body, i) => {
    const isMoved = moves[i].some((x) => x !== 0);
    return isMoved || insets[i] > 0 ? [{ body: body.name, moved: [...moves[i]], inset: insets[i] }] : [];
  });
}

function describeChange({ body, moved, inset }: Change, scene: Scene): string {
  const distance = Math.sqrt(moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2]);
  const parts: string[] = [];
  if (distance > 0) {
    const way = moved.map((x) => short(x / distance)).join(', ');
    parts.push(`moved ${metres(distance)} along (${way})`);
  }
  if (inset > 0) parts.push(`its surface moved inward by ${metres(inset)}`);
  const at = scene.bodies.findIndex(({ name }) => name === body);
  return `  ${paint.bold(body)} ${paint.dim(`(body ${at})`)}: ${parts.join(', ')}`;
}

const LENGTHS: Readonly<Record<string, number>> = { '': 1, m: 1, cm: 1e-2, mm: 1e-3, um: 1e-6, µm: 1e-6 };

/** Such as 0.1mm, 20um, or plain metres. */
function lengthArgument(text: string): number {
  const match = /^\s*([\d.]+(?:e-?\d+)?)\s*([a-zµ]*)\s*$/i.exec(text);
  const value = match ? Number(match[1]) * (LENGTHS[match[2].toLowerCase()] ?? Number.NaN) : Number.NaN;
  if (!(value > 0 && value < 1e6)) throw new InvalidArgumentError('Give a length such as 0.1mm or 20um.');
  return value;
}
