// Opening, editing, separating and exporting in the studio, as a person would: dropping files, typing, pressing buttons.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openGlb } from '../../src/geometry/files/glb-container.ts';
import { readGlb } from '../../src/geometry/files/glb.ts';
import { writeGlb } from '../../src/geometry/files/glb-write.ts';
import { box as boxPrimitive } from '../../src/geometry/primitives/box.ts';
import { joinMeshes, translateMesh } from '../../src/geometry/transform.ts';
import type { Mesh } from '../../src/geometry/mesh.ts';
import type { SceneFile } from '../../src/scene/builder.ts';
import { box, floor } from '../../src/scene/builder.ts';
import { contentHash } from '../../src/record/hash.ts';
import { openRecording } from '../../src/record/recording.ts';
import { bytesSource } from '../../src/record/source.ts';
import { chromePath } from './chromium.ts';
import { writeLargeRecording } from './large-recording.ts';
import { recordTiny } from './record-page.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;
let folder: string;

const unit = box({ size: [1, 1, 1] });
const stacked: SceneFile = {
  name: 'stacked',
  engine: 'ipc',
  duration: 0.2,
  bodies: [
    floor(),
    { ...unit, name: 'lower', position: [0, 0.6, 0] },
    { ...unit, name: 'upper', position: [0.1, 1.595, 0.1] },
  ],
};

