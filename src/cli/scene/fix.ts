// carom fix <scene>: separates bodies that touch or overlap a little, and writes the scene that an engine will take.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { automaticEngine, loadEngine } from '../../catalog/index.ts';
import { detectSceneFormat, readJson } from '../../scene/read/index.ts';
import { type Fault, FaultError } from '../../scene/fault/index.ts';
import { fixedFile, type FixedFile, separate, type Separation } from '../../scene/separate/index.ts';
import { importRigidIpc, resolveScene, type Scene } from '../../scene/index.ts';
import type { SceneFile } from '../../scene/schema/index.ts';
import { type Engine, parseOptions, refusals } from '../../sim/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { isRecordingFile, openScene } from '../run/open-scene.node.ts';
import { faultLines, jsonFlag, metres, Output, plural, short } from '../output.ts';
import { writeSceneFile } from '../write-file.ts';
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

/** Insets grow until the engine accepts: at slanted and curved places half the missing gap is not enough. */
const GENEROSITIES = [1, 1.5, 2.5, 4];

export function addFix(program: Command): void {
  program
    .command('fix')
    .summary('separate bodies that touch or overlap at the start')
    .description(
      'Separates bodies that touch or overlap by up to about 1% of their size, as mated CAD parts and fracture shards do:\n' +
        'moves them by as little as possible, and shrinks a hair those that no motion frees, such as a pin in its hole.\n' +
        'Static, scripted and jointed bodies stay where they are. Cloth, shells, ribbons and particles that intersect are drawn\n' +
        'to where they are free. The scene itself is not changed; a new one is written.',
    )
    .argument('<scene>', 'a scene file, or the name of an example')
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
    .option('--out <file>', 'the new scene (default: beside the old one, with -fixed in its name)')
    .option('--engine <id>', 'the engine that has to accept it, instead of the scene’s own')
    .option(...jsonFlag)
    .addHelpText(
      'after',
      `
Examples:
  carom fix hinge/scene.json
  carom fix hinge/scene.json --by motion --gap 0.05mm --out hinge/apart.json

Ends with 0 where the engine accepts the new scene, 2 where something still overlaps.`,
    )
    .action(async (argument: string, flags: FixFlags) => {
      process.exitCode = await fixScene(argument, flags);
    });
}

async function fixScene(argument: string, flags: FixFlags): Promise<number> {
  const output = new Output(flags);
  const { scene, example } = await openScene(argument);
  const source = example?.scene ?? readSceneFile(argument);
  const isFile = existsSync(argument);
  const engine = await loadEngine(flags.engine ?? scene.engine ?? automaticEngine(scene));
  const before = refusals(engine, scene).filter(isOverlap);
  const out = flags.out ?? fixedPath(argument, isFile, scene.name);
  if (before.length === 0) {
    output.say(`${pc.green('nothing to fix')}: no bodies touch or overlap`);
    output.say(`next: ${pc.cyan(`carom run ${argument}`)}`);
    output.result({ scene: argument, changes: [], left: 0 });
    return exitCodes.done;
  }
  if (isFile && resolve(out) === resolve(argument))
    refuseOut(out, 'the new scene would be written over the old one', 'give another file');

  if (scene.deformables.length > 0) return fixCloth(source, scene, engine, out, output);

  const format = isFile ? detectSceneFormat(JSON.parse(readFileSync(argument, 'utf8'))) : 'carom';
  const carries = isFile && (format === 'rigid-ipc' || resolve(dirname(out)) !== resolve(dirname(argument)));
  const folder = `meshes/${basename(out, extname(out))}`;
  let fixed: FixedFile | undefined;
  let separation: Separation | undefined;
  let left: readonly Fault[] = before;
  for (const generosity of GENEROSITIES) {
    separation = separate(scene, {
      by: flags.by,
      generosity,
      ...(flags.gap === undefined ? {} : { gap: flags.gap }),
    });
    fixed = fixedFile(source, scene, separation, carries, folder);
    const loaded = reload(fixed, isFile ? dirname(argument) : '.');
    left = refusals(engine, loaded).filter(isOverlap);
    // Without insets nothing would come out differently.
    if (left.length === 0 || separation.meshes.size === 0) break;
  }
  if (separation === undefined || fixed === undefined) return exitCodes.badInput;
  const changes = changesOf(scene, separation);
  for (const change of changes) output.say(describeChange(change, scene));
  if (left.length > 0) {
    output.complain(
      faultLines(
        `${plural(left.length, 'pair')} could not be separated${flags.by === 'both' ? '' : ` by ${flags.by}`}; nothing was written:`,
        left.map((fault) => ({ ...fault, remedy: remedyFor(flags.by) })),
      ),
    );
    output.result({ scene: null, changes, left: left.length });
    return exitCodes.badInput;
  }
  writeSceneFile(out, fixed);
  output.say(
    `${pc.bold(out)}: ${plural(before.length, 'pair')} separated, ${plural(changes.length, 'body', 'bodies')} changed; ${engine.id} accepts it`,
  );
  output.say(`next: ${pc.cyan(`carom run ${out}`)}`);
  output.result({ scene: out, changes, left: 0 });
  return exitCodes.done;
}

