import { describe, expect, test } from 'vitest';
import { readPly } from '../../../src/geometry/files/ply.ts';
import { makeMesh } from '../../../src/geometry/mesh.ts';
import { sphere } from '../../../src/geometry/primitives/sphere.ts';
import { writePly } from './write-ply.ts';

const text = (lines: string) => new TextEncoder().encode(lines);

const ASCII = `ply
format ascii 1.0
comment made by hand
element vertex 5
property float x
property uchar red
property float y
property float z
element face 1
property list uchar int vertex_indices
property float quality
element edge 2
property int vertex1
property int vertex2
property uchar red
end_header
0 255 0 0
1 255 0 0
1 255 1 0
0 255 1 0
5 255 5 5
4 0 1 2 3 0.5
0 4 7
0 1 7
`;

test('ASCII: polygons, edges and properties we do not know', () => {
  const { mesh } = readPly(text(ASCII)).meshes[0];
  expect(mesh.faces).toHaveLength(6);
  expect([...mesh.wires]).toEqual([0, 4]); // the other edge bounds the face
  expect([...mesh.positions.slice(12)]).toEqual([5, 5, 5]);
});

test('Windows line ends and vertices after faces', () => {
  const file =
    'ply\r\nformat ascii 1.0\r\nelement face 1\r\nproperty list uchar int vertex_index\r\nelement vertex 3\r\nproperty float x\r\nproperty float y\r\nproperty float z\r\nend_header\r\n3 0 1 2\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n';
  expect([...readPly(text(file)).meshes[0].mesh.faces]).toEqual([0, 1, 2]);
});

test('triangle strips turn every other time and start anew at -1', () => {
  const file =
    'ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n2 2 2\n8 0 1 2 3 -1 2 3 4';
  expect([...readPly(text(file)).meshes[0].mesh.faces]).toEqual([0, 1, 2, 2, 1, 3, 2, 3, 4]);
});

test('big endian', () => {
  const head = text(
    'ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty double x\nproperty short y\nproperty float z\nelement face 1\nproperty list ushort uint vertex_indices\nend_header\n',
  );
  const bytes = new Uint8Array(head.length + 3 * 14 + 14);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  let at = head.length;
  for (const [x, y, z] of [
    [0.1, -2, 0.5],
    [1, 0, 0],
    [0, 1, 0],
  ]) {
    view.setFloat64(at, x);
    view.setInt16(at + 8, y);
    view.setFloat32(at + 10, z);
    at += 14;
  }
  view.setUint16(at, 3);
  [2, 1, 0].forEach((v, i) => {
    view.setUint32(at + 2 + 4 * i, v);
  });
  const { mesh } = readPly(bytes).meshes[0];
  expect([...mesh.faces]).toEqual([2, 1, 0]);
  expect([...mesh.positions.slice(0, 3)]).toEqual([0.1, -2, 0.5]);
});

test('what is written reads back to the same bits, mixtures and clouds too', () => {
  const mixed = makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, Math.PI, 0, 1, 1 / 3, 2, 2], [0, 1, 2], [2, 3], [4]);
  const cloud = makeMesh([0, 0, 0, 1, 2, 3], [], [], [0, 1]);
  for (const mesh of [mixed, cloud, sphere.make({ subdivisions: 1 })]) {
    const bytes = writePly([{ name: '', mesh }]);
    expect(readPly(bytes).meshes).toEqual([{ name: '', mesh }]);
    expect(writePly(readPly(bytes).meshes)).toEqual(bytes);
  }
});

describe('refused', () => {
  const header = (rest: string) => text(`ply\nformat ascii 1.0\n${rest}end_header\n`);
  test.each([
    [
      'a count without data',
      header('element vertex 40000000\nproperty float x\nproperty float y\nproperty float z\n'),
    ],
    ['a count above the limit', header('element vertex 4000000000\nproperty float x\n')],
    ['a row without properties', header('element vertex 1000000\n')],
    ['a type nobody knows', header('element vertex 1\nproperty quad x\n')],
    [
      'vertices without z',
      text('ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n0 0\n'),
    ],
    ['an index out of range', text(ASCII.replace('4 0 1 2 3', '4 0 1 2 9'))],
    ['a negative index', text(ASCII.replace('4 0 1 2 3', '4 0 1 2 -3'))],
    ['an infinite coordinate', text(ASCII.replace('5 255 5 5', '5 255 Infinity 5'))],
    ['an unknown format', text(ASCII.replace('ascii', 'morse'))],
    ['a list longer than the file', text(ASCII.replace('4 0 1 2 3', '4000000 0 1 2 3'))],
    ['no header', text('plysomething')],
  ])('%s', (_, bytes) => {
    expect(() => readPly(bytes)).toThrow(expect.objectContaining({ name: 'MeshError' }));
  });
});
