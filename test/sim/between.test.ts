import fc from 'fast-check';
import { Quaternion } from 'three';
import { describe, expect, test } from 'vitest';
import type { Frame } from '../../src/record/index.ts';
import { type Arrival, writeBetween } from '../../src/sim/between.ts';

const noTurns = { vertices: new Uint32Array(0), times: new Float64Array(0), positions: new Float64Array(0) };
const coordinate = fc.double({ min: -5, max: 5, noNaN: true });

/** A pose that is less than half a turn from any other of its kind. */
const pose = fc
  .tuple(
    coordinate,
    coordinate,
    coordinate,
    ...[0, 1, 2].map(() => fc.double({ min: -0.5, max: 0.5, noNaN: true })),
  )
  .map(([px, py, pz, x, y, z]) => {
    const length = Math.sqrt(x * x + y * y + z * z + 1);
    return [px, py, pz, x / length, y / length, z / length, 1 / length];
  });

function frame(time: number, poses: number[], vertices: number[] = []): Frame {
  return {
    time,
    poses: Float64Array.from(poses),
    velocities: new Float64Array((6 * poses.length) / 7),
    vertices: Float64Array.from(vertices),
  };
}

function arrival(to: Frame, times: number[], poses: number[][]): Arrival {
  return {
    frame: to,
    path: { times: Float64Array.from(times), poses: Float64Array.from(poses.flat()) },
    turns: noTurns,
  };
}

function at(time: number, from: Frame, to: Arrival): number[] {
  const out = frame(0, [...from.poses], [...from.vertices]);
  writeBetween(time, from, to, out);
  expect(out.time).toBe(time);
  return [...out.poses, ...out.vertices];
}

function expectNear(actual: readonly number[], expected: readonly number[]): void {
  for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i], 12);
}

