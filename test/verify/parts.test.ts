// Parts of the judge by themselves, each against the plain way to the same answer.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { absentFlags, pathWithoutAbsent, withoutAbsent } from '../../src/verify/absence.ts';
import { Way } from '../../src/verify/count-tunnelling.ts';
import type { Finding } from '../../src/verify/finding.ts';
import { Form } from '../../src/verify/form.ts';
import { JudgedPairs } from '../../src/verify/judged.ts';
import { Nearness } from '../../src/verify/nearness.ts';
import { OwnParts } from '../../src/verify/own-parts.ts';
import { Polylines } from '../../src/verify/polylines.ts';
import { isKept, type Verdict } from '../../src/verify/report.ts';
import { firstOfComponents, simplexName, simplicesOf } from '../../src/verify/simplices.ts';
import { boxDistanceSquared, Sweep } from '../../src/verify/sweep.ts';
import { allFinite, type Instant, jumpedBodies, Timeline, withTimes } from '../../src/verify/timeline.ts';
import { buildTree, collectPairs, collectSelfPairs, PairList, refit } from '../../src/verify/tree.ts';
import { verify } from '../../src/verify/verify.ts';
import { createWorld } from '../../src/verify/world.ts';
import { tinyBody, tinyCloth, tinyScene } from '../sim/tiny.ts';
import { boxMesh, mesh, pose, recordingOf, sceneOf } from './motions.ts';

/** On a lattice, so that boxes often touch exactly. */
const coordinate = fc.integer({ min: -6, max: 6 }).map((x) => x / 2);
const points = (least: number, most: number) =>
  fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: least, maxLength: most });

function pairsOf(list: PairList): string[] {
  const pairs: string[] = [];
  for (let i = 0; i < list.length; i += 2) pairs.push(`${list.items[i]} ${list.items[i + 1]}`);
  return pairs.sort();
}

/** A mesh of faces, wires and points over the same vertices, its tree, and the boxes of its leaves. */
function treed(vertices: readonly (readonly number[])[], moved = vertices, deviation = 0) {
  const count = vertices.length;
  const faces = vertices.slice(2).flatMap((_, i) => [i, i + 1, i + 2]);
  const simplices = simplicesOf(mesh(vertices.flat() as number[], faces, [0, count - 1], [count - 1]));
  const [x0, x1] = [vertices, moved].map((list) => Float64Array.from(list.flat()));
  const tree = buildTree(simplices, x0);
  const boxes = new Float64Array(6 * tree.nodes);
  refit(tree, simplices, 0, x0, x1, new Float64Array(count).fill(deviation), boxes);
  const boxOf = (s: number) => {
    const own = [...new Set([0, 1, 2].map((k) => simplices.vertices[3 * s + k]))];
    const ends = [x0, x1].flatMap((x) => own.map((v) => [x[3 * v], x[3 * v + 1], x[3 * v + 2]]));
    const side = (sign: number, k: number) =>
      sign * Math.max(...ends.map((p) => sign * p[k])) + sign * deviation;
    return [side(-1, 0), side(-1, 1), side(-1, 2), side(1, 0), side(1, 1), side(1, 2)];
  };
  return { tree, boxes, simplices, boxOf };
}

function areNear(a: number[], b: number[], margin: number): boolean {
  return [0, 1, 2].every((k) => a[k] <= b[k + 3] + margin && b[k] <= a[k + 3] + margin);
}

