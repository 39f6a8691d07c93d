// Everything that can be exported: what it is called, what it asks, and how it is made, piece by piece.

import type { CsvTable } from '../../../src/export/index.ts';
import { FaultError } from '../../../src/scene/fault/index.ts';
import type { Film } from '../model/film.ts';
import type { Project } from '../model/project.ts';
import { bendFactor } from '../view/layers/overlays.ts';

export interface ExportChoices {
  readonly table: CsvTable;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Pictures a second. */
  readonly fps: number;
  /** Seconds of the film for a second of the clock. */
  readonly speed: number;
  /** As the view shows it, or by the renderer that needs no graphics card. */
  readonly look: 'view' | 'rendered';
  readonly physics: boolean;
  /** The GLB that the motion is put into. */
  readonly original: Blob | undefined;
}

export interface ExportJob {
  readonly film: Film | undefined;
  readonly project: Project | undefined;
  readonly choices: ExportChoices;
  /** The moment that is shown [s]. */
  readonly time: number;
  readonly signal: AbortSignal;
  progress(fraction: number): void;
  note(text: string): void;
}

type Pieces = AsyncGenerator<Uint8Array | string, void>;
type Question = 'table' | 'size' | 'fps' | 'look' | 'physics' | 'original';

export interface ExportKind {
  readonly id: string;
  readonly title: string;
  readonly doc: string;
  readonly ending: string;
  readonly type: string;
  readonly asks: readonly Question[];
  /** Whether it is about what was recorded; else about the scene. */
  readonly ofFilm: boolean;
  /** Undefined for films, which are written in an order of their own. */
  readonly make?: (job: ExportJob) => Pieces;
}

export const exportKinds: readonly ExportKind[] = [
  {
    id: 'glb',
    title: 'GLB, animated',
    doc: 'Bodies with their motion, for Blender, three.js and other programs',
    ending: '.glb',
    type: 'model/gltf-binary',
    asks: ['physics'],
    ofFilm: true,
    async *make(job) {
      const { exportGlb } = await import('../../../src/export/glb/index.ts');
      yield await exportGlb(await shownRecording(job), { physics: job.choices.physics });
    },
  },
  {
    id: 'into',
    title: 'GLB, into the original',
    doc: 'Puts the motion back into the GLB that the scene came from; names, hierarchy and materials stay',
    ending: '.glb',
    type: 'model/gltf-binary',
    asks: ['original'],
    ofFilm: true,
    async *make(job) {
      const { exportIntoGlb } = await import('../../../src/export/glb/index.ts');
      const { original } = job.choices;
      if (original === undefined)
        throw new FaultError('the motion cannot be put into a file:', [
          {
            what: 'no file was chosen',
            where: 'original',
            remedy: 'choose the GLB that the scene came from',
          },
        ]);
      const bytes = new Uint8Array(await original.arrayBuffer());
      const made = await exportIntoGlb(await recordingOf(job), bytes);
      for (const note of made.notes) job.note(note);
      yield made.bytes;
    },
  },
  {
    id: 'usd',
    title: 'USD',
    doc: 'Text of USD with bodies and deformables over time',
    ending: '.usda',
    type: 'text/plain',
    asks: [],
    ofFilm: true,
    async *make(job) {
      const { exportUsd } = await import('../../../src/export/usd/index.ts');
      yield* framewise(job, exportUsd(await shownRecording(job)));
    },
  },
  {
    id: 'obj',
    title: 'OBJ, this moment',
    doc: 'All bodies where they are now, as one mesh file',
    ending: '.obj',
    type: 'text/plain',
    asks: [],
    ofFilm: true,
    async *make(job) {
      const { exportObj } = await import('../../../src/export/index.ts');
      const recording = await shownRecording(job);
      const frame = await recording.frame(indexAt(job));
      yield exportObj(recording.scene, frame, await recording.bending());
    },
  },
  {
    id: 'obj-sequence',
    title: 'OBJ, every frame',
    doc: 'One mesh file a frame, in a ZIP',
    ending: '.zip',
    type: 'application/zip',
    asks: [],
    ofFilm: true,
    async *make(job) {
      const { exportObjSequence } = await import('../../../src/export/index.ts');
      const { storedZip } = await import('../../../src/export/index.ts');
      const recording = await shownRecording(job);
      yield* framewise(job, storedZip(exportObjSequence(recording, recording.scene.name)), 2);
    },
  },
  {
    id: 'pc2',
    title: 'PC2 caches',
    doc: 'A point cache for each deformable with the mesh it moves, in a ZIP',
    ending: '.zip',
    type: 'application/zip',
    asks: [],
    ofFilm: true,
    async *make(job) {
      const { storedZip } = await import('../../../src/export/index.ts');
      yield* storedZip(caches(job));
    },
  },
  {
    id: 'csv',
    title: 'CSV table',
    doc: 'Poses, velocities, vertices, contacts with their forces, or the report of the engine',
    ending: '.csv',
    type: 'text/csv',
    asks: ['table'],
    ofFilm: true,
    async *make(job) {
      const { exportCsv } = await import('../../../src/export/csv.ts');
      yield* framewise(job, exportCsv(await recordingOf(job), job.choices.table));
    },
  },
  {
    id: 'png',
    title: 'Picture (PNG)',
    doc: 'What the camera of the view sees now',
    ending: '.png',
    type: 'image/png',
    asks: ['size', 'look'],
    ofFilm: false,
    async *make(job) {
      const { picturePng } = await import('./pictures.ts');
      yield await picturePng(job);
    },
  },
  {
    id: 'mp4',
    title: 'Film (MP4)',
    doc: 'Every picture at its exact time, from the camera of the view',
    ending: '.mp4',
    type: 'video/mp4',
    asks: ['size', 'fps', 'look'],
    ofFilm: true,
  },
  {
    id: 'webm',
    title: 'Film (WebM)',
    doc: 'Every picture at its exact time, from the camera of the view',
    ending: '.webm',
    type: 'video/webm',
    asks: ['size', 'fps', 'look'],
    ofFilm: true,
  },
  {
    id: 'recording',
    title: 'Recording',
    doc: 'All of it, to open again, verify and share: a ZIP of NumPy arrays',
    ending: '.carom',
    type: 'application/zip',
    asks: [],
    ofFilm: true,
    make: recordingBytes,
  },
  {
    id: 'scene',
    title: 'Scene folder',
    doc: 'The scene and its meshes in a ZIP; it opens here and runs with carom run',
    ending: '.zip',
    type: 'application/zip',
    asks: [],
    ofFilm: false,
    async *make(job) {
      const { storedZip } = await import('../../../src/export/index.ts');
      const { sceneFolder } = await import('./scene-folder.ts');
      yield* storedZip(await sceneFolder(job));
    },
  },
];

