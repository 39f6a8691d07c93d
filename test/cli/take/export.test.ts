import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readGlb, readObj } from '../../../src/geometry/files/index.ts';
import { writeGlb } from '../../geometry/files/write-glb.ts';
import { tetrahedron, tinyBody, tinyScene } from '../../sim/tiny.ts';
import { madeBytes, MIXED_FRAMES, mixedMotion, mixedScene, pose } from '../../export/made.ts';
import { carom, lastLine } from '../carom.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-'));
  writeFileSync(join(folder, 'mixed.carom'), madeBytes(mixedScene, MIXED_FRAMES, mixedMotion));
  const rigid = tinyScene({ bodies: [tinyBody({ name: 'stone' })], forces: [] });
  writeFileSync(
    join(folder, 'rigid.carom'),
    madeBytes(rigid, 3, (time) => ({ poses: pose([time, 0, 0]) })),
  );
  writeFileSync(
    join(folder, 'empty.carom'),
    madeBytes(rigid, 0, () => ({ poses: [] })),
  );
  writeFileSync(join(folder, 'stone.glb'), writeGlb([{ name: 'Stone', mesh: tetrahedron }]));
});
afterAll(() => rmSync(folder, { recursive: true }));

const exported = (...args: string[]) => carom(['export', ...args, '--json'], folder);

describe('carom export', () => {
  test.each(['a.glb', 'a.usda', 'a.zip', 'a.obj', 'deep/er/a.csv'])('writes %s', async (file) => {
    const ended = await exported('mixed.carom', file);
    expect(ended).toMatchObject({ status: 0 });
    expect(lastLine(ended)).toMatchObject({ file, bytes: readFileSync(join(folder, file)).length });
  });

  test('writes one OBJ a frame into a folder', async () => {
    expect(lastLine(await exported('mixed.carom', 'frames/'))).toMatchObject({ files: MIXED_FRAMES });
    expect(readdirSync(join(folder, 'frames')).sort()[1]).toBe('frames_000001.obj');
  });

  test('writes a point cache and its mesh for every deformable', async () => {
    expect(lastLine(await exported('mixed.carom', 'cache.pc2'))).toMatchObject({ files: 4 });
    const files = readdirSync(folder).filter((name) => name.startsWith('cache'));
    expect(files.sort()).toEqual(['cache-flag.obj', 'cache-flag.pc2', 'cache-floor.obj', 'cache-floor.pc2']);
  });

  test('refuses a point cache of rigid bodies, and leaves no file', async () => {
    const { status, stderr } = await exported('rigid.carom', 'none.pc2');
    expect(status).toBe(2);
    expect(stderr).toContain('nothing in the recording deforms');
    expect(existsSync(join(folder, 'none.pc2'))).toBe(false);
  });

  test('bends what bends as far as asked, and info says what does', async () => {
    const lift = { ...tetrahedron, modes: 1, displacements: new Float32Array(12).fill(1) };
    const bending = { shapes: [lift], bodies: [{ body: 0, shape: 0 }] };
    const scene = tinyScene({ bodies: [tinyBody({ name: 'bell' })], forces: [] });
    const bent = () => ({ poses: pose([0, 0, 0]), bends: [0.25] });
    writeFileSync(join(folder, 'bent.carom'), madeBytes(scene, 2, bent, bending));
    const firstVertex = async (...flags: string[]) => {
      expect(await exported('bent.carom', 'bent.obj', ...flags)).toMatchObject({ status: 0 });
      return readObj(readFileSync(join(folder, 'bent.obj'))).meshes[0].mesh.positions[0];
    };
    expect(await firstVertex()).toBeCloseTo(tetrahedron.positions[0] + 0.25, 9);
    expect(await firstVertex('--bend', '20')).toBeCloseTo(tetrahedron.positions[0] + 5, 9);
    expect((await exported('bent.carom', 'bent.obj', '--bend', '-1')).stderr).toContain('--bend');

    const told = await carom(['info', 'bent.carom', '--json'], folder);
    expect(told.stderr + told.stdout).toContain('bend: bell in 1 mode');
    expect(lastLine(told)).toMatchObject({ bend: [{ name: 'bell', modes: 1 }] });
    expect((await carom(['info', 'rigid.carom'], folder)).stdout).not.toContain('bend:');
  });

  test('puts motion into a copy of the original', async () => {
    const before = readFileSync(join(folder, 'stone.glb'));
    const ended = await exported('rigid.carom', '--into', 'stone.glb');
    expect(lastLine(ended)).toMatchObject({ file: 'stone.animated.glb', moved: ['Stone'], notes: [] });
    expect(readFileSync(join(folder, 'stone.glb')).equals(before)).toBe(true);
    expect(readGlb(readFileSync(join(folder, 'stone.animated.glb'))).meshes[0].name).toBe('Stone');
  });

  test.each([
    [['mixed.carom', 'a.xyz'], /use one of .*\.usda/],
    [['mixed.carom'], /no file is named/],
    [['empty.carom', 'a.usda'], /holds no frame/],
    [['mixed.carom', 'a.usda', '--into', 'stone.glb'], /a GLB only/],
    [['mixed.carom', '--into', 'absent.glb'], /no such file/],
    [['mixed.carom', '--into', 'mixed.carom'], /not GLB/],
    [['mixed.carom', 'a.mp4', '--size', '33x24'], /even sizes/],
    [['mixed.carom', 'a.webm', '--from', '9'], /nothing was recorded there/],
  ])('refuses %j with the remedy', async (args, message) => {
    const { status, stderr } = await exported(...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});
