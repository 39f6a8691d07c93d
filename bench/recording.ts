// What a recording costs: bytes, and milliseconds of this process alone to write it, to play it and to read its path and contacts.
//
//   npm run bench recording [dominoes = 200] [seconds = 3]

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lcp } from '../src/engines/lcp/index.ts';
import { fileSink, openRecordingFile } from '../src/record/index.node.ts';
import { contentHash, type FrameRecord, type Recording, RecordingWriter } from '../src/record/index.ts';
import { box, defineScene, floor, resolveScene } from '../src/scene/index.ts';
import { defaultsOf, recordRun, run } from '../src/sim/index.ts';
import { describeRun, lonelyContext } from '../test/sim/tiny.ts';

export const benchmarks = [recording];

/** A row that falls: most stand still, and touch the floor at every step. */
function dominoes(count: number, duration: number) {
  return defineScene({
    name: `${count} dominoes`,
    up: 'z',
    duration,
    frameRateHz: 60,
    bodies: [
      floor({ size: [30, 6], friction: 0.4 }),
      ...Array.from({ length: count }, (_, i) => ({
        ...box({ size: [0.02, 0.1, 0.2], density: 700, friction: 0.4 }),
        name: `domino-${i}`,
        position: [0.06 * i - 6, 0, 0.1] as [number, number, number],
        ...(i === 0 ? { angularVelocity: [0, 9, 0], velocity: [0.9, 0, 0] } : {}),
      })),
    ],
  } as Parameters<typeof defineScene>[0]);
}

async function recording([count = '200', seconds = '3']: string[]): Promise<void> {
  const { scene } = resolveScene(dominoes(Number(count), Number(seconds)));
  const simulation = lcp.start(scene, defaultsOf(lcp), lonelyContext());
  const records: FrameRecord[] = [...run(simulation, { scene, reportColumns: lcp.columns.length })];
  const folder = mkdtempSync(join(tmpdir(), 'carom-bench-'));
  const path = join(folder, 'run.carom');
  try {
    await tell('write', () => {
      const sink = fileSink(path);
      const writer = RecordingWriter.create(sink, scene, describeRun(lcp, scene));
      for (const _ of recordRun(simulation, records, writer));
      sink.close();
    });
    console.log(`${scene.name}, ${seconds} s: ${(statSync(path).size / 1e6).toFixed(2)} MB`);
    await tell('frames', () => readEach(path, (file, i) => file.frame(i)));
    await tell('path', () => readEach(path, (file, i) => file.path(i)));
    await tell('contacts', () => readEach(path, (file, i) => file.contacts(i)));
    await tell('content hash', async () => {
      const file = await openRecordingFile(path);
      await contentHash(file);
      await file.close();
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function readEach(path: string, read: (file: Recording, index: number) => Promise<unknown>) {
  const file = await openRecordingFile(path);
  for (let i = 0; i < file.frameCount; i++) await read(file, i);
  await file.close();
}

/** The best of three. */
async function tell(name: string, work: () => unknown): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const began = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, (user + system) / 1000);
  }
  console.log(`${name.padEnd(14)} ${best.toFixed(0).padStart(6)} ms`);
}
