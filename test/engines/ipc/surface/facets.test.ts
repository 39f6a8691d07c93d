// Vertices and edges that are the shape's, and those that only its triangles have.

import { describe, expect, test } from 'vitest';
import { findFacets } from '../../../../src/engines/ipc/surface/facets.ts';
import { makeMesh, type Mesh } from '../../../../src/geometry/index.ts';
import { meshTopology } from '../../../../src/geometry/surface/index.ts';
import { Random } from '../../../../src/num/index.ts';
import { resolveScene, type ShapeFile } from '../../../../src/scene/index.ts';
import { refined } from './refined.ts';

function meshOf(shape: ShapeFile): Mesh {
  return resolveScene({ name: 'it', bodies: [{ shape, density: 1000 }] }).scene.meshes[0];
}

/** How many vertices push, and how many straight edges. */
function countOf(mesh: Mesh): [vertices: number, edges: number] {
  const { isInside, lineOfEdge } = findFacets(mesh, meshTopology(mesh), 1);
  return [isInside.filter((x) => x === 0).length, new Set(lineOfEdge.filter((line) => line >= 0)).size];
}

const lOutline: [number, number][] = [
  [0, 0],
  [0.6, 0],
  [0.6, 0.2],
  [0.2, 0.2],
  [0.2, 0.6],
  [0, 0.6],
];

describe('however a surface is cut', () => {
  test.each<[string, ShapeFile, [number, number]]>([
    ['box', { kind: 'box', size: [0.7, 0.5, 0.4] }, [8, 12]],
    ['L', { kind: 'extrude', outline: lOutline, length: 0.3 }, [12, 18]],
    ['plane', { kind: 'plane', width: 0.8, depth: 0.6 }, [4, 4]],
    ['tetrahedron', { kind: 'tetrahedron' }, [4, 6]],
  ])('a %s has its own vertices and edges', (_, shape, expected) => {
    const random = new Random(21, 3);
    const mesh = meshOf(shape);
    expect(countOf(mesh)).toEqual(expected);
    for (let i = 0; i < 20; i++) expect(countOf(refined(mesh, random, 100))).toEqual(expected);
  });
});

test('a finely cut cylinder does not roll up into one facet', () => {
  expect(countOf(meshOf({ kind: 'cylinder', radius: 0.5, length: 1, segments: 1000 }))).toEqual([2000, 3000]);
});

test('a sheet that is folded back onto itself has its fold', () => {
  const folded = makeMesh([0, 0, 0, 0, 0, 1, 1, 0, 0.5, 0.9, 0, 0.4], [0, 1, 2, 1, 0, 3]);
  expect(countOf(folded)).toEqual([4, 5]);
});

test('neighbours that are told the other way round are one facet all the same', () => {
  const mixed = makeMesh([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1], [0, 1, 2, 0, 3, 2]);
  expect(countOf(mixed)).toEqual([4, 4]);
});

test('a wire that goes straight on pushes as one, and one that bends as two', () => {
  expect(countOf(makeMesh([0, 0, 0, 0.4, 0, 0, 1, 0, 0], [], [0, 1, 1, 2]))).toEqual([2, 1]);
  expect(countOf(makeMesh([0, 0, 0, 0.4, 0, 0, 1, 0.1, 0], [], [0, 1, 1, 2]))).toEqual([3, 2]);
});