/** Bodies of such scenes are obstacles and stay; what deforms is drawn to where it is free. */
function fixCloth(source: SceneFile, scene: Scene, engine: Engine, out: string, output: Output): number {
  const { options } = parseOptions(engine, scene.options);
  const { file, changes } = untangleScene(source, scene, options);
  const left = refusals(engine, reload({ file, meshes: new Map() }, dirname(out)));
  if (left.length > 0) throw new FaultError(`"${scene.name}" cannot be untangled:`, left);
  writeSceneFile(out, { file, meshes: new Map() });
  for (const { name, off } of changes)
    output.say(`  ${pc.bold(name)}: at most ${metres(off)} from where it was wanted`);
  output.say(`${pc.bold(out)}: ${plural(changes.length, 'deformable')} untangled; ${engine.id} accepts it`);
  output.say(`next: ${pc.cyan(`carom run ${out}`)}`);
  output.result({ scene: out, changes, left: 0 });
  return exitCodes.done;
}

function remedyFor(by: FixFlags['by']): string {
  if (by === 'motion') return 'leave out --by, so that bodies may also shrink';
  if (by === 'inset') return 'leave out --by, so that bodies may also move';
  return 'it overlaps too deeply: move one of them apart by hand';
}

function readSceneFile(path: string): SceneFile {
  if (isRecordingFile(path))
    throw new FaultError(`"${path}" cannot be fixed:`, [
      { what: 'this is a recording', where: path, remedy: 'give a scene file' },
    ]);
  const name = basename(path, extname(path));
  const json = readJson(readFileSync(path, 'utf8'), name);
  // It has been read and checked once already.
  return detectSceneFormat(json) === 'rigid-ipc' ? importRigidIpc(json, name).file : (json as SceneFile);
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
  return `  ${pc.bold(body)} ${pc.dim(`(body ${at})`)}: ${parts.join(', ')}`;
}

function fixedPath(argument: string, isFile: boolean, name: string): string {
  if (!isFile) return `${name}-fixed.json`;
  return join(dirname(argument), `${basename(argument, extname(argument))}-fixed.json`);
}

function refuseOut(out: string, what: string, remedy: string): never {
  throw new FaultError(`"${out}" cannot be written:`, [{ what, where: '--out', value: out, remedy }]);
}

const LENGTHS: Readonly<Record<string, number>> = { '': 1, m: 1, cm: 1e-2, mm: 1e-3, um: 1e-6, µm: 1e-6 };

/** Such as 0.1mm, 20um, or plain metres. */
function lengthArgument(text: string): number {
  const match = /^\s*([\d.]+(?:e-?\d+)?)\s*([a-zµ]*)\s*$/i.exec(text);
  const value = match ? Number(match[1]) * (LENGTHS[match[2].toLowerCase()] ?? Number.NaN) : Number.NaN;
  if (!(value > 0 && value < 1e6)) throw new InvalidArgumentError('Give a length such as 0.1mm or 20um.');
  return value;
}
