import { existsSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentHash } from '../../../src/record/index.ts';
import { openRecordingFile } from '../../../src/record/index.node.ts';
import { carom, caromProcess, caromUntil, lastLine } from '../carom.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-cli-'));
  write('fall.json', fall(0.5));
  // Cheap steps and many of them: long enough to be interrupted anywhere.
  write('long.json', { ...fall(20), options: { timeStep: 1e-5 }, frameRateHz: 500 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fall(duration: number) {
  return {
    name: 'fall',
    engine: 'flight',
    duration,
    frameRateHz: 60,
    bodies: [
      { name: 'a', shape: { kind: 'box' }, angularVelocity: [1, 2, 3] },
      { name: 'b', shape: { kind: 'sphere' }, position: [3, 0, 0], velocity: [0, 5, 0] },
    ],
  };
}

function write(name: string, value: unknown): void {
  writeFileSync(join(folder, name), JSON.stringify(value));
}

async function hashOf(name: string): Promise<string> {
  const recording = await openRecordingFile(join(folder, name));
  const hash = await contentHash(recording);
  await recording.close();
  return hash;
}

describe('carom run', () => {
  test('ends with one JSON object of the agreed keys', async () => {
    const ended = await caromProcess(['run', 'fall.json', '--json'], folder);
    expect(ended.status).toBe(0);
    const result = lastLine(ended);
    expect(Object.keys(result)).toEqual([
      'scene',
      'engine',
      'frames',
      'steps',
      'simulatedSeconds',
      'wallSeconds',
      'smallestGap',
      'intersections',
      'energyFirst',
      'energyLast',
      'apart',
      'complaints',
      'recording',
      'verdict',
    ]);
    expect(result).toMatchObject({
      scene: 'fall',
      engine: 'flight',
      frames: 31,
      steps: 512,
      simulatedSeconds: 0.5,
    });
    // free flight promises nothing, so nobody judges it
    expect(result).toMatchObject({ intersections: null, verdict: 'not judged' });
    expect(ended.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(join(folder, result.recording as string))).toBe(true);
    // Not a terminal: no progress.
    expect(ended.stderr).not.toContain('\r');
  });

  test('takes steps, duration, options and seed from its arguments', async () => {
    const result = async (...args: string[]) =>
      lastLine(await carom(['run', 'fall.json', '--keep', 'summary', '--json', ...args], folder));
    expect(await result('--steps', '100', '--set', 'timeStep=0.001')).toMatchObject({
      frames: 7,
      steps: 100,
      recording: null,
    });
    expect(await result('--duration', '0.1')).toMatchObject({ frames: 7, simulatedSeconds: 0.1 });
    expect(await result('--duration', '0')).toMatchObject({ frames: 1, simulatedSeconds: 0 });
  });

  test('reports every fault with what, where, value and remedy, and exits 2', async () => {
    write('bad.json', {
      name: 'bad',
      gravty: 3,
      bodies: [
        { shape: { kind: 'box' }, friction: -0.2 },
        { shape: { kind: 'box' }, mass: 'heavy' },
        { shape: { kind: 'file', path: '../secret.obj' } },
      ],
    });
    const { status, stderr } = await carom(['run', 'bad.json'], folder);
    expect(status).toBe(2);
    expect(stderr).toMatch(/bodies\[0\]\.friction: .*-0\.2/);
    expect(stderr).toMatch(/bodies\[1\]\.mass/);
    expect(stderr).toMatch(/bodies\[2\]\.shape\.path: .*secret\.obj/);
    expect(stderr).toMatch(/did you mean "gravity"\?/);
    const options = await carom(['run', 'fall.json', '--set', 'timeSetp=1'], folder);
    expect(options.status).toBe(2);
    expect(options.stderr).toMatch(/did you mean "timeStep"/);
    expect((await carom(['run', 'foling-boxes'], folder)).stderr).toMatch(/did you mean "falling-boxes"/);
    expect((await carom(['run', 'fall.json', '--engine', 'ipk'], folder)).stderr).toMatch(
      /did you mean "ipc"/,
    );
    expect((await carom(['run', 'fall.json', '--duration', 'long'], folder)).status).toBe(2);
    expect((await carom(['rnu'], folder)).stderr).toMatch(/Did you mean run/);
    // A scene must not be written over by its own recording.
    expect((await carom(['run', 'fall.json', '--out', 'fall.json'], folder)).status).toBe(2);
    expect(statSync(join(folder, 'fall.json')).size).toBeGreaterThan(100);
  });

  test('ends with 4 where a limit is reached, and keeps what it has', async () => {
    const ended = await carom(
      ['run', 'long.json', '--max-wall', '0.5', '--json', '--out', 'limit.carom'],
      folder,
    );
    expect(ended.status).toBe(4);
    const recording = await openRecordingFile(join(folder, 'limit.carom'));
    expect(recording.frameCount).toBe(lastLine(ended).frames);
    expect(recording.torn).toBe(false);
    await recording.close();
    expect(
      (await carom(['run', 'long.json', '--max-memory', '1MB', '--out', 'limit.carom'], folder)).status,
    ).toBe(4);
  });

  test('a start that takes long hears limits and signals, and says what it does', async () => {
    const ring = { kind: 'torus', radius: 0.1, tubeRadius: 0.02 };
    const bodies = [{ name: 'ring', shape: ring, material: 'steel', position: [0, 1, 0] }];
    write('ring.json', { name: 'ring', engine: 'modal', duration: 1, bodies });
    const limited = await carom(
      ['run', 'ring.json', '--max-wall', '0.001', '--json', '--out', 'ring.carom'],
      folder,
    );
    expect(limited.status).toBe(4);
    expect(limited.stderr).toMatch(/--max-wall of 0\.001 s is over; nothing is recorded/);
    expect(lastLine(limited)).toMatchObject({ frames: 0, recording: null });
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s makes a checkpoint, exits %i, and resuming gives the same bits', async (signal, code) => {
    const out = `${signal}.carom`;
    const isBegun = () => existsSync(join(folder, out)) && statSync(join(folder, out)).size > 0;
    const ended = await caromUntil(['run', 'long.json', '--out', out, '--json'], folder, isBegun, signal);
    expect(ended.status).toBe(code);
    expect(ended.stderr).toContain('--resume');
    const frames = lastLine(ended).frames as number;
    expect(frames).toBeGreaterThan(0);
    expect(frames).toBeLessThan(10001);

    const until = String((frames + 20) / 500);
    const resumed = await carom(
      ['run', 'long.json', '--out', out, '--resume', '--duration', until, '--json', '--no-verify'],
      folder,
    );
    expect(resumed.status).toBe(0);
    expect(lastLine(resumed).frames).toBe(frames + 21);
    await carom(['run', 'long.json', '--out', 'whole.carom', '--duration', until, '--no-verify'], folder);
    expect(await hashOf(out)).toBe(await hashOf('whole.carom'));
  });

  test('refuses to resume the recording of something else', async () => {
    await carom(['run', 'fall.json', '--out', 'other.carom'], folder);
    const { status, stderr } = await carom(['run', 'long.json', '--out', 'other.carom', '--resume'], folder);
    expect(status).toBe(2);
    expect(stderr).toMatch(/another scene/);
    const changed = ['run', 'fall.json', '--out', 'other.carom', '--resume', '--set', 'timeStep=0.001'];
    expect((await carom(changed, folder)).stderr).toMatch(/other options/);
  });
});

describe('carom verify, info and check', () => {
  test('verify prints the agreed keys and exits 0 where the promise is kept', async () => {
    await carom(['run', 'falling-boxes', '--duration', '0.2', '--out', 'boxes.carom'], folder);
    const ended = await carom(['verify', 'boxes.carom', '--json'], folder);
    expect(ended.status).toBe(0);
    const result = lastLine(ended);
    expect(Object.keys(result)).toEqual([
      'verdict',
      'frames',
      'intersections',
      'tunnelled',
      'smallestGap',
      'deepest',
      'deepestTime',
      'promise',
      'kept',
    ]);
    expect(result).toMatchObject({ frames: 13, intersections: 0, tunnelled: 0, kept: true });
  });

  test('info tells which engines accept a scene, and why others do not', async () => {
    write('cloth.json', {
      name: 'cloth',
      deformables: [{ kind: 'cloth', shape: { kind: 'grid', size: [1, 1], cells: [2, 2] } }],
    });
    const { engines } = lastLine(await carom(['info', 'cloth.json', '--json'], folder)) as {
      engines: { id: string; accepts: boolean; faults: object[] }[];
    };
    expect(engines.find(({ id }) => id === 'lcp')).toMatchObject({ accepts: false });
    expect(engines.find(({ id }) => id === 'lcp')?.faults.length).toBeGreaterThan(0);
  });

  test('info repairs a torn recording', async () => {
    await carom(['run', 'fall.json', '--out', 'torn.carom', '--quiet'], folder);
    const path = join(folder, 'torn.carom');
    truncateSync(path, statSync(path).size - 100);
    expect(lastLine(await carom(['info', 'torn.carom', '--json', '--no-hash'], folder)).torn).toBe(true);
    expect(lastLine(await carom(['info', 'torn.carom', '--repair', '--json'], folder))).toMatchObject({
      torn: false,
      frames: 31,
    });
    expect((await carom(['info', 'fall.json', '--repair'], folder)).status).toBe(2);
  });

  test('check ccd finds every collision of a query file and refuses what is none', async () => {
    // A point falls through a triangle: eight rows of rational coordinates and the truth.
    const row = (x: number, y: number, z: number) => `${x},1,${y},1,${z},1,1`;
    const corners = [row(-1, 0, -1), row(1, 0, -1), row(0, 0, 1)];
    const rows = [row(0, 1, 0), ...corners, row(0, -1, 0), ...corners];
    writeFileSync(join(folder, 'vertex-face.csv'), rows.join('\n'));
    const ended = await carom(['check', 'ccd', 'vertex-face.csv', '--json'], folder);
    expect(ended.status).toBe(0);
    const result = lastLine(ended);
    expect(Object.keys(result)).toEqual([
      'queries',
      'positives',
      'missed',
      'falseAlarms',
      'nanosecondsPerQuery',
    ]);
    expect(result).toMatchObject({ queries: 1, positives: 1, missed: 0, falseAlarms: 0 });
    expect((await carom(['check', 'ccd', 'nowhere'], folder)).status).toBe(2);
  });

  test('what is no recording is refused in a sentence', async () => {
    writeFileSync(join(folder, 'junk.carom'), 'PK\x03\x04 this is nothing');
    for (const command of ['verify', 'info', 'view']) {
      const { status, stderr } = await carom([command, 'junk.carom'], folder);
      expect(status).toBe(2);
      expect(stderr).toMatch(/cannot be read/);
    }
    expect((await carom(['verify', 'missing.carom'], folder)).status).toBe(2);
  });
});