describe('a tree of boxes', () => {
  const margins = fc.constantFrom(0, 0.5, 1);

  test('finds every pair of simplices whose boxes are near, and no other, each once', () => {
    fc.assert(
      fc.property(points(3, 12), points(3, 12), margins, (p, q, margin) => {
        const [a, b] = [treed(p), treed(q)];
        const found = new PairList();
        collectPairs(a.tree, a.boxes, b.tree, b.boxes, margin, found);
        const wanted: string[] = [];
        for (let i = 0; i < a.simplices.count; i++)
          for (let j = 0; j < b.simplices.count; j++)
            if (areNear(a.boxOf(i), b.boxOf(j), margin)) wanted.push(`${i} ${j}`);
        expect(pairsOf(found)).toEqual(wanted.sort());
      }),
    );
  });

  test('finds those within itself, none with itself', () => {
    fc.assert(
      fc.property(points(3, 14), margins, (p, margin) => {
        const a = treed(p);
        const found = new PairList();
        collectSelfPairs(a.tree, a.boxes, margin, found);
        const wanted: string[] = [];
        for (let i = 0; i < a.simplices.count; i++)
          for (let j = i + 1; j < a.simplices.count; j++)
            if (areNear(a.boxOf(i), a.boxOf(j), margin)) wanted.push(`${i} ${j}`);
        const once = pairsOf(found).map((pair) =>
          pair
            .split(' ')
            .map(Number)
            .sort((x, y) => x - y)
            .join(' '),
        );
        expect(once.sort()).toEqual(wanted.sort());
      }),
    );
  });

  test('has boxes around all of the way, and every parent around its children', () => {
    fc.assert(
      fc.property(points(3, 12), fc.constantFrom(0, 0.25), (p, deviation) => {
        const moved = p.map(([x, y, z], i) => [x + (i % 3), y - (i % 2), z + 1]);
        const { tree, boxes, boxOf, simplices } = treed(p, moved, deviation);
        expect(tree.nodes).toBe(2 * simplices.count - 1);
        const seen: number[] = [];
        for (let node = 0; node < tree.nodes; node++) {
          const box = [...boxes.subarray(6 * node, 6 * node + 6)];
          if (tree.right[node] < 0) {
            seen.push(-1 - tree.right[node]);
            expect(box).toEqual(boxOf(-1 - tree.right[node]));
          } else {
            const [l, r] = [node + 1, tree.right[node]].map((child) =>
              boxes.subarray(6 * child, 6 * child + 6),
            );
            const around = [0, 1, 2, 3, 4, 5].map((k) =>
              k < 3 ? Math.min(l[k], r[k]) : Math.max(l[k], r[k]),
            );
            expect(box).toEqual(around);
          }
        }
        expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: simplices.count }, (_, s) => s));
      }),
    );
  });

  test('halves along the widest side, so that few boxes overlap', () => {
    // points in a row along each axis in turn: leaves come in their order, or in the opposite one
    for (let axis = 0; axis < 3; axis++) {
      const places = [7, 2, 5, 0, 3, 6, 1, 4].map((at) => [0, 1, 2].map((k) => (k === axis ? at : at / 10)));
      const simplices = simplicesOf(mesh(places.flat(), [], [], [0, 1, 2, 3, 4, 5, 6, 7]));
      const { right } = buildTree(simplices, Float64Array.from(places.flat()));
      const leaves = [...right].filter((r) => r < 0).map((r) => places[-1 - r][axis]);
      expect(leaves).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }
  });

  test('of nothing finds nothing, and lists grow as they must', () => {
    const none = buildTree(simplicesOf(mesh([])), new Float64Array(0));
    expect(none.nodes).toBe(0);
    const found = new PairList();
    const { tree, boxes } = treed([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ]);
    collectPairs(none, new Float64Array(0), tree, boxes, 1, found);
    collectPairs(tree, boxes, none, new Float64Array(0), 1, found);
    collectSelfPairs(none, new Float64Array(0), 1, found);
    expect(found.length).toBe(0);
    for (let i = 0; i < 3000; i++) found.push(i, -i);
    expect([found.items[0], found.items[1024], found.items[5998], found.items[5999]]).toEqual([
      0, 512, 2999, -2999,
    ]);
  });
});

