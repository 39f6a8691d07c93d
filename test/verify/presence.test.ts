// Bodies that come and go, and bodies that are put elsewhere.

import { describe, expect, test } from 'vitest';
import { verify } from '../../src/verify/verify.ts';
import { boxMesh, pose, recordingOf, sceneOf, sheetMesh } from './motions.ts';

const clean = { intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true };
const wall = { mesh: boxMesh(0.1, 10, 10), motion: 'static' as const };
const ball = { mesh: boxMesh(0.2, 0.2, 0.2) };
const scene = sceneOf([wall, ball]);
/** The ball at x; the wall is in the plane x = 0. */
const at = (x: number, y = 0) => [pose(0, 0, 0), pose(x, y, 0)];

describe('a body that is not there', () => {
  test('passes through another, and through it at instants; one that is there does not', async () => {
    const moments = (absent?: number[]) => [
      { poses: at(-1), absent },
      { poses: at(0.02), knots: [{ time: 0.5, poses: at(-0.5) }], absent },
      { poses: at(3), absent },
      { poses: at(-3), absent },
      { poses: at(-3), absent },
    ];
    const away = await verify(recordingOf(scene, moments([1])));
    expect(away).toMatchObject({ ...clean, frames: 5, instants: 6 });
    expect(away.smallestGap).toBe(Number.POSITIVE_INFINITY);
    const there = await verify(recordingOf(scene, moments()));
    expect(there).toMatchObject({ intersections: 1, tunnelled: 1, kept: false });
  });

  test('has poses that mean nothing, and the others have theirs', async () => {
    const three = sceneOf([ball, ball, ball]);
    const nowhere = Array.from({ length: 7 }, () => Number.NaN);
    const poses = (x: number, third: number[]) => [pose(0, 0, 0), pose(x, 0, 0), third];
    const verdict = await verify(
      recordingOf(three, [
        { poses: poses(0.5, pose(0, 3, 0)) },
        { poses: poses(0.4, nowhere), absent: [2] },
        { poses: poses(0.3, nowhere), absent: [2] },
      ]),
    );
    expect(verdict).toMatchObject({ ...clean, frames: 3 });
    expect(verdict.smallestGap).toBeCloseTo(0.1, 12);
    const first = await verify(recordingOf(three, [{ poses: poses(0.5, nowhere), absent: [2] }]));
    expect(first).toMatchObject(clean);
    expect(first.smallestGap).toBeCloseTo(0.3, 12);
  });

  test('is judged from its first pose on where it comes, not on the way there', async () => {
    const comes = (x: number, then: number) =>
      verify(
        recordingOf(scene, [
          { poses: at(-1), absent: [1] },
          { poses: at(-1), absent: [1] },
          {
            poses: at(then),
            knots: [
              { time: 1.25, poses: at(x) },
              { time: 1.75, poses: at(x) },
            ],
          },
        ]),
      );
    const clear = await comes(0.4, 0.3);
    expect(clear).toMatchObject(clean);
    expect(clear.smallestGap).toBeCloseTo(0.15, 12);
    expect(await comes(0.4, -0.4)).toMatchObject({ intersections: 0, tunnelled: 1, kept: false });
    const inside = await comes(0.1, 0.3);
    // it comes into the wall, stays there for a knot, and goes
    expect(inside).toMatchObject({ intersections: 2, tunnelled: 0, kept: false });
    expect(inside.faults[0]).toMatchObject({ kind: 'intersection', time: 1.25, frame: 2, a: 0, b: 1 });
  });

  test('that comes wholly inside another is found there', async () => {
    const boxes = sceneOf([{ mesh: boxMesh(2, 2, 2) }, ball]);
    const verdict = await verify(
      recordingOf(boxes, [{ poses: at(5), absent: [1] }, { poses: at(0.1) }, { poses: at(0.1) }]),
    );
    expect(verdict).toMatchObject({ intersections: 1, kept: false });
    expect(verdict.faults[0].what).toMatch(/inside/);
  });

  test('leaves while it is clear, and where it was is free for others', async () => {
    const two = sceneOf([ball, ball]);
    const poses = (x: number, y: number) => [pose(x, 0, 0), pose(y, 0, 0)];
    const moments = (absent?: number[]) => [
      { poses: poses(0, -1) },
      { poses: poses(0, -0.5) },
      { poses: poses(0, 0), absent },
      { poses: poses(0, 1), absent },
    ];
    expect(await verify(recordingOf(two, moments([0])))).toMatchObject(clean);
    expect(await verify(recordingOf(two, moments()))).toMatchObject({ intersections: 1, kept: false });
  });

  test('may have poses that are no numbers, also beside deformables', async () => {
    const cloth = sceneOf([wall, ball], [{ mesh: sheetMesh(2, 1) }]);
    const vertices = [...sheetMesh(2, 1).positions].map((x, i) => (i % 3 === 2 ? 8 : x));
    const nowhere = [pose(0, 0, 0), Array(7).fill(Number.NaN)];
    const verdict = await verify(
      recordingOf(cloth, [
        { poses: nowhere, absent: [1], vertices },
        { poses: nowhere, absent: [1], vertices, knots: [{ time: 0.5, poses: nowhere }], stray: 0 },
        { poses: at(0.2), vertices, stray: 0 },
      ]),
    );
    expect(verdict).toMatchObject(clean);
    expect(verdict.smallestGap).toBeCloseTo(0.05, 12);
  });

  test('is measured where it comes, whatever stands between', async () => {
    const three = sceneOf([
      wall,
      { mesh: boxMesh(0.1, 0.1, 0.1), motion: 'static', group: 1 },
      { ...ball, group: 1 },
    ]);
    const poses = [pose(0, 0, 0), pose(0.5, 0, 0), pose(2, 0, 0)];
    const verdict = await verify(recordingOf(three, [{ poses, absent: [2] }, { poses }]));
    expect(verdict).toMatchObject(clean);
    expect(verdict.smallestGap).toBeCloseTo(1.85, 12);
  });

  test('must be one of the bodies', async () => {
    const verdict = await verify(recordingOf(scene, [{ poses: at(-1), absent: [7] }]));
    expect(verdict).toMatchObject({ broken: 1, kept: false });
    expect(verdict.faults[0].what).toMatch(/body 7 is said not to be there, and there are 2/);
  });
});

