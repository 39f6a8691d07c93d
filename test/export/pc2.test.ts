import { beforeAll, describe, expect, test } from 'vitest';
import { exportPc2, pc2Mesh } from '../../src/export/pc2.ts';
import { vertexStarts } from '../../src/export/world-mesh.ts';
import type { Recording } from '../../src/record/index.ts';
import { tinyScene } from '../sim/tiny.ts';
import { gathered, MIXED_FRAMES, madeRecording, mixedMotion, mixedScene, pose } from './made.ts';

let recording: Recording;
beforeAll(async () => {
  recording = await madeRecording(mixedScene, MIXED_FRAMES, mixedMotion);
});

/** From the description of the format, not from the exporter. */
function readPc2(bytes: Buffer) {
  expect(bytes.subarray(0, 12).toString('latin1')).toBe('POINTCACHE2\0');
  expect(bytes.readInt32LE(12)).toBe(1);
  const points = bytes.readInt32LE(16);
  const samples = bytes.readInt32LE(28);
  expect(bytes.length).toBe(32 + 12 * points * samples);
  return {
    points,
    samples,
    start: bytes.readFloatLE(20),
    rate: bytes.readFloatLE(24),
    at: (sample: number, point: number, axis: number) =>
      bytes.readFloatLE(32 + 4 * (3 * (sample * points + point) + axis)),
  };
}

describe('PC2', () => {
  test.each([0, 1])('is read back by an independent reader (deformable %i)', async (number) => {
    const cache = readPc2(Buffer.from(await gathered(exportPc2(recording, number))));
    const starts = vertexStarts(mixedScene);
    expect(cache).toMatchObject({
      points: (starts[number + 1] - starts[number]) / 3,
      samples: MIXED_FRAMES,
      start: 0,
      rate: 1,
    });
    for (let sample = 0; sample < MIXED_FRAMES; sample++) {
      const { vertices } = await recording.frame(sample);
      for (let k = starts[number]; k < starts[number + 1]; k++) {
        const own = k - starts[number];
        expect(cache.at(sample, Math.floor(own / 3), own % 3)).toBe(Math.fround(vertices[k]));
      }
    }
  });

  test('comes with a mesh of the same vertices in the same order', async () => {
    const cache = readPc2(Buffer.from(await gathered(exportPc2(recording, 0))));
    const lines = new TextDecoder().decode(await pc2Mesh(recording, 0)).split('\n');
    const vertices = lines
      .filter((line) => line.startsWith('v '))
      .map((line) => line.split(' ').slice(1).map(Number));
    expect(vertices).toHaveLength(cache.points);
    vertices.forEach((vertex, i) => {
      vertex.forEach((x, k) => {
        expect(Math.fround(x)).toBe(cache.at(0, i, k));
      });
    });
  });

  test('says what to write instead where nothing deforms', async () => {
    const rigid = await madeRecording(tinyScene(), 1, () => ({
      poses: [0, 1, 2, 3].flatMap(() => pose([0, 0, 0])),
    }));
    await expect(gathered(exportPc2(rigid, 0))).rejects.toThrow(/nothing.*deforms.*\.usda/s);
  });
});
