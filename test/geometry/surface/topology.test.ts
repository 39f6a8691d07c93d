import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeMesh } from '../../../src/geometry/mesh.ts';
import { box } from '../../../src/geometry/primitives/box.ts';
import { plane } from '../../../src/geometry/primitives/plane.ts';
import { torus } from '../../../src/geometry/primitives/torus.ts';
import { boundaryEdges, meshTopology } from '../../../src/geometry/surface/topology.ts';

test('closed surfaces have as many edges as Euler asks for, each with two faces', () => {
  for (const [mesh, characteristic] of [
    [box.make(), 2],
    [torus.make({ segments: 7, tubeSegments: 5 }), 0],
  ] as const) {
    const t = meshTopology(mesh);
    const edges = t.edges.length / 2;
    expect(mesh.positions.length / 3 - edges + mesh.faces.length / 3).toBe(characteristic);
    for (let e = 0; e < edges; e++) expect(t.facesOfEdge.starts[e + 1] - t.facesOfEdge.starts[e]).toBe(2);
    expect(boundaryEdges(t)).toHaveLength(0);
  }
});

test('a sheet has a rim, wires come after the edges of faces', () => {
  const sheet = plane.make();
  expect(boundaryEdges(meshTopology(sheet))).toHaveLength(4);
  const mixed = makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 2, 2, 3, 3, 3, 4, 4, 4], [0, 1, 2], [2, 3], [4]);
  const t = meshTopology(mixed);
  expect(t.faceEdgeCount).toBe(3);
  expect([...t.edges]).toEqual([0, 1, 1, 2, 0, 2, 2, 3]);
});

test('edges agree with a plain set, and every list points back', () => {
  const index = fc.integer({ min: 0, max: 12 });
  const face = fc.uniqueArray(index, { minLength: 3, maxLength: 3 });
  const wire = fc.uniqueArray(index, { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(fc.array(face, { maxLength: 30 }), fc.array(wire, { maxLength: 10 }), (faces, wires) => {
      const mesh = makeMesh(new Float64Array(39), faces.flat(), wires.flat());
      const t = meshTopology(mesh);
      const name = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;
      const expected = new Set<string>();
      for (const [a, b, c] of faces) expected.add(name(a, b)).add(name(b, c)).add(name(c, a));
      expect(t.faceEdgeCount).toBe(expected.size);
      for (const [a, b] of wires) expected.add(name(a, b));
      const edges = Array.from({ length: t.edges.length / 2 }, (_, e) =>
        name(t.edges[2 * e], t.edges[2 * e + 1]),
      );
      expect(new Set(edges)).toEqual(expected);
      expect(edges).toHaveLength(expected.size);
      faces.forEach((corners, f) => {
        for (let k = 0; k < 3; k++) {
          const e = t.faceEdges[3 * f + k];
          expect(edges[e]).toBe(name(corners[k], corners[(k + 1) % 3]));
          expect(t.facesOfEdge.items.slice(t.facesOfEdge.starts[e], t.facesOfEdge.starts[e + 1])).toContain(
            f,
          );
          const v = corners[k];
          expect(
            t.facesOfVertex.items.slice(t.facesOfVertex.starts[v], t.facesOfVertex.starts[v + 1]),
          ).toContain(f);
          expect(
            t.edgesOfVertex.items.slice(t.edgesOfVertex.starts[v], t.edgesOfVertex.starts[v + 1]),
          ).toContain(e);
        }
      });
    }),
  );
});
