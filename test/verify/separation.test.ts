// A promised separation: judged at recorded instants and all along the ways between them.

import { describe, expect, test } from 'vitest';
import type { Guarantee } from '../../src/record/index.ts';
import { verify } from '../../src/verify/verify.ts';
import { blendPoses } from '../../src/verify/world.ts';
import { boxMesh, type Moment, mesh, pointMesh, pose, recordingOf, sceneOf, sheetMesh } from './motions.ts';

const LEAST = 0.01;
const APART: Guarantee = { kind: 'separation', least: LEAST };
const clean = { intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true };
const box = { mesh: boxMesh(1, 1, 1) };
const scene = sceneOf([{ ...box, motion: 'static' }, box]);

/** The second box passes over the first, d above it, both turned about z. */
const pass = (d: number, turn: number) => {
  const reach = turn === 0 ? 0.5 : Math.SQRT1_2;
  const y = 2 * reach + d;
  const still = pose(0, 0, 0, 0, 0, turn);
  return recordingOf(
    scene,
    [
      { poses: [still, pose(-5, y, 0.1, 0, 0, turn)] },
      { poses: [still, pose(7, y, 0.1, 0, 0, turn)] },
      { poses: [still, pose(8, y, 0.1, 0, 0, turn)] },
    ],
    APART,
  );
};

/** The smallest is told to a thousandth, and never below what is there. */
function expectTold(smallest: number, share: number): void {
  expect(smallest / LEAST).toBeGreaterThan(share - 1e-9);
  expect(smallest / LEAST).toBeLessThan(share / (1 - 1e-3));
}

describe('boxes that pass between two knots', () => {
  for (const turn of [0, Math.PI / 4]) {
    const how = turn === 0 ? 'face over face' : 'edge over edge';
    test(`${how}, at 1.01 of the promise`, async () => {
      const verdict = await verify(pass(1.01 * LEAST, turn));
      expect(verdict).toMatchObject(clean);
      expect(verdict.separation).toMatchObject({ a: 0, b: 1, nearer: 0 });
      expectTold(verdict.separation!.smallest, 1.01);
      expect(verdict.separation!.smallest).toBeLessThanOrEqual(verdict.smallestGap);
      expect(verdict.smallestGap).toBeGreaterThan(1);
    });

    test(`${how}, at 0.99 of it`, async () => {
      const verdict = await verify(pass(0.99 * LEAST, turn));
      expect(verdict).toMatchObject({ ...clean, kept: false });
      expect(verdict.separation).toMatchObject({ a: 0, b: 1, nearer: 1 });
      expectTold(verdict.separation!.smallest, 0.99);
      expect(verdict.faults).toHaveLength(1);
      expect(verdict.faults[0]).toMatchObject({ kind: 'near', frame: 1, a: 0, b: 1 });
      expect(verdict.faults[0].what).toMatch(
        /body 0 "b0" \(face \d+\) and body 1 "b1" \(face \d+\), 0.0099\d* m apart/,
      );
      // over the other from x = −1 to 1, or in one instant
      expect(verdict.faults[0].time).toBeGreaterThan(turn === 0 ? 4 / 12 : 4.95 / 12);
      expect(verdict.faults[0].time).toBeLessThan(turn === 0 ? 6 / 12 : 5.05 / 12);
    });
  }

  test('of which one turns: the way of its tip, not its chord', async () => {
    const bar = { mesh: boxMesh(2, 0.01, 0.01) };
    const swing = (d: number) =>
      verify(
        recordingOf(
          sceneOf([bar, { mesh: boxMesh(1, 10, 10), motion: 'static' }]),
          [
            { poses: [pose(0, 0, 0, 0, 0, -1.2), pose(0.5 + Math.hypot(1, 0.005) + d, 0, 0)] },
            { poses: [pose(0, 0, 0, 0, 0, 1.2), pose(0.5 + Math.hypot(1, 0.005) + d, 0, 0)] },
          ],
          APART,
        ),
      );
    expect(await swing(1.01 * LEAST)).toMatchObject(clean);
    const near = await swing(0.99 * LEAST);
    expect(near).toMatchObject({ ...clean, kept: false });
    expectTold(near.separation!.smallest, 0.99);
    // the corner of the bar is farthest out a little before and behind the middle
    expect(near.separation!.time).toBeCloseTo(0.5, 2);
  });
});

test('how near things are is judged at the first instant, and counted on every way', async () => {
  const rest = (d: number) => {
    const poses = [pose(0, 0, 0), pose(0, 1 + d, 0)];
    return verify(recordingOf(scene, [{ poses }, { poses }, { poses }], APART));
  };
  expect(await rest(1.01 * LEAST)).toMatchObject({ ...clean, separation: { nearer: 0 } });
  const near = await rest(0.99 * LEAST);
  expect(near).toMatchObject({ ...clean, kept: false, separation: { nearer: 3, time: 0 } });
  expect(near.faults.map(({ time }) => time)).toEqual([0, 1, 2]);
});

