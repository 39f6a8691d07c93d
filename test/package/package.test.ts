// The package in an empty project: with Vite, with webpack, and with no bundler at all, without configuration.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build as buildWithVite } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webpack from 'webpack';
import { chromePath, closePages, sharedChromium, type ServedFile, servePages } from '../browser/chromium.ts';
import { emptyProject, filesBelow, runIn } from './packed.ts';
import { page, reactSite, threeSite } from './sites.ts';

let project: string;

beforeAll(() => {
  project = emptyProject();
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
});

afterAll(() => {
  if (project) rmSync(dirname(project), { recursive: true, force: true });
});

test('every part of it can be imported where there is no page', () => {
  const script = `
    import { readFileSync } from 'node:fs';
    const { exports } = JSON.parse(readFileSync('node_modules/carom/package.json', 'utf8'));
    for (const path of Object.keys(exports)) {
      if (path.endsWith('.json')) continue;
      const module = await import('carom' + path.slice(1));
      if (Object.keys(module).length === 0) throw new Error(path + ' is empty');
      console.log(path);
    }`;
  const said = runIn(project, process.execPath, ['--input-type=module', '-e', script]);
  expect(said.trim().split('\n')).toEqual(
    expect.arrayContaining(['.', './live', './react', './three', './web']),
  );
});

test('its types are found and hold', () => {
  writeFileSync(
    join(project, 'typed.ts'),
    `import { Carom, type CaromProps } from 'carom/react';
     import { Player, Playback } from 'carom/three';
     import { startLive, type Live } from 'carom/live';
     import { catalog, entryOf, serveLive } from 'carom/live/serve';
     import { box, defineScene } from 'carom/scene';
     import type { Recording } from 'carom';
     const scene = defineScene({ name: 'typed', bodies: [box({ size: [1, 1, 1] })] });
     export const props: CaromProps = { scene, playing: true, position: [0, 1, 0], onTime: (time: number) => time };
     export const open = async (canvas: HTMLCanvasElement, recording: Recording): Promise<Player> =>
       Player.open(canvas, recording);
     export const live: Promise<Live> = startLive({ scene, ahead: 4 });
     export const all = [Carom, Playback, catalog, entryOf, serveLive];
     // @ts-expect-error bodies are a list
     defineScene({ name: 'wrong', bodies: 3 });
     declare module 'carom/scene' {
       interface Engines { mine: true }
       interface Materials { unobtainium: true }
     }
     defineScene({ name: 'own', engine: 'mine', bodies: [box({ material: 'unobtainium' })] });
     defineScene({ name: 'known', engine: 'lcp', bodies: [box({ material: 'steel' })] });
     // @ts-expect-error there is no such engine
     defineScene({ name: 'typo', engine: 'icp' });
     // @ts-expect-error there is no such material
     box({ material: 'stele' });
     // @ts-expect-error nor one like it
     box({ material: { like: 'stele' } });`,
  );
  const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
  runIn(project, process.execPath, [compiler, ...options, 'typed.ts']);
});

/** The code of docs/library.md, one block after the other: one program. */
function libraryBlocks(): string[] {
  const text = readFileSync('docs/library.md', 'utf8');
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block);
}

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2022',
};

function compile(options: object, files: readonly string[]): void {
  const config = { compilerOptions: { ...STRICT, ...options }, files };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc');
  runIn(project, process.execPath, [compiler, '-p', 'tsconfig.json']);
}

describe('a program for Node, written from docs/library.md', () => {
  test('compiles with the strictest types and none of pages', () => {
    writeFileSync(join(project, 'library.ts'), libraryBlocks().join('\n'));
    writeFileSync(
      join(project, 'engines.ts'),
      ['modal', 'ipc', 'lcp', 'async', 'program', 'flight']
        .map(
          (name) => `export * as ${name === 'async' ? 'asynchronous' : name} from 'carom/engines/${name}';\n`,
        )
        .join(''),
    );
    const options = { module: 'nodenext', lib: ['ES2022'], types: ['node'] };
    compile(options, ['library.ts', 'engines.ts']);
  });

  test('runs', () => {
    writeFileSync(join(project, 'library.mjs'), libraryBlocks().join('\n'));
    mkdirSync(join(project, 'machine'), { recursive: true });
    const machine = { name: 'machine', duration: 0.1, bodies: [{ name: 'part', shape: { kind: 'box' } }] };
    writeFileSync(join(project, 'machine/scene.json'), JSON.stringify(machine));
    const said = runIn(project, process.execPath, ['library.mjs']);
    expect(said).toContain('61 frames by ipc');
    expect(said).toContain('nothing ever intersected');
    expect(said).toMatch(/low touches high at [\d.]+/);
    expect(said).toMatch(/% of the way/);
  });

  test('and the gripper of the examples lifts its block', () => {
    cpSync('examples/library/gripper.mjs', join(project, 'gripper.mjs'));
    const said = runIn(project, process.execPath, ['gripper.mjs']);
    expect(said).toMatch(/held by both fingers at 0\.\d+ s/);
    expect(Number(/the block is at ([\d.]+) m/.exec(said)?.[1])).toBeGreaterThan(0.2);
  });
});