describe('a sweep', () => {
  test('finds all boxes that are near, stretch after stretch', () => {
    const box = fc
      .tuple(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate)
      .map(([a, b, c, d, e, f]) => [
        Math.min(a, d),
        Math.min(b, e),
        Math.min(c, f),
        Math.max(a, d),
        Math.max(b, e),
        Math.max(c, f),
      ]);
    const boxes = fc.array(box, { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(boxes, boxes, fc.constantFrom(0, 0.5), (first, second, margin) => {
        const sweep = new Sweep(7);
        for (const list of [first, second]) {
          const found: string[] = [];
          sweep.forNear(Float64Array.from(list.flat()), margin, (a, b) => found.push(`${a} ${b}`));
          const wanted: string[] = [];
          for (let a = 0; a < 7; a++)
            for (let b = a + 1; b < 7; b++) if (areNear(list[a], list[b], margin)) wanted.push(`${a} ${b}`);
          expect(found.sort()).toEqual(wanted.sort());
        }
      }),
    );
  });

  test('knows who comes after whom along x', () => {
    const sweep = new Sweep(4);
    const at = (x: number) => [x, 0, 0, x, 0, 0];
    sweep.forNear(Float64Array.from([at(3), at(1), at(9), at(2)].flat()), -1, () => {});
    const next: string[] = [];
    sweep.forNeighbours((a, b) => next.push(`${a} ${b}`));
    expect(next).toEqual(['1 3', '0 3', '0 2']);
  });

  test('boxes are as far apart as their nearest points', () => {
    const a = Float64Array.of(9, 0, 0, 0, 1, 1, 1);
    const apart = (...b: number[]) => boxDistanceSquared(a, 1, Float64Array.of(9, 9, ...b), 2);
    expect(apart(3, 0, 0, 4, 1, 1)).toBe(4);
    expect(apart(-4, 0, 0, -3, 1, 1)).toBe(9);
    expect(apart(2, 3, 4, 9, 9, 9)).toBe(1 + 4 + 9);
    expect(apart(-3, -4, -5, -1, -2, -3)).toBe(1 + 4 + 9);
    expect(apart(0.5, 0.5, 0.5, 3, 3, 3)).toBe(0);
    expect(apart(1, 1, 1, 2, 2, 2)).toBe(0);
  });
});

describe('simplices', () => {
  const both = mesh(new Array(24).fill(0), [0, 1, 2, 3, 4, 5], [5, 6, 1, 2], [7, 0]);

  test('are faces, then wires, then points', () => {
    const { count, vertices, sizes, faces, wires } = simplicesOf(both);
    expect([count, faces, wires]).toEqual([6, 2, 2]);
    expect([...vertices]).toEqual([0, 1, 2, 3, 4, 5, 5, 6, 6, 1, 2, 2, 7, 7, 7, 0, 0, 0]);
    expect([...sizes]).toEqual([3, 3, 2, 2, 1, 1]);
  });

  test('have names that people find them by', () => {
    const simplices = simplicesOf(both);
    expect([0, 1, 2, 3, 4, 5].map((s) => simplexName(simplices, s))).toEqual([
      'face 0',
      'face 1',
      'wire 0',
      'wire 1',
      'point 0',
      'point 1',
    ]);
  });

  test('hang together by the vertices that they share', () => {
    expect([...firstOfComponents(simplicesOf(both), 8)]).toEqual([0, 1, 4]);
    const chain = mesh([], [0, 1, 2, 4, 3, 2, 5, 6, 4]);
    expect([...firstOfComponents(simplicesOf(chain), 7)]).toEqual([0]);
    const late = mesh([], [0, 1, 2, 3, 4, 5, 2, 6, 3]);
    expect([...firstOfComponents(simplicesOf(late), 7)]).toEqual([0]);
  });
});

test('a form knows its size, its boxes, its parts and whether it has an inside', () => {
  const form = new Form(boxMesh(1, 2, 4));
  expect([...form.bounds]).toEqual([0, 0, 0, 0.5, 1, 2]);
  expect(form.radius).toBeCloseTo(Math.sqrt(0.25 + 1 + 4), 12);
  expect([...form.boxes.subarray(0, 6)]).toEqual([0, 0, 0, 0.5, 1, 2]);
  expect([...form.components]).toEqual([0]);
  expect(form.closed).toBe(true);
  const moved = new Form(mesh([1, 2, 3, 3, 2, 1, 1, 4, 9], [0, 1, 2]));
  expect([...moved.bounds]).toEqual([2, 3, 5, 1, 1, 4]);
  expect([...moved.boxes]).toEqual([2, 3, 5, 1, 1, 4]);
  expect(moved.closed).toBe(false);
  const none = new Form(mesh([]));
  expect([none.bounds.length, none.radius, none.tree.nodes]).toEqual([0, 0, 0]);
});

describe('polylines', () => {
  // the first vertex turns twice, the second never, the third at both ends only
  const x0 = Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2);
  const x1 = Float64Array.of(4, 0, 0, 3, 3, 3, 4, 4, 4);
  const turns = {
    vertices: Uint32Array.of(0, 0, 2, 2),
    times: Float64Array.of(3, 1, 0, 4),
    positions: Float64Array.of(3, 3, 0, 1, 0, 2, 9, 9, 9, 9, 9, 9),
  };
  const lines = new Polylines(0, x0, 4, x1, turns);
  const at = (v: number, time: number) => {
    const out = new Float64Array(4).fill(7);
    lines.place(v, time, out, 1);
    expect(out[0]).toBe(7);
    return [...out.subarray(1)];
  };

  test('go straight from turn to turn, in the order of time, and pass through each', () => {
    expect([0, 0.5, 1, 2, 3, 3.5, 4].map((time) => at(0, time))).toEqual([
      [0, 0, 0],
      [0.5, 0, 1],
      [1, 0, 2],
      [2, 1.5, 1],
      [3, 3, 0],
      [3.5, 1.5, 0],
      [4, 0, 0],
    ]);
    expect([at(1, 0), at(1, 2), at(1, 4)]).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ]);
    // turns at the frames themselves say nothing
    expect([at(2, 0), at(2, 4)]).toEqual([
      [2, 2, 2],
      [4, 4, 4],
    ]);
  });

  test('get off their chords by as much as their farthest corner', () => {
    // from (0,0,0) to (4,0,0): at 1 s (1,0,2), at 3 s (3,3,0)
    expect(lines.deviation(0, 0, 4)).toBe(3);
    expect(lines.deviation(0, 0, 1)).toBe(0);
    expect(lines.deviation(0, 1, 3)).toBe(0);
    // from (0.5,0,1) to (2,1.5,1): at 1 s a third of the way
    expect(lines.deviation(0, 0.5, 2)).toBeCloseTo(Math.hypot(1 - 1, 0 - 0.5, 2 - 1), 12);
    expect(lines.deviation(1, 0, 4)).toBe(0);
  });

  test('are cut until they stay near, but not shorter than their corners', () => {
    // one of three gets 3 m off, in the square mean √3 m
    expect(lines.cuts(0, 4, 1.74)).toBe(1);
    expect(lines.cuts(0, 4, 1.73)).toBe(2);
    const zigzag = (count: number) => {
      const times = Float64Array.from({ length: count }, (_, i) => (i + 1) / (count + 1));
      const positions = new Float64Array(3 * count).map((_, i) => (i % 3 === 1 ? (i % 2 === 0 ? 1 : -1) : 0));
      const own = { vertices: new Uint32Array(count), times, positions };
      return new Polylines(0, new Float64Array(3), 1, new Float64Array(3), own);
    };
    expect(zigzag(16).cuts(0, 1, 0.01)).toBe(16);
    expect(zigzag(5).cuts(0, 1, 0.01)).toBe(5);
    expect(zigzag(5).cuts(0, 1, 2)).toBe(1);
    expect(zigzag(0).cuts(0, 1, 0)).toBe(1);
  });

  test('one vertex that is shaken does not have the way of all others cut', () => {
    const [vertices, shakes] = [100, 300];
    const still = new Float64Array(3 * vertices);
    const turns = {
      vertices: new Uint32Array(shakes),
      times: Float64Array.from({ length: shakes }, (_, i) => (i + 1) / (shakes + 1)),
      positions: Float64Array.from({ length: 3 * shakes }, (_, i) => (i % 3 === 0 ? (i % 2) - 0.5 : 0)),
    };
    const lines = new Polylines(0, still, 1, still, turns);
    expect(lines.cuts(0, 1, 0.1)).toBe(1);
    expect(lines.cuts(0, 1, 0.01)).toBe(shakes);
  });
});