test('exactly the promise is not more than it: undecided', async () => {
  const poses = [pose(0, 0, 0), pose(0, 1.25, 0)];
  const quarter = { kind: 'separation', least: 0.25 } as const;
  const verdict = await verify(recordingOf(scene, [{ poses }], quarter));
  expect(verdict).toMatchObject({ undecided: 1, kept: false, separation: { smallest: 0.25, nearer: 0 } });
});

test('touching and passing through are what they were, and the separation is nothing', async () => {
  const through = await verify(pass(-0.5, 0));
  expect(through).toMatchObject({ tunnelled: 1, kept: false, separation: { smallest: 0, nearer: 0 } });
  expect(through.separation!.time).toBeCloseTo(through.faults[0].time, 12);
  const into = await verify(recordingOf(scene, [{ poses: [pose(0, 0, 0), pose(0.5, 0.2, 0)] }], APART));
  expect(into).toMatchObject({ intersections: 1, kept: false, separation: { smallest: 0, nearer: 0 } });
});

test('without such a promise a verdict says nothing of it, and with no two bodies nothing is near', async () => {
  const poses = [pose(0, 0, 0), pose(0, 2, 0)];
  expect(await verify(recordingOf(scene, [{ poses }]))).not.toHaveProperty('separation');
  const alone = await verify(recordingOf(sceneOf([box]), [{ poses: [pose(0, 0, 0)] }], APART));
  expect(alone).toMatchObject({ ...clean, separation: { smallest: Number.POSITIVE_INFINITY, a: -1 } });
});

describe('sheets that stand at an angle, whose boxes overlap while they are far apart', () => {
  const sheets = sceneOf([{ mesh: sheetMesh(2, 2), motion: 'static' }, { mesh: sheetMesh(2, 2) }]);
  /** d apart along their normal. */
  const at = (d: number) => [
    pose(0, 0, 0, Math.PI / 4),
    pose(0, -d * Math.SQRT1_2, d * Math.SQRT1_2, Math.PI / 4),
  ];

  test('are looked at again when they have come nearer, step by step', async () => {
    const approach = (end: number) =>
      verify(
        recordingOf(
          sheets,
          [1, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05].map((s) => ({ poses: at(end + s) })).concat({ poses: at(end) }),
          APART,
        ),
      );
    expect(await approach(1.01 * LEAST)).toMatchObject(clean);
    expect(await approach(0.99 * LEAST)).toMatchObject({ kept: false, separation: { nearer: 1, time: 7 } });
  });

  test('are looked at again as soon as they may be too near, where others are the nearest until then', async () => {
    const four = sceneOf([...sheets.meshes, box.mesh, box.mesh].map((shape) => ({ mesh: shape })));
    const others = [pose(9, 0, 0), pose(9, 1 + 1.5 * LEAST, 0)];
    // first a small step, so that not much is foreseen, and then one that uses up most of it
    const approach = (end: number) =>
      verify(
        recordingOf(
          four,
          [2.15, 2.05, end].map((d) => ({ poses: [...at(d * LEAST), ...others] })),
          APART,
        ),
      );
    expect(await approach(1.01)).toMatchObject(clean);
    expect(await approach(0.8)).toMatchObject({
      kept: false,
      separation: { nearer: 1, a: 0, b: 1, time: 2 },
    });
  });

  test('are looked at again where one is put near the other', async () => {
    const jump = (d: number) =>
      verify(
        recordingOf(
          sheets,
          [
            { poses: at(0.5) },
            { poses: at(0.52) },
            {
              poses: at(d),
              knots: [
                { time: 1.5, poses: at(0.53) },
                { time: 1.5, poses: at(d) },
                { time: 2, poses: at(d) },
              ],
            },
          ],
          APART,
        ),
      );
    expect(await jump(1.01 * LEAST)).toMatchObject(clean);
    expect(await jump(0.99 * LEAST)).toMatchObject({ kept: false, separation: { nearer: 2, time: 1.5 } });
  });
});

test('a point that passes through a sheet in one instant was nowhere apart from it', async () => {
  const verdict = await verify(
    recordingOf(
      sceneOf([{ mesh: sheetMesh(2, 2), motion: 'static' }, { mesh: pointMesh() }]),
      [{ poses: [pose(0, 0, 0), pose(0.3, 0.1, -1)] }, { poses: [pose(0, 0, 0), pose(0.3, 0.1, 1.7)] }],
      APART,
    ),
  );
  expect(verdict).toMatchObject({ tunnelled: 1, kept: false, separation: { smallest: 0, nearer: 0 } });
});

test('bodies that are put elsewhere keep it where they are put, and absent ones need not', async () => {
  const at = (y: number) => [pose(0, 0, 0), pose(0, y, 0)];
  const jump = (y: number) =>
    verify(
      recordingOf(
        scene,
        [
          { poses: at(-3) },
          {
            poses: at(3),
            knots: [
              { time: 0.5, poses: at(-3) },
              { time: 0.5, poses: at(y) },
            ],
          },
        ],
        APART,
      ),
    );
  const clear = await jump(1 + 1.01 * LEAST);
  expect(clear).toMatchObject(clean);
  expectTold(clear.separation!.smallest, 1.01);
  // where it is put, and on its way from there
  expect(await jump(1 + 0.99 * LEAST)).toMatchObject({ ...clean, kept: false, separation: { nearer: 2 } });
  const away = [0, 1, 2].map((): Moment => ({ poses: at(1 + 0.5 * LEAST), absent: [1] }));
  expect(await verify(recordingOf(scene, away, APART))).toMatchObject(clean);
});

