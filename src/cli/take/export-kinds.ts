// What `carom export` can write, by the ending of the file: each writer streams where it can.

import { createWriteStream, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type CsvTable,
  csvTables,
  encodePng,
  exportCsv,
  exportObj,
  exportObjSequence,
  exportPc2,
  nearestFrame,
  pc2Mesh,
  storedZip,
  usualTable,
} from '../../export/index.ts';
import { exportFilm } from '../../export/index.node.ts';
import { exportGlb, exportIntoGlb } from '../../export/glb/index.ts';
import { renderPicture } from '../../export/picture/index.ts';
import { exportUsd, identifiers } from '../../export/usd/index.ts';
import type { Recording } from '../../record/index.ts';
import type { Vec3 } from '../../scene/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { Progress } from '../progress.ts';
import type { OutputFlags } from '../output.ts';
import { writeFile } from '../write-file.ts';

export interface ExportFlags extends OutputFlags {
  readonly into?: string;
  readonly physics?: boolean;
  readonly table?: CsvTable;
  readonly at?: number;
  readonly size: readonly [number, number];
  readonly camera?: Vec3;
  readonly target?: Vec3;
  readonly fps?: number;
  readonly from?: number;
  readonly to?: number;
  /** What bending is multiplied with. */
  readonly bend?: number;
}

/** What was written. */
export interface Written {
  readonly files: readonly string[];
  /** What people should know about it. */
  readonly notes?: readonly string[];
  /** More for machines. */
  readonly result?: object;
}

type Writer = (recording: Recording, file: string, flags: ExportFlags) => Promise<Written>;

/** A path that ends in a slash is a folder. */
const FOLDER = '/';

export const writers: Readonly<Record<string, Writer>> = {
  '.glb': writeGlb,
  '.usda': (recording, file) => stream(exportUsd(recording), file),
  '.pc2': writePc2,
  '.obj': async (recording, file, { at }) => {
    const frame = await recording.frame(await nearestFrame(recording, at));
    return whole(exportObj(recording.scene, frame, await recording.bending()), file);
  },
  '.zip': (recording, file) => stream(storedZip(exportObjSequence(recording, stemOf(file))), file),
  [FOLDER]: writeFolder,
  '.mp4': writeFilm,
  '.webm': writeFilm,
  '.png': writePicture,
  '.csv': (recording, file, { table }) => {
    const named = csvTables.find((name) => basename(file).toLowerCase().includes(name));
    return stream(exportCsv(recording, table ?? named ?? usualTable(recording.scene)), file);
  },
};

export const films: readonly string[] = ['.mp4', '.webm'];

export function kindOf(file: string): string {
  return /[\\/]$/.test(file) ? FOLDER : extname(file).toLowerCase();
}

async function writeGlb(recording: Recording, file: string, flags: ExportFlags): Promise<Written> {
  const { into, physics = false } = flags;
  if (into === undefined) return whole(await exportGlb(recording, { physics }), file);
  const { bytes, moved, notes } = await exportIntoGlb(recording, readFileSync(into));
  writeFile(file, bytes);
  return { files: [file], notes, result: { moved, notes } };
}

/** One cache a deformable, each with the mesh it moves beside it. */
async function writePc2(recording: Recording, file: string): Promise<Written> {
  const stem = file.slice(0, -extname(file).length);
  const names = identifiers(recording.scene.deformables.map(({ name }) => name));
  const files: string[] = [];
  for (let i = 0; i < Math.max(1, names.length); i++) {
    const mesh = await pc2Mesh(recording, i);
    const path = names.length > 1 ? `${stem}-${names[i]}` : stem;
    writeFile(`${path}.obj`, mesh);
    await stream(exportPc2(recording, i), `${path}.pc2`);
    files.push(`${path}.pc2`, `${path}.obj`);
  }
  return { files };
}

async function writeFolder(recording: Recording, folder: string): Promise<Written> {
  mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  for await (const { name, bytes } of exportObjSequence(recording, stemOf(folder))) {
    files.push(join(folder, name));
    writeFile(files[files.length - 1], bytes);
  }
  return { files };
}

async function writeFilm(recording: Recording, file: string, flags: ExportFlags): Promise<Written> {
  const [width, height] = flags.size;
  const { camera: eye, target, fps, from, to } = flags;
  const progress = new Progress(flags.quiet);
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals) => controller.abort(name);
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    const pictures = await exportFilm(
      recording,
      file,
      { width, height, eye, target, fps, from, to },
      {
        signal: controller.signal,
        progress: (done, all) => progress.update(done / all, `picture ${done} of ${all}`),
      },
    );
    return { files: [file], result: { pictures } };
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    // Nothing is left of the film by now.
    progress.clear();
    process.exit(controller.signal.reason === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated);
  } finally {
    progress.clear();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

async function writePicture(recording: Recording, file: string, flags: ExportFlags): Promise<Written> {
  const frame = await recording.frame(await nearestFrame(recording, flags.at));
  const [width, height] = flags.size;
  const { camera: eye, target } = flags;
  const bending = await recording.bending();
  const picture = renderPicture(recording.scene, frame, { width, height, eye, target, bending });
  return whole(await encodePng(picture.width, picture.height, picture.rgb), file);
}

async function whole(bytes: Uint8Array, file: string): Promise<Written> {
  writeFile(file, bytes);
  return { files: [file] };
}

async function stream(pieces: AsyncIterable<string | Uint8Array>, file: string): Promise<Written> {
  await pipeline(Readable.from(pieces), createWriteStream(file));
  return { files: [file] };
}

function stemOf(file: string): string {
  return basename(file, extname(file));
}

export function sizeOf({ files }: Written): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}