describe.skipIf(!chromePath)('editing in the studio', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carom-edit-'));
    studio = await openStudio(undefined, { width: 1110, height: 640 });
    ({ page } = studio);
    // The browser's own picker cannot be pressed by a test; without it the studio downloads.
    await page.addInitScript(() => {
      Object.defineProperty(window, 'showSaveFilePicker', { value: undefined });
    });
  }, 180_000);

  afterAll(async () => {
    await studio?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    await studio.goto('');
    await page.locator('.card').first().waitFor();
  });

  test('an STL that is dropped becomes bodies, in the unit that is chosen', async () => {
    const cubes = joinMeshes([boxPrimitive.make(), translateMesh(boxPrimitive.make(), [3, 0, 0])]);
    await drop(page, { 'two cubes.stl': stlOf(cubes) });
    const dialog = page.locator('dialog.import');
    await dialog.getByText('2 bodies').waitFor();
    expect(await dialog.locator('.found-row').first().innerText()).toMatch(/1 mm × 1 mm × 1 mm/);
    await dialog.getByLabel('Unit of the files').selectOption('cm');
    await dialog
      .getByText(/10 mm × 10 mm × 10 mm/)
      .first()
      .waitFor();
    await dialog.getByLabel('static').last().check();
    await dialog.getByRole('button', { name: 'Open as a scene' }).click();

    await page.locator('.body-row').first().waitFor();
    const names = await page.locator('.body-name').allInnerTexts();
    expect(names).toHaveLength(3);
    expect(names).toContain('floor');
    expect(await page.locator('.body-row', { hasText: '▣' }).count()).toBe(2);
    expect(await page.locator('.top-bar h1').innerText()).toBe('two cubes');
    expect(studio.complaints).toEqual([]);
  });

  test('the panel changes the text and the text the panel, and the cursor stays', async () => {
    await drop(page, { 'stacked.json': JSON.stringify(stacked) });
    await page.getByRole('tab', { name: 'Scene' }).click();
    const gravity = page.getByTestId('scene-properties').getByLabel('Gravity');
    await gravity.fill('1 g');
    await gravity.press('Enter');
    await page.getByRole('tab', { name: 'Text' }).click();
    const text = page.getByLabel('The scene as text');
    expect(JSON.parse(await text.inputValue())).toMatchObject({ gravity: 9.80665 });

    await text.fill((await text.inputValue()).replace('9.80665', '1.62'));
    await page.getByText('This text is the scene.').waitFor();
    await page.getByRole('tab', { name: 'Scene' }).click();
    expect(await gravity.inputValue()).toBe('1.62');

    // Undone and redone while the text is looked at: only that number changes under the cursor.
    await page.getByRole('tab', { name: 'Text' }).click();
    const at = (await text.inputValue()).indexOf('"upper"');
    await text.evaluate((area: HTMLTextAreaElement, place) => area.setSelectionRange(place, place + 7), at);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => /9\.80665/.test(document.querySelector('textarea')?.value ?? ''));
    const chosen = await text.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(chosen).toBe('"upper"');
  });

  test('a text that is no scene says where, and the last good scene stays', async () => {
    await drop(page, { 'stacked.json': JSON.stringify(stacked) });
    await page.getByRole('tab', { name: 'Text' }).click();
    const text = page.getByLabel('The scene as text');
    const good = await text.inputValue();
    await text.fill(good.replace('"engine": "ipc",', '"engine": "ipc"'));
    await page.getByText(/a comma or } is wanted/).waitFor();
    expect(await page.locator('.fault-line b').innerText()).toMatch(/line \d+, column \d+/);

    await text.fill(good.replace('"name": "lower"', '"name": "lower", "friction": -1'));
    const fault = page.locator('.fault-line', { hasText: '/bodies/1/friction' });
    await fault.waitFor();
    await fault.click();
    const chosen = await text.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(chosen).toBe('-1');
    await page.getByRole('tab', { name: 'Bodies' }).click();
    expect(await page.locator('.body-row').count()).toBe(3);
    await page.getByText(/friction: is negative/).waitFor();
  });

  test('what overlaps is listed, separated by a button, and can be taken back', async () => {
    await drop(page, { 'stacked.json': JSON.stringify(stacked) });
    const notice = page.getByTestId('overlaps');
    await notice.getByText(/1 pair of bodies/).waitFor({ timeout: 30_000 });
    expect(await notice.innerText()).toMatch(/lower.* overlaps upper|upper.* overlaps lower/);
    expect(await page.locator('.body-row[data-bad="true"]').count()).toBe(2);
    await notice.getByRole('button', { name: 'Separate them' }).click();
    await notice
      .getByText(/moved by .* along/)
      .first()
      .waitFor({ timeout: 30_000 });
    expect(await page.locator('.body-row[data-bad="true"]').count()).toBe(0);
    await notice.getByRole('button', { name: 'Undo' }).click();
    await notice.getByText(/1 pair of bodies/).waitFor({ timeout: 30_000 });
  });

  test('bodies are selected, changed, copied, added and deleted', async () => {
    await drop(page, { 'stacked.json': JSON.stringify(stacked) });
    await page.locator('.body-row', { hasText: 'upper' }).click();
    const fields = page.getByTestId('body-properties');
    await fields.getByLabel('Position y').fill('3 ft');
    await fields.getByLabel('Position y').press('Enter');
    await fields.getByLabel('Material').selectOption('steel');
    await fields.getByLabel('Friction').fill('0.25');
    await fields.getByLabel('Friction').press('Enter');
    await fields.getByLabel('Name').fill('lid');
    await fields.getByLabel('Name').press('Enter');
    await page.locator('.body-row', { hasText: 'lid' }).waitFor();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.locator('.body-row', { hasText: 'lid-2' }).waitFor();
    await page.getByRole('button', { name: '+ Add' }).click();
    await page.locator('dialog.add-body').getByText('Sphere', { exact: true }).click();
    await page.locator('dialog.add-body').getByRole('button', { name: 'Add' }).click();
    await page.locator('.body-row', { hasText: 'sphere' }).waitFor();
    await page.locator('.body-row', { hasText: 'lower' }).click();
    await page.keyboard.press('Delete');
    await page.locator('.body-row', { hasText: 'lower' }).waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Text' }).click();
    const file = JSON.parse(await page.getByLabel('The scene as text').inputValue()) as SceneFile;
    expect(file.bodies?.map(({ name }) => name)).toEqual(['floor', 'lid', 'lid-2', 'sphere']);
    expect(file.bodies?.[1]).toMatchObject({
      position: [0.1, 0.9144, 0.1],
      material: 'steel',
      friction: 0.25,
    });
    expect(studio.complaints).toEqual([]);
  });

  test('what was open is kept when something else is dropped, each under its own name', async () => {
    await drop(page, { 'one.json': JSON.stringify({ ...stacked, name: 'the first' }) });
    await page.locator('.body-row', { hasText: 'upper' }).click();
    await page.keyboard.press('Delete');
    await drop(page, { 'two.json': JSON.stringify({ ...stacked, name: 'the second' }) }, 'the second');
    await page.getByText('kept in this browser').waitFor();
    await studio.goto('');
    const yours = page.getByRole('list').filter({ has: page.getByRole('link', { name: 'the second' }) });
    await yours.getByRole('link', { name: 'the first' }).click();
    await page.locator('.body-row').first().waitFor();
    expect(await page.locator('.body-name').allInnerTexts()).toEqual(['floor', 'lower']);
  });

  test('a recording is exported as GLB and opens again; itself, and its scene, too', async () => {
    const bytes = await recordTiny();
    const recording = await openRecording(bytesSource(bytes));
    await drop(page, { 'tiny.carom': bytes });
    await page.getByText('This is a recording').waitFor();

    const glb = await exported(page, 'GLB, animated');
    const { meshes } = readGlb(glb);
    expect(meshes.length).toBe(recording.scene.bodies.length);
    const same = await exported(page, 'Recording');
    expect(await contentHash(await openRecording(bytesSource(same)))).toBe(await contentHash(recording));
    const csv = new TextDecoder().decode(await exported(page, 'CSV table'));
    expect(csv.split('\r\n')).toHaveLength(2 + recording.frameCount * recording.scene.bodies.length);
    const zip = await exported(page, 'Scene folder');

    await drop(page, { 'again.glb': glb });
    await page.locator('dialog.import').getByRole('button', { name: 'Open as a scene' }).click();
    await page.locator('.body-row').first().waitFor();
    const names = await page.locator('.body-name').allInnerTexts();
    for (const { name } of recording.scene.bodies) expect(names).toContain(name);

    await drop(page, { 'again.zip': zip });
    await page.waitForFunction(
      (name) => document.querySelector('.top-bar h1')?.textContent === name,
      recording.scene.name,
    );
    expect(await page.locator('.body-row').count()).toBe(recording.scene.bodies.length);
    expect(studio.complaints).toEqual([]);
  });

  test('a picture and a film are made without any tool', async () => {
    await drop(page, { 'tiny.carom': await recordTiny() });
    await page.getByText('This is a recording').waitFor();
    const png = await exported(page, 'Picture (PNG)', async (dialog) => {
      await dialog.getByLabel('Width').fill('160');
      await dialog.getByLabel('Height').fill('120');
      await dialog.getByLabel('Look').selectOption('rendered');
    });
    expect([...png.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    expect(new DataView(png.buffer, png.byteOffset).getUint32(16)).toBe(160);
    for (const [kind, type] of [
      ['Film (WebM)', 'video/webm'],
      ['Film (MP4)', 'video/mp4'],
    ]) {
      const film = await exported(page, kind, async (dialog) => {
        await dialog.getByLabel('Width').fill('96');
        await dialog.getByLabel('Height').fill('64');
        await dialog.getByLabel('Pictures').fill('4');
        await dialog.getByLabel('Pictures').press('Enter');
      });
      // Nine pictures of a quarter of a second, which the browser plays.
      expect(Math.abs((await lengthOfFilm(page, film, type)) - 2.25)).toBeLessThan(0.01);
    }
  });

  test('a GLB is dropped, run, and gets its motion back', async () => {
    const cube = boxPrimitive.make({ size: [0.2, 0.2, 0.2] });
    const glb = writeGlb([
      { name: 'Crate.001', mesh: cube },
      { name: 'Crate two', mesh: translateMesh(cube, [1, 0, 0]) },
    ]);
    await drop(page, { 'crates.glb': glb });
    const dialog = page.locator('dialog.import');
    await dialog.getByText('2 bodies').waitFor();
    await dialog.getByRole('button', { name: 'Open as a scene' }).click();
    await page.getByRole('tab', { name: 'Scene' }).click();
    const fields = page.getByTestId('scene-properties');
    await fields.getByLabel('Engine').selectOption('flight');
    await fields.getByLabel('Duration').fill('100 ms');
    await fields.getByLabel('Duration').press('Enter');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('7 of 7 frames').waitFor({ timeout: 60_000 });
    const moved = await exported(page, 'GLB, into the original');
    const { root } = openGlb(moved);
    expect((root['nodes'] as { name: string }[]).map(({ name }) => name)).toEqual(['Crate.001', 'Crate two']);
    const [animation] = root['animations'] as { channels: { target: { node: number } }[] }[];
    expect(new Set(animation.channels.map(({ target }) => target.node))).toEqual(new Set([0, 1]));
    expect(studio.complaints).toEqual([]);
  });

  test('the scene of a recording is taken for editing', async () => {
    const bytes = await recordTiny();
    const { scene } = await openRecording(bytesSource(bytes));
    await drop(page, { 'tiny.carom': bytes });
    await page.getByRole('button', { name: 'Edit its scene' }).click();
    await page.getByRole('tab', { name: 'Text' }).click();
    const file = JSON.parse(await page.getByLabel('The scene as text').inputValue()) as SceneFile;
    expect(file.bodies).toHaveLength(scene.bodies.length);
  });

  test('a recording of 200 MB opens where it lies, and little of it is held', async () => {
    const path = join(folder, 'large.carom');
    expect(writeLargeRecording(path)).toBeGreaterThan(200e6);
    await page.locator('input.open-input').first().setInputFiles(path);
    await page.getByText('This is a recording').waitFor({ timeout: 60_000 });
    expect(await page.locator('.top-bar').innerText()).toMatch(/2000 bodies/);
    // Two thousand rows cost no more than those in sight.
    expect(await page.locator('.body-row').count()).toBeLessThan(40);
    const session = await studio.context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
      usedSize: number;
      backingStorageSize?: number;
    };
    expect(usedSize + backingStorageSize).toBeLessThan(120e6);
    rmSync(path);
  }, 180_000);

  test.each<[string, string, string | Uint8Array, RegExp]>([
    ['a cut recording', 'x.carom', new Uint8Array(100), /cannot be opened/],
    ['noise that says it is a recording', 'x.carom', noise(5000), /cannot be opened/],
    ['an STL of noise', 'x.stl', noise(5000), /cannot be (made|read)/],
    ['an STL that claims four billion faces', 'x.stl', hugeStl(), /cannot be (made|read)/],
    ['a broken GLB', 'x.glb', new TextEncoder().encode('glTF\u0002\0\0\0\uffff'), /cannot be (made|read)/],
    ['JSON of something else', 'x.json', '{"hello": "<img src=x onerror=alert(1)>"}', /cannot be opened/],
    ['JSON that nests for ever', 'x.json', '['.repeat(100_000), /cannot be read/],
    ['a ZIP without a scene', 'x.zip', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /cannot be opened/],
    ['a text', '<b>x</b>.txt', 'hello', /cannot be opened/],
  ])('%s gives an error with a remedy', async (_, name, content, says) => {
    await drop(page, { [name]: content });
    const dialog = page.locator('dialog.opening[open]');
    await dialog.locator('.fault-list').waitFor({ timeout: 30_000 });
    expect(await dialog.innerText()).toMatch(says);
    expect((await dialog.locator('.open-remedy').first().innerText()).length).toBeGreaterThan(8);
    await dialog.getByRole('button', { name: /^(Close|Cancel)$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(studio.complaints).toEqual([]);
  });
});

/** Drops files on the page as a person would. @param title  of what is open then */
async function drop(
  on: Page,
  files: Readonly<Record<string, string | Uint8Array>>,
  title?: string,
): Promise<void> {
  const given = Object.entries(files).map(([name, content]) => ({
    name,
    base64: Buffer.from(content as Uint8Array).toString('base64'),
  }));
  await on.evaluate((all) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of all)
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    document.body.dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }),
    );
  }, given);
  // Either it asks, or it is open; what was open before may still be for a moment.
  await on
    .locator('dialog.opening[open]:not(.opening-wait), .bench[data-state="open"]')
    .first()
    .waitFor({ timeout: 60_000 });
  if (title !== undefined) await on.locator('.top-bar h1', { hasText: title }).waitFor();
}

