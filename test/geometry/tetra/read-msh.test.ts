import { describe, expect, test } from 'vitest';
import { MeshError } from '../../../src/geometry/mesh-error.ts';
import { ballTetrahedra } from '../../../src/geometry/tetra/ball.ts';
import { boxTetrahedra } from '../../../src/geometry/tetra/box.ts';
import { readMsh } from '../../../src/geometry/tetra/read-msh.ts';
import type { TetraMesh } from '../../../src/geometry/tetra/tetra-mesh.ts';
import { expectSound } from './sound.ts';

/** Gmsh's order of our ten nodes: 01 12 02 03 23 13. */
const GMSH = [0, 1, 2, 3, 4, 7, 5, 6, 9, 8];
const shape = boxTetrahedra([2, 1, 3], [2, 1, 2]);

function nodeLines({ positions: x }: TetraMesh, tagged: boolean): string[] {
  return Array.from({ length: x.length / 3 }, (_, i) =>
    [...(tagged ? [i + 5] : []), x[3 * i], x[3 * i + 1], x[3 * i + 2]].join(' '),
  );
}

function elementNodes({ elements }: TetraMesh, width: number): string[] {
  return Array.from({ length: elements.length / 10 }, (_, t) =>
    GMSH.slice(0, width)
      .map((k) => elements[10 * t + k] + 5)
      .join(' '),
  );
}

function version2(mesh: TetraMesh, width: 4 | 10): string {
  const type = width === 4 ? 4 : 11;
  const rows = elementNodes(mesh, width).map((nodes, t) => `${t + 2} ${type} 2 0 1 ${nodes}`);
  return [
    '$MeshFormat',
    '2.2 0 8',
    '$EndMeshFormat',
    '$Nodes',
    mesh.positions.length / 3,
    ...nodeLines(mesh, true),
    '$EndNodes',
    // a triangle of the boundary is passed over
    '$Elements',
    rows.length + 1,
    '1 2 2 0 1 5 6 7',
    ...rows,
    '$EndElements',
    '',
  ].join('\n');
}

function version4(mesh: TetraMesh, width: 4 | 10): string {
  const count = mesh.positions.length / 3;
  const rows = elementNodes(mesh, width).map((nodes, t) => `${t + 1} ${nodes}`);
  return [
    '$MeshFormat',
    '4.1 0 8',
    '$EndMeshFormat',
    '$Nodes',
    `2 ${count} 5 ${count + 4}`,
    '2 1 1 1',
    '5',
    `${nodeLines(mesh, false)[0]} 0.5 0.25`,
    `3 1 0 ${count - 1}`,
    ...Array.from({ length: count - 1 }, (_, i) => i + 6),
    ...nodeLines(mesh, false).slice(1),
    '$EndNodes',
    '$Elements',
    `1 ${rows.length} 1 ${rows.length}`,
    `3 1 ${width === 4 ? 4 : 11} ${rows.length}`,
    ...rows,
    '$EndElements',
    '',
  ].join('\n');
}

describe.each([
  ['2.2', version2],
  ['4.1', version4],
])('version %s', (_, write) => {
  test.each([4, 10] as const)('%i nodes', (width) => {
    const mesh = readMsh(write(shape, width));
    expect(mesh.elements.length).toBe(shape.elements.length);
    expect(mesh.surface.length).toBe(shape.surface.length);
    expect(expectSound(mesh)).toBeCloseTo(6, 12);
  });

  test('curved elements stay curved, and units are scaled', () => {
    const ball = ballTetrahedra(10, 2);
    const mesh = readMsh(new TextEncoder().encode(write(ball, 10)), 1e-3);
    expect(expectSound(mesh) * 1e9).toBeCloseTo(expectSound(ball), 6);
  });
});

test('inverted elements are turned over', () => {
  const elements = shape.elements.slice();
  for (let t = 0; t < elements.length; t += 20)
    for (const [p, q] of [
      [0, 1],
      [5, 7],
      [6, 8],
    ])
      [elements[t + p], elements[t + q]] = [elements[t + q], elements[t + p]];
  expect(expectSound(readMsh(version2({ ...shape, elements }, 10)))).toBeCloseTo(6, 12);
});

test.each([
  ['binary', version2(shape, 4).replace('2.2 0 8', '2.2 1 8'), /binary.*save it as text/],
  ['another version', version2(shape, 4).replace('2.2 0 8', '4 0 8'), /version/],
  ['not a mesh', 'hello', /missing/],
  [
    'no tetrahedra',
    '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n0\n$EndNodes\n$Elements\n0\n$EndElements',
    /no tetrahedra/,
  ],
  ['a node that is not there', version2(shape, 4).replace('2 4 2 0 1 ', '2 4 2 0 1 9999 '), /no such node/],
  ['a count that is too large', version2(shape, 4).replace(/\$Nodes\n\d+/, '$Nodes\n1e12'), /count/],
  ['cut off', version2(shape, 4).slice(0, 200), /missing/],
  [
    'an element of no volume',
    version2({ ...shape, positions: shape.positions.map((x, i) => (i % 3 === 2 ? 0 : x)) }, 4),
    /flat/,
  ],
])('refused: %s', (_, text, message) => {
  expect(() => readMsh(text)).toThrow(MeshError);
  expect(() => readMsh(text)).toThrow(message);
});
