// Faults put into recordings on purpose, each next to the same motion without it.

import { describe, expect, test } from 'vitest';
import { verify } from '../../src/verify/verify.ts';
import { boxMesh, mesh, pointMesh, pose, recordingOf, sceneOf, sheetMesh, wireMesh } from './motions.ts';

const clean = { intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true };
const twoBoxes = sceneOf([{ mesh: boxMesh(1, 1, 1), motion: 'static' }, { mesh: boxMesh(1, 1, 1) }]);

describe('at an instant', () => {
  for (const tilt of [0, 0.3]) {
    // the lower face, or the lowest edge, of the upper box over the top of the lower one
    const top = tilt === 0 ? 1 : 0.5 + Math.SQRT1_2 * Math.cos(Math.PI / 4 - tilt);
    test(`a body moved 1e-9 through another is found, 1e-9 above it is not (tilted by ${tilt})`, async () => {
      const into = recordingOf(twoBoxes, [
        { poses: [pose(0, 0, 0), pose(0.1, 0.2, top + 1e-3, tilt)] },
        { poses: [pose(0, 0, 0), pose(0.1, 0.2, top - 1e-9, tilt)] },
      ]);
      const verdict = await verify(into);
      expect(verdict).toMatchObject({ intersections: 1, tunnelled: 0, kept: false, smallestGap: 0 });
      expect(verdict.deepest).toBeCloseTo(1e-9, 12);
      expect(verdict.faults[0]).toMatchObject({ kind: 'intersection', time: 1, a: 0, b: 1 });
      expect(verdict.faults[0].what).toMatch(/body 0 "b0" \(face \d+\) and body 1 "b1" \(face \d+\)/);

      const above = recordingOf(twoBoxes, [
        { poses: [pose(0, 0, 0), pose(0.1, 0.2, top + 1e-3, tilt)] },
        { poses: [pose(0, 0, 0), pose(0.1, 0.2, top + 1e-9, tilt)] },
        { poses: [pose(0, 0, 0), pose(0.3, -0.2, top + 1e-9, tilt)] },
        { poses: [pose(0, 0, 0), pose(0.3, -0.2, top + 1e-9, tilt)] },
      ]);
      const good = await verify(above);
      expect(good).toMatchObject(clean);
      expect(good.smallestGap).toBeCloseTo(1e-9, 13);
    });
  }

  test('exact touching is an intersection', async () => {
    const verdict = await verify(recordingOf(twoBoxes, [{ poses: [pose(0, 0, 0), pose(0, 0, 1)] }]));
    expect(verdict).toMatchObject({ intersections: 1, kept: false });
  });

  test('a body inside another at the start is found, beside it is not', async () => {
    const scene = sceneOf([{ mesh: boxMesh(2, 2, 2) }, { mesh: boxMesh(0.5, 0.5, 0.5) }]);
    const inside = await verify(recordingOf(scene, [{ poses: [pose(0, 0, 0), pose(0.1, 0, 0)] }]));
    expect(inside).toMatchObject({ intersections: 1, kept: false });
    expect(inside.faults[0].what).toMatch(/inside/);
    expect(inside.deepest).toBeCloseTo(0.75, 12);
    const beside = await verify(recordingOf(scene, [{ poses: [pose(0, 0, 0), pose(1.3, 0, 0)] }]));
    expect(beside).toMatchObject(clean);
    expect(beside.smallestGap).toBeCloseTo(0.05, 12);
  });

  test('numbers that are not numbers break a recording', async () => {
    const verdict = await verify(recordingOf(twoBoxes, [{ poses: [pose(0, 0, 0), pose(Number.NaN, 0, 0)] }]));
    expect(verdict).toMatchObject({ broken: 1, kept: false });
  });
});