describe('a body that is put elsewhere', () => {
  /** To −1, put at `there`, then at `end`. */
  const jump = (there: number, end: number) =>
    recordingOf(scene, [
      { poses: at(-2) },
      {
        poses: at(end),
        knots: [
          { time: 0.5, poses: at(-1) },
          { time: 0.5, poses: at(there) },
        ],
      },
      { poses: at(end) },
    ]);

  test('goes through a wall; the same motion does not', async () => {
    expect(await verify(jump(1, 2))).toMatchObject({ ...clean, instants: 5 });
    const moved = recordingOf(scene, [
      { poses: at(-2) },
      {
        poses: at(2),
        knots: [
          { time: 0.5, poses: at(-1) },
          { time: 0.5000001, poses: at(1) },
        ],
      },
    ]);
    expect(await verify(moved)).toMatchObject({ tunnelled: 1, kept: false });
  });

  test('is judged where it is put, and on its way from there', async () => {
    const inside = await verify(jump(0.1, 2));
    expect(inside).toMatchObject({ intersections: 1, kept: false });
    expect(inside.faults[0]).toMatchObject({ kind: 'intersection', time: 0.5 });
    expect(await verify(jump(1, -2))).toMatchObject({ intersections: 0, tunnelled: 1, kept: false });
    const near = await verify(jump(0.151, 2));
    expect(near).toMatchObject(clean);
    expect(near.smallestGap).toBeCloseTo(0.001, 12);
  });

  test('at the time of a frame, before or behind it', async () => {
    const behind = recordingOf(scene, [
      { poses: at(-2) },
      { poses: at(-1), knots: [{ time: 1, poses: at(-1) }] },
      {
        poses: at(2),
        knots: [
          { time: 1, poses: at(1) },
          { time: 2, poses: at(2) },
        ],
      },
    ]);
    expect(await verify(behind)).toMatchObject(clean);
    const before = recordingOf(scene, [
      { poses: at(-2) },
      {
        poses: at(1),
        knots: [
          { time: 1, poses: at(-1) },
          { time: 1, poses: at(1) },
        ],
      },
      { poses: at(2) },
    ]);
    expect(await verify(before)).toMatchObject(clean);
  });

  test('after a rest is found in what it is put into', async () => {
    const verdict = await verify(
      recordingOf(scene, [
        { poses: at(-1) },
        { poses: at(-1), knots: [{ time: 0.5, poses: at(-1) }] },
        {
          poses: at(2),
          knots: [
            { time: 1.5, poses: at(-1) },
            { time: 1.5, poses: at(0.1) },
          ],
        },
      ]),
    );
    expect(verdict).toMatchObject({ intersections: 1, tunnelled: 0, kept: false });
    expect(verdict.faults[0]).toMatchObject({ time: 1.5 });
  });

  test('leaves the count of what others do as it is', async () => {
    const four = sceneOf([wall, ball, wall, ball]);
    const poses = (x: number) => [...at(x), pose(9, 0, 0), pose(9, 0, 0)];
    const verdict = await verify(
      recordingOf(four, [
        { poses: poses(-2) },
        {
          poses: poses(2),
          knots: [
            { time: 0.5, poses: poses(-1) },
            { time: 0.5, poses: poses(1) },
          ],
        },
      ]),
    );
    // at both frames and at the knot before the jump
    expect(verdict).toMatchObject({ intersections: 3, kept: false });
  });

  test('does not excuse others that move at the same time', async () => {
    const three = sceneOf([wall, ball, ball]);
    const poses = (x: number, y: number) => [pose(0, 0, 0), pose(x, 0, 0), pose(y, 3, 0)];
    const verdict = await verify(
      recordingOf(three, [
        { poses: poses(-2, -1) },
        {
          poses: poses(2, 1),
          knots: [
            { time: 0.5, poses: poses(-1, -0.3) },
            { time: 0.5, poses: poses(1, -0.3) },
          ],
        },
      ]),
    );
    expect(verdict).toMatchObject({ tunnelled: 1, kept: false });
    expect(verdict.faults[0]).toMatchObject({ a: 0, b: 2 });
  });

  test('gives the plain judge the same verdict', async () => {
    for (const x of [1, 0.1, 0.151]) {
      const { faults: _, ...quick } = await verify(jump(x, 2));
      expect(await verify(jump(x, 2), { thorough: true })).toMatchObject(quick);
    }
  });
});
