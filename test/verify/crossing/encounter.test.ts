// Where two simplices are on the way, and the boxes around everything that moves, against the motion itself.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Encounter } from '../../../src/verify/crossing/encounter.ts';
import { Polylines } from '../../../src/verify/polylines.ts';
import {
  beginStretch,
  blendPoses,
  createWorld,
  finishStretch,
  placeItem,
  placeWhole,
  treeBoxesOf,
  type World,
} from '../../../src/verify/world.ts';
import { boxMesh, pose, sceneOf, sheetMesh } from '../motions.ts';

const unit = fc.integer({ min: -1000, max: 1000 }).map((k) => k / 1000);
const numbers = (n: number) => fc.array(unit, { minLength: n, maxLength: n });
const sheet = sheetMesh(1, 1);
const scene = sceneOf(
  [boxMesh(1, 1, 1), boxMesh(1, 2, 3), boxMesh(0.5, 0.5, 0.5)].map((mesh) => ({ mesh })),
  [{ mesh: sheet }],
);
const SAMPLES = [0, 0.1, 0.35, 0.5, 0.8, 1];

/** Two bodies that move and turn, one that rests, and a sheet whose second vertex turns on the way. */
function moving(from: number[], by: number[], cloth: number[], stray: number): World {
  const world = createWorld(scene);
  const place = (v: number[], w: number[]) =>
    [0, 1].flatMap((b) =>
      pose(
        ...(v.slice(6 * b, 6 * b + 3).map((x, k) => x + w[6 * b + k]) as [number, number, number]),
        ...(v.slice(6 * b + 3, 6 * b + 6).map((x, k) => x + w[6 * b + 3 + k]) as [number, number, number]),
      ),
    );
  const rest = pose(3, 0, 0, 0.1, 0.2, 0.3);
  const none = new Array<number>(12).fill(0);
  world.poses1.set([...place(from, none), ...rest]);
  world.poses0.set(world.poses1);
  const first = 3 * world.firstVertex[3];
  world.x1.set(sheet.positions, first);
  world.x0.set(sheet.positions, first);
  finishStretch(world);
  beginStretch(world);
  world.poses1.set([...place(from, by), ...rest]);
  const to = sheet.positions.map((x, i) => x + cloth[i]);
  world.x1.set(to, first);
  [world.time0, world.time1] = [2, 3];
  world.stray = stray;
  const turns = {
    vertices: Uint32Array.of(1),
    times: Float64Array.of(2.4),
    positions: Float64Array.from(cloth.slice(0, 3)),
  };
  world.polylines = new Polylines(2, sheet.positions, 3, to, turns);
  finishStretch(world);
  return world;
}

/** Where the vertices of an item are on the way, by the poses alone. */
function plainly(world: World, item: number, s: number): Float64Array {
  const x = new Float64Array(world.x0.length);
  placeItem(world, item, s, x);
  return x;
}

test('simplices are on the way where their items are, reckoned from the first of their vertices', () => {
  fc.assert(
    fc.property(
      numbers(12),
      numbers(12),
      numbers(12),
      fc.constantFrom([0, 1], [1, 2], [0, 3], [2, 3]),
      (from, by, cloth, [a, b]) => {
        const world = moving(from, by, cloth, 0);
        const e = new Encounter(world);
        e.chooseSimplices(a, 1, b, 0);
        expect([e.itemA, e.itemB, e.countA, e.countB, e.count]).toEqual([a, b, 3, 3, 6]);
        const chosen = [
          ...[0, 1, 2].map((k) => world.firstVertex[a] + world.forms[a].simplices.vertices[3 + k]),
          ...[0, 1, 2].map((k) => world.firstVertex[b] + world.forms[b].simplices.vertices[k]),
        ];
        const origin = [0, 1, 2].map((k) => world.x0[3 * chosen[0] + k]);
        const expectAt = (s: number, found: Float64Array) => {
          const [xa, xb] = [plainly(world, a, s), plainly(world, b, s)];
          chosen.forEach((v, i) => {
            for (let k = 0; k < 3; k++)
              expect(found[3 * i + k]).toBeCloseTo((i < 3 ? xa : xb)[3 * v + k] - origin[k], 10);
          });
        };
        for (const s of SAMPLES) {
          e.placeAt(s, e.middle);
          expectAt(s, e.middle);
        }
        e.placeInterval(0.25, 0.75);
        expectAt(0.25, e.start);
        expectAt(0.75, e.end);
        e.loadEnds();
        expectAt(0, e.start);
        expectAt(1, e.end);
        expect([...e.start.subarray(0, 3)]).toEqual([0, 0, 0]);
        const end = new Float64Array(18);
        e.loadWorldEnd(end);
        chosen.forEach((v, i) => {
          for (let k = 0; k < 3; k++) expect(end[3 * i + k]).toBe(world.x1[3 * v + k]);
        });
        expect(e.rounding).toBeGreaterThan(0);
        expect(e.rounding).toBeLessThan(1e-13);
      },
    ),
    { numRuns: 60 },
  );
});

