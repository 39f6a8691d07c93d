// Deformables that move together, told by knots of all their vertices.

import { describe, expect, test } from 'vitest';
import { verify } from '../../src/verify/verify.ts';
import { boxMesh, pose, recordingOf, sceneOf, sheetMesh } from './motions.ts';

const clean = { intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true };
const sheet = sheetMesh(2, 0.5);
const lifted = (z: number) => [...sheet.positions].map((x, i) => (i % 3 === 2 ? z : x));
/** Not parallel to the floor: what goes through it flat does so in one instant, which is left undecided. */
const tilted = (z: number) => lifted(z).map((x, i, all) => (i % 3 === 2 ? z + 0.1 * all[i - 2] : x));
const floor = { mesh: boxMesh(4, 4, 1), motion: 'static' as const };
const scene = sceneOf([floor, { mesh: boxMesh(0.1, 0.1, 0.1) }], [{ mesh: sheet }]);
/** The top of the floor is at z = 0.5; the box moves along far beside the sheet. */
const bodies = (x: number) => [pose(0, 0, 0), pose(x, 1.5, 2)];

describe('a sheet with knots', () => {
  /** From z = 1 to z = 1, and on the way at these heights at even times. */
  const dip = (heights: number[], placed = lifted) =>
    recordingOf(scene, [
      { poses: bodies(0), vertices: placed(1) },
      {
        poses: bodies(1),
        vertices: placed(1),
        stray: 0,
        vertexKnots: [
          {
            deformable: 0,
            times: heights.map((_, k) => (k + 1) / (heights.length + 1)),
            positions: heights.flatMap(placed),
          },
        ],
      },
    ]);

  test('is judged at them, and on the way from one to the next', async () => {
    const clear = await verify(dip([0.6, 0.51, 0.6]));
    expect(clear).toMatchObject({ ...clean, instants: 5 });
    expect(clear.smallestGap).toBeCloseTo(0.01, 12);
    const into = await verify(dip([0.6, 0.5, 0.6]));
    expect(into).toMatchObject({ intersections: 1, kept: false });
    expect(into.faults[0]).toMatchObject({ kind: 'intersection', time: 0.5, frame: 1, a: 0, b: 2 });
    expect(await verify(dip([0.6, -0.6, -0.6, 0.6], tilted))).toMatchObject({
      intersections: 0,
      tunnelled: 2,
      kept: false,
    });
  });

  test('keeps a promised separation between them too', async () => {
    const promise = { kind: 'separation', least: 0.1 } as const;
    expect(await verify({ ...dip([0.601, 0.8]), promise })).toMatchObject(clean);
    const near = await verify({ ...dip([0.599, 0.8]), promise });
    expect(near).toMatchObject({ ...clean, kept: false, separation: { nearer: 2 } });
    expect(near.separation!.time).toBeCloseTo(1 / 3, 12);
  });

  test('at the times of its frames is where they have it, and what lies behind it is no matter', async () => {
    const two = sceneOf([floor], [{ mesh: sheet }, { mesh: sheet }]);
    const verdict = await verify(
      recordingOf(two, [
        { poses: [pose(0, 0, 0)], vertices: [...lifted(1), ...lifted(3)] },
        {
          poses: [pose(0, 0, 0)],
          vertices: [...lifted(1), ...lifted(2)],
          stray: 0,
          vertexKnots: [
            { deformable: 0, times: [0, 0.5, 1], positions: [1, 0.75, 1].flatMap(lifted) },
            { deformable: 1, times: [0, 1], positions: [3, 2].flatMap(lifted) },
          ],
        },
      ]),
    );
    expect(verdict).toMatchObject({ ...clean, instants: 3 });
  });

  test('beside bodies with knots of their own', async () => {
    const source = recordingOf(scene, [
      { poses: bodies(0), vertices: lifted(1) },
      {
        poses: bodies(1),
        vertices: lifted(1),
        stray: 0,
        knots: [{ time: 0.5, poses: bodies(0.4) }],
        vertexKnots: [
          { deformable: 0, times: [0.25, 0.5, 1], positions: [lifted(0.7), lifted(0.6), lifted(1)].flat() },
        ],
      },
    ]);
    expect(await verify(source)).toMatchObject({ ...clean, instants: 4 });
  });

  test('that make no sense breaks a recording', async () => {
    const knot = (deformable: number, times: number[], z: number) => {
      const positions = times.flatMap(() => lifted(z));
      const moments = [
        { poses: bodies(0), vertices: lifted(1) },
        {
          poses: bodies(1),
          vertices: lifted(1),
          stray: 0,
          vertexKnots: [{ deformable, times, positions }],
        },
      ];
      return verify(recordingOf(scene, moments));
    };
    expect(await knot(0, [0, 0.5, 1], 1)).toMatchObject(clean);
    for (const [verdict, what] of [
      [await knot(0, [0.5], Number.NaN), /deformable 0 is not finite/],
      [await knot(1, [0.5], 1), /is of no deformable/],
      [await knot(0, [0.5, 0.5], 1), /is not later than the one before/],
      [await knot(0, [0], 1.1), /is not where the frame has it/],
      [await knot(0, [-0.5], 1), /is not between its frames/],
      [await knot(0, [1.5], 1), /is not between its frames/],
      [await knot(0, [1], 1.1), /is not where the frame has it/],
    ] as const) {
      expect(verdict).toMatchObject({ broken: 1, kept: false });
      expect(verdict.faults[0].what).toMatch(what);
    }
  });
});