async function lengthOfFilm(on: Page, film: Uint8Array, type: string): Promise<number> {
  return on.evaluate(
    async ([base64, kind]) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const video = document.createElement('video');
      video.src = URL.createObjectURL(new Blob([bytes], { type: kind }));
      await new Promise((resolve, reject) => {
        video.onloadedmetadata = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
      });
      return video.duration;
    },
    [Buffer.from(film).toString('base64'), type],
  );
}

type Dialog = ReturnType<Page['locator']>;

async function exported(
  on: Page,
  kind: string,
  choose: (dialog: Dialog) => Promise<void> = async () => {},
): Promise<Uint8Array> {
  await on.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = on.locator('dialog.export');
  await dialog.getByText(kind, { exact: true }).click();
  await choose(dialog);
  const waiting: Promise<Download> = on.waitForEvent('download', { timeout: 120_000 });
  await dialog.locator('footer button.main').click();
  const saved = await (await waiting).path();
  await dialog.getByText(/is written/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return new Uint8Array(readFileSync(saved));
}

function stlOf({ positions, faces }: Mesh): Uint8Array {
  const bytes = new Uint8Array(84 + (50 * faces.length) / 3);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, faces.length / 3, true);
  for (let c = 0; c < faces.length; c++)
    for (let k = 0; k < 3; k++)
      view.setFloat32(
        84 + 50 * Math.floor(c / 3) + 12 + 12 * (c % 3) + 4 * k,
        positions[3 * faces[c] + k],
        true,
      );
  return bytes;
}

function hugeStl(): Uint8Array {
  const bytes = new Uint8Array(134);
  new DataView(bytes.buffer).setUint32(80, 0xffffffff, true);
  return bytes;
}

function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 12345;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}
