// carom new <files…>: a runnable scene from mesh files, with nothing to edit.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { paint } from '../paint.ts';
import { automaticEngine, loadEngine } from '../../catalog/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import {
  cleanName,
  type FoundBody,
  type GivenFile,
  newRobotScene,
  newScene,
  type NewScene,
  type NewSceneChoices,
  newSoftFiles,
  newSoftScene,
  type SoftThing,
  type Unit,
} from '../../scene/new/index.ts';
import { folderLoader, loadScene } from '../../scene/read/index.node.ts';
import { unitLengths } from '../../scene/schema/index.ts';
import { refusals } from '../../sim/index.ts';
import { numberArgument } from '../arguments.ts';
import { exitCodes } from '../exit-codes.ts';
import { faultLines, metres, Output, plural, short } from '../output.ts';
import { pasted } from '../pasted.ts';
import { SCENE_IN_FOLDER } from '../run/open-scene.node.ts';
import { writeSceneFile } from '../write-file.ts';
import { isOverlap } from './overlap.ts';
import {
  cellsArgument,
  lengthArgument,
  sidesArgument,
  type SoftFlags,
  softThingOf,
  someArgument,
} from './soft-flags.ts';

interface NewFlags {
  readonly out?: string;
  readonly units?: Unit;
  readonly up?: 'y' | 'z';
  readonly static: readonly string[];
  readonly dynamic: readonly string[];
  readonly ignore: readonly string[];
  readonly animation: readonly string[];
  readonly fps?: number;
  readonly floor?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

type AllFlags = NewFlags & SoftFlags;

/** No longer mesh file is taken [bytes]. */
const longestFile = 2 * 1024 * 1024 * 1024;

export function addNew(program: Command): void {
  program
    .command('new')
    .summary('make a scene from mesh files or a GLB, or of cloth, rope or something soft')
    .description(
      'Makes a runnable scene folder from STL, 3MF, OBJ, OFF, PLY and GLB files: welds them, turns faces outward, makes every\n' +
        'solid a body where its file has it, and lays a floor just below. Says what it found and what it guessed.\n' +
        'Of a GLB every node with a mesh is a body; KHR_physics_rigid_bodies, extras and animations are followed, and\n' +
        'what does not map is listed. A PC2 cache beside a mesh of the same name moves it. Of a URDF links become bodies and\n' +
        'joints joints, with the meshes below its folder.\n' +
        'With --cloth, --rope or --soft it makes a sheet, a rope or a soft solid of a named material, of mesh files where\n' +
        '--soft names them.',
    )
    .argument('[files...]', 'mesh files, GLB, point caches, or a URDF')
    .option('--out <folder>', 'the scene folder (default: the name of the first file)')
    .addOption(
      new Option('--units <unit>', 'of the files (default: STL mm, GLB m, OBJ, OFF and PLY by size)').choices(
        Object.keys(unitLengths),
      ),
    )
    .addOption(
      new Option('--up <axis>', 'of the scene (default: y for GLB and OBJ, z for the others)').choices([
        'y',
        'z',
      ]),
    )
    .option(
      '--static <name>',
      'a body that stands still, such as frame or "base*"; may be repeated',
      collect,
      [],
    )
    .option('--dynamic <name>', 'a body that moves; of a GLB everything else then stands still', collect, [])
    .option('--ignore <name>', 'leave this body out', collect, [])
    .option('--animation <name>', 'of a GLB, only this animation (default: all)', collect, [])
    .option('--fps <number>', 'frames a second of PC2 caches (default: 60)', numberArgument)
    .option('--floor', 'lay a floor, whatever the files say')
    .option('--no-floor', 'lay none')
    .option('--cloth', 'a sheet that falls onto a floor: --size 1x1, --cells 14x14')
    .option('--rope', 'a rope: --length 1, --segments 40')
    .option('--soft', 'a soft solid: of the files, or --shape box --size 0.1')
    .option('--material <name>', 'of cloth, rope or solid (default: cotton; of solids jelly)')
    .option('--size <metres>', 'of a sheet, such as 1x0.5; the longest side of a solid', sidesArgument)
    .option('--cells <counts>', 'of a sheet, such as 20x10', cellsArgument)
    .option('--length <metres>', 'of a rope', lengthArgument)
    .option('--segments <count>', 'of a rope', someArgument)
    .option(
      '--thickness <metres>',
      "of a sheet or rope; half of it is kept of a solid's skin",
      lengthArgument,
    )
    .option('--shape <primitive>', 'of a solid: box, sphere, torus …')
    .option('--hang', 'it hangs: a sheet by two corners, a rope by an end, a solid by its top')
    .option('--force', 'write over a scene that is there')
    .addHelpText(
      'after',
      `
Examples:
  carom new hinge.stl
  carom new box.stl lid.stl --out box --static box
  carom new room.glb --dynamic 'Crate*' --ignore 'Lamp*'
  carom new flag.obj flag.pc2 --fps 30
  carom new robot.urdf --static base_link
  carom new assembly.obj --units in --json | tail -1
  carom new --cloth --size 0.5x0.8 --material silk --hang
  carom new --rope --length 2 --thickness 0.008
  carom new --soft --shape torus --material rubber
  carom new --soft bell.stl --material foam`,
    )
    .action(async (paths: string[], flags: AllFlags) => {
      process.exitCode = await makeScene(paths, flags);
    });
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

async function makeScene(paths: readonly string[], flags: AllFlags): Promise<number> {
  const output = new Output(flags);
  const thing = softThingOf(flags, paths);
  const first = thing === undefined || paths.length > 0 ? basename(paths[0], extname(paths[0])) : thing.kind;
  const folder = flags.out ?? (cleanName(first) || 'scene');
  const path = join(folder, SCENE_IN_FOLDER);
  if (existsSync(path) && !flags.force)
    throw new FaultError(`"${path}" cannot be written:`, [
      {
        what: 'there is a scene already',
        where: '--out',
        value: folder,
        remedy: 'give another --out, or --force',
      },
    ]);
  const choices: NewSceneChoices = {
    name: cleanName(basename(folder)) || 'scene',
    ...(flags.units === undefined ? {} : { units: flags.units }),
    ...(flags.up === undefined ? {} : { up: flags.up }),
    ...(flags.floor === undefined ? {} : { floor: flags.floor }),
    ...(flags.fps === undefined ? {} : { cacheRateHz: flags.fps }),
    chosen: chooser(flags),
    isPlayed: (name) => flags.animation.length === 0 || matches(flags.animation, name),
  };
  const made = makeFrom(paths, choices, thing);
  writeSceneFile(path, made);

  for (const note of made.notes) output.say(paint.dim(note));
  for (const body of made.bodies) output.say(describeBody(body));
  const { scene } = loadScene(path);
  const faults = refusals(await loadEngine(automaticEngine(scene)), scene);
  const ways = { run: faults.length === 0, fix: faults.some(isOverlap) };
  const next = pasted(ways.run ? 'run' : ways.fix ? 'fix' : 'info', folder);
  if (made.unmapped.length > 0) output.say('not in the scene:');
  for (const { what, where, why } of made.unmapped) output.say(`  - ${where}: ${what}; ${why}`);
  const floor = made.hasFloor ? ' above a floor' : '';
  output.say(
    `${paint.bold(path)}: ${plural(made.bodies.length, 'body', 'bodies')}${floor}, ${scene.up} is up`,
  );
  if (faults.length > 0)
    output.say(
      faultLines(
        ways.fix ? 'bodies touch or overlap as they are:' : 'it cannot run as it is:',
        faults.slice(0, 5),
      ),
    );
  output.say(`next: ${paint.cyan(next)}`);
  output.result({
    scene: path,
    bodies: made.bodies,
    notes: made.notes,
    unmapped: made.unmapped,
    touching: faults.filter(isOverlap).length,
    next,
  });
  return exitCodes.done;
}

function makeFrom(
  paths: readonly string[],
  choices: NewSceneChoices,
  thing: SoftThing | undefined,
): NewScene {
  const files = readFiles(paths);
  if (thing?.kind === 'soft' && files.length > 0) return newSoftFiles(files, thing, choices);
  if (thing !== undefined) return newSoftScene(choices.name, thing);
  const isRobot = files.length === 1 && /\.urdf$/i.test(paths[0]);
  if (isRobot) return newRobotScene(files[0], choices, folderLoader(dirname(paths[0])));
  return newScene(files, choices);
}

function readFiles(paths: readonly string[]): GivenFile[] {
  const refuse = (path: string, what: string, remedy: string): never => {
    throw new FaultError(`"${path}" cannot be read:`, [{ what, where: path, remedy }]);
  };
  return paths.map((path) => {
    if (!existsSync(path)) refuse(path, 'there is no such file', 'correct the path');
    const stat = statSync(path);
    if (!stat.isFile()) refuse(path, 'this is not a file', 'name mesh files');
    if (stat.size > longestFile) refuse(path, 'the file is too long', 'give one below 2 GB');
    return { path, bytes: new Uint8Array(readFileSync(path)) };
  });
}

function describeBody({
  name,
  size,
  vertices,
  faces,
  closed,
  thin,
  holes,
  volume,
  turnedFaces,
}: FoundBody): string {
  const parts = [
    `${size.map((x) => metres(x)).join(' × ')}`,
    thin === 'rope' ? plural(vertices, 'vertex', 'vertices') : plural(faces, 'face'),
  ];
  if (thin !== undefined) parts.push(`a ${thin}`);
  else if (closed) parts.push(`${short(1e6 * volume)} cm³`);
  else parts.push(paint.yellow(holes > 0 ? plural(holes, 'hole') : 'not a solid: faces cross or disagree'));
  if (turnedFaces > 0) parts.push(`${plural(turnedFaces, 'face')} turned outward`);
  return `  ${paint.bold(name)}  ${parts.join(', ')}`;
}

/** What the command line says of a name, as the file has it or as files are called. */
function chooser({ ignore, static: still, dynamic }: NewFlags): NewSceneChoices['chosen'] {
  return (name) => {
    if (matches(ignore, name)) return 'none';
    if (matches(still, name)) return 'static';
    return matches(dynamic, name) ? 'dynamic' : undefined;
  };
}

function matches(patterns: readonly string[], name: string): boolean {
  return patterns.some((text) => {
    const pattern = globPattern(text);
    return pattern.test(name) || pattern.test(cleanName(name));
  });
}

/** * and ? as shells have them. */
function globPattern(text: string): RegExp {
  const escaped = text.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i');
}
