// What takes its thread along is tried three times and set aside with the reason; the thread is replaced, and all others run.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onThreads, ThreadPool, unpacked } from '../../../src/farm/index.node.ts';
import { defineSweep, packSweep, readSweep } from '../../../src/farm/index.ts';
import { loadScene } from '../../../src/scene/read/index.node.ts';
import { feed, scratch } from './fed-sweep.ts';

const below = scratch();
const none = { wallSeconds: Number.POSITIVE_INFINITY, memoryBytes: Number.POSITIVE_INFINITY };
const thread = new URL('./dying-thread.mjs', import.meta.url);

test('a run that takes three threads along is set aside, and no other run is lost', async () => {
  const pool = new ThreadPool({
    thread,
    threads: 2,
    limits: none,
  });
  const task = (run: number) => ({ sweep: 'a sweep', run, seed: run, values: { x: run } });
  const packed = new Uint8Array(0);
  const rows = await Promise.all(Array.from({ length: 8 }, (_, run) => pool.run(packed, task(run))));
  await pool.close();
  expect(rows.map((row) => row?.run)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(rows.map((row) => row?.ended)).toEqual([
    'done',
    'set aside',
    'set aside',
    ...Array.from({ length: 5 }, () => 'done'),
  ]);
  expect(rows[1]).toMatchObject({ values: { x: 1 }, what: 'its thread died 3 times: it ended with 7' });
  expect(rows[2]?.what).toContain('this run is poison');
});

test('a sweep keeps the scene of what it sets aside, with its mesh, to be run by itself', async () => {
  const mesh = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';
  const file = defineSweep({
    name: 'poisoned',
    scene: {
      name: 'poisoned',
      duration: 1,
      bodies: [{ name: 'a', shape: { kind: 'file', path: 'meshes/corner.obj' }, position: [0, 0, 0] }],
    },
    parameters: [{ name: 'high', at: '/bodies/a/position/1', range: [0, 3], count: 4 }],
    seed: 5,
  });
  const loadFile = () => new TextEncoder().encode(mesh);
  const sweep = unpacked(packSweep(await readSweep(file, 'poisoned', { loadFile })));
  const pool = new ThreadPool({ thread, threads: 2, limits: none });
  const folder = below('poisoned');
  const { tally } = await feed({ sweep, folder }, onThreads(pool, 2));
  await pool.close();
  expect(tally).toMatchObject({ done: 2, 'set aside': 2 });
  const told = JSON.parse(readFileSync(join(folder, 'set-aside.json'), 'utf8')) as { scene: string }[];
  expect(told.map(({ scene }) => scene)).toEqual(['set-aside/000001', 'set-aside/000002']);
  const { scene } = loadScene(join(folder, told[1].scene, 'scene.json'));
  expect(scene.bodies[0].pose.position[1]).toBeCloseTo(2 + 0.25, 6); // of its centre of mass
  expect(scene.seed).toBe((told[1] as unknown as { seed: number }).seed);
  expect(existsSync(join(folder, 'set-aside/000000'))).toBe(false);
});