async function recordingOf({ film }: ExportJob) {
  if (film === undefined || film.frameCount.value === 0)
    throw new FaultError('nothing can be exported:', [
      { what: 'nothing was recorded yet', where: 'the scene', remedy: 'run it first' },
    ]);
  return film.recording();
}

/** As it is shown: bent by the factor of the view. */
async function shownRecording(job: ExportJob) {
  const recording = await recordingOf(job);
  const factor = bendFactor.peek();
  if (recording.outline === undefined || factor === 1) return recording;
  job.note(`Bodies bend ${factor} times as far as they did, as in the view.`);
  return recording.exaggerated(factor);
}

/** The frame at or before the moment that is shown. */
function indexAt({ film, time }: ExportJob): number {
  const count = film?.frameCount.value ?? 0;
  let index = 0;
  for (let i = 0; i < count; i++) if ((film?.time(i) ?? Infinity) <= time + 1e-9) index = i;
  return index;
}

/** Tells how far it is by counting pieces, and lets the page breathe between them. */
async function* framewise<Piece extends Uint8Array | string>(
  job: ExportJob,
  pieces: AsyncIterable<Piece>,
  piecesPerFrame = 1,
): AsyncGenerator<Piece, void> {
  const all = Math.max(1, piecesPerFrame * (job.film?.frameCount.value ?? 1));
  let done = 0;
  let breathed = performance.now();
  for await (const piece of pieces) {
    job.signal.throwIfAborted();
    yield piece;
    job.progress(Math.min(1, ++done / all));
    if (performance.now() - breathed < 25) continue;
    await new Promise((resolve) => setTimeout(resolve));
    breathed = performance.now();
  }
}

async function* caches(job: ExportJob) {
  const { exportPc2, pc2Mesh } = await import('../../../src/export/index.ts');
  const { identifiers } = await import('../../../src/export/usd/index.ts');
  const recording = await recordingOf(job);
  const names = identifiers(recording.scene.deformables.map(({ name }) => name));
  for (let i = 0; i < Math.max(1, names.length); i++) {
    // Where nothing deforms, this says so.
    const mesh = await pc2Mesh(recording, i);
    const parts: Uint8Array[] = [];
    for await (const piece of exportPc2(recording, i)) {
      job.signal.throwIfAborted();
      parts.push(piece);
      job.progress((i + parts.length / (recording.frameCount + 1)) / names.length);
    }
    yield { name: `${names[i]}.pc2`, bytes: await joined(parts) };
    yield { name: `${names[i]}.obj`, bytes: mesh };
  }
}

async function joined(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

async function* recordingBytes(job: ExportJob): Pieces {
  await recordingOf(job);
  const source = job.film?.source?.();
  if (source === undefined)
    throw new FaultError('the recording cannot be saved:', [
      { what: 'its bytes are not here', where: 'the recording', remedy: 'run the scene again' },
    ]);
  const blob = typeof source === 'string' ? undefined : source;
  const answer = typeof source === 'string' ? await fetch(source, { signal: job.signal }) : undefined;
  const total = blob?.size ?? Number(answer?.headers.get('content-length') ?? 0);
  const stream = blob?.stream() ?? answer?.body;
  if (stream === null || stream === undefined) throw new Error('the server sent nothing');
  const reader = stream.getReader();
  let done = 0;
  for (;;) {
    job.signal.throwIfAborted();
    const { value, done: isOver } = await reader.read();
    if (isOver) return;
    yield value;
    done += value.length;
    if (total > 0) job.progress(Math.min(1, done / total));
  }
}
