// A recording to the bytes of a file, whatever the kind: what `carom export` writes, in one call.
//
// All at once in memory; for what is larger, the exporters by themselves give it piece by piece.

import type { Frame, Recording } from '../record/index.ts';
import type { CameraOptions } from './picture/camera.ts';
import { type CsvTable, exportCsv, usualTable } from './csv.ts';
import { exportGlb } from './glb/glb.ts';
import { nearestFrame } from './nearest-frame.ts';
import { exportObj, exportObjSequence } from './obj-sequence.ts';
import { exportPc2 } from './pc2.ts';
import { renderPicture } from './picture/render.ts';
import { encodePng } from './png.ts';
import { exportUsd } from './usd/usd.ts';
import { storedZip } from './zip.ts';

/** By the ending of the file; a zip has one OBJ a frame. */
export type ExportKind = 'glb' | 'usda' | 'csv' | 'obj' | 'zip' | 'pc2' | 'png';

/** Each is for some kinds only. */
export interface ExportChoices extends CameraOptions {
  /** png, obj: which moment [s]; the last unless said. */
  readonly at?: number;
  /** csv: which table; unless said poses, or vertices where there are no bodies. */
  readonly table?: CsvTable;
  /** pc2: which deformable, by its place; the first unless said. */
  readonly deformable?: number;
  /** glb: with KHR_physics_rigid_bodies, for programs that simulate. */
  readonly physics?: boolean;
  /** png: in pixels. */
  readonly width?: number;
  /** png: in pixels. */
  readonly height?: number;
}

/** The bytes of a file that others read: `exportRecording(recording, 'glb')`. */
export async function exportRecording(
  recording: Recording,
  kind: ExportKind,
  choices: ExportChoices = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { at, table = usualTable(recording.scene), deformable = 0, physics = false, ...picture } = choices;
  switch (kind) {
    case 'glb':
      return gather([await exportGlb(recording, { physics })]);
    case 'usda':
      return gather(exportUsd(recording));
    case 'csv':
      return gather(exportCsv(recording, table));
    case 'obj':
      return gather([exportObj(recording.scene, await frameNear(recording, at), await recording.bending())]);
    case 'zip':
      return gather(storedZip(exportObjSequence(recording, recording.scene.name)));
    case 'pc2':
      return gather(exportPc2(recording, deformable));
    case 'png': {
      const bending = await recording.bending();
      const options = { ...picture, ...(bending ? { bending } : {}) };
      const { width, height, rgb } = renderPicture(recording.scene, await frameNear(recording, at), options);
      return gather([await encodePng(width, height, rgb)]);
    }
  }
}

async function frameNear(recording: Recording, at: number | undefined): Promise<Frame> {
  return recording.frame(await nearestFrame(recording, at));
}

async function gather(
  pieces: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(typeof piece === 'string' ? encoder.encode(piece) : piece);
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