describe('instants', () => {
  const world = createWorld(tinyScene({ bodies: [tinyBody({ name: 'a' }), tinyBody({ name: 'b' })] }));
  const pose = (x: number) => [x, 0, 0, 0, 0, 0, 1];
  const poses = (a: number, b = 0) => Float64Array.from([...pose(a), ...pose(b)]);
  const frameAt = (time: number, a: number) => ({
    time,
    poses: poses(a),
    velocities: new Float64Array(12),
    vertices: new Float64Array(0),
  });
  const knots = (...list: [number, number][]) => ({
    times: Float64Array.from(list, ([time]) => time),
    poses: Float64Array.from(list.flatMap(([, a]) => [...poses(a)])),
  });
  function timeline() {
    const told: string[] = [];
    const line = new Timeline(world, (time, what, body) => told.push(`${time} ${body ?? '-'} ${what}`));
    return { line, told };
  }
  const start: Instant = { time: 0, poses: poses(0), isKnot: false };
  const seen = (list: readonly Instant[]) =>
    list.map(({ time, poses: p, isKnot }) => `${time} ${p[0]} ${isKnot}`);

  test('are the knots up to a frame, and the frame where no knot is the same', () => {
    const { line, told } = timeline();
    expect(seen(line.instantsOf(start, frameAt(1, 1), knots([0.5, 0.5])))).toEqual([
      '0.5 0.5 true',
      '1 1 false',
    ]);
    expect(seen(line.instantsOf({ ...start, time: 1 }, frameAt(2, 2), knots([2, 2])))).toEqual(['2 2 true']);
    expect(seen(line.instantsOf({ ...start, time: 2 }, frameAt(3, 3), knots()))).toEqual(['3 3 false']);
    expect(told).toEqual([]);
  });

  test('that come early wait for their frame, which has to be on the way there', () => {
    const { line, told } = timeline();
    expect(seen(line.instantsOf(start, frameAt(1, 0.5), knots([2, 1])))).toEqual(['1 0.5 false']);
    expect(seen(line.instantsOf({ ...start, time: 1 }, frameAt(2, 1), knots()))).toEqual(['2 1 true']);
    expect(told).toEqual([]);
    const off = timeline();
    off.line.instantsOf(start, frameAt(1, 0.6), knots([2, 1]));
    expect(off.told).toEqual(['1 0 body 0 "a" is not where its path has it']);
  });

  test('of a frame off its last knot, or turned from it, are told', () => {
    const { line, told } = timeline();
    expect(seen(line.instantsOf(start, frameAt(1, 1 + 1e-6), knots([1, 1])))).toHaveLength(2);
    expect(told).toHaveLength(1);
    // as far as rounding may take it
    line.instantsOf({ ...start, time: 1 }, frameAt(2, 1 + 1e-10), knots([2, 1]));
    expect(told).toHaveLength(1);
    const turned = frameAt(3, 1);
    turned.poses.set([0, 0, 1e-6, 1], 7 + 3);
    line.instantsOf({ ...start, time: 2 }, turned, knots([3, 1]));
    expect(told).toHaveLength(1);
    turned.poses.set([0, 0, 1e-3, Math.sqrt(1 - 1e-6)], 7 + 3);
    line.instantsOf({ ...start, time: 3 }, { ...turned, time: 4 }, knots([4, 1]));
    expect(told[1]).toMatch(/^4 1 body 1/);
  });

  test('that run back or are not finite are told and passed over', () => {
    const { line, told } = timeline();
    const list = line.instantsOf(
      start,
      frameAt(1, 1),
      knots([0.5, 0.5], [0.4, 0.4], [0.5, 0.6], [0.7, Number.NaN]),
    );
    expect(seen(list)).toEqual(['0.5 0.5 true', '0.5 0.6 true', '1 1 false']);
    expect(told.map((line) => line.slice(0, 13))).toEqual(['0.4 - knot 1 ', '0.7 - knot 3 ']);
    expect(seen(line.instantsOf(start, frameAt(2, 2), knots([0, 0])))).toEqual(['0 0 true', '2 2 false']);
  });

  test('at further times are between those around them', () => {
    const list = [
      { time: 1, poses: poses(2), isKnot: true },
      { time: 2, poses: poses(6), isKnot: false },
    ];
    expect(seen(withTimes(start, list, [0, 0.5, 1, 1.25, 1.5, 2, 3]))).toEqual([
      '0.5 1 false',
      '1 2 true',
      '1.25 3 false',
      '1.5 4 false',
      '2 6 false',
    ]);
  });

  test('of one time are jumps of the bodies that are elsewhere', () => {
    const to = (time: number, isKnot: boolean, a: number, b: number) => ({
      time,
      isKnot,
      poses: poses(a, b),
    });
    expect(jumpedBodies(start, to(0, true, 1, 1))).toEqual([0, 1]);
    expect(jumpedBodies(start, to(0, true, 0, 1))).toEqual([1]);
    expect(jumpedBodies(start, to(0, true, 0, 0))).toEqual([]);
    expect(jumpedBodies(start, to(0, false, 1, 1))).toEqual([]);
    expect(jumpedBodies(start, to(1, true, 1, 1))).toEqual([]);
    for (let k = 0; k < 7; k++) {
      const turned = poses(0);
      turned[7 + k] += 0.5;
      expect(jumpedBodies(start, { time: 0, isKnot: true, poses: turned })).toEqual([1]);
    }
  });

  test('have finite numbers, all of them', () => {
    expect(allFinite(Float64Array.of(1, 2))).toBe(true);
    expect(allFinite(new Float64Array(0))).toBe(true);
    for (let k = 0; k < 3; k++) {
      const values = new Float64Array(3);
      values[k] = Number.NaN;
      expect(allFinite(values)).toBe(false);
    }
  });
});

