// A recording as MP4 (H.264) or WebM (VP9): pictures of the software rasteriser go straight into ffmpeg, one at a time.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Recording } from '../../record/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { type FilmOptions, planFilm } from './plan.ts';
import { renderPicture } from '../picture/render.ts';

const ENCODERS: Readonly<Record<string, readonly string[]>> = {
  '.mp4': ['-c:v', 'libx264', '-crf', '18', '-movflags', '+faststart'],
  '.webm': ['-c:v', 'libvpx-vp9', '-crf', '30', '-b:v', '0'],
};

export interface FilmTools {
  /** The program that encodes. */
  readonly ffmpeg?: string;
  /** Aborted, the film is given up after the picture that is being drawn. */
  readonly signal?: AbortSignal;
  progress?(done: number, all: number): void;
}

/** Writes the film and returns how many pictures it has. The file appears only when it is whole. */
export async function exportFilm(
  recording: Recording,
  file: string,
  options: FilmOptions,
  tools: FilmTools = {},
): Promise<number> {
  const kind = extname(file).toLowerCase();
  const { fps, frames, camera } = await planFilm(recording, options);
  const { width, height } = options;
  const unfinished = `${file}.part${kind}`;
  const encoder = await start(tools.ffmpeg ?? 'ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(fps), '-i', 'pipe:0'],
    // Said and done in the colours of high-definition video: unsaid, players guess, and guess differently.
    ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-pix_fmt', 'yuv420p'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
    ...(ENCODERS[kind] ?? []),
    ...['-an', unfinished.startsWith('-') ? `./${unfinished}` : unfinished],
  ]);
  try {
    const bending = await recording.bending();
    let rgb = new Uint8Array(0) as Uint8Array;
    for (let i = 0; i < frames.length; i++) {
      if (i === 0 || frames[i] !== frames[i - 1]) {
        const frame = await recording.frame(frames[i]);
        rgb = renderPicture(recording.scene, frame, { width, height, camera, bending }).rgb;
      }
      await encoder.write(rgb);
      // A pipe that takes everything at once never lets the loop turn, and then no signal is heard.
      await setImmediate();
      tools.signal?.throwIfAborted();
      tools.progress?.(i + 1, frames.length);
    }
    await encoder.finish();
    renameSync(unfinished, file);
  } catch (error) {
    encoder.process.kill();
    rmSync(unfinished, { force: true });
    throw error;
  }
  return frames.length;
}

interface Encoder {
  readonly process: ChildProcess;
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<void>;
}

async function start(command: string, flags: readonly string[]): Promise<Encoder> {
  const child = spawn(command, flags, { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  // A pipe that breaks is no news of its own: the exit says why.
  child.stdin.on('error', () => {});
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new FaultError('a film cannot be made:', [
      {
        what: 'is needed to encode films and cannot be started',
        where: command,
        value: (error as NodeJS.ErrnoException).code,
        remedy:
          'install it (Debian, Ubuntu: apt install ffmpeg; macOS: brew install ffmpeg; Windows: winget install ffmpeg), or write .glb, .usda or .png',
      },
    ]);
  }
  const failed = (code: number | null) =>
    new FaultError('a film cannot be made:', [
      {
        what: `stopped with ${code === null ? 'a signal' : `exit code ${code}`}`,
        where: command,
        value: said.trim() || undefined,
        remedy: 'see what it says; its build needs the encoders libx264 for .mp4 and libvpx-vp9 for .webm',
      },
    ]);
  return {
    process: child,
    async write(bytes) {
      if (child.stdin.write(bytes)) return;
      // Waiting for it to drain keeps one picture in memory; one that has ended never drains.
      const drained = new Promise<'more'>((resolve) => {
        child.stdin.once('drain', () => resolve('more'));
      });
      const code = await Promise.race([drained, ended]);
      if (code !== 'more') throw failed(code);
    },
    async finish() {
      child.stdin.end();
      const code = await ended;
      if (code !== 0) throw failed(code);
    },
  };
}
