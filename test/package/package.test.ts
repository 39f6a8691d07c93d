// The package in an empty project: with Vite, with webpack, and with no bundler at all, without configuration.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build as buildWithVite } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webpack from 'webpack';
import { chromePath, closePages, sharedChromium, type ServedFile, servePages } from '../browser/chromium.ts';
import { emptyProject, filesBelow, runIn } from './packed.ts';
import { page, reactSite, threeSite } from './sites.ts';

let project: string;

beforeAll(() => {
  project = emptyProject();
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
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
  runIn(project, process.execPath, [compiler, ...options, 'typed.ts']);
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