describe('what is found on the way', () => {
  const find = (kind: Finding['kind'], distance?: number): Finding => ({
    a: 0,
    b: 1,
    kind,
    at: 1,
    what: kind,
    ...(distance === undefined ? {} : { distance }),
  });
  const told = (list: [number, number, Finding][]) => {
    const way = new Way();
    for (const [key, time, finding] of list) way.add(key, time, finding);
    return [way.tunnelled(), way.nearer(), way.undecided()].map((all) => all.map(({ time }) => time));
  };

  test('is a passage where it is clear at the end, the first of each pair', () => {
    expect(
      told([
        [1, 1, find('crossing')],
        [1, 2, find('crossing')],
        [2, 3, find('crossing')],
      ]),
    ).toEqual([[1, 3], [], []]);
    expect(
      told([
        [1, 1, find('crossing')],
        [1, 2, find('intersection')],
      ]),
    ).toEqual([[], [], []]);
  });

  test('is nearest where it is nearest, and no more where it touched', () => {
    expect(
      told([
        [1, 1, find('nearer', 3)],
        [1, 2, find('nearer', 2)],
        [1, 3, find('nearer', 2)],
      ]),
    ).toEqual([[], [2], []]);
    for (const kind of ['crossing', 'intersection'] as const)
      expect(
        told([
          [1, 1, find('nearer', 3)],
          [1, 2, find(kind)],
        ])[1],
      ).toEqual([]);
  });

  test('is undecided where nothing else is known', () => {
    expect(
      told([
        [1, 1, find('undecided')],
        [1, 2, find('undecided')],
        [2, 5, find('crossing')],
      ])[2],
    ).toEqual([1]);
    for (const other of [find('crossing'), find('intersection'), find('nearer', 1)])
      expect(
        told([
          [1, 1, find('undecided')],
          [1, 2, other],
        ])[2],
      ).toEqual([]);
  });
});