describe('between instants', () => {
  const wall = { mesh: boxMesh(0.001, 10, 10), motion: 'static' as const };

  test('a bullet through a thin wall, and one past its edge', async () => {
    const scene = sceneOf([wall, { mesh: boxMesh(0.01, 0.01, 0.01) }]);
    const shoot = (y: number) =>
      verify(
        recordingOf(scene, [
          { poses: [pose(0, 0, 0), pose(-90, y, 0.3)] },
          { poses: [pose(0, 0, 0), pose(110, y, 0.3)] },
        ]),
      );
    const through = await shoot(0.2);
    expect(through).toMatchObject({ intersections: 0, tunnelled: 1, kept: false });
    expect(through.faults[0].time).toBeCloseTo(0.45, 3);
    expect(await shoot(5.005 - 1e-9)).toMatchObject({ tunnelled: 1 });
    expect(await shoot(5.005 + 1e-9)).toMatchObject(clean);
  });

  test('frames that were swapped', async () => {
    const scene = sceneOf([wall, { mesh: boxMesh(0.1, 0.1, 0.1) }]);
    const xs = [-4, -3, -2, -1, -2, -3];
    const ys = [1, 2, 3, 6, 6, 6];
    const moments = xs.map((x, i) => ({ poses: [pose(0, 0, 0), pose(x, ys[i], 0)] }));
    // beside the wall and over its edge to the other side
    moments.push({ poses: [pose(0, 0, 0), pose(3, 6, 0)] }, { poses: [pose(0, 0, 0), pose(3, 1, 0)] });
    expect(await verify(recordingOf(scene, moments))).toMatchObject(clean);
    const swapped = [...moments];
    [swapped[1], swapped[7]] = [swapped[7], swapped[1]];
    const verdict = await verify(recordingOf(scene, swapped));
    expect(verdict.tunnelled).toBeGreaterThanOrEqual(2);
    expect(verdict.kept).toBe(false);
  });

  test('a frame that is not on its recorded path', async () => {
    const scene = sceneOf([wall, { mesh: boxMesh(0.1, 0.1, 0.1) }]);
    const at = (x: number) => [pose(0, 0, 0), pose(x, 0, 0)];
    const knots = [0.5, 1].map((time) => ({ time, poses: at(2 + time) }));
    expect(await verify(recordingOf(scene, [{ poses: at(2) }, { poses: at(3), knots }]))).toMatchObject(
      clean,
    );
    expect(await verify(recordingOf(scene, [{ poses: at(2) }, { poses: at(3.1), knots }]))).toMatchObject({
      broken: 1,
      kept: false,
    });
    // a knot beyond the frame: the frame is a blend on the way there
    const beyond = [
      { poses: at(2) },
      { poses: at(3), knots: [{ time: 1.5, poses: at(3.5) }] },
      { poses: at(4), knots: [{ time: 2, poses: at(4) }] },
    ];
    expect(await verify(recordingOf(scene, beyond))).toMatchObject(clean);
  });

  test('knots that go around an obstacle are followed', async () => {
    const scene = sceneOf([wall, { mesh: boxMesh(0.1, 0.1, 0.1) }]);
    const at = (x: number, y: number) => [pose(0, 0, 0), pose(x, y, 0)];
    const start = { poses: at(-1, 0) };
    const knots = [
      { time: 0.3, poses: at(-1, 6) },
      { time: 0.6, poses: at(1, 6) },
      { time: 1, poses: at(1, 0) },
    ];
    expect(await verify(recordingOf(scene, [start, { poses: at(1, 0), knots }]))).toMatchObject(clean);
    expect(await verify(recordingOf(scene, [start, { poses: at(1, 0) }]))).toMatchObject({ tunnelled: 1 });
  });

  test('a spinning rod sweeps through a post while both instants are clear', async () => {
    const scene = sceneOf([
      { mesh: boxMesh(0.01, 0.01, 1), motion: 'static' },
      { mesh: boxMesh(2, 0.02, 0.02) },
    ]);
    const spin = (x: number) =>
      verify(
        recordingOf(scene, [
          { poses: [pose(x, 0, 0), pose(0, 0, 0, 0, 0, -0.6)] },
          { poses: [pose(x, 0, 0), pose(0, 0, 0, 0, 0, 0.7)] },
        ]),
      );
    expect(await spin(0.8)).toMatchObject({ intersections: 0, tunnelled: 1, kept: false });
    // the corner of the rod passes at √(1 + 0.01²) from its centre, the post begins 0.005 before its own
    const reach = Math.sqrt(1 + 0.01 * 0.01) + 0.005;
    expect(await spin(reach + 1e-8)).toMatchObject(clean);
    const graze = await spin(reach - 1e-5);
    expect(graze.tunnelled).toBe(1);
  });

  test('wires that cross, and wires that do not', async () => {
    const scene = sceneOf([{ mesh: wireMesh(2) }, { mesh: wireMesh(2) }]);
    const move = (y: number) =>
      verify(
        recordingOf(scene, [
          { poses: [pose(0, 0, 0), pose(0.3, y, 1, 0, 0, 1.2)] },
          { poses: [pose(0, 0, 0), pose(0.1, y, -1.3, 0, 0, 1.2)] },
        ]),
      );
    expect(await move(0)).toMatchObject({ tunnelled: 1, undecided: 0, kept: false });
    expect(await move(1)).toMatchObject(clean);
  });

  test('a point through a face, and past it', async () => {
    const scene = sceneOf([
      { mesh: mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), motion: 'static' },
      { mesh: pointMesh() },
    ]);
    const move = (x: number, y: number) =>
      verify(
        recordingOf(scene, [
          { poses: [pose(0, 0, 0), pose(x, y, 1)] },
          { poses: [pose(0, 0, 0), pose(x, y, -1.7)] },
        ]),
      );
    expect(await move(0.3, 0.3)).toMatchObject({ tunnelled: 1, undecided: 0 });
    expect(await move(0.5, 0.5 - 1e-9)).toMatchObject({ tunnelled: 1, undecided: 0 });
    expect(await move(0.5, 0.5 + 1e-9)).toMatchObject(clean);
    // through the edge itself: touching that no double can tell from passing by
    expect(await move(0.5, 0.5)).toMatchObject({ kept: false });
  });
});