describe('deformables', () => {
  const sheet = sheetMesh(4, 1);
  const lifted = (y: number) => [...sheet.positions].map((x, i) => (i % 3 === 2 ? 0.5 + y : x));
  const over = sceneOf([{ ...box, motion: 'static' }], [{ mesh: sheet }]);

  test('keep it to bodies, less what they may stray', async () => {
    const hover = (d: number, stray: number) =>
      verify(
        recordingOf(
          over,
          [
            { poses: [pose(0, 0, 0)], vertices: lifted(0.2) },
            { poses: [pose(0, 0, 0)], vertices: lifted(d), stray },
            { poses: [pose(0, 0, 0)], vertices: lifted(0.2), stray },
          ],
          APART,
        ),
      );
    expect(await hover(1.01 * LEAST, 0)).toMatchObject(clean);
    expect(await hover(0.99 * LEAST, 0)).toMatchObject({ ...clean, kept: false, separation: { nearer: 2 } });
    expect(await hover(1.01 * LEAST, 0.005 * LEAST)).toMatchObject(clean);
    expect(await hover(1.01 * LEAST, 0.02 * LEAST)).toMatchObject({ undecided: 2, kept: false });
  });

  test('keep it to themselves where they share no vertex, also at a turn', async () => {
    // two triangles of one mesh, the second dips towards the first between frames
    const two = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1], [0, 1, 2, 3, 4, 5]);
    const dip = (d: number) => {
      const vertices = [...two.positions];
      const turns = [3, 4, 5].map((vertex) => ({
        vertex,
        time: 0.3,
        at: [vertices[3 * vertex], vertices[3 * vertex + 1], d] as [number, number, number],
      }));
      return verify(
        recordingOf(sceneOf([], [{ mesh: two }]), [{ vertices }, { vertices, turns, stray: 0 }], APART),
      );
    };
    expect(await dip(1.01 * LEAST)).toMatchObject(clean);
    const near = await dip(0.99 * LEAST);
    expect(near).toMatchObject({ ...clean, kept: false, separation: { a: 0, b: 0, nearer: 1 } });
    expectTold(near.separation!.smallest, 0.99);
    expect(near.separation!.time).toBeCloseTo(0.3, 2);
    expect(near.faults[0].what).toMatch(/deformable 0 "d0" \(face 0\) and deformable 0 "d0" \(face 1\)/);
  });

  test('are as near as their neighbours are, who share a vertex', async () => {
    // faces of the sheet that share a vertex touch, others are a good part of an edge apart
    const verdict = await verify(
      recordingOf(sceneOf([], [{ mesh: sheet }]), [{ vertices: sheet.positions }], APART),
    );
    expect(verdict).toMatchObject(clean);
    expect(verdict.separation!.smallest).toBeCloseTo(0.25 * Math.SQRT1_2, 12);
  });
});

describe('the smallest separation', () => {
  /** Numbers that a seed gives, the same everywhere: between −1 and 1. */
  function noise(seed: number): () => number {
    let state = seed >>> 0;
    return () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2147483648 - 1;
    };
  }

  test('is what many instants on the way come near to, and no more than a thousandth above it', async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const next = noise(seed);
      const shapes = [boxMesh(1, 0.6, 0.4), boxMesh(0.2, 0.3, 1.2)];
      const pair = sceneOf(shapes.map((shape) => ({ mesh: shape })));
      const somewhere = (x: number) => pose(x + 0.3 * next(), next(), next(), next(), next(), next());
      const from = [somewhere(-1.5), pose(0, 0, 0, next(), next(), next())];
      const to = [somewhere(1.5), pose(0.1 * next(), 0.1, 0, next(), next(), next())];
      const ends = [from, to].map((poses) => Float64Array.from(poses.flat()));
      const knots = Array.from({ length: 600 }, (_, k) => {
        const out = new Float64Array(14);
        blendPoses(ends[0], ends[1], (k + 1) / 601, out);
        return { time: (k + 1) / 601, poses: [[...out]] };
      });
      const sampled = await verify(recordingOf(pair, [{ poses: from }, { poses: to, knots }]));
      const verdict = await verify(recordingOf(pair, [{ poses: from }, { poses: to }], APART));
      const { smallest } = verdict.separation!;
      if (sampled.intersections > 0) {
        expect(smallest).toBe(0);
        continue;
      }
      // it moves about 3 m, and so 5 mm between two samples, but slower where it is nearest
      expect(smallest).toBeGreaterThan(sampled.smallestGap - 3e-3);
      expect(smallest).toBeLessThanOrEqual(sampled.smallestGap / (1 - 1e-3));
    }
  });
});