describe('bodies that are not there', () => {
  const frame = {
    time: 3,
    poses: Float64Array.from({ length: 14 }, (_, i) => i),
    velocities: new Float64Array(12),
    vertices: new Float64Array(0),
  };

  test('are flagged, and those that there are none of told', () => {
    const told: string[] = [];
    const flags = (absent?: Uint32Array) =>
      absentFlags(absent ? { ...frame, absent } : frame, 2, (time, what) => told.push(`${time} ${what}`));
    expect([...flags()]).toEqual([0, 0]);
    expect([...flags(Uint32Array.of(1))]).toEqual([0, 1]);
    expect(told).toEqual([]);
    expect([...flags(Uint32Array.of(2, 0))]).toEqual([1, 0]);
    expect(told).toEqual(['3 body 2 is said not to be there, and there are 2']);
  });

  test('stand where they were, or anywhere at first, and nothing else changes', () => {
    const last = Float64Array.from({ length: 14 }, (_, i) => 100 + i);
    expect(withoutAbsent(frame, Uint8Array.of(0, 0), last)).toBe(frame);
    expect([...withoutAbsent(frame, Uint8Array.of(0, 1), last).poses]).toEqual([
      0, 1, 2, 3, 4, 5, 6, 107, 108, 109, 110, 111, 112, 113,
    ]);
    expect([...withoutAbsent(frame, Uint8Array.of(1, 0), undefined).poses.subarray(0, 8)]).toEqual([
      0, 0, 0, 0, 0, 0, 1, 7,
    ]);
    const path = { times: Float64Array.of(1, 2), poses: Float64Array.from({ length: 28 }, (_, i) => i) };
    expect(pathWithoutAbsent(path, Uint8Array.of(0, 0), last)).toBe(path);
    const kept = pathWithoutAbsent(path, Uint8Array.of(1, 0), last).poses;
    expect([...kept]).toEqual([...path.poses].map((x, i) => (i % 14 < 7 ? 100 + (i % 14) : x)));
    expect(frame.poses[7]).toBe(7);
  });
});

