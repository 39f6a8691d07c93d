// carom export <recording> <file>: a recording as a film for other programs, a table, or a picture.

import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Command, Option } from 'commander';
import { csvTables, watched } from '../../export/index.ts';
import { openRecordingFile } from '../../record/index.node.ts';
import { FaultError, spellingHint } from '../../scene/fault/index.ts';
import { numberArgument, sizeArgument, vectorArgument } from '../arguments.ts';
import { type ExportFlags, films, kindOf, sizeOf, writers } from './export-kinds.ts';
import { bytes, Output, plural, seconds } from '../output.ts';
import { Progress } from '../progress.ts';

export function addExport(program: Command): void {
  program
    .command('export')
    .summary('a recording as GLB, USD, PC2, OBJ, film, picture or table')
    .description(
      'Writes a recording as\n' +
        '  .glb         an animated model for Blender, three.js and other programs\n' +
        '  .usda        USD text: rigid bodies and deformables over time\n' +
        '  .pc2         a point cache for each deformable, with the mesh it moves as .obj beside it\n' +
        '  folder/      one OBJ a frame in a folder (a slash at the end); .zip: the same in a ZIP\n' +
        '  .obj         one moment\n' +
        '  .mp4 .webm   a film; needs ffmpeg\n' +
        '  .png         a picture of one moment\n' +
        '  .csv         a table: poses, velocities, vertices (of deformables), contacts (forces), reactions (of joints) or report',
    )
    .argument('<recording>', 'a .carom file')
    .argument('[file]', 'what to write; its ending says what kind')
    .option(
      '--into <original.glb>',
      'put the motion into a copy of the GLB that the scene came from; names, hierarchy and materials are kept',
    )
    .option('--physics', 'for .glb: masses, shapes and joints too (KHR_physics_rigid_bodies)')
    .addOption(
      new Option(
        '--table <name>',
        'for .csv (default: what the name of the file says; else poses, or vertices where there are no bodies)',
      ).choices([...csvTables]),
    )
    .option('--at <seconds>', 'for .png and .obj: the moment (default: the last)', numberArgument)
    .option('--size <pixels>', 'for pictures and films', sizeArgument, [1280, 720])
    .option(
      '--camera <x,y,z>',
      'for pictures and films: where the eye is [m] (default: so that everything is in the picture)',
      vectorArgument,
    )
    .option('--target <x,y,z>', 'for pictures and films: what it looks at [m]', vectorArgument)
    .option(
      '--fps <number>',
      'for films: pictures a second (default: as recorded, at most 60)',
      numberArgument,
    )
    .option('--from <seconds>', 'for films: where to begin', numberArgument)
    .option('--to <seconds>', 'for films: where to end', numberArgument)
    .option(
      '--bend <factor>',
      'how many times as far as they do bodies that vibrate shall bend, to see it',
      numberArgument,
    )
    .addHelpText(
      'after',
      `
Examples:
  carom export out/falling-boxes.carom boxes.glb
  carom export out/falling-boxes.carom boxes.usda
  carom export out/falling-boxes.carom --into room.glb
  carom export out/falling-boxes.carom boxes.mp4 --size 640x360 --from 0.2 --to 1
  carom export out/falling-boxes.carom frames/
  carom export out/falling-boxes.carom report.csv --table report
  carom export out/falling-boxes.carom boxes.png --at 0.4 --size 1920x1080
  carom export out/laid-table.carom table.glb --bend 100`,
    )
    .action(async (path: string, file: string | undefined, flags: ExportFlags) => {
      await exportFile(path, file ?? besideOriginal(flags.into), flags);
    });
}

/** Where the motion goes that is put into a GLB, unless said: never over the original. */
function besideOriginal(original: string | undefined): string {
  return original === undefined ? '' : original.replace(/(\.glb)?$/i, '.animated.glb');
}

async function exportFile(path: string, file: string, flags: ExportFlags): Promise<void> {
  const kind = kindOf(file);
  refuse(file, kind, flags);
  const output = new Output(flags);
  const recording = await openRecordingFile(path);
  try {
    mkdirSync(dirname(file), { recursive: true });
    const began = performance.now();
    const { bend = 1 } = flags;
    const bent = bend === 1 ? recording : recording.exaggerated(bend);
    const progress = new Progress(flags.quiet);
    const seen = watched(bent, (fraction) => progress.update(fraction, basename(file)));
    // Films count their pictures themselves.
    const source = films.includes(kind) ? bent : seen;
    const written = await writers[kind](source, file, flags).finally(() => progress.clear());
    const { files, notes = [], result = {} } = written;
    const size = sizeOf(written);
    for (const note of notes) output.say(`  ${note}`);
    const more = files.length > 1 ? `${plural(files.length, 'file')}, ` : '';
    output.say(`${file}: ${more}${bytes(size)} in ${seconds((performance.now() - began) / 1000)}`);
    output.result({ file, bytes: size, ...(files.length > 1 ? { files: files.length } : {}), ...result });
  } finally {
    await recording.close();
  }
}

function refuse(file: string, kind: string, { into, physics, bend = 1 }: ExportFlags): void {
  const about = `"${file}" cannot be exported:`;
  if (file === '') {
    const remedy = 'name one, such as boxes.glb';
    throw new FaultError('nothing can be exported:', [{ what: 'no file is named', where: 'file', remedy }]);
  }
  if (!Object.hasOwn(writers, kind)) {
    const remedy = spellingHint(kind, Object.keys(writers));
    const what = 'the ending is none that can be written';
    throw new FaultError(about, [{ what, where: 'file', value: file, remedy }]);
  }
  if (physics && (kind !== '.glb' || into !== undefined)) {
    const what = 'physics are written into a new GLB only';
    throw new FaultError(about, [
      { what, where: '--physics', value: file, remedy: 'leave it out, or write a .glb without --into' },
    ]);
  }
  if (!(bend >= 0 && bend < Number.POSITIVE_INFINITY)) {
    const what = 'no factor to bend by';
    throw new FaultError(about, [{ what, where: '--bend', value: String(bend), remedy: 'give 0 or more' }]);
  }
  if (into === undefined) return;
  if (kind !== '.glb') {
    const what = 'motion is put into a GLB only';
    throw new FaultError(about, [{ what, where: 'file', value: file, remedy: 'let it end in .glb' }]);
  }
  if (!existsSync(into)) {
    const what = 'there is no such file';
    throw new FaultError(about, [{ what, where: '--into', value: into, remedy: 'correct the path' }]);
  }
}