describe.skipIf(!chromePath)('boxes fall in a page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(closePages);

  /** Opens the site, and holds what it says to what must be so. */
  async function expectFalling(files: Record<string, ServedFile>, isolated: boolean): Promise<void> {
    const server = await servePages({ ...files, '/': files['/index.html'] }, isolated);
    const visited = await browser.newPage({ viewport: { width: 220, height: 170 } });
    const complaints: string[] = [];
    visited.on('pageerror', (error) => complaints.push(error.message));
    visited.on('console', (message) => {
      // A worker that could not be loaded is such a warning.
      if (/carom|error/i.test(message.text())) complaints.push(message.text());
    });
    visited.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
    });
    try {
      await visited.goto(server.address);
      await visited.waitForFunction('globalThis.told');
      const told = (await visited.evaluate('told')) as Record<string, number>;
      expect(told).toMatchObject({ ended: 'finished', frames: 37, threads: isolated ? 2 : 1 });
      expect(told.before).toBeGreaterThan(0.5);
      expect(told.after).toBeCloseTo(0.3, 2);
      expect(complaints).toEqual([]);
    } finally {
      await visited.close();
      await server.close();
    }
  }

  /** Serves some files, opens a page of them, and holds it to no complaints. */
  async function visit<Told>(
    files: Record<string, ServedFile>,
    path: string,
    look: (visited: Page) => Promise<Told>,
  ): Promise<Told> {
    const server = await servePages(files, false);
    const visited = await browser.newPage({ viewport: { width: 500, height: 560 } });
    const complaints: string[] = [];
    visited.on('pageerror', (error) => complaints.push(error.message));
    try {
      await visited.goto(new URL(path, server.address).href);
      const told = await look(visited);
      expect(complaints).toEqual([]);
      return told;
    } finally {
      await visited.close();
      await server.close();
    }
  }

  function write(name: string, text: string): string {
    writeFileSync(join(project, name), text);
    return join(project, name);
  }

  const module = (path: string) => page(`<script type="module" src="${path}"></script>`);
  const installed = { scene: 'carom/scene', live: 'carom/live', three: 'carom/three' };

  test('as a React component, built with Vite', async () => {
    write('main.js', reactSite);
    write('index.html', module('/main.js'));
    await buildWithVite({ root: project, configFile: false, logLevel: 'error', build: { minify: false } });
    await expectFalling(filesBelow(join(project, 'dist')), false);
  });

  test('by simulate and by worlds, in TypeScript, built with Vite', async () => {
    const [first] = libraryBlocks();
    const site = write(
      'site.ts',
      `${first}
import { contentHash, start } from 'carom';
const tell = async () => {
  const hash = await contentHash(recording);
  const here = await start(scene, { record: true });
  const there = await start(scene, { record: true, worker: true });
  here.advance(1);
  await there.advance(1);
  const hashes = await Promise.all([here.recording(), there.recording()].map(async (made) => contentHash(await made)));
  there.close();
  const { signal } = new AbortController();
  const aborted = await simulate(scene, { signal: AbortSignal.abort() }).catch((error: Error) => error.name);
  return { hash, hashes, aborted, isAborted: signal.aborted, bytes: bytes.length };
};
Object.assign(globalThis, { told: await tell().catch(String) });
`,
    );
    const bundled = { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true };
    compile({ ...bundled, lib: ['ES2023', 'DOM'], types: [] }, [site]);
    write('site.html', page('<script type="module" src="/site.ts"></script>'));
    const outDir = join(project, 'typed-site');
    await buildWithVite({
      root: project,
      configFile: false,
      logLevel: 'error',
      build: { outDir, target: 'es2022', rolldownOptions: { input: join(project, 'site.html') } },
    });
    const told = await visit({ ...filesBelow(outDir) }, '/site.html', async (visited) => {
      await visited.waitForFunction('globalThis.told');
      return (await visited.evaluate('told')) as Record<string, unknown>;
    });
    const inNode = runIn(project, process.execPath, [
      '--input-type=module',
      '-e',
      `${first}\nimport { contentHash } from 'carom';\nconsole.log('hash', await contentHash(recording));`,
    ]);
    const hash = /hash (\w+)/.exec(inNode)?.[1];
    expect(told).toMatchObject({ hash, hashes: [hash, hash], aborted: 'AbortError', isAborted: false });
    expect(told['bytes']).toBeGreaterThan(1000);
  });

  test('as the marble game of the examples', async () => {
    const served = filesBelow(join(project, 'node_modules/carom/dist/web'), '/node_modules/carom/dist/web');
    const game = { type: 'text/html', body: readFileSync('examples/library/marbles.html', 'utf8') };
    await visit({ ...served, '/game.html': game }, '/game.html', async (visited) => {
      await visited.waitForFunction('globalThis.world');
      await visited.keyboard.down('ArrowRight');
      await visited.waitForFunction("world.body('marble').position[0] > -0.35");
      await visited.keyboard.up('ArrowRight');
      await visited.evaluate("world.body('marble').setPose({ position: [0.4, 0.031, -0.4] })");
      await visited.waitForFunction("document.querySelector('p').textContent.startsWith('Home after')");
      await visited.evaluate("world.body('marble').setPose({ position: [0.9, 0, 0] })");
      await visited.waitForFunction("world.time < 0.5 && world.body('marble').position[0] < -0.3");
    });
  });

  test('in a canvas, built with webpack', async () => {
    const entry = write('entry.js', threeSite(installed));
    const path = join(project, 'webpacked');
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
      webpack(
        { mode: 'development', devtool: false, context: project, entry, output: { path } },
        (error, made) => (error ? reject(error) : resolve(made)),
      );
    });
    expect(stats?.toJson({ all: false, errors: true, warnings: true })).toMatchObject({
      errors: [],
      warnings: [],
    });
    const index = { type: 'text/html', body: page('<script src="/main.js"></script>') };
    await expectFalling({ ...filesBelow(path), '/index.html': index }, true);
  });

  test.each([true, false])('by a module script from a static server (isolated: %s)', async (isolated) => {
    const carom = '/node_modules/carom/dist/web/carom.js';
    const served = filesBelow(join(project, 'node_modules/carom/dist/web'), '/node_modules/carom/dist/web');
    const site = { type: 'text/javascript', body: threeSite({ scene: carom, live: carom, three: carom }) };
    const index = { type: 'text/html', body: module('/site.js') };
    await expectFalling({ ...served, '/site.js': site, '/index.html': index }, isolated);
  });

  test('with the twenty lines of docs/web.md', async () => {
    const [, html] = /```html\n([\s\S]*?)```/.exec(readFileSync('docs/web.md', 'utf8')) as string[];
    expect(html.trim().split('\n').length).toBeLessThanOrEqual(22);
    const served = filesBelow(join(project, 'node_modules/carom/dist/web'), '/node_modules/carom/dist/web');
    const server = await servePages({ ...served, '/': { type: 'text/html', body: html } }, false);
    const visited = await browser.newPage({ viewport: { width: 220, height: 170 } });
    const complaints: string[] = [];
    visited.on('pageerror', (error) => complaints.push(error.message));
    try {
      await visited.goto(server.address);
      const canvas = visited.locator('canvas');
      const blank = await canvas.screenshot();
      // What is drawn changes from picture to picture: first boxes come, then they fall.
      const seen = [blank];
      for (let tries = 0; seen.length < 4 && tries < 200; tries++) {
        const picture = await canvas.screenshot();
        if (!seen.some((other) => other.equals(picture))) seen.push(picture);
      }
      expect(complaints).toEqual([]);
      expect(seen.length).toBe(4);
    } finally {
      await visited.close();
      await server.close();
    }
  });
});
