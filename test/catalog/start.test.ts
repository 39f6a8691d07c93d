// What touches at the start is set apart by whoever starts it, and that is told and kept.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalog } from '../../src/catalog/catalog.ts';
import { chooseEngine } from '../../src/catalog/choose.ts';
import { startLive } from '../../src/live/live.ts';
import { box, defineScene, floor, resolveScene } from '../../src/scene/index.ts';
import { carom } from '../cli/carom.ts';

const resting = (sunk = 0) =>
  defineScene({
    name: 'resting',
    duration: 0.05,
    bodies: [floor(), box({ name: 'box', size: [0.1, 0.1, 0.1], position: [0, 0.05 - sunk, 0] })],
  });
const [sunkLittle, sunkDeep] = [0.9e-4, 1.5e-4];

describe('a box exactly on the floor', () => {
  test('starts a hair above it, and what was changed is said', async () => {
    const given = resolveScene(resting()).scene;
    const { engine, scene, apart } = await chooseEngine(given);
    expect(engine.id).toBe('ipc');
    expect(apart).toHaveLength(1);
    expect(apart[0]).toMatchObject({ body: 1, inset: 0 });
    expect(apart[0].moved[1]).toBeGreaterThan(0);
    expect(apart[0].moved[1]).toBeLessThan(2e-4);
    expect(scene.bodies[0]).toBe(given.bodies[0]);
    expect(scene.bodies[1].pose.position[1]).toBe(given.bodies[1].pose.position[1] + apart[0].moved[1]);
  });

  test('a hair deep it starts too; deeper it is refused; so is all where nothing may be moved', async () => {
    const { apart } = await chooseEngine(resolveScene(resting(sunkLittle)).scene);
    expect(apart[0].moved[1]).toBeGreaterThan(sunkLittle);
    expect(apart[0].moved[1]).toBeLessThan(3 * sunkLittle);
    expect(apart[0].inset).toBe(0);
    const deeper = resolveScene(resting(sunkDeep)).scene;
    await expect(chooseEngine(deeper)).rejects.toThrow(/overlaps/);
    const wider = await chooseEngine(deeper, {}, catalog, { hair: 2e-3 });
    expect(wider.apart).toHaveLength(1);
    const touching = resolveScene(resting()).scene;
    await expect(chooseEngine(touching, {}, catalog, { hair: false })).rejects.toThrow(/the start/);
  });

  test('an engine that takes it so gets it so', async () => {
    const given = resolveScene(resting()).scene;
    const { scene, apart } = await chooseEngine(given, {}, catalog, { engine: 'lcp' });
    expect(scene).toBe(given);
    expect(apart).toEqual([]);
  });

  test('a minimum separation is kept', async () => {
    const { scene } = await chooseEngine(resolveScene(resting()).scene, { minimumSeparation: 0.01 });
    expect(scene.bodies[1].pose.position[1]).toBeGreaterThan(0.06);
  });

  test('a live run starts it, tells it, and its recording has it', async () => {
    const live = await startLive({ scene: resting(), worker: false });
    expect(live.started.apart).toHaveLength(1);
    expect(live.started.notes.join()).toMatch(/what touched at the start was set apart: "box" moved by/);
    expect(await live.done).toEqual({ ended: 'finished' });
    const recording = await live.recording();
    expect(recording.header.apart).toEqual(live.started.apart);
    expect(recording.scene.bodies[1].pose).toEqual(live.scene.bodies[1].pose);
    const { poses } = await recording.frame(0);
    expect(poses[7 + 1]).toBe(live.scene.bodies[1].pose.position[1]);
    const again = await startLive({ resume: live.blob(), worker: false, lastFrame: 5 });
    expect(again.started.apart).toEqual(live.started.apart);
    expect(await again.done).toEqual({ ended: 'finished' });
  });
});

test('the command line starts it, says so in words and for machines, goes on with it, and info knows it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carom-start-'));
  try {
    writeFileSync(join(folder, 'scene.json'), JSON.stringify(resting()));
    const ran = await carom(['run', 'scene.json', '--out', 'x.carom', '--json'], folder);
    expect(ran.status, ran.stderr).toBe(0);
    expect(JSON.parse(ran.stdout.trim().split('\n').at(-1) as string)).toMatchObject({
      intersections: 0,
      apart: [{ body: 'box', inset: 0 }],
    });
    const on = await carom(
      ['run', 'scene.json', '--out', 'x.carom', '--resume', '--duration', '0.1'],
      folder,
    );
    expect(on.status, on.stderr).toBe(0);
    expect(on.stdout).toMatch(/set apart: "box" moved by \d+ µm/);
    const info = await carom(['info', 'x.carom'], folder);
    expect(info.stdout).toMatch(/set apart: "box" moved by \d+ µm/);
    const refused = await carom(['run', 'scene.json', '--hair', 'off'], folder);
    expect(refused.status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
