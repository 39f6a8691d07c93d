// A scene file with a specification runs in a page as any other: the compiler comes with the first of them.

import { expect, test } from 'vitest';
import { specifications } from '../../examples/lagrange/parts/specifications.generated.ts';
import { catalog } from '../../src/catalog/index.ts';
import type { StartMessage } from '../../src/live/messages.ts';
import { prepare } from '../../src/live/prepare.ts';

const start = (scene: StartMessage['scene'], files: Record<string, Uint8Array> = {}): StartMessage => ({
  kind: 'start',
  scene,
  files,
  options: {},
  threads: 1,
  inputs: [],
  allowed: 10,
  paused: false,
  recorded: true,
});

test('a specification in a scene file, as text and as a file, is shown and run by program', async () => {
  const text = specifications.pendulum;
  const file = { 'pendulum.lagrange': new TextEncoder().encode(text) };
  for (const message of [
    start({ name: 'swing', specification: text }),
    start({ name: 'swing', specification: 'pendulum.lagrange' }, file),
  ]) {
    const { engine, scene, writer } = await prepare(message, catalog);
    expect(engine.id).toBe('program');
    expect(scene.specification).toBe(text);
    expect(scene.bodies.map(({ name }) => name)).toEqual(['Pivot', 'Rod', 'Bob']);
    expect(writer.nextFrame).toBe(0);
  }
});

test('what is wrong with it is told with its place', async () => {
  const wrong = start({ name: 'swing', specification: 'system S;\nframe A;\nvary Tx(B);' });
  await expect(prepare(wrong, catalog)).rejects.toThrow(/3:9/);
  const missing = start({ name: 'swing', specification: 'none.lagrange' });
  await expect(prepare(missing, catalog)).rejects.toThrow(/no such file/);
});
