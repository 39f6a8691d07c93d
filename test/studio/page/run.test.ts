// Runs in the studio: the command line's recording, kept over reloads, paused, cancelled, dragged and verified.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scene as boxes } from '../../../examples/falling-boxes.ts';
import { chooseEngine } from '../../../src/catalog/index.ts';
import { simulate } from '../../../src/cli/index.node.ts';
import { openRecordingFile } from '../../../src/record/index.node.ts';
import {
  bytesSource,
  contentHash,
  type Input,
  MemorySink,
  openRecording,
  type Recording,
  RecordingWriter,
} from '../../../src/record/index.ts';
import { defineScene, resolveScene, type SceneFile } from '../../../src/scene/index.ts';
import { lastFrameOf, recordRun, run } from '../../../src/sim/index.ts';
import { packText } from '../../../studio/src/share/pack.ts';
import { describeRun, lonelyContext } from '../../sim/tiny.ts';
import { chromePath } from '../../browser/chromium.ts';
import { type OpenStudio, openStudio } from './studio.ts';

/** Long enough to be interrupted in the middle, at a rate that commits several times. */
const long = defineScene({
  ...boxes,
  name: 'long-fall',
  duration: 6,
  frameRateHz: 250,
  parameters: [{ name: 'gravity', target: '/gravity', min: 0, max: 20, unit: 'm/s²' }],
  gravity: 9.81,
});

let scratch: string;
let studio: OpenStudio;

async function hashInNode(file: SceneFile): Promise<string> {
  const { scene } = resolveScene(file);
  const { engine, options } = await chooseEngine(scene);
  const out = join(scratch, `${file.name}.carom`);
  const none = Number.POSITIVE_INFINITY;
  const job = { scene, engine: engine.id, options, lastFrame: lastFrameOf(scene), out, threads: 1 } as const;
  const rest = {
    keep: 'all',
    resume: false,
    maxSteps: none,
    inputs: [],
    maxWallSeconds: none,
    maxMemoryBytes: none,
  } as const;
  await simulate({ ...job, ...rest }, { stopped: () => false, frame: () => {}, starting: () => {} });
  const recording = await openRecordingFile(out);
  const hash = await contentHash(recording);
  await recording.close();
  return hash;
}

/** The hash of so many frames of a run that hears these inputs before each of them. */
async function replayInNode(file: SceneFile, log: readonly (readonly Input[])[]): Promise<string> {
  const { scene } = resolveScene(file);
  const { engine, options } = await chooseEngine(scene);
  const simulation = engine.start(scene, options, lonelyContext());
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, { ...describeRun(engine, scene), options });
  const plan = { scene, reportColumns: engine.columns.length, lastFrame: log.length - 1 };
  const heard = run(simulation, { ...plan, inputs: (index) => log[index] });
  for (const _ of recordRun(simulation, heard, writer));
  return contentHash(await openRecording(bytesSource(sink.bytes())));
}

/** What the studio keeps for the place it is at. */
async function keptRecording(): Promise<Recording> {
  const bytes = await studio.page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('carom-studio');
      request.onsuccess = () => resolve(request.result);
    });
    const isWritten = () =>
      new Promise<boolean>((resolve) => {
        const request = database.transaction('runs').objectStore('runs').get(location.hash);
        request.onsuccess = () => resolve(request.result?.state !== 'running');
      });
    while (!(await isWritten())) await new Promise((resolve) => setTimeout(resolve, 20));
    const range = IDBKeyRange.bound([location.hash, 0], [location.hash, 1e9]);
    const parts = await new Promise<Blob[]>((resolve) => {
      const request = database.transaction('parts').objectStore('parts').getAll(range);
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    const blob = new Blob(parts);
    const reader = new FileReader();
    return new Promise<string>((resolve) => {
      reader.onload = () => resolve((reader.result as string).split(',')[1]);
      reader.readAsDataURL(blob);
    });
  });
  return openRecording(bytesSource(new Uint8Array(Buffer.from(bytes, 'base64'))));
}

const state = () => studio.page.locator('.run').getAttribute('data-run');
const until = (wanted: string) =>
  studio.page.locator(`.run[data-run="${wanted}"]`).waitFor({ state: 'attached' });
const press = (name: string) =>
  studio.page.locator('.run, .top-bar').getByRole('button', { name, exact: true }).click();
const frames = () =>
  studio.page.evaluate(() => document.querySelector<HTMLProgressElement>('.progress progress')?.value ?? 0);
const framesBeyond = (count: number) =>
  studio.page.waitForFunction(
    (least) => (document.querySelector<HTMLProgressElement>('.progress progress')?.value ?? 0) > least,
    count,
  );