describe('who is judged', () => {
  const through = (scene: ReturnType<typeof sceneOf>) =>
    verify(
      recordingOf(scene, [
        { poses: [pose(0, 0, 0), pose(-2, 0, 0)] },
        { poses: [pose(0, 0, 0), pose(0, 0, 0)] },
        { poses: [pose(0, 0, 0), pose(3, 0, 0)] },
      ]),
    );
  const box = boxMesh(1, 1, 1);

  test('not bodies that the scene lets through each other', async () => {
    expect(
      await through(
        sceneOf([
          { mesh: box, group: 2 },
          { mesh: box, group: 2 },
        ]),
      ),
    ).toMatchObject(clean);
    expect(
      await through(
        sceneOf([
          { mesh: box, motion: 'static' },
          { mesh: box, motion: 'kinematic' },
        ]),
      ),
    ).toMatchObject(clean);
    const pairs = [{ a: 1, b: 0, collide: false }];
    expect(await through(sceneOf([{ mesh: box }, { mesh: box }], [], { pairs }))).toMatchObject(clean);
  });

  test('all others', async () => {
    expect(
      await through(
        sceneOf([
          { mesh: box, group: 1 },
          { mesh: box, group: 2 },
        ]),
      ),
    ).toMatchObject({ intersections: 1 });
    expect(await through(sceneOf([{ mesh: box }, { mesh: box, motion: 'kinematic' }]))).toMatchObject({
      intersections: 1,
    });
  });

  test('a kinematic body from its release on', async () => {
    const path = { times: [0, 1.5], poses: [], after: 'release' as const };
    const scene = sceneOf([
      { mesh: box, motion: 'static' },
      { mesh: box, motion: 'kinematic', path },
    ]);
    expect(await through(scene)).toMatchObject(clean);
    const early = { ...path, times: [0, 0.5] };
    expect(
      await through(
        sceneOf([
          { mesh: box, motion: 'static' },
          { mesh: box, motion: 'kinematic', path: early },
        ]),
      ),
    ).toMatchObject({ intersections: 1 });
  });
});

