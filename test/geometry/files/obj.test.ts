import { describe, expect, test } from 'vitest';
import { readObj, writeObj } from '../../../src/geometry/files/obj.ts';
import { massProperties, signedVolume } from '../../../src/geometry/mass.ts';
import { makeMesh } from '../../../src/geometry/mesh.ts';
import { MeshError } from '../../../src/geometry/mesh-error.ts';
import { box } from '../../../src/geometry/primitives/box.ts';

const CUBE = `# a cube of quads, numbered backwards
v 0 0 0 \\
  1.0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f -8/1 -5/2 -6/3 -7/4
f 5//1 6//1 7//1 8//1
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
`;

describe('reading', () => {
  test('quads, negative numbers, slashes, continued lines', () => {
    const { meshes, notes } = readObj(CUBE);
    expect(meshes).toHaveLength(1);
    expect(meshes[0].mesh.faces).toHaveLength(36);
    expect(signedVolume(meshes[0].mesh)).toBeCloseTo(1, 14);
    expect(notes).toEqual([]);
  });

  test('objects and groups are meshes by name, each with its own vertices', () => {
    const { meshes } = readObj(
      'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\no left part\nf 1 2 3\ng right\nl 3 4\no left part\nf 3 2 1',
    );
    expect(meshes.map((m) => m.name)).toEqual(['left part', 'right']);
    expect(meshes[0].mesh.faces).toHaveLength(6);
    expect([...meshes[1].mesh.positions]).toEqual([0, 1, 0, 5, 5, 5]);
    expect([...meshes[1].mesh.wires]).toEqual([0, 1]);
  });

  test('lines are wires unless they bound a face, points stay points', () => {
    const { meshes, notes } = readObj(
      'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 2 2\nv 3 3 3\nf 1 2 3\nl 1 2\nl 3 4 3\np 5 1',
    );
    const { mesh } = meshes[0];
    expect([...mesh.wires]).toEqual([2, 3]);
    expect([...mesh.points]).toEqual([4]);
    expect(notes.join()).toMatch('dropped 2 lines');
  });

  test('a concave polygon is triangulated inside itself', () => {
    const { meshes } = readObj('v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5');
    const sheet = massProperties(meshes[0].mesh, { density: 1, surfaceDensity: 1 });
    expect(sheet.mass).toBeCloseTo(16 - 6, 12);
  });

  test('vertices alone are a cloud', () => {
    const { meshes, notes } = readObj('v 0 0 0\nv 1 1 1\n');
    expect([...meshes[0].mesh.points]).toEqual([0, 1]);
    expect(notes.join()).toMatch('become points');
  });

  test.each([
    ['v 0 0 zero', 'line 1'],
    ['v 0 0', 'line 1'],
    ['v 0 NaN 0', 'line 1'],
    ['v 1e400 0 0', 'line 1'],
    ['v 0 0 0\nf 1 2 3', 'line 2'],
    ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4', 'line 4'],
    ['v 0 0 0\nl 0 1', 'line 2'],
    ['', 'file'],
    ['hello world', 'file'],
  ])('%j is refused at %s', (text, where) => {
    try {
      readObj(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(MeshError);
      expect((error as MeshError).where).toBe(where);
    }
  });
});

test('what is written reads back to the same bits', () => {
  const odd = makeMesh([Math.PI, -0.1, 1e-17, 1 / 3, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1, 2], [2, 3], []);
  const file = [
    { name: 'odd one', mesh: odd },
    { name: 'box', mesh: box.make({ size: [0.1, 0.2, 0.3] }) },
  ];
  const bytes = writeObj(file);
  expect(readObj(bytes).meshes).toEqual(file);
  expect(writeObj(readObj(bytes).meshes)).toEqual(bytes);
});
