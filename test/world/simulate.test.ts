import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { simulateToFile } from '../../src/world/index.node.ts';
import { simulate } from '../../src/world/index.ts';
import { contentHash } from '../../src/record/index.ts';
import { box, defineScene, floor, resolveScene } from '../../src/scene/index.ts';
import { verify } from '../../src/verify/index.ts';

const drop = defineScene({
  name: 'drop',
  duration: 0.3,
  bodies: [floor(), box({ name: 'crate', size: [0.2, 0.2, 0.2], position: [0, 0.2, 0] })],
});

test('a scene becomes a recording that keeps its promise', async () => {
  const seen: number[] = [];
  const recording = await simulate(drop, { onFrame: (_, progress) => seen.push(progress) });
  expect(recording.frameCount).toBe(19);
  expect(recording.engine).toBe('ipc');
  expect([seen.length, seen[0], seen.at(-1)]).toEqual([19, 0, 1]);
  expect((await verify(recording)).kept).toBe(true);
});

test('text, a file and a resolved scene, whatever the threads, give the same bits', async () => {
  const hash = await contentHash(await simulate(drop));
  expect(await contentHash(await simulate(JSON.stringify(drop)))).toBe(hash);
  const threads = await simulate(resolveScene(drop, {}).scene, { threads: 2 });
  expect(await contentHash(threads)).toBe(hash);
});

test('engine, options and duration stand instead of the scene’s', async () => {
  const recording = await simulate(drop, { engine: 'lcp', options: { timeStep: 0.005 }, duration: 0.1 });
  expect(recording.engine).toBe('lcp');
  expect(recording.header.options.timeStep).toBe(0.005);
  expect(recording.frameCount).toBe(7);
  await expect(simulate(drop, { duration: Number.NaN })).rejects.toThrow(/no duration/);
});

test('a signal ends it as it ends a fetch', async () => {
  await expect(simulate(drop, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  const control = new AbortController();
  let frames = 0;
  const running = simulate(drop, {
    signal: control.signal,
    onFrame: () => {
      if (++frames === 3) control.abort();
    },
  });
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  expect(frames).toBe(3);
  const soon = simulate({ ...drop, duration: 1e6 }, { signal: AbortSignal.timeout(50) });
  await expect(soon).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('what is wrong is told with what, where and remedy', async () => {
  await expect(simulate('{ "name": "x", "bodys": [] }')).rejects.toThrow(/bodys/);
  // @ts-expect-error there is no such option
  await expect(simulate(drop, { options: { timestep: 1 } })).rejects.toThrow(/timeStep/);
});

test('into a file, with the same bits', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carom-simulate-'));
  try {
    const recording = await simulateToFile(join(folder, 'drop.carom'), drop);
    expect(await contentHash(recording)).toBe(await contentHash(await simulate(drop)));
    await recording.close();

    // Nobody else writes it meanwhile, and the next may.
    const twice = [1, 2].map(() => simulateToFile(join(folder, 'twice.carom'), drop));
    const [one, other] = await Promise.allSettled(twice);
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected']);
    for (const end of [one, other]) {
      if (end.status === 'fulfilled') await end.value.close();
      else expect(end.reason.message).toMatch(/is being written by another run/);
    }
    await (await simulateToFile(join(folder, 'twice.carom'), drop)).close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
