// A sheet, a rod and a solid that were simulated among bodies, in every kind of file: each where it was, and as thick as it is.

// @ts-expect-error has no types
import { PNG } from 'pngjs';
// @ts-expect-error has no types
import { validateBytes } from 'gltf-validator';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnimationMixer, type Mesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readObj, readPc2 } from '../../../src/geometry/files/index.ts';
import { openRecordingFile } from '../../../src/record/index.node.ts';
import type { SceneFile } from '../../../src/scene/index.ts';
import { readUsda } from '../../export/usda-reader.ts';
import { carom, lastLine } from '../carom.ts';

const FRAMES = 6;
const STRIP = 0.002;
const CORD = 0.02;

const scene: SceneFile = {
  name: 'soft',
  engine: 'ipc',
  duration: 0.1,
  frameRateHz: 50,
  bodies: [
    { name: 'table', motion: 'static', shape: { kind: 'box', size: [2, 0.1, 2] }, position: [0, -0.55, 0] },
  ],
  deformables: [
    {
      name: 'strip',
      kind: 'cloth',
      shape: { kind: 'grid', size: [0.4, 0.2], cells: [4, 2] },
      position: [-0.4, 0, 0],
      thickness: STRIP,
      areaDensity: 0.3,
      stretchStiffness: 500,
      bendStiffness: 1e-4,
      pins: [{ within: { min: [-0.61, -0.1, -0.2], max: [-0.59, 0.1, 0.2] } }],
      color: '#ff2010',
    },
    {
      name: 'cord',
      kind: 'rod',
      shape: {
        kind: 'inline',
        vertices: [
          [0, 0, 0],
          [0.1, 0, 0],
          [0.2, 0, 0],
          [0.3, 0, 0],
        ],
        edges: [
          [0, 1],
          [1, 2],
          [2, 3],
        ],
      },
      thickness: CORD,
      density: 1000,
      youngsModulus: 1e6,
      pins: [{ vertices: [0] }],
      color: '#10ff20',
    },
    {
      name: 'block',
      kind: 'solid',
      shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
      position: [0.5, 0, 0],
      elements: 'linear',
      resolution: 1,
      youngsModulus: 1e4,
      density: 1000,
      color: '#1020ff',
    },
  ],
};
const names = ['strip', 'cord', 'block'];