test('pairs are judged where the engine answers for one of them, from when it does', () => {
  const path = { times: [0, 2], poses: [], after: 'release' as const };
  const scene = tinyScene({
    bodies: [
      tinyBody({ motion: 'static' }),
      tinyBody({ motion: 'kinematic' }),
      tinyBody({ motion: 'kinematic', path }),
      tinyBody({ motion: 'kinematic', path: { ...path, times: [0, 3] } }),
      tinyBody(),
    ],
    deformables: [tinyCloth()],
  });
  const pairs = new JudgedPairs(scene);
  expect(pairs.has(0, 1, 9)).toBe(false);
  for (const other of [0, 1, 2, 3]) expect(pairs.has(other, 4, 0)).toBe(true);
  // let go at 2 s
  expect([1.999, 2, 2.001].map((time) => pairs.has(0, 2, time))).toEqual([false, true, true]);
  // one of the two is enough
  expect([1.999, 2, 3].map((time) => pairs.has(2, 3, time))).toEqual([false, true, true]);
  expect([2.999, 3].map((time) => pairs.has(1, 3, time))).toEqual([false, true]);
  expect(pairs.has(0, 5, 0)).toBe(true);
  expect(pairs.has(5, 5, 0)).toBe(true);
  pairs.absent[4] = 1;
  expect([pairs.has(0, 4, 0), pairs.has(4, 5, 0), pairs.has(0, 5, 0)]).toEqual([false, false, true]);
  pairs.absent[0] = 1;
  expect(pairs.has(0, 4, 0)).toBe(false);
  const keys = new Set<number>();
  for (let a = 0; a < 6; a++) for (let b = a; b < 6; b++) keys.add(pairs.key(a, b));
  expect(keys.size).toBe(21);
});

