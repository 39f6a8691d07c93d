// Vertices that turn with a body against such as go straight: what arcs.ts answers, against the motion itself, sampled densely and
// measured by code that shares nothing with the search but the distance of points, edges and triangles.

import { expect, test } from 'vitest';
import { arcAdvance, arcs } from '../../../src/geometry/ccd/arcs.ts';
import {
  EDGE_EDGE,
  firstCount,
  type PairKind,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
  vertexTotal,
} from '../../../src/geometry/ccd/kind.ts';
import {
  CLOSEST_SIZE,
  CLOSEST_SQUARED,
  edgeEdgeDistanceSquared,
  pointEdgeClosest,
  pointPointDistanceSquared,
  pointTriangleDistanceSquared,
} from '../../../src/geometry/distance/index.ts';
import { Random, rotationFromVector } from '../../../src/num/index.ts';
import { isLong } from '../../tier.ts';

const samples = 300;

/** How far the pair may come, as arcAdvance is asked. */
interface Wish {
  readonly separation: number;
  readonly keep: number;
  readonly reach: number;
}

/** Draws a pair into `arcs`: either side turns with a body of its own, or its vertices go straight, each its own way. */
function drawPair(random: Random, kind: PairKind): void {
  const size = 10 ** random.between(-3, 1);
  const gap = size * 10 ** random.between(-4, 0.5);
  const fastest = size * 10 ** random.between(-2, 1);
  const widest = 10 ** random.between(-3, 0.8);
  const away = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
  const long = Math.hypot(...away);
  const between = (most: number): number[] => [0, 1, 2].map(() => random.between(-most, most));
  const far = random.integer(4) === 0 ? between(100 * size) : [0, 0, 0];
  const first = firstCount(kind);
  for (const isSecond of [false, true]) {
    const turns = random.integer(3) > 0;
    const turn = turns ? between(widest) : [0, 0, 0];
    const common = between(fastest);
    const arm = between(random.integer(2) * 5 * size);
    const from = isSecond ? first : 0;
    const to = isSecond ? vertexTotal(kind) : first;
    for (let i = from; i < to; i++) {
      const own = between(size);
      const straight = between(fastest);
      for (let k = 0; k < 3; k++) {
        arcs.place[3 * i + k] = far[k] + own[k] + (isSecond ? (away[k] / long) * (gap + size) : 0);
        arcs.arm[3 * i + k] = arm[k] + own[k];
        arcs.turn[3 * i + k] = turn[k];
        arcs.shift[3 * i + k] = turns ? common[k] : straight[k];
      }
    }
  }
}

const rotation = new Float64Array(9);
const at = new Float64Array(12);
const closest = new Float64Array(CLOSEST_SIZE);

/** Where the pair's vertices are at a time: x + t v + (R(t ω) − 1) r. */
function moveTo(t: number, total: number): void {
  for (let v = 0; v < 3 * total; v += 3) {
    const arm = arcs.arm.subarray(v, v + 3);
    rotationFromVector(
      rotation,
      0,
      arcs.turn.map((x) => t * x),
      v,
    );
    for (let k = 0; k < 3; k++) {
      const turned = rotation[3 * k] * arm[0] + rotation[3 * k + 1] * arm[1] + rotation[3 * k + 2] * arm[2];
      at[v + k] = arcs.place[v + k] + t * arcs.shift[v + k] + turned - arm[k];
    }
  }
}

function distanceAt(t: number, kind: PairKind): number {
  moveTo(t, vertexTotal(kind));
  if (kind === POINT_POINT) return Math.sqrt(pointPointDistanceSquared(at, 0, 3));
  if (kind === POINT_TRIANGLE) return Math.sqrt(pointTriangleDistanceSquared(at, 0, 3, 6, 9));
  if (kind === EDGE_EDGE) return Math.sqrt(edgeEdgeDistanceSquared(at, 0, 3, 6, 9));
  pointEdgeClosest(closest, 0, at, 0, 3, 6);
  return Math.sqrt(closest[CLOSEST_SQUARED]);
}

/** What rounding may make of a distance here: the largest coordinate and way by 2⁻⁴⁵, and the test's own as much again. */
function doubt(kind: PairKind): number {
  let largest = 0;
  for (let k = 0; k < 3 * vertexTotal(kind); k++)
    largest = Math.max(
      largest,
      Math.abs(arcs.place[k]) + Math.abs(arcs.shift[k]) + 2 * Math.abs(arcs.arm[k]),
    );
  return 16 * 2 ** -45 * largest;
}

function wishFor(random: Random, gap: number): Wish {
  return {
    separation: [0, 0.3, 0.9][random.integer(3)] * gap,
    keep: [0.1, 0.2, 0.5][random.integer(3)],
    reach: [Number.POSITIVE_INFINITY, 0.1 * gap][random.integer(2)],
  };
}

test.each([
  ['point and point', POINT_POINT],
  ['point and edge', POINT_EDGE],
  ['point and triangle', POINT_TRIANGLE],
  ['edge and edge', EDGE_EDGE],
] as const)('%s: nothing comes nearer than asked, and no way ends long before it does', (_, kind) => {
  const random = new Random(2400 + kind);
  const count = isLong ? 8000 : 500;
  let whole = 0;
  let cut = 0;
  for (let i = 0; i < count; i++) {
    drawPair(random, kind);
    const slack = doubt(kind);
    const gap = distanceAt(0, kind);
    if (!(gap > 100 * slack)) continue;
    const wish = wishFor(random, gap);
    const kept = wish.keep * Math.min(gap - wish.separation, wish.reach);
    const time = arcAdvance(kind, wish.separation, wish.keep, wish.reach);
    for (let s = 0; s <= samples; s++) {
      const distance = distanceAt((s / samples) * time, kind);
      if (!(distance > wish.separation + kept - slack))
        expect.fail(
          `pair ${i} comes to ${distance} of ${gap} at ${s}/${samples} of ${time}, ${JSON.stringify(wish)}`,
        );
    }
    if (time === 1) whole++;
    else {
      cut++;
      // it goes on until no more than twice the part that is to be kept is left
      expect(distanceAt(time, kind), `pair ${i}: ${time}`).toBeLessThan(wish.separation + 2 * kept + slack);
    }
  }
  expect(whole).toBeGreaterThan(count / 10);
  expect(cut).toBeGreaterThan(count / 10);
});

test('a point that a bar sweeps around to is met when the bar is there, not when its chord is', () => {
  // a bar from the middle to 1 m turns by a quarter about y; a point stands 30° on, half way out
  arcs.place.set([0.5 * Math.cos(Math.PI / 6), 0, -0.5 * Math.sin(Math.PI / 6), 0, 0, 0, 1, 0, 0]);
  arcs.arm.set([0, 0, 0, 0, 0, 0, 1, 0, 0]);
  arcs.turn.set([0, 0, 0, 0, Math.PI / 2, 0, 0, Math.PI / 2, 0]);
  arcs.shift.fill(0);
  const time = arcAdvance(POINT_EDGE, 0, 1e-4, Number.POSITIVE_INFINITY);
  expect(time).toBeLessThan(1 / 3);
  expect(time).toBeGreaterThan(1 / 3 - 1e-4);
});

test.each([0, 1e-9])('what begins at %f m where as much must be kept goes nowhere', (gap) => {
  arcs.place.set([0, gap, 0, -1, 0, -1, 1, 0, -1, 0, 0, 1]);
  arcs.arm.set([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  arcs.turn.set([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  arcs.shift.fill(0);
  expect(arcAdvance(POINT_TRIANGLE, 1e-9, 0.2, 1)).toBe(0);
});