describe('between two frames', () => {
  test('goes through every knot and ends at the frame', () => {
    fc.assert(
      fc.property(pose, fc.array(pose, { minLength: 1, maxLength: 5 }), pose, (first, knots, last) => {
        const from = frame(1, first);
        const times = knots.map((_, i) => 1 + (i + 1) / (knots.length + 1));
        const to = arrival(frame(2, last), times, knots);
        knots.forEach((knot, i) => {
          expectNear(at(times[i], from, to), knot);
        });
        expectNear(at(2, from, to), last);
        expectNear(at(1, from, to), first);
      }),
    );
  });

  test('moves straight and turns evenly about one axis from knot to knot', () => {
    fc.assert(
      fc.property(pose, pose, pose, fc.double({ min: 0, max: 1, noNaN: true }), (first, knot, last, s) => {
        const from = frame(0, first);
        const to = arrival(frame(1, last), [0.25], [knot]);
        for (const [a, b, time] of [
          [first, knot, 0.25 * s],
          [knot, last, 0.25 + 0.75 * s],
        ] as const) {
          const expected = [0, 1, 2].map((k) => a[k] + s * (b[k] - a[k]));
          const turn = new Quaternion(...a.slice(3)).slerp(new Quaternion(...b.slice(3)), s);
          expectNear(at(time, from, to), [...expected, ...turn.toArray()]);
        }
      }),
    );
  });

  test('a body that went round a corner is not seen inside it', () => {
    const from = frame(0, [0, 0, 0, 0, 0, 0, 1]);
    const to = arrival(frame(1, [1, 1, 0, 0, 0, 0, 1]), [0.5], [[1, 0, 0, 0, 0, 0, 1]]);
    expectNear(at(0.5, from, to), [1, 0, 0]);
    expectNear(at(0.25, from, to), [0.5, 0, 0]);
    const without = arrival(to.frame, [], []);
    expectNear(at(0.5, from, without), [0.5, 0.5, 0]);
  });

  test('of two knots at one time the later one counts from then on', () => {
    const from = frame(0, [0, 0, 0, 0, 0, 0, 1]);
    const knots = [
      [1, 0, 0, 0, 0, 0, 1],
      [2, 0, 0, 0, 0, 0, 1],
    ];
    const to = arrival(frame(1, [3, 0, 0, 0, 0, 0, 1]), [0.5, 0.5], knots);
    expectNear(at(0.5, from, to), [2, 0, 0]);
    expectNear(at(0.75, from, to), [2.5, 0, 0]);
  });

  test('a vertex moves straight from turn to turn, whatever order they were told in', () => {
    const from = frame(0, [], [0, 0, 0, 9, 9, 9]);
    const turns = {
      vertices: Uint32Array.of(0, 0),
      times: Float64Array.of(0.75, 0.25),
      positions: Float64Array.of(2, 0, 0, 0, 1, 0),
    };
    const to: Arrival = { ...arrival(frame(1, [], [4, 0, 0, 10, 10, 10]), [], []), turns };
    expectNear(at(0.25, from, to), [0, 1, 0, 9.25, 9.25, 9.25]);
    expectNear(at(0.5, from, to), [1, 0.5, 0, 9.5, 9.5, 9.5]);
    expectNear(at(0.125, from, to), [0, 0.5, 0]);
    expectNear(at(0.875, from, to), [3, 0, 0]);
    expectNear(at(1, from, to), [4, 0, 0, 10, 10, 10]);
  });

  test('the vertices of one deformable move straight from knot to knot together, those of others from frame to frame', () => {
    const from = frame(0, [], [9, 9, 9, 0, 0, 0, 1, 0, 0]);
    const vertexKnots = [
      {
        deformable: 1,
        firstVertex: 1,
        times: Float64Array.of(0.25, 0.75),
        positions: Float64Array.of(0, 1, 0, 1, 1, 0, 2, 1, 0, 3, 1, 0),
      },
    ];
    const to: Arrival = { ...arrival(frame(1, [], [10, 10, 10, 2, 2, 0, 3, 2, 0]), [], []), vertexKnots };
    expectNear(at(0.125, from, to), [9.125, 9.125, 9.125, 0, 0.5, 0, 1, 0.5, 0]);
    expectNear(at(0.25, from, to), [9.25, 9.25, 9.25, 0, 1, 0, 1, 1, 0]);
    expectNear(at(0.5, from, to), [9.5, 9.5, 9.5, 1, 1, 0, 2, 1, 0]);
    expectNear(at(0.875, from, to), [9.875, 9.875, 9.875, 2, 1.5, 0, 3, 1.5, 0]);
    expectNear(at(1, from, to), [10, 10, 10, 2, 2, 0, 3, 2, 0]);
  });

  test('of turns at the time itself the one that was told last is where the vertex is', () => {
    const from = frame(0, [], [0, 0, 0]);
    const turns = (times: number[], xs: number[]): Arrival['turns'] => ({
      vertices: new Uint32Array(times.length),
      times: Float64Array.from(times),
      positions: Float64Array.from(xs.flatMap((x) => [x, 0, 0])),
    });
    const to = (own: Arrival['turns']): Arrival => ({
      ...arrival(frame(1, [], [4, 0, 0]), [], []),
      turns: own,
    });
    expectNear(at(0.5, from, to(turns([0.5, 0.5], [1, 7]))), [7, 0, 0]);
    expectNear(at(0.75, from, to(turns([0.5, 0.5], [1, 6]))), [5, 0, 0]);
    // of two that come, the nearer one, and the first of two at one time
    expectNear(at(0.25, from, to(turns([0.75, 0.5, 0.5], [9, 2, 8]))), [1, 0, 0]);
    expectNear(at(0.8, from, to(turns([0.6, 0.2], [2, 9]))), [3, 0, 0]);
  });

  test('bending goes straight from frame to frame, and who is absent is so all the way', () => {
    const from = { ...frame(1, []), bends: Float64Array.of(1, -2) };
    const absent = Uint32Array.of(0);
    const to = arrival({ ...frame(3, []), bends: Float64Array.of(5, 2), absent }, [], []);
    const out: Frame = { ...frame(0, []), bends: new Float64Array(2) };
    writeBetween(1.5, from, to, out);
    expect([...(out.bends ?? [])]).toEqual([2, -1]);
    expect(out.absent).toBe(absent);
    writeBetween(3, from, arrival(frame(3, []), [], []), { ...frame(0, []) });
    // where there is no room nothing is written
    const without = frame(0, []);
    writeBetween(2, from, to, without);
    expect(without.bends).toBeUndefined();
  });

  test('several bodies keep their own numbers', () => {
    const body = (x: number, z: number) => [x, 2 * x, 3 * x, 0, 0, z, Math.sqrt(1 - z * z)];
    const from = frame(0, [...body(1, 0), ...body(2, 0.6)]);
    const to = arrival(frame(1, [...body(3, 0), ...body(6, 0.6)]), [0.5], [[...body(2, 0), ...body(8, 0.6)]]);
    expectNear(at(0.25, from, to), [...body(1.5, 0), ...body(5, 0.6)]);
    expectNear(at(0.75, from, to), [...body(2.5, 0), ...body(7, 0.6)]);
  });

  test('frames of one time are where the later one is', () => {
    const pose = (x: number) => [x, 0, 0, 0, 0, 0, 1];
    expectNear(at(1, frame(1, pose(0)), arrival(frame(1, pose(2)), [], [])), pose(2));
    // and times beyond are the ends
    expectNear(at(9, frame(1, pose(0)), arrival(frame(2, pose(2)), [], [])), pose(2));
    expectNear(at(0, frame(1, pose(0)), arrival(frame(2, pose(2)), [], [])), pose(0));
  });
});
