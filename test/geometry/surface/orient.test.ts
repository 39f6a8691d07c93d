import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closednessOf } from '../../../src/geometry/surface/closedness.ts';
import { splitPieces } from '../../../src/geometry/surface/components.ts';
import { signedVolume } from '../../../src/geometry/mass.ts';
import { makeMesh } from '../../../src/geometry/mesh.ts';
import { box } from '../../../src/geometry/primitives/box.ts';
import { plane } from '../../../src/geometry/primitives/plane.ts';
import { torus } from '../../../src/geometry/primitives/torus.ts';
import { orientMesh } from '../../../src/geometry/surface/orient.ts';
import { joinMeshes, reversedFaces, translateMesh } from '../../../src/geometry/transform.ts';

const ring = torus.make({ segments: 9, tubeSegments: 6 });

test('faces turned at random are turned back', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: ring.faces.length / 3, maxLength: ring.faces.length / 3 }),
      (flips) => {
        const faces = Uint32Array.from(ring.faces);
        flips.forEach((flip, f) => {
          if (flip) [faces[3 * f], faces[3 * f + 1]] = [faces[3 * f + 1], faces[3 * f]];
        });
        const { mesh, turned, consistent } = orientMesh({ ...ring, faces });
        expect(consistent).toBe(true);
        expect(turned).toBe(flips.filter(Boolean).length);
        expect(closednessOf(mesh).closed).toBe(true);
        expect(signedVolume(mesh)).toBeCloseTo(signedVolume(ring), 12);
      },
    ),
  );
});

test('a sound mesh comes back as it is', () => {
  expect(orientMesh(ring).mesh).toBe(ring);
});

test('each of several solids is turned outward, a cavity stays one', () => {
  const solid = box.make({ size: [4, 4, 4] });
  const inside = box.make();
  const cavity = { ...inside, faces: reversedFaces(inside.faces) };
  const hollow = joinMeshes([solid, cavity]);
  expect(orientMesh(hollow).turned).toBe(0);
  expect(signedVolume(orientMesh(hollow).mesh)).toBeCloseTo(63, 10);
  const beside = joinMeshes([solid, translateMesh(cavity, [10, 0, 0])]);
  expect(orientMesh(beside).turned).toBe(12);
  expect(signedVolume(orientMesh(beside).mesh)).toBeCloseTo(65, 10);
});

test('an open sheet keeps the side of most of its faces', () => {
  const sheet = plane.make();
  const { mesh, turned } = orientMesh({ ...sheet, faces: Uint32Array.of(0, 1, 2, 0, 3, 2) });
  expect(turned).toBe(1);
  expect(closednessOf(mesh)).toMatchObject({ closed: false, flippedEdges: 0, rimEdges: 4 });
});

test('a Möbius strip cannot be oriented', () => {
  const positions: number[] = [];
  const faces: number[] = [];
  const n = 10;
  for (let i = 0; i < n; i++) {
    const u = (2 * Math.PI * i) / n;
    for (const v of [-0.3, 0.3]) {
      const r = 1 + v * Math.cos(u / 2);
      positions.push(r * Math.cos(u), r * Math.sin(u), v * Math.sin(u / 2));
    }
    const [a, b] = [2 * i, 2 * i + 1];
    const [c, d] = i + 1 < n ? [2 * i + 2, 2 * i + 3] : [1, 0];
    faces.push(a, b, c, b, d, c);
  }
  const strip = makeMesh(positions, faces);
  expect(orientMesh(strip).consistent).toBe(false);
  expect(closednessOf(strip).closed).toBe(false);
});

test('the report counts what is wrong', () => {
  const cube = box.make();
  expect(closednessOf({ ...cube, faces: cube.faces.slice(3) })).toMatchObject({ rimEdges: 3, closed: false });
  const doubled = joinMeshes([cube]);
  const fin = { ...doubled, faces: Uint32Array.of(...cube.faces, 0, 1, 6) };
  expect(closednessOf(fin)).toMatchObject({ nonManifoldEdges: 2, closed: false });
  expect(closednessOf(makeMesh([]))).toMatchObject({ closed: false, shells: 0 });
});

test('pieces are split and keep their own vertices', () => {
  const wire = makeMesh([9, 9, 9, 8, 8, 8], [], [0, 1]);
  const point = makeMesh([7, 7, 7], [], [], [0]);
  const pieces = splitPieces(joinMeshes([box.make(), wire, translateMesh(ring, [5, 0, 0]), point]));
  expect(pieces).toHaveLength(4);
  expect(pieces[0]).toEqual(box.make());
  expect(pieces[1]).toEqual(wire);
  expect(pieces[3]).toEqual(point);
});