describe('promises', () => {
  const sunk = (depth: number, promise: Parameters<typeof recordingOf>[2]) =>
    verify(recordingOf(twoBoxes, [{ poses: [pose(0, 0, 0), pose(0.1, 0, 1 - depth)] }], promise));

  test('of a depth: kept up to it', async () => {
    const promise = { kind: 'depth', limit: 0.01 } as const;
    expect(await sunk(0.009, promise)).toMatchObject({ kept: true, intersections: 1 });
    expect((await sunk(0.009, promise)).deepest).toBeCloseTo(0.009, 10);
    expect(await sunk(0.011, promise)).toMatchObject({ kept: false });
  });

  test('of a depth: a shallow bounce between instants is allowed, a bullet through a wall is not', async () => {
    const promise = { kind: 'depth', limit: 0.01 } as const;
    const scene = sceneOf([
      { mesh: boxMesh(0.001, 10, 10), motion: 'static' },
      { mesh: boxMesh(0.1, 0.1, 0.1) },
    ]);
    const shot = recordingOf(
      scene,
      [{ poses: [pose(0, 0, 0), pose(-1, 0.2, 0.3)] }, { poses: [pose(0, 0, 0), pose(1, 0.2, 0.3)] }],
      promise,
    );
    expect(await verify(shot)).toMatchObject({ tunnelled: 1, kept: false });
    // a corner dips 1 mm into the wall while the box turns over it
    const reach = 0.05 * Math.SQRT2 + 0.0005 - 0.001;
    const turn = recordingOf(
      scene,
      [
        { poses: [pose(0, 0, 0), pose(-reach, 0.2, 0.3, 0, 0, 0.2)] },
        { poses: [pose(0, 0, 0), pose(-reach, 0.2, 0.3, 0, 0, 1.4)] },
      ],
      promise,
    );
    const verdict = await verify(turn);
    expect(verdict).toMatchObject({ tunnelled: 0, kept: true });
    expect(verdict.deepest).toBeGreaterThan(0.0005);
  });

  test('of nothing: counted and kept', async () => {
    expect(await sunk(0.3, { kind: 'none' })).toMatchObject({ kept: true, intersections: 1 });
  });
});