describe('a promise is kept', () => {
  const verdict: Omit<Verdict, 'kept'> = {
    frames: 1,
    instants: 1,
    intersections: 0,
    tunnelled: 0,
    undecided: 0,
    broken: 0,
    smallestGap: 1,
    deepest: 0,
    deepestTime: 0,
    promise: { kind: 'never intersects' },
    complete: true,
    faults: [],
  };
  const separation = { smallest: 1, time: 0, a: 0, b: 1, what: '', nearer: 0 };

  test.each<[boolean, Partial<Verdict>]>([
    [true, {}],
    [false, { broken: 1 }],
    [false, { tunnelled: 1 }],
    [false, { intersections: 1 }],
    [false, { undecided: 1 }],
    [true, { promise: { kind: 'none' }, broken: 1, tunnelled: 1, intersections: 1 }],
    [true, { promise: { kind: 'depth', limit: 1 }, deepest: 1, intersections: 3, undecided: 1 }],
    [false, { promise: { kind: 'depth', limit: 1 }, deepest: 1.001 }],
    [false, { promise: { kind: 'depth', limit: 1 }, tunnelled: 1 }],
    [true, { promise: { kind: 'separation', least: 1 }, separation }],
    [false, { promise: { kind: 'separation', least: 1 }, separation: { ...separation, nearer: 1 } }],
    [false, { promise: { kind: 'separation', least: 1 }, separation, undecided: 1 }],
  ])('%s: %j', (kept, change) => {
    expect(isKept({ ...verdict, ...change })).toBe(kept);
  });
});

test('what is put inside another is as deep as the deepest of its corners', async () => {
  const inner = boxMesh(1, 1, 1);
  const shift = fc.integer({ min: -29, max: 29 }).map((x) => x / 20);
  await fc.assert(
    fc.asyncProperty(shift, shift, shift, fc.boolean(), async (x, y, z, isFirst) => {
      // within 4 × 4 × 4 m
      const parts = [{ mesh: inner }, { mesh: boxMesh(4, 4, 4) }];
      const poses = [pose(x, y, z), pose(0, 0, 0)];
      const scene = sceneOf(isFirst ? parts : parts.reverse());
      const promise = { kind: 'depth', limit: 0.5 } as const;
      const source = recordingOf(scene, [{ poses: isFirst ? poses : poses.reverse() }], promise);
      const { intersections, deepest, kept } = await verify(source);
      const depths = Array.from({ length: 8 }, (_, v) =>
        Math.min(...[x, y, z].map((at, k) => 2 - Math.abs(at + inner.positions[3 * v + k]))),
      );
      expect(intersections).toBe(1);
      expect(deepest).toBeCloseTo(Math.max(...depths), 9);
      expect(kept).toBe(deepest <= 0.5);
    }),
    { numRuns: 60 },
  );
});

test('of two that come as near the first is told', () => {
  const world = createWorld(tinyScene({ bodies: [tinyBody(), tinyBody()] }));
  const nearness = new Nearness(world, new JudgedPairs(world.scene), 0.1, new OwnParts(world, 0.1), false);
  const told = () => [nearness.smallest, nearness.time, nearness.a, nearness.b, nearness.what];
  nearness.note(2, 1, { a: 0, b: 1, what: 'first' });
  nearness.note(2, 2, { a: 1, b: 1, what: 'second' });
  nearness.note(3, 3, { a: 1, b: 1, what: 'third' });
  expect(told()).toEqual([2, 1, 0, 1, 'first']);
  nearness.note(1, 4, { a: 1, b: 1, what: 'fourth' });
  expect(told()).toEqual([1, 4, 1, 1, 'fourth']);
  nearness.note(Number.NaN, 5, { a: 0, b: 0, what: 'fifth' });
  expect(told()[1]).toBe(4);
});
