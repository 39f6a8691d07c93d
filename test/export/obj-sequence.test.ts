import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportObjSequence } from '../../src/export/obj-sequence.ts';
import { worldMeshes } from '../../src/export/world-mesh.ts';
import { storedZip } from '../../src/export/zip.ts';
import { readObj } from '../../src/geometry/files/index.ts';
import type { Recording } from '../../src/record/index.ts';
import { gathered, MIXED_FRAMES, madeRecording, mixedMotion, mixedScene, pose } from './made.ts';

let recording: Recording;
beforeAll(async () => {
  recording = await madeRecording(mixedScene, MIXED_FRAMES, mixedMotion);
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