describe('deformables', () => {
  const sheet = sheetMesh(6, 1);
  const lift = (z: (x: number, y: number, v: number) => number) => {
    const vertices = Float64Array.from(sheet.positions);
    for (let v = 0; v < vertices.length / 3; v++)
      vertices[3 * v + 2] = z(vertices[3 * v], vertices[3 * v + 1], v);
    return vertices;
  };

  test('a sheet that falls onto a box and stays above it', async () => {
    const scene = sceneOf([{ mesh: boxMesh(0.3, 0.3, 1), motion: 'static' }], [{ mesh: sheet }]);
    const above = (height: number) =>
      lift((x, y) => height - (Math.abs(x) > 0.25 || Math.abs(y) > 0.25 ? 0.1 * height : 0));
    const at = [pose(0, 0, 0)];
    const fall = [
      { poses: at, vertices: above(1) },
      { poses: at, vertices: above(0.6) },
      { poses: at, vertices: above(0.5 + 1e-6) },
    ];
    const verdict = await verify(recordingOf(scene, fall));
    expect(verdict).toMatchObject(clean);
    expect(verdict.smallestGap).toBeCloseTo(1e-6, 9);
  });

  test('a vertex pushed through a cloth', async () => {
    const scene = sceneOf([], [{ mesh: sheet }, { mesh: sheet }]);
    const two = (a: Float64Array, b: Float64Array) => ({ vertices: [...a, ...b] });
    const flat = lift(() => 0);
    const over = lift((x, y) => 0.1 + 0.05 * x * y);
    const poked = over.slice();
    poked[3 * 24 + 2] = -1e-9;
    expect(await verify(recordingOf(scene, [two(flat, over), two(flat, over)]))).toMatchObject(clean);
    const verdict = await verify(recordingOf(scene, [two(flat, over), two(flat, poked), two(flat, over)]));
    expect(verdict).toMatchObject({ intersections: 1, kept: false });
    expect(verdict.faults[0].what).toMatch(/deformable 0 "d0" .* deformable 1 "d1"/);
  });

  test('a vertex that pokes through between two frames, by its recorded turns', async () => {
    const scene = sceneOf([], [{ mesh: sheet }, { mesh: sheet }]);
    const vertices = [...lift(() => 0), ...lift(() => 0.1)];
    const poke = (z: number) => [
      { vertices },
      { vertices, turns: [{ vertex: 49 + 24, time: 0.37, at: [0.01, 0.02, z] as [number, number, number] }] },
    ];
    expect(await verify(recordingOf(scene, poke(1e-7)))).toMatchObject(clean);
    expect(await verify(recordingOf(scene, poke(-1e-7)))).toMatchObject({ intersections: 0, tunnelled: 1 });
  });

  test('one turn among thousands that dips into a box, and none', async () => {
    const scene = sceneOf([{ mesh: boxMesh(0.3, 0.3, 1), motion: 'static' }], [{ mesh: sheet }]);
    const height = (v: number, t: number) => 0.51 + 0.004 * Math.sin(9 * t + v) + 0.004 * Math.sin(60 * t);
    const turns: { vertex: number; time: number; at: [number, number, number] }[] = [];
    for (let i = 1; i <= 60; i++) {
      for (let v = 0; v < 49; v++) {
        const time = (i - 0.4 * Math.cos(v)) / 61;
        turns.push({
          vertex: v,
          time,
          at: [sheet.positions[3 * v], sheet.positions[3 * v + 1], height(v, time)],
        });
      }
    }
    const poses = [pose(0, 0, 0)];
    const moments = [0, 1].map((t) => ({
      poses,
      vertices: lift((_x, _y, v) => height(v, t)),
      turns: t ? turns : [],
    }));
    expect(await verify(recordingOf(scene, moments))).toMatchObject(clean);
    // vertex 24 is the middle of the sheet
    const planted = turns.map((turn, i) =>
      i === 49 * 30 + 24 ? { ...turn, at: [0, 0, 0.5 - 1e-7] as typeof turn.at } : turn,
    );
    const verdict = await verify(recordingOf(scene, [moments[0], { ...moments[1], turns: planted }]));
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 1, kept: false });
    expect(verdict.faults[0].time).toBeCloseTo(turns[49 * 30 + 24].time, 3);
  });

  test('turns of vertices that there are not break a recording', async () => {
    const scene = sceneOf([], [{ mesh: sheet }]);
    const vertices = lift(() => 0);
    const turns = [{ vertex: 49, time: 0.5, at: [0, 0, 0] as [number, number, number] }];
    expect(await verify(recordingOf(scene, [{ vertices }, { vertices, turns }]))).toMatchObject({
      broken: 1,
      kept: false,
    });
  });

  test('a cloth through itself', async () => {
    const scene = sceneOf([], [{ mesh: sheet }]);
    const rolled = (overlap: number) => {
      const vertices = Float64Array.from(sheet.positions);
      // rolled into a spiral about y whose last strip lies inside (or, with overlap, cuts) the first
      for (let v = 0; v < vertices.length / 3; v++) {
        const u = sheet.positions[3 * v] + 0.5;
        const angle = 2.4 * Math.PI * u;
        const radius = 0.2 - (0.05 - overlap * (u > 0.9 ? 1 : 0)) * u;
        vertices[3 * v] = radius * Math.cos(angle);
        vertices[3 * v + 2] = radius * Math.sin(angle);
      }
      return vertices;
    };
    expect(
      await verify(recordingOf(scene, [{ vertices: rolled(0) }, { vertices: rolled(0) }])),
    ).toMatchObject(clean);
    expect(
      await verify(recordingOf(scene, [{ vertices: rolled(0) }, { vertices: rolled(0.09) }])),
    ).toMatchObject({
      intersections: 1,
      kept: false,
    });
  });

  test('two triangles folded through their common edge', async () => {
    const hinge = mesh([0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.4, -0.9, 0], [0, 1, 2, 1, 0, 3]);
    const scene = sceneOf([], [{ mesh: hinge }]);
    const fold = (degrees: number) => {
      const angle = (degrees * Math.PI) / 180;
      return { vertices: [0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.4, 0.9 * Math.cos(angle), 0.9 * Math.sin(angle)] };
    };
    expect(await verify(recordingOf(scene, [fold(100), fold(60), fold(20), fold(1)]))).toMatchObject(clean);
    expect(await verify(recordingOf(scene, [fold(100), fold(60), fold(20), fold(-20)]))).toMatchObject({
      tunnelled: 1,
    });
  });

  test('a stray that reaches the other leaves it undecided, a smaller one does not', async () => {
    const scene = sceneOf([{ mesh: boxMesh(0.4, 0.4, 1), motion: 'static' }], [{ mesh: sheet }]);
    const move = (stray: number) =>
      verify(
        recordingOf(scene, [
          { poses: [pose(0, 0, 0)], vertices: lift(() => 0.6) },
          { poses: [pose(0, 0, 0)], vertices: lift(() => 0.51), stray },
        ]),
      );
    expect(await move(0.005)).toMatchObject(clean);
    expect(await move(0.02)).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 1, kept: false });
  });
});
