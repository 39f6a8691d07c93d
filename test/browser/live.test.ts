import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scene as boxes } from '../../examples/falling-boxes.ts';
import { chooseEngine } from '../../src/catalog/index.ts';
import { createArena } from '../../src/num/kernels/index.ts';
import { openRecordingFile } from '../../src/record/index.node.ts';
import {
  bytesSource,
  contentHash,
  type Input,
  MemorySink,
  openRecording,
  RecordingWriter,
} from '../../src/record/index.ts';
import { defineScene, resolveScene } from '../../src/scene/index.ts';
import { lastFrameOf, oneThread, recordRun, run } from '../../src/sim/index.ts';
import { carom } from '../cli/carom.ts';
import {
  bundleForBrowser,
  chromePath,
  closePages,
  sharedChromium,
  type PageServer,
  servePages,
} from './chromium.ts';
import type { Told } from './live-page.ts';

const scene = defineScene({ ...boxes, duration: 1 });

/** The hash of the recording that `carom run` makes of the same scene file. */
async function hashOfCommandLine(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'carom-live-'));
  try {
    writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
    const { status } = await carom(['run', 'scene.json', '--out', 'run.carom', '--no-verify'], folder);
    expect(status).toBe(0);
    const recording = await openRecordingFile(join(folder, 'run.carom'));
    const hash = await contentHash(recording);
    await recording.close();
    return hash;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The hash of a run in Node with inputs from a log. */
async function hashInNode(inputs: readonly Input[]): Promise<string> {
  const { scene: resolved } = resolveScene(scene);
  const { engine, options } = await chooseEngine(resolved);
  const arena = createArena();
  const simulation = engine.start(resolved, options, {
    arena,
    pool: oneThread({ arena }),
    stop: () => false,
    progress: () => {},
  });
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, resolved, {
    engine: engine.id,
    options,
    promise: engine.promise,
    columns: engine.columns,
    lastFrame: lastFrameOf(resolved),
    frameRateHz: resolved.frameRateHz,
    seed: resolved.seed,
    keeps: { path: true, contacts: true },
    version: '',
    platform: '',
  });
  const frames = run(simulation, {
    scene: resolved,
    reportColumns: engine.columns.length,
    inputs: (_, time) => inputs.filter((input) => input.time === time),
  });
  for (const _ of recordRun(simulation, frames, writer));
  return contentHash(await openRecording(bytesSource(sink.bytes())));
}

describe.skipIf(!chromePath)('a live simulation in Chromium', () => {
  let browser: Browser;
  let server: PageServer;
  let open: PageServer;
  /** Where no worker is found. */
  let bare: PageServer;
  let hash: string;
  let page: Page;
  let openPage: Page;

  beforeAll(async () => {
    const type = 'text/javascript';
    const files = {
      '/': { type: 'text/html', body: '<!doctype html><script type="module" src="/page.js"></script>' },
      '/page.js': { type, body: await bundleForBrowser('./live-page.ts', import.meta.url) },
      // Where the unbundled expressions in live.ts and pool.web.ts look for their workers.
      '/worker.ts': { type, body: await bundleForBrowser('../../src/live/worker.ts', import.meta.url) },
      '/worker.web.ts': {
        type,
        body: await bundleForBrowser('../../src/sim/worker.web.ts', import.meta.url),
      },
    };
    browser = await sharedChromium();
    server = await servePages(files, true);
    open = await servePages(files, false);
    bare = await servePages({ '/': files['/'], '/page.js': files['/page.js'] }, true);
    hash = await hashOfCommandLine();
    page = await visit(server);
    openPage = await visit(open);
  });

  afterAll(async () => {
    await closePages();
    await server?.close();
    await open?.close();
    await bare?.close();
  });

  async function visit({ address }: PageServer): Promise<Page> {
    const visited = await browser.newPage();
    await visited.goto(address);
    await visited.waitForFunction('typeof toTheEnd === "function"');
    return visited;
  }

  /** Calls a function of live-page.ts. */
  function call<Result>(name: string, ...args: unknown[]): Promise<Result> {
    return callOn(page, name, ...args);
  }

  function callOn<Result>(on: Page, name: string, ...args: unknown[]): Promise<Result> {
    return on.evaluate(`${name}(...${JSON.stringify(args)})`) as Promise<Result>;
  }

  test('has the hash of the command line, isolated or not, on one thread or several', async () => {
    expect(await call<Told>('toTheEnd', scene, { threads: 2 })).toEqual({
      ended: 'finished',
      hash,
      frames: 61,
      threads: 2,
      inputs: [],
    });
    expect(await callOn<Told>(openPage, 'toTheEnd', scene, { threads: 2 })).toMatchObject({
      hash,
      threads: 1,
    });
  });

  test('has it under a strict policy', async () => {
    const strict = await browser.newPage();
    await strict.route('**/*', async (route) => {
      const response = await route.fetch();
      const headers = {
        ...response.headers(),
        'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
      };
      await route.fulfill({ response, headers });
    });
    await strict.goto(server.address);
    await strict.waitForFunction('typeof toTheEnd === "function"', undefined, { polling: 100 });
    expect(await callOn<Told>(strict, 'toTheEnd', scene, { threads: 2 })).toMatchObject({ hash, threads: 2 });
    await strict.close();
  });

  test('has it where no worker can be had, and says so', async () => {
    const visited = await browser.newPage();
    const warnings: string[] = [];
    visited.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await visited.goto(bare.address);
    await visited.waitForFunction('typeof toTheEnd === "function"');
    expect(await callOn<Told>(visited, 'toTheEnd', scene)).toMatchObject({
      hash,
      threads: 1,
      ended: 'finished',
    });
    expect(warnings.join()).toContain('the page itself simulates');
    await visited.close();
  });

  test('logs what was dragged, and replays it bit for bit from the log', async () => {
    const first = await call<Told & { unapplied: string[] }>('dragged', scene, 2);
    expect(first.ended).toBe('finished');
    expect(first.inputs.map(({ kind, values }) => [kind, values.length])).toEqual([
      ['drag', 6],
      ['drag', 0],
    ]);
    expect(first.unapplied).toEqual(['acts on no dynamic body']);
    expect(first.hash).not.toBe(hash);
    expect(await hashInNode(first.inputs)).toBe(first.hash);
    const replayed = await callOn<Told>(openPage, 'toTheEnd', scene, { inputs: first.inputs });
    expect(replayed.hash).toBe(first.hash);
    expect(replayed.inputs).toEqual(first.inputs);
  });

  test('goes on to the same bits after its worker was killed, and after it was cancelled', async () => {
    const told = await call<Told & { resumedAt: number[] }>('broken', scene);
    expect(told.resumedAt[0]).toBeGreaterThan(20);
    expect(told.resumedAt[0]).toBeLessThanOrEqual(36);
    expect(told.resumedAt[1]).toBeGreaterThan(50);
    expect(told.hash).toBe(hash);
  });

  test('runs no further ahead than it may', async () => {
    expect(await call('heldBack', scene)).toEqual([5, 11, 1]);
  });

  test('refuses what is wrong, with its place', async () => {
    expect(await call('refused', scene, { engine: 'ipx' })).toEqual(['engine']);
    expect(await call('refused', scene, { options: { timeStep: -1 } })).toEqual(['options.timeStep']);
    expect(await call('refused', { ...scene, gravity: 'down' })).toEqual(['gravity']);
    expect(await call('refused', { what: 1 })).toEqual(['scene']);
  });
});
