// Lists of simplices that are near each other: nothing nearer than they promise is missing, however long they get.

import { describe, expect, test } from 'vitest';
import type { Mesh } from '../../../src/geometry/index.ts';
import { Encounter } from '../../../src/verify/crossing/encounter.ts';
import { CLEAR_AND_FAR, Neighbours, UNKNOWN } from '../../../src/verify/crossing/neighbours.ts';
import { beginStretch, createWorld, finishStretch, type World } from '../../../src/verify/world.ts';
import { pose, sceneOf, sheetMesh } from '../motions.ts';

/** The smaller sheet over the larger one; the world has them where the poses say. */
function worldOf(meshes: readonly Mesh[], poses: readonly number[][]): World {
  const world = createWorld(sceneOf(meshes.map((mesh) => ({ mesh }))));
  world.poses0.set(poses.flat());
  world.poses1.set(poses.flat());
  finishStretch(world);
  return world;
}

function moveTo(world: World, poses: readonly number[][]): void {
  beginStretch(world);
  world.poses1.set(poses.flat());
  finishStretch(world);
}

/** Where a vertex of an item is at the end of the stretch. */
function placed(world: World, item: number, vertex: number): number[] {
  const { positions } = world.forms[item].mesh;
  const r = world.rotations1.subarray(9 * item, 9 * item + 9);
  const x = positions.subarray(3 * vertex, 3 * vertex + 3);
  return [0, 1, 2].map(
    (k) => world.poses1[7 * item + k] + r[3 * k] * x[0] + r[3 * k + 1] * x[1] + r[3 * k + 2] * x[2],
  );
}

/** The smallest distance of vertices of every pair of simplices of both: no less than that of the simplices. */
function vertexGaps(world: World, mover: number, base: number): Map<string, number> {
  const places = [mover, base].map((item) =>
    Array.from({ length: world.forms[item].mesh.positions.length / 3 }, (_, v) => placed(world, item, v)),
  );
  const found = new Map<string, number>();
  const [m, b] = [mover, base].map((item) => world.forms[item].simplices);
  for (let p = 0; p < m.count; p++)
    for (let q = 0; q < b.count; q++) {
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) {
          const [x, y] = [places[0][m.vertices[3 * p + i]], places[1][b.vertices[3 * q + j]]];
          least = Math.min(least, Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]));
        }
      found.set(`${p} ${q}`, least);
    }
  return found;
}

function listed(neighbours: Neighbours): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let i = 0; i < neighbours.length; i++) {
    const key = `${neighbours.pairs[2 * i]} ${neighbours.pairs[2 * i + 1]}`;
    expect(pairs.has(key)).toBe(false);
    pairs.set(key, i);
  }
  return pairs;
}

const small = sheetMesh(5, 1);
const large = sheetMesh(6, 1.2);

describe('neighbours', () => {
  test('are the smaller body’s and the larger one’s, whichever comes first', () => {
    const there = [pose(0, 0, 0), pose(0, 0, 0.1)];
    const one = new Neighbours(worldOf([large, small], there), 0, 1);
    expect([one.mover, one.base]).toEqual([1, 0]);
    const other = new Neighbours(worldOf([small, large], there), 0, 1);
    expect([other.mover, other.base]).toEqual([0, 1]);
  });

  test.each([
    [0.05, 0.02],
    [0.05, 0.06],
    [0.01, 0.2],
    [0.2, 0.5],
  ])('at rest, %d m above and wished for within %d m, lack nothing that is so near', (height, wished) => {
    for (const turn of [0, 0.3]) {
      const world = worldOf([large, small], [pose(1, 2, 3), pose(1.05, 2.02, 3 + height, 0, 0, turn)]);
      const neighbours = new Neighbours(world, 0, 1);
      neighbours.follow(world, wished);
      expect(neighbours.restAtEnd).toBe(wished);
      expect(neighbours.slide).toBe(0);
      expect(neighbours.turn).toBe(0);
      const pairs = listed(neighbours);
      for (const [key, gap] of vertexGaps(world, 1, 0)) {
        const i = pairs.get(key);
        if (i === undefined) expect(gap).toBeGreaterThan(wished);
        else {
          expect(neighbours.gaps[i]).toBeLessThanOrEqual(gap + 1e-12);
          expect(neighbours.reaches[i]).toBeGreaterThan(0);
        }
      }
      // flat sheets, one over the other: nothing is nearer than they are
      for (let i = 0; i < neighbours.length; i++)
        expect(neighbours.gaps[i]).toBeGreaterThanOrEqual(height - 1e-9);
      if (wished < height) expect(neighbours.length).toBeLessThan(2500);
      else expect(neighbours.length).toBeGreaterThan(100);
    }
  });

  test('are as many as there are, where all are near', () => {
    const world = worldOf([large, small], [pose(0, 0, 0), pose(0, 0, 0.1)]);
    const neighbours = new Neighbours(world, 0, 1);
    neighbours.follow(world, 5);
    expect(neighbours.length).toBe(50 * 72);
    const pairs = listed(neighbours);
    expect(pairs.size).toBe(50 * 72);
    // each has a place of its own in every list
    for (const list of [neighbours.gaps, neighbours.reaches])
      expect(list.length).toBeGreaterThanOrEqual(3600);
    expect([...neighbours.reaches.subarray(0, 3600)].every((reach) => reach > 0 && reach < 2)).toBe(true);
  });

  test('on the way lack nothing that comes near, and prove what stays clear', () => {
    const at = (x: number, z: number, turn: number) => [pose(0, 0, 0), pose(x, 0.02, z, 0, 0.2 * turn, turn)];
    const world = worldOf([large, small], at(0, 0.2, 0));
    const neighbours = new Neighbours(world, 0, 1);
    const encounter = new Encounter(world);
    for (let step = 0; step < 12; step++) {
      moveTo(world, at(0.01 * step, 0.2 - 0.005 * step, 0.02 * step));
      neighbours.follow(world, 0.1);
      const pairs = listed(neighbours);
      const gaps = vertexGaps(world, 1, 0);
      for (const [key, gap] of gaps) if (!pairs.has(key)) expect(gap).toBeGreaterThan(neighbours.restAtEnd);
      for (const [key, i] of pairs) {
        // what is far by a proof is far
        const proof = neighbours.prove(encounter, i, 1e-12, 0.15);
        if (proof === CLEAR_AND_FAR) expect(gaps.get(key)).toBeGreaterThanOrEqual(0.15 - 1e-9);
        // and sheets that are a tenth of a metre apart are clear of each other
        expect(proof).not.toBe(UNKNOWN);
        neighbours.suggest(encounter, i);
        // from the second to the first of the two, seen in the world: downwards
        expect(encounter.parting.direction[2]).toBeLessThan(0);
      }
    }
  });

  test('of sheets through each other are proved by nothing', () => {
    const world = worldOf([large, small], [pose(0, 0, 0), pose(0, 0, 0, Math.PI / 2, 0, 0)]);
    const neighbours = new Neighbours(world, 0, 1);
    const encounter = new Encounter(world);
    neighbours.follow(world, 0.01);
    const proofs = Array.from({ length: neighbours.length }, (_, i) =>
      neighbours.prove(encounter, i, 1e-12, 0.01),
    );
    expect(proofs).toContain(UNKNOWN);
  });
});