test('nothing gets farther off its chord along a direction than the two of a pair are allowed', () => {
  fc.assert(
    fc.property(numbers(12), numbers(12), numbers(3), (from, by, n) => {
      fc.pre(Math.hypot(...n) > 0.1);
      const [x, y, z] = n.map((v) => v / Math.hypot(...n));
      const world = moving(from, by, new Array(12).fill(0), 0);
      const e = new Encounter(world);
      for (const [a, b] of [
        [0, 1],
        [1, 2],
      ]) {
        e.chooseSimplices(a, 3, b, 5);
        const allowed = e.bendAlong(x, y, z);
        expect(e.bendBetween(Float64Array.of(x, y, z), Float64Array.of(x, y, z))).toBeCloseTo(allowed, 12);
        e.loadEnds();
        const along = (p: Float64Array, i: number) => x * p[3 * i] + y * p[3 * i + 1] + z * p[3 * i + 2];
        for (const s of SAMPLES) {
          e.placeAt(s, e.middle);
          const off = Array.from({ length: 6 }, (_, i) =>
            Math.abs(along(e.middle, i) - (1 - s) * along(e.start, i) - s * along(e.end, i)),
          );
          expect(Math.max(...off.slice(0, 3)) + Math.max(...off.slice(3))).toBeLessThanOrEqual(
            allowed + 1e-12,
          );
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('boxes hold everything all along, those of trees too, and what rests has not moved', () => {
  fc.assert(
    fc.property(numbers(12), numbers(12), numbers(12), fc.constantFrom(0, 0.1), (from, by, cloth, stray) => {
      const world = moving(from, by, cloth, stray);
      expect(world.moved[2]).toBe(0);
      for (let item = 0; item < 4; item++) {
        placeWhole(world, item);
        const trees = treeBoxesOf(world, item);
        for (const s of SAMPLES) {
          const x = plainly(world, item, s);
          for (let v = world.firstVertex[item]; v < world.firstVertex[item + 1]; v++)
            for (let k = 0; k < 3; k++) {
              const room = item === 3 ? stray : 0;
              for (const [boxes, at] of [
                [world.boxes, 6 * item],
                [trees, 0],
              ] as const) {
                expect(x[3 * v + k] - room).toBeGreaterThanOrEqual(boxes[at + k] - 1e-12);
                expect(x[3 * v + k] + room).toBeLessThanOrEqual(boxes[at + 3 + k] + 1e-12);
              }
            }
        }
      }
      // a sheet travels by what its fastest vertex does, there and off its line
      const first = world.firstVertex[3];
      const far = Array.from({ length: 4 }, (_, v) => {
        const d = [0, 1, 2].map((k) => world.x1[3 * (first + v) + k] - world.x0[3 * (first + v) + k]);
        return Math.hypot(...d) + 2 * world.deviations[first + v];
      });
      expect(world.travels[3]).toBeCloseTo(Math.max(...far), 12);
    }),
    { numRuns: 40 },
  );
});

test('poses on the way move straight and turn evenly, each body by itself', () => {
  const from = Float64Array.from([...pose(1, 2, 3), ...pose(0, 0, 0, 0, 0, 0.2)]);
  const to = Float64Array.from([...pose(3, 6, 11, 0.8, 0, 0), ...pose(1, 1, 1, 0, 0, 1.2)]);
  const out = new Float64Array(14);
  blendPoses(from, to, 0.25, out);
  const wanted = [...pose(1.5, 3, 5, 0.2, 0, 0), ...pose(0.25, 0.25, 0.25, 0, 0, 0.45)];
  expect([...out]).toEqual(wanted.map((value) => expect.closeTo(value, 12)));
});
