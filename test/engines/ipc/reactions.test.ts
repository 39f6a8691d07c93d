// Reactions of joints in a recording: a row a joint and step, and what statics says.

import { describe, expect, test } from 'vitest';
import { ipc } from '../../../src/engines/ipc/engine.ts';
import { exportCsv } from '../../../src/export/index.ts';
import { loadKernels } from '../../../src/num/kernels/index.ts';
import {
  bytesSource,
  MemorySink,
  openRecording,
  type Recording,
  RecordingWriter,
} from '../../../src/record/index.ts';
import { resolveScene, type SceneFile } from '../../../src/scene/index.ts';
import { recordRun, run } from '../../../src/sim/index.ts';
import { describeRun, lonelyContext } from '../../sim/tiny.ts';
import { optionsOf } from './harness.ts';

await loadKernels();

const rod: NonNullable<SceneFile['bodies']>[number] = {
  name: 'rod',
  shape: { kind: 'box', size: [1, 0.05, 0.05] },
  position: [0.5, 0, 0],
};

/** A rod that sticks out of a wall, at rest. */
const cantilever: SceneFile = {
  name: 'cantilever',
  duration: 0.2,
  frameRateHz: 20,
  bodies: [rod],
  joints: [{ name: 'root', kind: 'fixed', a: 'rod', at: [0, 0, 0] }],
};

async function record(file: SceneFile): Promise<Recording> {
  const { scene } = resolveScene(file);
  const options = optionsOf(scene);
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, describeRun(ipc, scene, options));
  const simulation = ipc.start(scene, options, lonelyContext());
  for (const _ of recordRun(
    simulation,
    run(simulation, { scene, reportColumns: ipc.columns.length }),
    writer,
  ));
  return openRecording(bytesSource(sink.bytes()));
}

describe('reactions', () => {
  test('a cantilever carries its weight and the moment of it, step by step', async () => {
    const recording = await record(cantilever);
    const weight = recording.scene.bodies[0].mass * 9.81;
    expect((await recording.reactions(0)).joint.length).toBe(0);
    for (let frame = 1; frame < recording.frameCount; frame++) {
      const rows = await recording.reactions(frame);
      expect([...rows.joint]).toEqual([0, 0, 0, 0, 0]); // steps of 0.01 s, frames of 0.05 s
      for (let i = 0; i < rows.joint.length; i++) {
        expect(rows.start[i]).toBeCloseTo(0.05 * (frame - 1) + 0.01 * i, 12);
        expect(rows.duration[i]).toBeCloseTo(0.01, 12);
        expect(Math.abs(rows.force[3 * i + 1] - weight)).toBeLessThan(1e-3 * weight);
        expect(Math.abs(rows.torque[3 * i + 2] - 0.5 * weight)).toBeLessThan(1e-3 * weight);
        expect(Math.abs(rows.force[3 * i])).toBeLessThan(1e-3 * weight);
      }
    }
  });

  test('a table tells them by name', async () => {
    const recording = await record(cantilever);
    let text = '';
    for await (const piece of exportCsv(recording, 'reactions')) text += piece;
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toContain('force on a y [N]');
    expect(lines.length).toBe(1 + 5 * (recording.frameCount - 1));
    expect(lines[1].split(',').slice(2, 5)).toEqual(['root', 'rod', 'world']);
  });

  test('a scene without joints has no such streams', async () => {
    const recording = await record({ ...cantilever, joints: [] });
    expect(recording.streams.some(({ name }) => name.startsWith('reactions'))).toBe(false);
    expect((await recording.reactions(1)).joint.length).toBe(0);
  });
});
