import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportObjSequence } from '../../src/export/obj-sequence.ts';
import { exportPc2, pc2Mesh } from '../../src/export/pc2.ts';
import { vertexStarts, worldMeshes } from '../../src/export/world-mesh.ts';
import { storedZip } from '../../src/export/zip.ts';
import { readObj } from '../../src/geometry/files/index.ts';
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

describe('OBJ sequence', () => {
  test('holds every frame as it is, under names that sort', async () => {
    const names: string[] = [];
    let frame = 0;
    for await (const { name, bytes } of exportObjSequence(recording, 'ä/../fall')) {
      names.push(name);
      const { meshes } = readObj(bytes);
      const expected = [...worldMeshes(mixedScene, await recording.frame(frame++))];
      // The reader joins what has one name: the body and the deformable "floor".
      expect(meshes[0].name).toBe('Würfel 1');
      expect([...meshes[0].mesh.positions]).toEqual([...expected[0].mesh.positions].map((x) => x + 0));
    }
    expect(frame).toBe(MIXED_FRAMES);
    expect([...names].sort()).toEqual(names);
    expect(names.every((name) => /^[\w-]+_\d{6}\.obj$/.test(name))).toBe(true);
  });

  test('turns bodies the right way round', async () => {
    const [first] = worldMeshes(mixedScene, {
      time: 0,
      poses: Float64Array.from([...pose([10, 0, 0], [0, 0, Math.PI / 2]), ...new Array(21).fill(0)]),
      velocities: new Float64Array(0),
      vertices: new Float64Array(27),
    });
    // (0.1, 0.1, 0.1) turned by 90° about z is (-0.1, 0.1, 0.1)
    expect([...first.mesh.positions.subarray(0, 3)].map((x) => Number(x.toFixed(9)))).toEqual([
      9.9, 0.1, 0.1,
    ]);
  });

  const hasPython = (() => {
    try {
      execFileSync('python3', ['-c', 'import zipfile']);
      return true;
    } catch {
      return false;
    }
  })();
  test.skipIf(!hasPython)('is a ZIP that another program finds whole', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carom-'));
    try {
      const file = join(folder, 'frames.zip');
      writeFileSync(file, await gathered(storedZip(exportObjSequence(recording, 'fall'))));
      const script =
        'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.namelist()))';
      expect(Number(execFileSync('python3', ['-c', script, file]))).toBe(MIXED_FRAMES);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
