import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalog, entryOf, loadEngine } from '../../src/catalog/catalog.ts';
import { automaticEngine, chooseEngine } from '../../src/catalog/choose.ts';
import { flight } from '../../src/engines/flight/index.ts';
import { box, defineScene, floor, resolveScene, sphere } from '../../src/scene/index.ts';
import { carom } from '../cli/carom.ts';
import { tinyCloth, tinyScene } from '../sim/tiny.ts';

const resolved = (bodies: Parameters<typeof defineScene>[0]['bodies'], rest = {}) =>
  resolveScene(defineScene({ name: 'mine', bodies, ...rest })).scene;

describe('the catalog', () => {
  test('says of every engine what the engine says of itself', async () => {
    for (const [id, entry] of Object.entries(catalog)) {
      const engine = await entry.load();
      expect(engine.id).toBe(id);
      expect(entry.title).toBe(engine.title);
      expect(entry.promise).toEqual(engine.promise);
    }
  });

  test('names the nearest where there is no such engine', async () => {
    await expect(loadEngine('fligth')).rejects.toThrow(/did you mean "flight"/);
    await expect(loadEngine('__proto__')).rejects.toThrow(/there is no such engine/);
  });

  test('takes an engine of one’s own beside the others, or instead of one', async () => {
    const mine = { ...flight, id: 'mine', title: 'Mine' };
    expect(await loadEngine('mine', { ...catalog, mine: entryOf(mine) })).toBe(mine);
    expect(await loadEngine('flight', { ...catalog, flight: entryOf(mine) })).toBe(mine);
  });
});

describe('the engine of a scene that names none', () => {
  test('is chosen by what the scene is made of', () => {
    expect(automaticEngine(tinyScene())).toBe('ipc');
    expect(automaticEngine(tinyScene({ bodies: [], deformables: [tinyCloth()] }))).toBe('async');
    expect(automaticEngine(tinyScene({ deformables: [tinyCloth()] }))).toBe('ipc');
    expect(automaticEngine(tinyScene({ specification: 'x' }))).toBe('program');
  });

  test('what deforms goes with what it can push, rods and solids to where they are known', () => {
    const grains = {
      kind: 'particles',
      shape: { kind: 'lattice', counts: [2, 2, 2], spacing: 0.1 },
    } as const;
    const ball = { ...sphere({}), position: [0, 5, 0] as [number, number, number] };
    const { deformables } = resolved([ball], { deformables: [grains] });
    expect(automaticEngine(resolved([ball], { deformables: [grains] }))).toBe('ipc');
    expect(automaticEngine(resolved([{ ...ball, motion: 'static' }], { deformables: [grains] }))).toBe(
      'async',
    );
    const mixed = { ...resolved([ball]), deformables: [...deformables, tinyCloth()] };
    expect(automaticEngine(mixed)).toBe('ipc');
    const rod = { ...tinyCloth(), kind: 'rod' } as const;
    expect(automaticEngine(tinyScene({ deformables: [rod] }))).toBe('ipc');
  });

  test('never promises less because it was refused: overlapping boxes are told, not flown through', async () => {
    const scene = resolved([
      floor({ size: [2, 2] }),
      box({ name: 'a', size: [1, 1, 1], position: [0, 1, 0] }),
      box({ name: 'b', size: [1, 1, 1], position: [0.2, 1.3, 0] }),
    ]);
    await expect(chooseEngine(scene)).rejects.toThrow(/cannot run on ipc, which is chosen for rigid bodies/);
    await expect(chooseEngine(scene)).rejects.toThrow(/overlaps/);
    await expect(chooseEngine({ ...scene, engine: 'flight' })).resolves.toMatchObject({
      engine: { id: 'flight' },
    });
  });

  test('has its own options checked', async () => {
    const scene = resolved([sphere({ radius: 1 })], { options: { timestep: 0.01 } });
    await expect(chooseEngine(scene)).rejects.toThrow(/timeStep/);
    const { engine, options } = await chooseEngine(scene, { timeStep: 0.02 });
    expect([engine.id, options['timeStep']]).toEqual(['ipc', 0.02]);
  });

  test('is told where there is none for such scenes', async () => {
    await expect(chooseEngine(tinyScene(), {}, { flight: catalog['flight'] })).rejects.toThrow(
      /none of the engines that are here is for rigid bodies[\s\S]*flight/,
    );
  });
});

test('the command line refuses overlapping bodies instead of letting them pass through each other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carom-catalog-'));
  try {
    const shape = { kind: 'box', size: [1, 1, 1] };
    const bodies = [{ shape }, { shape, position: [0.5, 0, 0] }];
    writeFileSync(join(folder, 'scene.json'), JSON.stringify({ name: 'two', bodies }));
    const { status, stderr } = await carom(['run', 'scene.json'], folder);
    expect(status).toBe(2);
    expect(stderr).toMatch(/cannot run on ipc, which is chosen for rigid bodies/);
    expect(stderr).toContain('(depth 500 mm); move one of them by 500 mm or more');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