describe.skipIf(!chromePath)('a run in the studio', () => {
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'carom-studio-run-'));
    studio = await openStudio();
  });

  afterAll(async () => {
    await studio?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  test('gives the recording of the command line, verified, and still there after a reload', async () => {
    await studio.goto('#example/falling-boxes');
    await press('Run');
    await until('finished');
    expect(await studio.page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await contentHash(await keptRecording())).toBe(await hashInNode(boxes));
    await press('Verify');
    await studio.page.getByText('verified', { exact: true }).waitFor();
    await studio.page.reload();
    await until('finished');
    expect(await frames()).toBe(91);
    expect(studio.complaints).toEqual([]);
  });

  test('goes on bit for bit after reloads in the middle, from a link that becomes a project', async () => {
    await studio.goto(`#scene=${await packText(JSON.stringify(long))}`);
    await press('Run');
    await framesBeyond(200);
    expect(await studio.page.evaluate(() => location.hash)).toMatch(/^#project\/[0-9a-f]+$/);
    await studio.page.reload();
    await framesBeyond(150);
    // Reloaded again, maybe before anything new was kept: it still goes on by itself.
    await studio.page.reload();
    await until('finished');
    expect(await frames()).toBe(1501);
    expect(await contentHash(await keptRecording())).toBe(await hashInNode(long));
    expect(studio.complaints).toEqual([]);
  });

  test('pauses, stays paused over a reload, cancels, and goes on to the same bits', async () => {
    // At the pace of the clock it cannot be over before it is paused.
    const realTime = studio.page.getByLabel('real time');
    await realTime.check();
    await press('Run again');
    await framesBeyond(20);
    await press('Pause');
    await until('paused');
    await studio.page.waitForTimeout(300);
    const paused = await frames();
    await studio.page.waitForTimeout(300);
    expect(await frames()).toBe(paused);
    await studio.page.reload();
    await until('paused');
    expect(await frames()).toBe(paused);
    await realTime.check();
    await press('Go on');
    await framesBeyond(paused + 20);
    await press('Cancel');
    await until('cancelled');
    await realTime.uncheck();
    await press('Go on');
    await until('finished');
    expect(await contentHash(await keptRecording())).toBe(await hashInNode(long));
  });

  test('a changed scene hides the run of the old one, and undoing shows it again', async () => {
    const slider = studio.page.getByRole('slider', { name: 'gravity' });
    await slider.fill('5');
    await studio.page.getByText('Of the scene before your changes').waitFor();
    await press('Undo');
    await studio.page.getByText('Done', { exact: true }).waitFor();
    expect(await state()).toBe('finished');
  });

  test('what is dragged and changed while it runs is logged, and replays to the same bits', async () => {
    const { page } = studio;
    await page.getByLabel('real time').check();
    await press('Run again');
    await framesBeyond(5);
    await page.getByRole('slider', { name: 'gravity' }).fill('3');
    const canvas = await page.locator('.viewport canvas').first().boundingBox();
    if (canvas === null) throw new Error('there is no view');
    // The lowest box lies there from the start.
    const x = canvas.x + canvas.width / 2;
    const y = canvas.y + 0.75 * canvas.height;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y - 120, { steps: 6 });
    await framesBeyond((await frames()) + 20);
    await page.mouse.up();
    await framesBeyond((await frames()) + 20);
    await press('Cancel');
    await until('cancelled');
    const recording = await keptRecording();
    const log: Input[][] = [];
    for (let i = 0; i < recording.frameCount; i++) log.push(await recording.inputs(i));
    const inputs = log.flat();
    expect(inputs.filter(({ kind }) => kind === 'parameter')).toMatchObject([{ target: 0, values: [3] }]);
    const drags = inputs.filter(({ kind }) => kind === 'drag');
    expect(drags.length).toBeGreaterThan(1);
    expect(drags.at(-1)?.values).toEqual([]);
    expect(await contentHash(recording)).toBe(await replayInNode(long, log));
    expect(studio.complaints).toEqual([]);
  });

  test('a scene that cannot run says why, and what to do', async () => {
    const body = boxes.bodies?.[1];
    const overlapping = { ...boxes, name: 'overlap', bodies: [body, { ...body, name: 'twin' }] };
    await studio.goto(`#scene=${await packText(JSON.stringify(overlapping))}`);
    await press('Run');
    const reasons = studio.page.locator('.reasons');
    await reasons.waitFor();
    expect(await reasons.textContent()).toMatch(/overlap|touch/);
    expect(await state()).toBe('none');
  });

  test('what the engine did worse than asked is told once, and how to help', async () => {
    const brick = (k: number) => ({
      name: `brick ${k}`,
      shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
      position: [
        0.21 * (k % 3) + 0.1 * (Math.floor(k / 9) % 2),
        0.11 + 0.201 * Math.floor(k / 9),
        0.21 * (Math.floor(k / 3) % 3),
      ],
    });
    const bodies = [{ name: 'floor', shape: { kind: 'plane' }, motion: 'static' }];
    const heap = {
      name: 'heap',
      engine: 'lcp',
      duration: 0.3,
      options: { maxSweeps: 1, tolerance: 1e-12 },
      bodies: [...bodies, ...Array.from({ length: 45 }, (_, k) => brick(k))],
    };
    await studio.goto(`#scene=${await packText(JSON.stringify(heap))}`);
    await press('Run');
    await until('finished');
    const told = studio.page.getByText('missed their tolerance');
    await told.waitFor();
    expect(await told.count()).toBe(1);
    expect(await studio.page.locator('.complaints').textContent()).toContain('shorter timeStep');
  });

  test('what was changed is there after a reload, and in the gallery', async () => {
    const { page } = studio;
    await studio.goto(`#scene=${await packText(JSON.stringify({ ...long, name: 'changed' }))}`);
    const slider = page.getByRole('slider', { name: 'gravity' });
    await slider.fill('5');
    await page.getByText('kept in this browser').waitFor();
    await page.reload();
    await slider.waitFor();
    expect(await slider.inputValue()).toBe('5');
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByRole('link', { name: 'changed', exact: true }).waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete changed' }).click();
    await page.getByRole('link', { name: 'changed', exact: true }).waitFor({ state: 'detached' });
    expect(studio.complaints).toEqual([]);
  });
});
