// What recordings may take at most: a spelled word, whose balls fly at eight thousand steps a second, and a row of dominoes, of
// which most stand still and touch the floor at every step.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chooseEngine } from '../../src/catalog/index.ts';
import { fileSink } from '../../src/record/index.node.ts';
import { RecordingWriter } from '../../src/record/index.ts';
import { box, defineScene, floor, resolveScene, type SceneFile } from '../../src/scene/index.ts';
import { spell } from '../../src/scene/spell/index.ts';
import { columnsOf, type Engine, recordRun, run } from '../../src/sim/index.ts';
import { describeRun, lonelyContext } from '../sim/tiny.ts';

const folder = mkdtempSync(join(tmpdir(), 'carom-size-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** [MB] in the file, and in format version 1 for the poses at knots and the contacts alone. */
async function sizeOf(file: SceneFile): Promise<{ now: number; before: number }> {
  const { scene } = resolveScene(file);
  const { engine, options } = await chooseEngine(scene);
  const simulation = engine.start(scene, options, lonelyContext());
  const path = join(folder, `${scene.name}.carom`);
  const sink = fileSink(path);
  const writer = RecordingWriter.create(sink, scene, describeRun(engine as Engine<object>, scene, options));
  let before = 0;
  const frames = run(simulation, { scene, reportColumns: columnsOf(engine, scene).length });
  for (const { path: knots, contacts } of recordRun(simulation, frames, writer))
    before += knots.poses.byteLength + (4 * 4 + 8 * 13) * contacts.count;
  sink.close();
  return { now: statSync(path).size / 1e6, before: before / 1e6 };
}

test('a second of a spelled word takes a third of the 10 MB of all three, and a tenth of what it took', async () => {
  const { now, before } = await sizeOf({ ...spell('hello', 'Hello'), duration: 1 });
  expect(now).toBeLessThan(10 / 3);
  expect(now).toBeLessThan(before / 10);
});

test('half a second of 200 dominoes takes a sixth of the 20 MB of three seconds, and a tenth of what it took', async () => {
  const { now, before } = await sizeOf(
    defineScene({
      name: 'dominoes',
      up: 'z',
      engine: 'lcp',
      duration: 0.5,
      frameRateHz: 60,
      bodies: [
        floor({ size: [30, 6], friction: 0.4 }),
        ...Array.from({ length: 200 }, (_, i) =>
          box({
            name: `domino-${i}`,
            size: [0.02, 0.1, 0.2],
            density: 700,
            friction: 0.4,
            position: [0.06 * i - 6, 0, 0.1],
            ...(i === 0 ? { angularVelocity: [0, 9, 0], velocity: [0.9, 0, 0] } : {}),
          }),
        ),
      ],
    }),
  );
  expect(now).toBeLessThan(20 / 6);
  expect(now).toBeLessThan(before / 10);
});
