// Recordings whose bytes were changed after they were written, as whoever has one meets them: told, read as far as they
// are whole, repaired beside what was there, gone on with to the same bits.

import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentHash } from '../../../src/record/index.ts';
import { openRecordingFile } from '../../../src/record/index.node.ts';
import { carom, lastLine } from '../carom.ts';

let folder: string;
let lastSnapshot: string;
const path = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carom-damage-'));
  const scene = {
    name: 'fall',
    engine: 'flight',
    duration: 3,
    frameRateHz: 100,
    bodies: [{ name: 'a', shape: { kind: 'box' }, angularVelocity: [1, 2, 3] }],
  };
  writeFileSync(path('fall.json'), JSON.stringify(scene));
  await carom(['run', 'fall.json', '--out', 'whole.carom', '--quiet', '--no-verify'], folder);
  const recording = await openRecordingFile(path('whole.carom'));
  const names = recording.contents.members.map(({ name }) => name);
  lastSnapshot = names.filter((name) => name.startsWith('snapshot/')).at(-1) ?? '';
  await recording.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function hashOf(name: string): Promise<string> {
  const recording = await openRecordingFile(path(name));
  const hash = await contentHash(recording);
  await recording.close();
  return hash;
}

interface Place {
  /** Where the member's header begins, and where its data ends. */
  readonly begin: number;
  readonly end: number;
}

async function placeOf(member: string): Promise<Place> {
  const recording = await openRecordingFile(path('whole.carom'));
  const { members } = recording.contents;
  const at = members.findIndex(({ name }) => name === member);
  await recording.close();
  return { begin: members[at].offset, end: members[at + 1].offset };
}

/** A copy of the whole recording of which one byte is another. */
function damaged(name: string, at: number, length?: number): void {
  copyFileSync(path('whole.carom'), path(name));
  if (length !== undefined) truncateSync(path(name), length);
  const bytes = readFileSync(path(name));
  bytes[at] ^= 0x10;
  writeFileSync(path(name), bytes);
}

describe('a recording with one byte changed', () => {
  test('in a member: verify and info name it, its frames and its byte, and all other frames are read', async () => {
    const { begin, end } = await placeOf('velocity/00000002.npy');
    damaged('velocity.carom', end - 100);
    const said = /velocity\/00000002\.npy \(frames 65 to 128, at byte (\d+)\): its checksum is wrong/;
    for (const command of ['verify', 'info']) {
      const ended = await carom([command, 'velocity.carom', '--json'], folder);
      expect(ended.status).toBe(6);
      expect(ended.stderr).toMatch(said);
      expect(Number(said.exec(ended.stderr)?.[1])).toBe(begin);
      expect(lastLine(ended).damage).toMatchObject([{ member: 'velocity/00000002.npy', loses: true }]);
      expect(ended.stdout).not.toContain('verified');
    }
    const recording = await openRecordingFile(path('velocity.carom'));
    await expect(recording.frame(65)).rejects.toThrow(/velocity\/00000002.npy.*frames 65 to 128/);
    expect((await recording.frame(64)).time).toBe(0.64);
    expect((await recording.frame(129)).time).toBe(1.29);
    await recording.close();
  });

  test('in the last state: going on gives the bits of an unbroken run, and keeps what was there', async () => {
    const { end } = await placeOf(lastSnapshot);
    damaged('state.carom', end - 10);
    const before = readFileSync(path('state.carom'));
    const ended = await carom(
      ['run', 'fall.json', '--out', 'state.carom', '--resume', '--no-verify'],
      folder,
    );
    expect(ended.status).toBe(0);
    expect(ended.stderr).toMatch(/damaged: frames \d+ to 300 were computed again/);
    expect(await hashOf('state.carom')).toBe(await hashOf('whole.carom'));
    expect(readFileSync(path('state.carom.damaged')).equals(before)).toBe(true);
    expect((await carom(['info', 'state.carom'], folder)).status).toBe(0);
  });
});

describe('a torn recording with one byte of a header changed', () => {
  test('keeps the frames behind it: info tells, repair writes them anew and keeps what was there', async () => {
    const { begin } = await placeOf('velocity/00000002.npy');
    const { end } = await placeOf('commit/00000004.json');
    damaged('header.carom', begin + 20, end);
    const before = readFileSync(path('header.carom'));
    const told = await carom(['info', 'header.carom', '--json'], folder);
    expect(told.status).toBe(6);
    expect(lastLine(told)).toMatchObject({ frames: 257, torn: true });
    const repaired = await carom(['info', 'header.carom', '--repair'], folder);
    expect(repaired.stdout).toMatch(/repaired: 257 frames; lost are .* of data/);
    expect(repaired.stdout).toMatch(/velocity\/00000002\.npy \(frames 65 to 128\): is lost/);
    expect(repaired.stdout).not.toMatch(/contacts\/|pose\//);
    expect(readFileSync(path('header.carom.damaged')).equals(before)).toBe(true);

    const recording = await openRecordingFile(path('header.carom'));
    const whole = await openRecordingFile(path('whole.carom'));
    expect(recording.torn).toBe(false);
    expect(recording.frameCount).toBe(257);
    for (const index of [0, 1, 64, 129, 256])
      expect(await recording.frame(index)).toEqual(await whole.frame(index));
    await expect(recording.frame(100)).rejects.toThrow(/velocity\/00000002.npy: is lost/);
    expect(await recording.path(100)).toEqual(await whole.path(100));
    await recording.close();
    await whole.close();

    // Again there is nothing to repair, and nothing is kept twice.
    expect((await carom(['info', 'header.carom', '--repair'], folder)).stdout).toMatch(/nothing to repair/);
    expect(existsSync(path('header.carom.damaged-2'))).toBe(false);
    await carom(['run', 'fall.json', '--out', 'header.carom', '--resume', '--no-verify'], folder);
    expect(await hashOf('header.carom')).toBe(await hashOf('whole.carom'));
    expect(existsSync(path('header.carom.damaged-2'))).toBe(true);
  });
});
