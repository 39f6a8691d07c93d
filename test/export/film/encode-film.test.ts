import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportFilm } from '../../../src/export/film/encode-film.node.ts';
import { planFilm } from '../../../src/export/film/plan.ts';
import { renderPicture } from '../../../src/export/picture/render.ts';
import type { Recording } from '../../../src/record/index.ts';
import { tinyBody, tinyScene } from '../../sim/tiny.ts';
import { madeRecording, pose } from '../made.ts';

const size = { width: 32, height: 24 };
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const hasShell = process.platform !== 'win32';

let folder: string;
let recording: Recording;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carom-'));
  const scene = tinyScene({ bodies: [tinyBody({ color: [1, 0, 0] })], forces: [], frameRateHz: 10 });
  recording = await madeRecording(scene, 6, (time) => ({ poses: pose([0, -3 * time, 0]) }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Takes the place of ffmpeg. */
function stand(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('a plan', () => {
  test('shows the nearest recorded frame, at the rate and from the part that were asked for', async () => {
    const plan = async (options: object) => (await planFilm(recording, { ...size, ...options })).frames;
    expect(await plan({})).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await plan({ fps: 5 })).toEqual([0, 2, 4]);
    expect(await plan({ fps: 20, from: 0.1, to: 0.2 })).toEqual([1, 2, 2]);
    expect(await plan({ from: 0.3, to: 99 })).toEqual([3, 4, 5]);
    expect(await plan({ from: 0.3, to: 0.3 })).toEqual([3]);
  });

  test('keeps in the picture what falls through it', async () => {
    const { camera } = await planFilm(recording, size);
    for (const index of [0, 5]) {
      const { rgb } = renderPicture(recording.scene, await recording.frame(index), { ...size, camera });
      let red = 0;
      for (let i = 0; i < rgb.length; i += 3) if (rgb[i] > 1.5 * rgb[i + 1]) red++;
      expect(red).toBeGreaterThan(0);
    }
  });

  test('is refused with every reason', async () => {
    const wanted = planFilm(recording, { width: 33, height: 24, fps: 0, from: 2, to: 1 });
    await expect(wanted).rejects.toThrow(/--size.*--fps.*--from/s);
  });
});

describe.skipIf(!hasShell)('a film', () => {
  test('sends every picture once, in order, and nothing else', async () => {
    const ffmpeg = stand('copy', 'for last; do :; done; cat > "$last"');
    const file = join(folder, 'raw.mp4');
    const seen: string[] = [];
    const progress = (done: number, all: number) => seen.push(`${done}/${all}`);
    expect(await exportFilm(recording, file, { ...size, to: 0.2 }, { ffmpeg, progress })).toBe(3);
    const { camera } = await planFilm(recording, { ...size, to: 0.2 });
    const bytes = readFileSync(file);
    expect(bytes.length).toBe(3 * 3 * size.width * size.height);
    const { rgb } = renderPicture(recording.scene, await recording.frame(2), { ...size, camera });
    expect(bytes.subarray(2 * rgb.length).equals(Buffer.from(rgb))).toBe(true);
    expect(seen).toEqual(['1/3', '2/3', '3/3']);
  });

  test('that fails leaves no file and says what the encoder said', async () => {
    const ffmpeg = stand('broken', 'echo "Unknown encoder" >&2; exit 8');
    const large = { width: 256, height: 256, to: 0.1 };
    await expect(exportFilm(recording, join(folder, 'no.mp4'), large, { ffmpeg })).rejects.toThrow(
      /exit code 8.*Unknown encoder.*libx264/s,
    );
    expect(readdirSync(folder).filter((name) => name.startsWith('no.'))).toEqual([]);
  });

  test('that is given up leaves no file', async () => {
    const ffmpeg = stand('slow', 'for last; do :; done; cat > "$last"');
    const controller = new AbortController();
    const tools = { ffmpeg, signal: controller.signal, progress: () => controller.abort('enough') };
    await expect(exportFilm(recording, join(folder, 'cut.mp4'), size, tools)).rejects.toBe('enough');
    expect(readdirSync(folder).filter((name) => name.startsWith('cut.'))).toEqual([]);
  });

  test('without ffmpeg is refused with the remedy', async () => {
    const file = join(folder, 'none.mp4');
    await expect(exportFilm(recording, file, size, { ffmpeg: join(folder, 'absent') })).rejects.toThrow(
      /cannot be started \(ENOENT\); install it/,
    );
    expect(existsSync(file)).toBe(false);
  });
});

describe.skipIf(!hasFfmpeg)('with ffmpeg', () => {
  test.each(['.mp4', '.webm'])('a %s film plays with its size, rate and colours', async (kind) => {
    const file = join(folder, `film${kind}`);
    await exportFilm(recording, file, { ...size, to: 0.2 });
    const probe = execFileSync('ffprobe', [
      ...['-v', 'error', '-count_frames', '-select_streams', 'v:0', '-of', 'json'],
      ...['-show_entries', 'stream=width,height,avg_frame_rate,nb_read_frames,pix_fmt,color_space', file],
    ]);
    expect(JSON.parse(probe.toString()).streams[0]).toMatchObject({
      ...size,
      pix_fmt: 'yuv420p',
      color_space: 'bt709',
      avg_frame_rate: '10/1',
      nb_read_frames: '3',
    });
    const flags = ['-v', 'error', '-i', file, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
    const first = execFileSync('ffmpeg', flags);
    const { camera } = await planFilm(recording, { ...size, to: 0.2 });
    const { rgb } = renderPicture(recording.scene, await recording.frame(0), { ...size, camera });
    const mean = (bytes: Uint8Array) => bytes.reduce((sum, value) => sum + value, 0) / bytes.length;
    expect(first.length).toBe(rgb.length);
    expect(Math.abs(mean(first) - mean(rgb))).toBeLessThan(4);
  });
});
