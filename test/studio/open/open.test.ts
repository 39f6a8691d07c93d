import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deflateRawSync } from 'node:zlib';
import { crc32 } from '../../../src/record/index.ts';
import { storedZip } from '../../../src/export/index.ts';
import { FaultError } from '../../../src/scene/fault/index.ts';
import { resolveScene } from '../../../src/scene/index.ts';
import type { SceneFile } from '../../../src/scene/schema/index.ts';
import { folderOf } from '../../../studio/src/export/scene-folder.ts';
import { readArchive } from '../../../studio/src/open/archive.ts';
import { type Given, kindOf, sortGiven } from '../../../studio/src/open/given.ts';
import { addedBodies, withStill } from '../../../studio/src/open/imported.ts';
import { matching, pathsIn, readSceneFiles } from '../../../studio/src/open/scene-files.ts';
import { recordTiny } from '../../browser/record-page.ts';
import { cubeObj } from '../../scene/help.ts';

const given = (path: string, content: string | Uint8Array = ''): Given => ({
  path,
  blob: new Blob([content as Uint8Array<ArrayBuffer>]),
});

async function zipOf(files: Record<string, string | Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const named = Object.entries(files).map(([name, content]) => ({
    name,
    bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  }));
  for await (const part of storedZip(named)) parts.push(part);
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

describe('what dropped files are', () => {
  test('by their beginning, then by their ending', async () => {
    const recording = await recordTiny();
    expect(kindOf('renamed.zip', recording.subarray(0, 64))).toBe('recording');
    expect(kindOf('x.carom', new Uint8Array(0))).toBe('recording');
    const zip = await zipOf({ 'scene.json': '{}' });
    expect(kindOf('x.zip', zip)).toBe('archive');
    expect(kindOf('x.3mf', zip)).toBe('mesh');
    expect(kindOf('x.STL', new Uint8Array(0))).toBe('mesh');
    expect(kindOf('x.json', new Uint8Array(0))).toBe('scene');
    expect(kindOf('x.docx', new Uint8Array(3))).toBe('unknown');
  });

  test('of several scenes the one nearest to the top counts, and scene.json before others', async () => {
    const { scenes } = await sortGiven([
      given('a/b/deep.json'),
      given('a/other.json'),
      given('a/scene.json'),
    ]);
    expect(scenes.map(({ path }) => path)).toEqual(['a/scene.json', 'a/other.json', 'a/b/deep.json']);
  });
});

describe('a scene and its meshes', () => {
  const file: SceneFile = {
    name: 'two',
    bodies: [
      { name: 'a', shape: { kind: 'file', path: 'meshes/cube.obj' }, position: [0, 1, 0] },
      { name: 'b', shape: { kind: 'file', path: './meshes/cube.obj' }, position: [0, 5, 0] },
    ],
  };
  const text = JSON.stringify(file);

  test.each([
    ['as a folder', 'two/scene.json', 'two/meshes/cube.obj'],
    ['flat', 'scene.json', 'cube.obj'],
    ['from elsewhere', 'scenes/two.json', 'library/meshes/cube.obj'],
  ])('are found %s', async (_, scenePath, meshPath) => {
    const { project } = await readSceneFiles(given(scenePath, text), [given(meshPath, cubeObj())]);
    expect(project.files.get('meshes/cube.obj')).toBeDefined();
    const { scene } = resolveScene(project.file, { loadFile: (path) => project.files.get(path) });
    expect(scene.bodies).toHaveLength(2);
  });

  test('the mesh beside the scene is taken before one of the same name elsewhere', () => {
    const others = [given('other/meshes/cube.obj'), given('two/meshes/cube.obj')];
    expect(matching('meshes/cube.obj', 'two/scene.json', others)).toBe(others[1]);
    expect(matching('cube.obj', 'x/scene.json', [given('a/cube.obj'), given('b/cube.obj')])?.path).toBe(
      'a/cube.obj',
    );
    expect(
      matching('meshes/cube.obj', 'scene.json', [given('a/q/cube.obj'), given('b/q/cube.obj')]),
    ).toBeUndefined();
  });

  test('a rigid-ipc fixture comes in with its notes', async () => {
    const fixture = {
      scene_type: 'distance_barrier_rb_problem',
      rigid_body_problem: { rigid_bodies: [{ mesh: 'cube.obj' }] },
    };
    const { project } = await readSceneFiles(given('x.json', JSON.stringify(fixture)), [
      given('cube.obj', cubeObj()),
    ]);
    expect(project.files.has('cube.obj')).toBe(true);
    expect(project.file.bodies).toHaveLength(1);
  });

  test.each([
    ['{"a": 1}', /not a scene/],
    ['[1, 2]', /not a scene/],
    ['{"name": ', /not JSON/],
    ['['.repeat(10_000), /brackets/],
    ['<html>', /not JSON/],
  ])('%j is refused with a sentence', async (broken, says) => {
    const error = await readSceneFiles(given('x.json', broken), []).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(FaultError);
    const { faults } = error as FaultError;
    expect(`${faults[0].what} ${faults[0].value ?? ''}`).toMatch(says);
    expect(faults[0].remedy).not.toBe('');
  });

  test('a mesh that is missing is a fault of the scene', async () => {
    const { project } = await readSceneFiles(given('x.json', text), []);
    expect(() => resolveScene(project.file, { loadFile: (path) => project.files.get(path) })).toThrow(
      /no such mesh file/,
    );
  });

  test('a million numbers hold no paths, and are passed over quickly', () => {
    const vertices = Array.from({ length: 300_000 }, (_, i) => [i, i, i]);
    expect([
      ...pathsIn({ bodies: [{ shape: { kind: 'inline', vertices } }, { shape: { path: 'a.obj' } }] }),
    ]).toEqual(['a.obj']);
  });
});

describe('a scene folder as a ZIP', () => {
  const file: SceneFile = {
    name: 'größe',
    bodies: [
      { name: 'a', shape: { kind: 'file', path: 'meshes/Würfel.obj' } },
      { name: 'b', shape: { kind: 'file', path: 'meshes/W-rfel.obj' }, position: [0, 3, 0] },
      { name: 'c', shape: { kind: 'file', path: 'Meshes/w-rfel.obj' }, position: [0, 6, 0] },
    ],
  };
  const files = new Map([
    ['meshes/Würfel.obj', cubeObj()],
    ['meshes/W-rfel.obj', cubeObj(false, 2)],
    ['Meshes/w-rfel.obj', cubeObj(false, 3)],
  ]);

  test('comes back whole, whatever its files were called', async () => {
    const zip = await zipOf(
      Object.fromEntries(folderOf(file, files).map(({ name, bytes }) => [name, bytes])),
    );
    const inner = await readArchive(given('x.zip', zip));
    const names = inner.map(({ path }) => path);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
    expect(names.every((name) => /^[\x20-\x7e]+$/.test(name))).toBe(true);
    const { scenes, meshes } = await sortGiven(inner);
    const { project } = await readSceneFiles(scenes[0], meshes);
    const { scene } = resolveScene(project.file, { loadFile: (path) => project.files.get(path) });
    expect(scene.bodies.map(({ mass }) => Math.round(mass / 1000))).toEqual([1, 8, 27]);
  });

  test('packed files of other tools are unpacked', async () => {
    const [inner] = await readArchive(given('x.zip', deflatedZip('scene.json', '{"name":"x"}')));
    expect(inner.path).toBe('scene.json');
    expect(await inner.blob.text()).toBe('{"name":"x"}');
  });

  test('a packed file that is longer than it says is given up', async () => {
    const bomb = deflatedZip('scene.json', 'a'.repeat(1_000_000), 100);
    await expect(readArchive(given('x.zip', bomb))).rejects.toThrow(FaultError);
  });

  test('broken ones give sentences, never anything else', async () => {
    const zip = await zipOf({ 'scene.json': '{"name":"x"}', 'a.obj': cubeObj() });
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), fc.nat(255), fc.nat(zip.length), async (at, byte, length) => {
        const broken = zip.slice(0, Math.max(1, length));
        if (at < broken.length) broken[at] = byte;
        const result = await readArchive(given('x.zip', broken)).catch((error: unknown) => error);
        if (!Array.isArray(result)) expect(result).toBeInstanceOf(FaultError);
      }),
    );
  });
});

