// Films made in the page: pictures of exact times, encoded by the browser, without any other tool.

import {
  BufferTarget,
  canEncodeVideo,
  CanvasSource,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  StreamTarget,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { FaultError } from '../../../src/scene/fault/index.ts';
import { filmTimes } from './film-times.ts';
import type { ExportJob, ExportKind } from './kinds.ts';
import { pictureMaker } from './pictures.ts';
import type { Target } from './save.ts';

const CODECS: Readonly<Record<string, readonly VideoCodec[]>> = {
  '.mp4': ['avc', 'hevc', 'av1', 'vp9'],
  '.webm': ['vp9', 'av1', 'vp8'],
};
const NAMES: Readonly<Record<string, string>> = {
  avc: 'H.264',
  hevc: 'H.265',
  av1: 'AV1',
  vp9: 'VP9',
  vp8: 'VP8',
};

export async function writeFilm(job: ExportJob, { ending }: ExportKind, target: Target): Promise<void> {
  const { width, height, fps, speed } = job.choices;
  const { film } = job;
  const count = film?.frameCount.value ?? 0;
  if (film === undefined || count === 0) throw noFilm('nothing was recorded yet', 'run the scene first');
  const codec = await codecFor(ending, width, height);
  if (ending === '.mp4' && codec !== 'avc')
    job.note(
      `This browser cannot encode H.264, so the MP4 holds ${NAMES[codec]}: browsers play it, some other players do not.`,
    );
  const times = filmTimes(film.time(count - 1), fps, speed);

  // Encoded bytes go to their places in the file as they come; a download is put together in memory.
  const own = target.stream === undefined ? new BufferTarget() : undefined;
  const output = new Output({
    format: ending === '.mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat(),
    target: own ?? new StreamTarget(shared(target), { chunked: true }),
  });
  const canvas = new OffscreenCanvas(width, height);
  const paper = canvas.getContext('2d', { alpha: false });
  if (paper === null) throw noFilm('the browser gives the pictures no memory', 'choose a smaller size');
  const source = new CanvasSource(canvas, { codec, quality: QUALITY_HIGH, keyFrameInterval: 2 });
  output.addVideoTrack(source, { frameRate: fps });
  const maker = pictureMaker(job);
  try {
    await output.start();
    for (const [i, time] of times.entries()) {
      job.signal.throwIfAborted();
      paper.drawImage(await maker.at(time), 0, 0);
      await source.add(i / fps, 1 / fps);
      job.progress((i + 1) / times.length);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel().catch(() => {});
    throw error;
  } finally {
    maker.close();
  }
  if (own?.buffer) await target.write(new Uint8Array(own.buffer));
}

/** Whoever asked for the file closes it. */
function shared({ stream }: Target): WritableStream {
  return new WritableStream({ write: (chunk) => (stream as FileSystemWritableFileStream).write(chunk) });
}

async function codecFor(ending: string, width: number, height: number): Promise<VideoCodec> {
  if (typeof VideoEncoder === 'undefined')
    throw noFilm(
      'this browser cannot encode video (it has no WebCodecs, or the page is not served securely)',
      'use a recent Chrome, Edge, Firefox or Safari over https or on this machine, or "carom export run.carom film.mp4" on the command line',
    );
  for (const codec of CODECS[ending])
    if (await canEncodeVideo(codec, { width, height, quality: QUALITY_HIGH })) return codec;
  throw noFilm(
    `this browser has no encoder for ${ending.slice(1)} of ${width} × ${height}`,
    ending === '.mp4' ? 'write WebM, or choose a smaller size' : 'write MP4, or choose a smaller size',
  );
}

function noFilm(what: string, remedy: string): FaultError {
  return new FaultError('a film cannot be made:', [{ what, where: 'the film', remedy }]);
}
