import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadScene } from '../../../src/scene/read/load.node.ts';
import { cubeObj, faultTextOf } from '../help.ts';

let folder = '';
const sceneFile = (mesh: string) => {
  const path = join(folder, 'scene', 'scene.json');
  writeFileSync(path, JSON.stringify({ name: 'a', bodies: [{ shape: { kind: 'file', path: mesh } }] }));
  return path;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-scene-'));
  mkdirSync(join(folder, 'scene', 'meshes'), { recursive: true });
  mkdirSync(join(folder, 'scene-secret'));
  writeFileSync(join(folder, 'scene', 'meshes', 'cube.obj'), cubeObj());
  writeFileSync(join(folder, 'secret.obj'), cubeObj());
  writeFileSync(join(folder, 'scene-secret', 'cube.obj'), cubeObj());
  symlinkSync(join(folder, 'secret.obj'), join(folder, 'scene', 'link.obj'));
  symlinkSync(folder, join(folder, 'scene', 'out'));
  symlinkSync(join(folder, 'scene-secret'), join(folder, 'scene', 'beside'));
  symlinkSync(join(folder, 'scene', 'meshes'), join(folder, 'scene', 'inside'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('scene files on disk', () => {
  test('meshes below the scene are read, also through links that stay inside', () => {
    for (const mesh of ['meshes/cube.obj', './meshes/cube.obj', 'inside/cube.obj']) {
      const { scene, notes } = loadScene(sceneFile(mesh));
      expect(scene.bodies[0].mass).toBeCloseTo(1000, 9);
      expect(notes).toEqual([`${mesh}: read in m, 1 × 1 × 1 m, 8 vertices`]);
    }
  });

  test.each([
    '../secret.obj',
    'meshes/../../secret.obj',
    'link.obj',
    'out/secret.obj',
    'beside/cube.obj',
    'out/scene-secret/cube.obj',
  ])('nothing else is: %s', (mesh) => {
    expect(faultTextOf(() => loadScene(sceneFile(mesh)))).toMatch(
      /bodies\[0\]\.shape\.path: the path (climbs|leads) out/,
    );
  });

  test('an absolute path is refused even where it leads inside', () => {
    expect(faultTextOf(() => loadScene(sceneFile(join(folder, 'scene', 'meshes', 'cube.obj'))))).toContain(
      'the path is absolute',
    );
  });

  test('what is not there, and what is no file', () => {
    expect(faultTextOf(() => loadScene(sceneFile('meshes/none.obj')))).toContain(
      'there is no such mesh file',
    );
    mkdirSync(join(folder, 'scene', 'folder.obj'), { recursive: true });
    expect(faultTextOf(() => loadScene(sceneFile('folder.obj')))).toContain('the path is not a file');
    expect(faultTextOf(() => loadScene(join(folder, 'none.json')))).toContain('there is no such file');
    expect(faultTextOf(() => loadScene(folder))).toContain('this is not a file');
  });

  test('a damaged mesh file is a fault of the scene, with its line', () => {
    writeFileSync(join(folder, 'scene', 'bad.obj'), 'v 0 0 0\nv 1 0 zero\n');
    expect(faultTextOf(() => loadScene(sceneFile('bad.obj')))).toMatch(/bodies\[0\]\.shape\.path: line 2/);
  });
});