describe('meshes added to a scene', () => {
  test('get files of their own and leave the floor behind', () => {
    const file: SceneFile = {
      name: 'x',
      bodies: [
        { name: 'floor', motion: 'static', shape: { kind: 'plane' } },
        { name: 'cube', shape: { kind: 'file', path: 'meshes/cube.obj' } },
      ],
    };
    const meshes = new Map([['meshes/cube.obj', cubeObj()]]);
    const { bodies, files } = addedBodies(file, meshes, new Map([['meshes/cube.obj', cubeObj()]]));
    expect(bodies.map(({ name, shape }) => [name, 'path' in shape ? shape.path : ''])).toEqual([
      ['cube', 'meshes/cube-2.obj'],
    ]);
    expect([...files.keys()]).toEqual(['meshes/cube-2.obj']);
  });

  test('stand still or move as chosen, but for those on a path', () => {
    const shape = { kind: 'box' as const };
    const file: SceneFile = {
      name: 'x',
      bodies: [
        { name: 'a', shape },
        { name: 'b', shape, motion: 'static' },
        { name: 'c', shape, path: { keys: [{ time: 0 }] } },
      ],
    };
    const still = new Map([
      ['a', true],
      ['b', false],
      ['c', true],
    ]);
    expect(withStill(file, still).bodies?.map(({ motion }) => motion)).toEqual([
      'static',
      undefined,
      undefined,
    ]);
  });
});

/** One file, deflated; `says` is the length that the directory claims. */
function deflatedZip(name: string, content: string, says = content.length): Uint8Array {
  const packed = deflateRawSync(Buffer.from(content));
  const crc = crc32(Buffer.from(content));
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc, 14);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(says, 22);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(says, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return new Uint8Array(Buffer.concat([local, packed, entry, end]));
}
