// carom export <recording> <file>: a recording as a film for other programs, a table, or a picture.

import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { type CsvTable, csvTables, exportCsv } from '../export/csv.ts';
import { exportGlb } from '../export/glb.ts';
import { renderPicture } from '../export/picture/render.ts';
import { encodePng } from '../export/png.ts';
import { openRecordingFile } from '../record/file.node.ts';
import type { Recording } from '../record/recording.ts';
import { FaultError } from '../scene/fault.ts';
import { suggest } from '../scene/nearest.ts';
import type { Vec3 } from '../scene/types.ts';
import { numberArgument, sizeArgument, vectorArgument } from './arguments.ts';
import { bytes, Output, seconds } from './output.ts';

interface ExportFlags {
  readonly table?: CsvTable;
  readonly at?: number;
  readonly size: readonly [number, number];
  readonly camera?: Vec3;
  readonly target?: Vec3;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const KINDS = ['.glb', '.csv', '.png'];

export function addExport(program: Command): void {
  program
    .command('export')
    .summary('a recording as GLB, CSV or PNG')
    .description(
      'Writes a recording as\n' +
        '  .glb  an animated model for Blender, three.js and other programs\n' +
        '  .csv  a table: poses, velocities, contacts (forces) or report\n' +
        '  .png  a picture of one moment',
    )
    .argument('<recording>', 'a .carom file')
    .argument('<file>', 'what to write; its ending says what kind')
    .addOption(
      new Option('--table <name>', 'for .csv (default: poses, or what the name of the file says)').choices([
        ...csvTables,
      ]),
    )
    .option('--at <seconds>', 'for .png: the moment (default: the last)', numberArgument)
    .option('--size <pixels>', 'for .png', sizeArgument, [1280, 720])
    .option(
      '--camera <x,y,z>',
      'for .png: where the eye is [m] (default: so that everything is in the picture)',
      vectorArgument,
    )
    .option('--target <x,y,z>', 'for .png: what it looks at [m]', vectorArgument)
    .option('--json', 'the last line of standard output is one JSON object')
    .option('-q, --quiet', 'say nothing but errors')
    .addHelpText(
      'after',
      `
Examples:
  carom export out/falling-boxes.carom boxes.glb
  carom export out/falling-boxes.carom report.csv --table report
  carom export out/falling-boxes.carom boxes.png --at 0.4 --size 1920x1080`,
    )
    .action(async (path: string, file: string, flags: ExportFlags) => {
      await exportFile(path, file, flags);
    });
}

async function exportFile(path: string, file: string, flags: ExportFlags): Promise<void> {
  const kind = extname(file).toLowerCase();
  if (!KINDS.includes(kind)) {
    const fault = {
      what: 'the ending is none that can be written',
      where: 'file',
      value: file,
      remedy: suggest(kind, KINDS),
    };
    throw new FaultError(`"${file}" cannot be exported:`, [fault]);
  }
  const output = new Output(flags);
  const recording = await openRecordingFile(path);
  try {
    mkdirSync(dirname(file), { recursive: true });
    const began = performance.now();
    const size = await write(recording, kind, file, flags);
    output.say(`${file}: ${bytes(size)} in ${seconds((performance.now() - began) / 1000)}`);
    output.result({ file, bytes: size });
  } finally {
    await recording.close();
  }
}

async function write(recording: Recording, kind: string, file: string, flags: ExportFlags): Promise<number> {
  if (kind === '.csv') {
    const named = csvTables.find((table) => basename(file).toLowerCase().includes(table));
    const stream = createWriteStream(file);
    await pipeline(Readable.from(exportCsv(recording, flags.table ?? named ?? 'poses')), stream);
    return stream.bytesWritten;
  }
  const whole = kind === '.glb' ? await exportGlb(recording) : await takePicture(recording, flags);
  writeFileSync(file, whole);
  return whole.length;
}

async function takePicture(recording: Recording, flags: ExportFlags): Promise<Uint8Array> {
  const times = await recording.times();
  let index = times.length - 1;
  if (flags.at !== undefined) {
    index = 0;
    for (let i = 0; i < times.length; i++)
      if (Math.abs(times[i] - flags.at) < Math.abs(times[index] - flags.at)) index = i;
  }
  const [width, height] = flags.size;
  const { camera: eye, target } = flags;
  const picture = renderPicture(recording.scene, await recording.frame(index), {
    width,
    height,
    eye,
    target,
  });
  return encodePng(picture.width, picture.height, picture.rgb);
}
