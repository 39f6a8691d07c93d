// Bodies that vibrate, in a real browser: they are drawn bent, as they are at the moment, by as much as one asks for.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error has no types
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bending } from '../../../src/record/index.ts';
import { box, resolveScene } from '../../../src/scene/index.ts';
import { madeBytes, pose } from '../../export/made.ts';
import { chromePath } from '../../browser/chromium.ts';
import { type OpenStudio, openStudio } from './studio.ts';

/** A bar of a metre in 40 pieces along x, bent up at both ends by its only mode. */
const PIECES = 40;
const positions: number[] = [];
const faces: number[] = [];
const corners = [
  [-0.02, -0.08],
  [0.02, -0.08],
  [0.02, 0.08],
  [-0.02, 0.08],
];
for (let i = 0; i <= PIECES; i++) {
  for (const [y, z] of corners) positions.push(i / PIECES - 0.5, y, z);
  for (let k = 0; k < 4 && i < PIECES; k++) {
    const [a, b] = [4 * i + k, 4 * i + ((k + 1) % 4)];
    faces.push(a, a + 4, b, b, a + 4, b + 4);
  }
}
for (const [at, turn] of [
  [0, [0, 1, 2, 0, 2, 3]],
  [4 * PIECES, [0, 2, 1, 0, 3, 2]],
] as const)
  for (const k of turn) faces.push(at + k);
const bending: Bending = {
  shapes: [
    {
      positions: Float64Array.from(positions),
      faces: Uint32Array.from(faces),
      modes: 1,
      displacements: Float32Array.from(positions, (_, i) =>
        i % 3 === 1 ? 4 * positions[i - 1] ** 2 - 0.4 : 0,
      ),
    },
  ],
  bodies: [{ body: 0, shape: 0 }],
};
const { scene } = resolveScene({
  name: 'bar',
  frameRateHz: 20,
  bodies: [{ ...box({ size: [1, 0.04, 0.16] }), name: 'bar', color: '#3355aa' }],
});
const still = { poses: pose([0, 0, 0]) };

let folder: string;
let studio: OpenStudio;
const canvas = () => studio.page.locator('.viewport canvas');
const choice = () => studio.page.getByLabel('Bend', { exact: true });

async function open(name: string): Promise<void> {
  await studio.goto(`#recording/${name}`);
  await canvas().and(studio.page.locator('[data-time]')).waitFor();
}

async function seekTo(seconds: number): Promise<void> {
  const field = studio.page.getByLabel('Time', { exact: true }).and(studio.page.locator('input'));
  await field.fill(String(seconds));
  await field.press('Enter');
  await expect
    .poll(async () => Number(await canvas().getAttribute('data-time')), { timeout: 30_000 })
    .toBeCloseTo(seconds, 6);
}

/** How many rows of pixels the bar takes. */
async function height(): Promise<number> {
  // What has stood for a moment is drawn once more, finely.
  await studio.page.waitForTimeout(700);
  const bytes = await canvas().screenshot();
  const { data, width } = PNG.sync.read(bytes) as { data: Uint8Array; width: number };
  const rows = new Set<number>();
  for (let i = 0; i < data.length; i += 4)
    if (data[i + 2] > data[i] + 40) rows.add(Math.floor(i / 4 / width));
  return rows.size;
}

describe.skipIf(!chromePath)('a bar that vibrates', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carom-studio-bend-'));
    const swing = (time: number) => ({ ...still, bends: [0.03 * Math.cos(Math.PI * time * 5)] });
    writeFileSync(join(folder, 'bar.carom'), madeBytes(scene, 9, swing, bending));
    writeFileSync(
      join(folder, 'rigid.carom'),
      madeBytes(scene, 3, () => still),
    );
    studio = await openStudio(folder, { width: 1200, height: 720 });
    await open('bar.carom');
  });

  afterAll(async () => {
    await studio?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is drawn bent at its moments, and between them', async () => {
    await studio.page.keyboard.press('1'); // from the front
    await choice().selectOption('10');
    await seekTo(0);
    const up = await height();
    await seekTo(0.1); // the cosine is zero
    const flat = await height();
    await seekTo(0.025); // between the first two frames
    const between = await height();
    expect(flat).toBeGreaterThan(3);
    expect(up).toBeGreaterThan(2 * flat);
    expect(between).toBeGreaterThan(1.5 * flat);
    expect(between).toBeLessThan(up);
    await choice().selectOption('30');
    await seekTo(0);
    expect(await height()).toBeGreaterThan(1.5 * up);
    expect(studio.complaints).toEqual([]);
  });

  test('has a choice of how far, and what does not bend has none', async () => {
    await open('rigid.carom');
    expect(await choice().count()).toBe(0);
    await open('bar.carom');
    expect(await choice().count()).toBe(1);
  });
});