let folder: string;
/** Of each deformable, at the end [m]. */
let ends: Float64Array[];
/** All of them, frame by frame. */
let everything: Float64Array[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carom-'));
  writeFileSync(join(folder, 'soft.json'), JSON.stringify(scene));
  const ran = await carom(['run', 'soft.json', '--out', 'soft.carom', '--json'], folder);
  expect(ran, ran.stderr).toMatchObject({ status: 0 });
  const recording = await openRecordingFile(join(folder, 'soft.carom'));
  everything = [];
  for (let i = 0; i < recording.frameCount; i++) everything.push((await recording.frame(i)).vertices.slice());
  let at = 0;
  ends = recording.scene.deformables.map(({ mesh }) => {
    const { length } = recording.scene.meshes[mesh].positions;
    at += length;
    return everything[FRAMES - 1].slice(at - length, at);
  });
  await recording.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function exported(file: string, ...flags: string[]): Promise<Buffer> {
  const ended = await carom(['export', 'soft.carom', file, '--json', ...flags], folder);
  expect(ended, ended.stderr).toMatchObject({ status: 0 });
  return readFileSync(join(folder, String(lastLine(ended)['file'])));
}

const single = (numbers: ArrayLike<number>): number[] => Array.from(numbers, (x) => Math.fround(x) + 0);

describe('what deforms', () => {
  test('moved at all', () => {
    expect(everything).toHaveLength(FRAMES);
    for (const [i, end] of ends.entries()) {
      const from = ends.slice(0, i).reduce((sum, { length }) => sum + length, 0);
      const fell = end.map((x, k) => Math.abs(x - everything[0][from + k]));
      expect(Math.max(...fell), names[i]).toBeGreaterThan(0.01);
    }
  });

  test('is in GLB where it was, rods as tubes, and thicknesses are told', async () => {
    const bytes = await exported('soft.glb');
    const { issues } = await validateBytes(new Uint8Array(bytes));
    expect([issues.numErrors, issues.numWarnings], JSON.stringify(issues.messages)).toEqual([0, 0]);
    const gltf = await new GLTFLoader().parseAsync(Uint8Array.from(bytes).buffer, '');
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]).play();
    mixer.setTime(gltf.animations[0].duration - 1e-6);
    gltf.scene.updateMatrixWorld(true);
    for (const [d, name] of names.entries()) {
      const object = gltf.scene.getObjectByName(name) as Mesh;
      expect(object.userData['thickness']).toBe([STRIP, CORD, 0.001][d]);
      expect(object.isMesh, name).toBe(true);
      const { count } = object.geometry.getAttribute('position');
      expect(count).toBeGreaterThanOrEqual(ends[d].length / 3);
      for (let v = 0; v < count; v++) {
        const place = object.getVertexPosition(v, new Vector3()).applyMatrix4(object.matrixWorld);
        const away = Math.min(
          ...Array.from({ length: ends[d].length / 3 }, (_, k) =>
            place.distanceTo(new Vector3().fromArray(ends[d], 3 * k)),
          ),
        );
        // rings lean a little where the cord bends
        if (name === 'cord') expect(away / (0.5 * CORD)).toBeCloseTo(1, 1);
        else expect(away).toBeLessThan(1e-5);
      }
    }
  });

  test('is in USD where it was, with widths, and thicknesses are told', async () => {
    const usd = readUsda((await exported('soft.usda')).toString());
    const pointsOf = (path: string): number[] =>
      single(
        (
          usd
            .find(path)
            .attributes.get('points')!
            .samples!.get(FRAMES - 1) as number[][]
        ).flat(),
      );
    expect(pointsOf('/soft/strip/faces')).toEqual(single(ends[0]));
    const cord = [0, 1, 1, 2, 2, 3].flatMap((v) => [...ends[1].subarray(3 * v, 3 * v + 3)]);
    expect(pointsOf('/soft/cord/wires')).toEqual(single(cord));
    expect(usd.find('/soft/cord/wires').attributes.get('widths')!.value).toEqual([CORD]);
    expect(pointsOf('/soft/block/faces')).toEqual(single(ends[2]));
    expect(usd.find('/soft/strip').metadata['customData']).toEqual({ thickness: STRIP });
  });

  test('is in point caches and in OBJ, at every frame', async () => {
    await carom(['export', 'soft.carom', 'soft.pc2'], folder);
    for (const [d, name] of names.entries()) {
      const { positions, samples } = readPc2(readFileSync(join(folder, `soft-${name}.pc2`)));
      expect(samples).toBe(FRAMES);
      expect(single(positions.slice(-ends[d].length))).toEqual(single(ends[d]));
      expect(readObj(readFileSync(join(folder, `soft-${name}.obj`))).meshes).toHaveLength(1);
    }
    await carom(['export', 'soft.carom', 'frames/'], folder);
    const files = readdirSync(join(folder, 'frames')).sort();
    expect(files).toHaveLength(FRAMES);
    for (const [i, file] of files.entries()) {
      const { meshes } = readObj(readFileSync(join(folder, 'frames', file)));
      expect(meshes.map(({ name }) => name)).toEqual(['table', ...names]);
      expect(meshes.slice(1).flatMap(({ mesh }) => [...mesh.positions])).toEqual(
        [...everything[i]].map((x) => x + 0),
      );
    }
  });

  test('is in a table of vertices, bit by bit', async () => {
    const lines = (await exported('vertices.csv')).toString().split('\r\n').slice(0, -1);
    expect(lines[0]).toBe('frame,time [s],deformable,vertex,x [m],y [m],z [m]');
    expect(lines).toHaveLength(1 + (FRAMES * everything[0].length) / 3);
    expect(lines.slice(1).flatMap((line) => line.split(',').slice(4).map(Number))).toEqual(
      everything.flatMap((frame) => [...frame]),
    );
    expect((await exported('a.csv', '--table', 'vertices')).toString()).toContain(',cord,3,');
  });

  test('is in pictures and films, all of it', async () => {
    const flags = ['--size', '480x270'];
    const { data } = PNG.sync.read(await exported('soft.png', ...flags)) as { data: Uint8Array };
    const seen = [0, 0, 0];
    for (let i = 0; i < data.length; i += 4)
      for (let k = 0; k < 3; k++)
        if (data[i + k] > 2 * data[i + ((k + 1) % 3)] && data[i + k] > 2 * data[i + ((k + 2) % 3)]) seen[k]++;
    for (const [k, pixels] of seen.entries()) expect(pixels, names[k]).toBeGreaterThan(10);
    if (spawnSync('ffmpeg', ['-version']).status !== 0) return;
    await exported('soft.mp4', ...flags);
    expect(statSync(join(folder, 'soft.mp4')).size).toBeGreaterThan(500);
  });
});

test('where nothing but what deforms is recorded, the table is that of vertices unless another is said', async () => {
  writeFileSync(join(folder, 'alone.json'), JSON.stringify({ ...scene, bodies: [], duration: 0.02 }));
  expect(await carom(['run', 'alone.json', '--out', 'soft.carom'], folder)).toMatchObject({ status: 0 });
  expect((await exported('alone.csv')).toString().split('\r\n')).toHaveLength(
    2 + (2 * everything[0].length) / 3,
  );
  expect((await exported('alone.csv', '--table', 'poses')).toString().split('\r\n')).toHaveLength(2);
});
