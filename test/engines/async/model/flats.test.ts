// Which edges and vertices of a body lie inside its flat faces.

import { expect, test } from 'vitest';
import { flatsOf } from '../../../../src/engines/async/model/flats.ts';
import { makeMesh } from '../../../../src/geometry/index.ts';
import { meshTopology } from '../../../../src/geometry/surface/index.ts';

/** A square of four triangles about its middle, which stands `height` above it. */
function pyramid(height: number) {
  const mesh = makeMesh(
    [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, height],
    [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4],
  );
  return flatsOf(mesh, meshTopology(mesh));
}

test('a flat square has neither its middle nor what runs to it; a hill has all', () => {
  const flat = pyramid(0);
  expect([...flat.vertices]).toEqual([0, 0, 0, 0, 1]);
  expect(flat.edges.reduce((sum, e) => sum + e, 0)).toBe(4);
  // of each inner edge the face with the lower number says 1, the other 2
  expect([...flat.faces].sort()).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
  const hill = pyramid(1e-6);
  expect([...hill.vertices, ...hill.edges, ...hill.faces].every((value) => value === 0)).toBe(true);
});
