// Every exporter, of recordings of engines and of one that has all kinds of shapes; bytes for bytes.

import { unzlibSync } from 'fflate';
import { type Makers, once } from './digest.ts';
import * as from from './parts.ts';
import { runs } from './runs.ts';

const mixed = once(() => from.madeRecording(from.mixedScene, from.MIXED_FRAMES, from.mixedMotion));
const jointed = async () => (await runs['ipc second order']()).recording;
const bending = async () => (await runs['modal held']()).recording;

const recordings = { jointed, mixed, bending };

async function png(recording: from.Recording): Promise<unknown> {
  const frame = await recording.frame(recording.frameCount - 1);
  const options = { width: 64, height: 48, bending: await recording.bending() };
  const picture = from.renderPicture(recording.scene, frame, options);
  const bytes = await from.encodePng(picture.width, picture.height, picture.rgb);
  return { rgb: picture.rgb, chunks: inflated(bytes) };
}

/** How well the platform's deflate packs differs between versions of it; what it packs does not. */
function inflated(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const chunks: unknown[] = [];
  const packed: Uint8Array[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (kind === 'IDAT') packed.push(content);
    else chunks.push([kind, content]);
    at += length + 12;
  }
  if (packed.length !== 1) throw new Error(`${packed.length} parts of a picture`);
  return [chunks, unzlibSync(packed[0])];
}

async function intoGlb(recording: from.Recording): Promise<unknown> {
  const made = await from.exportIntoGlb(recording, await from.exportGlb(recording));
  if (made.moved.length === 0) throw new Error('nothing moves in the file that was written into');
  return made;
}

const kinds: Readonly<Record<string, (recording: from.Recording) => unknown>> = {
  glb: (recording) => from.exportGlb(recording),
  'glb with physics': (recording) => from.exportGlb(recording, { physics: true }),
  'into glb': intoGlb,
  usda: (recording) => from.textOf(from.exportUsd(recording)),
  obj: async (recording) =>
    from.exportObj(
      recording.scene,
      await recording.frame(recording.frameCount - 1),
      await recording.bending(),
    ),
  'obj sequence as zip': (recording) =>
    from.gathered(from.storedZip(from.exportObjSequence(recording, 'golden'))),
  png,
};

const everyKind = Object.entries(recordings).flatMap(([name, recording]) =>
  Object.entries(kinds).map(([kind, make]) => [
    `export ${name}: ${kind}`,
    async () => make(await recording()),
  ]),
);
const tables = from.csvTables.map((table) => [
  `export jointed: csv of ${table}`,
  async () => from.textOf(from.exportCsv(await jointed(), table)),
]);
const vertices = async () => from.textOf(from.exportCsv(await mixed(), 'vertices'));
const caches = [0, 1].flatMap((deformable) => [
  [
    `export mixed: pc2 of deformable ${deformable}`,
    async () => from.gathered(from.exportPc2(await mixed(), deformable)),
  ],
  [
    `export mixed: mesh of pc2 of deformable ${deformable}`,
    async () => from.pc2Mesh(await mixed(), deformable),
  ],
]);

export const exportMakers: Makers = Object.fromEntries([
  ...everyKind,
  ...tables,
  ['export mixed: csv of vertices', vertices],
  ...caches,
]);
