import { describe, expect, test } from 'vitest';
import { isConvex } from '../../../../src/engines/ipc/surface/convex.ts';
import { makeMesh, type Mesh } from '../../../../src/geometry/index.ts';
import { box, cylinder, plane, sphere, torus } from '../../../../src/geometry/primitives/index.ts';
import { meshTopology } from '../../../../src/geometry/surface/index.ts';

const of = (mesh: Mesh): boolean => isConvex(mesh, meshTopology(mesh), 1);

describe('which shapes are convex', () => {
  test('what bends outward everywhere, and points and segments', () => {
    expect(of(box.make())).toBe(true);
    expect(of(sphere.make())).toBe(true);
    expect(of(cylinder.make())).toBe(true);
    expect(of(makeMesh([0, 0, 0], [], [], [0]))).toBe(true);
    expect(of(makeMesh([0, 0, 0, 1, 0, 0], [], [0, 1]))).toBe(true);
  });

  test('not what bends inward anywhere, is open, or has several pieces', () => {
    expect(of(torus.make())).toBe(false);
    expect(of(plane.make())).toBe(false);
    expect(of(makeMesh([0, 0, 0, 1, 0, 0, 1, 1, 0], [], [0, 1, 1, 2]))).toBe(false);
  });
});
