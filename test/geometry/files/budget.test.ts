// Small files that ask for much: refused with a sentence, before memory is taken or time is spent.

import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packGlb } from '../../../src/export/glb/index.ts';
import { readThreeMf } from '../../../src/geometry/files/3mf.ts';
import { Budget, LIMITS } from '../../../src/geometry/files/budget.ts';
import { readGlb } from '../../../src/geometry/files/glb.ts';
import { readObj } from '../../../src/geometry/files/obj.ts';
import { readPly } from '../../../src/geometry/files/ply.ts';
import { readStl } from '../../../src/geometry/files/stl.ts';
import { readMsh } from '../../../src/geometry/tetra/read-msh.ts';
import { primitives } from '../../../src/geometry/primitives/index.ts';
import { writePly } from './write-ply.ts';
import { writeStl } from './write-stl.ts';
import { zipOf } from './zip-of.ts';

const few = new Budget({ vertices: 3, triangles: 3, bytesInflated: 100, bodies: 1 });
const cube = { name: '', mesh: primitives[0].make() };

function glb(root: object, binary: Uint8Array = new Uint8Array(4)): Uint8Array {
  return packGlb(JSON.stringify({ asset: { version: '2.0' }, scene: 0, ...root }), [binary]);
}

test('many primitives on one accessor that has no data', () => {
  const primitive = { attributes: { POSITION: 0 } };
  const file = glb({
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: Array<object>(49).fill(primitive) }],
    accessors: [{ componentType: 5126, count: 1e6, type: 'VEC3' }],
  });
  expect(file.length).toBeLessThan(2000);
  expect(() => readGlb(file)).toThrow(/primitives\[15\]: there are too many triangles, lines and points/);
});

test('many meshes on one accessor are counted before the first is read', () => {
  const numbers = Array.from({ length: 1000 }, (_, mesh) => mesh);
  const root = {
    scenes: [{ nodes: numbers }],
    nodes: numbers.map((mesh) => ({ mesh })),
    meshes: numbers.map(() => ({ primitives: [{ attributes: { POSITION: 0 }, mode: 0 }] })),
    // There is no such buffer view: had it been read, that would have been said.
    accessors: [{ bufferView: 9, componentType: 5126, count: 1e6, type: 'VEC3' }],
  };
  expect(() => readGlb(glb(root))).toThrow(/meshes\[5\]\.primitives\[0\]: there are too many vertices/);
});

test('primitives that share their positions share their vertices', () => {
  const corners = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);
  const root = {
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }, { attributes: { POSITION: 0 }, mode: 3 }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36 }],
  };
  const budget = new Budget({ vertices: 6, triangles: 4, bytesInflated: 0, bodies: 1 });
  expect(readGlb(glb(root, corners), budget).meshes[0].mesh.positions).toHaveLength(9);
});

test('a package that unpacks to much more than a text would', () => {
  const model = `<model>${'<vertex x="0" y="0" z="0"/>'.repeat(2000)}</model>`;
  const file = zipOf({ '3D/3dmodel.model': model }, (data) => deflateRawSync(data));
  expect(() => readThreeMf(file, few.rest())).toThrow(/model: there are too many bytes when unpacked/);
});

test('tags that never end take time in proportion to their length', () => {
  const relations = '<Relationship '.repeat(300_000);
  const file = zipOf({ '_rels/.rels': relations }, (data) => deflateRawSync(data));
  expect(() => readThreeMf(file)).toThrow(/this is no attribute/);
});

test.each<[string, () => unknown]>([
  ['OBJ', () => readObj('v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3', few.rest())],
  ['STL', () => readStl(writeStl([cube]), few.rest())],
  ['PLY', () => readPly(writePly([cube]), few.rest())],
  [
    '.msh',
    () =>
      readMsh(
        '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n$Elements\n0\n$EndElements',
        1,
        few.rest(),
      ),
  ],
])('%s is read from the same budget', (_, read) => {
  expect(read).toThrow(/there are too many .*keep them below 3$/);
});

test('what files unpack is taken from the budget of all', () => {
  const all = new Budget({ vertices: 9, triangles: 9, bytesInflated: 100, bodies: 9 });
  all.forFile(10).take('bytesInflated', 80, 'a');
  expect(() => all.forFile(10).take('bytesInflated', 30, 'b')).toThrow(/b: .*\(30\); keep them below 20/);
});

test('a file may ask for no more than its length allows, and than is left', () => {
  expect(() => new Budget().forFile(10).take('vertices', 5e6 + 11, 'x')).toThrow(/in a file of 10 bytes/);
  const budget = new Budget();
  budget.take('vertices', LIMITS.vertices - 5, 'x');
  expect(() => budget.forFile(10).take('vertices', 6, 'x')).toThrow(/keep them below 5/);
});
