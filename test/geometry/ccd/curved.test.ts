import { describe, expect, test } from 'vitest';
import { CANDIDATE_STRIDE, FLIPPED } from '../../../src/geometry/ccd/candidate.ts';
import {
  EDGE_EDGE,
  firstCount,
  type PairKind,
  POINT_POINT,
  POINT_TRIANGLE,
  vertexTotal,
} from '../../../src/geometry/ccd/kind.ts';
import { closestDirection } from '../../../src/geometry/ccd/direction.ts';
import { HERE, here, NORMAL, normal, workOnPair } from '../../../src/geometry/ccd/pair-memory.ts';
import { asin, cos, sin } from '../../../src/num/elementary/index.ts';
import { Random } from '../../../src/num/index.ts';
import {
  advanceBodies,
  firstContact,
  IDENTITY,
  makeMotion,
  type Motion,
  movedGap,
  movedVertices,
  rotationMatrix,
} from './measure.ts';

const FLOOR = Float64Array.of(-10, -10, 0, 10, -10, 0, 0, 15, 0);
const REST = makeMotion(IDENTITY, [0, 0, 0], [0, 0, 0], [0, 0, 0]);

const candidate = (kind: PairKind): Int32Array => {
  const first = firstCount(kind);
  const vertices = [0, 1, 2, 3].map((v) => (v < first ? v : v - first));
  return Int32Array.from([kind, ...vertices]);
};

function contact(kind: PairKind, a: Float64Array, motionA: Motion, b: Float64Array, motionB: Motion): number {
  return firstContact(a, motionA, b, motionB, candidate(kind));
}

function advance(
  kind: PairKind,
  a: Float64Array,
  motionA: Motion,
  b: Float64Array,
  motionB: Motion,
  keep = 0.1,
  reach = Infinity,
): number {
  return advanceBodies(a, motionA, b, motionB, candidate(kind), { keep, reach });
}

/** At most the true time and at least 0.999 of it. */
function expectTime(found: number, truth: number): void {
  expect(found).toBeLessThanOrEqual(truth);
  expect(found).toBeGreaterThanOrEqual(0.999 * truth);
}

describe('constructed contact times', () => {
  test('a rod swept onto a point', () => {
    // The rod lies along x, turns about z through its end, and meets a point at the angle φ.
    for (const total of [0.5, 2, 6]) {
      for (const phi of [0.01, 0.3, 0.49]) {
        const rod = Float64Array.of(0, 0, 0, 2, 0, 0);
        const point = Float64Array.of(1.2 * cos(phi), 1.2 * sin(phi), 0);
        const turn = makeMotion(IDENTITY, [0, 0, 0], [0, 0, total], [0, 0, 0]);
        const flipped = Int32Array.of(1 + FLIPPED, 0, 0, 1, 0);
        const found = firstContact(rod, turn, point, REST, flipped);
        expectTime(found, phi / total);
        expectTime(firstContact(point, REST, rod, turn, candidate(1)), phi / total);
      }
    }
  });

  test('a spinning corner touches a face, or just does not', () => {
    // A vertex at radius 1 turns about y above the floor; its lowest height is h − 1.
    const corner = Float64Array.of(1, 0, 0);
    for (const turns of [1.9, 3, 6]) {
      for (const miss of [1e-3, 1e-6, 1e-9]) {
        const spin = (h: number): Motion => makeMotion(IDENTITY, [0, 0, h], [0, turns, 0], [0, 0, 0]);
        // Positive ω about y takes +x to −z: the height is h − sin(turns · t).
        expect(contact(POINT_TRIANGLE, corner, spin(1 + miss), FLOOR, REST)).toBe(Infinity);
        expectTime(contact(POINT_TRIANGLE, corner, spin(1 - miss), FLOOR, REST), asin(1 - miss) / turns);
      }
    }
  });

  test('a screw brings an edge onto an edge', () => {
    // Edge along x at height 1 turns about z and sinks; the other edge lies on the floor through the axis.
    for (const turns of [0.7, 3, 12]) {
      const moving = Float64Array.of(-1, 0, 0, 1, 0, 0);
      const still = Float64Array.of(-1, 0.2, 0, 1, 0.2, 0);
      const screw = makeMotion(IDENTITY, [0, 0, 1], [0, 0, turns], [0, 0, -1.25]);
      // At t = 0.8 it reaches the floor, turned by 0.8·turns: it crosses y = 0.2 if |tan| or length allows.
      const angle = 0.8 * turns;
      const crosses = Math.abs(sin(angle)) >= 0.2 && Math.abs((0.2 * cos(angle)) / sin(angle)) <= 1;
      const found = contact(EDGE_EDGE, moving, screw, still, REST);
      if (crosses) expectTime(found, 0.8);
      else expect(found).toBe(Infinity);
    }
  });

  test('two bodies that spin alike about one axis keep their gap', () => {
    const a = Float64Array.of(1, 0, 0.001);
    const b = Float64Array.of(0.5, -1, 0, 2, -1, 0, 1, 2, 0);
    const motion = makeMotion(IDENTITY, [0, 0, 0], [0, 0, 3], [0, 0, 0]);
    expect(contact(POINT_TRIANGLE, a, motion, b, motion)).toBe(Infinity);
  });

  test('several radians in a step: a rod turns most of a circle before it hits', () => {
    const rod = Float64Array.of(0, 0, 0, 2, 0, 0);
    const wall = Float64Array.of(cos(-0.5), sin(-0.5), -1, cos(-0.5), sin(-0.5), 1);
    const turn = makeMotion(IDENTITY, [0, 0, 0], [0, 0, 6.2], [0, 0, 0]);
    expectTime(contact(EDGE_EDGE, rod, turn, wall, REST), (2 * Math.PI - 0.5) / 6.2);
  });

  test('a point meets a point', () => {
    const a = Float64Array.of(1, 0, 0);
    const b = Float64Array.of(0, 1, 0);
    const turn = makeMotion(IDENTITY, [0, 0, 0], [0, 0, 2], [0, 0, 0]);
    expectTime(contact(POINT_POINT, a, turn, b, REST), Math.PI / 4);
    expectTime(
      contact(
        POINT_POINT,
        Float64Array.of(0, 0, 0),
        makeMotion(IDENTITY, [1, 0, 0], [0, 0, 0], [-2, 0, 0]),
        b,
        makeMotion(IDENTITY, [0, -1, 0], [0, 0, 0], [0, 0, 0]),
      ),
      0.5,
    );
  });
});

describe('what engines rely on', () => {
  test('a long slide at a small gap is not stopped', () => {
    const point = Float64Array.of(0, 0, 0);
    const slide = makeMotion(IDENTITY, [-3, 0, 5e-4], [0, 0, 1], [6, 0.5, 0]);
    expect(advance(POINT_TRIANGLE, point, slide, FLOOR, REST)).toBe(1);
  });

  test('with a reach, a point slides over the edge of a triangle that starts far away', () => {
    const point = Float64Array.of(0, 0, 0);
    const tile = Float64Array.of(0, -1, 0, 0, 1, 0, 2, 0, 0);
    const slide = makeMotion(IDENTITY, [-1, 0, 5e-4], [0, 0, 0], [2, 0, 0]);
    expect(advance(POINT_TRIANGLE, point, slide, tile, REST, 0.1, 1e-3)).toBe(1);
    expect(advance(POINT_TRIANGLE, point, slide, tile, REST, 0.1)).toBeLessThan(0.5);
  });

  test('a pin turns in its bearing without being stopped', () => {
    // A vertex of the pin at radius 1, a face of the bearing as a triangle 1e-4 outside of it.
    const face = Float64Array.of(-1, 1.0001, -1, 1, 1.0001, -1, 0, 1.0001, 2);
    for (const from of [-0.3, -0.1, 0, 0.1]) {
      const vertex = Float64Array.of(sin(from), cos(from), 0);
      const turn = makeMotion(IDENTITY, [0, 0, 0], [0, 0, -0.4], [0, 0, 0]);
      expect(advance(POINT_TRIANGLE, vertex, turn, face, REST, 0.1, 1e-4)).toBe(1);
    }
  });

  test('bodies that tilt together, a hair apart, are not stopped', () => {
    const point = Float64Array.of(0.5, 0.2, 1e-5);
    for (const turn of [
      [0.5, 0.3, 0],
      [0, 2, 1],
    ]) {
      const tilt = makeMotion(IDENTITY, [3, 2, 1], turn, [0.1, 0, 0]);
      expect(advance(POINT_TRIANGLE, point, tilt, FLOOR, tilt, 0.1, 1e-3)).toBe(1);
    }
  });

  test('edges that turn apart from a near touch are not stopped', () => {
    const a = Float64Array.of(-1, 0, 1e-6, 1, 0, 1e-6);
    const b = Float64Array.of(0, -1, 0, 0, 1, 0);
    const roll = makeMotion(IDENTITY, [0, 0, 0], [0.8, 0, 0], [0, 0, 0.1]);
    const pitch = makeMotion(IDENTITY, [0, 0, 0], [0, 0.5, 0.2], [0, 0, 0]);
    expect(advance(EDGE_EDGE, a, roll, b, pitch, 0.1, 1e-3)).toBe(1);
  });

  test('keeps the fraction it was asked to keep, and no more than needed', () => {
    const point = Float64Array.of(0, 0, 0);
    const fall = makeMotion(IDENTITY, [0, 0, 1], [0, 0, 0], [0, 0, -4]);
    const time = advance(POINT_TRIANGLE, point, fall, FLOOR, REST, 0.2);
    expect(1 - 4 * time).toBeGreaterThanOrEqual(0.2);
    expect(1 - 4 * time).toBeLessThan(0.41);
  });

  test('keeps a separation', () => {
    const point = Float64Array.of(0, 0, 0);
    const fall = makeMotion(IDENTITY, [0, 0, 1], [0, 0, 0], [0, 0, -1]);
    const time = firstContact(point, fall, FLOOR, REST, candidate(POINT_TRIANGLE), 0.25);
    expectTime(time, 0.75);
  });

  test('the earliest of many candidates is the least of each', () => {
    const random = new Random(5);
    for (let trial = 0; trial < 200; trial++) {
      const a = Float64Array.from({ length: 18 }, () => random.between(-1, 1));
      const b = Float64Array.from({ length: 18 }, () => random.between(-1, 1));
      const motionA = makeMotion(IDENTITY, [3, 0, 0], randomVector(random, 2), [-3, 0, 0]);
      const motionB = makeMotion(IDENTITY, [0, 0, 0], randomVector(random, 2), randomVector(random, 1));
      const list: number[] = [];
      for (let c = 0; c < 12; c++) {
        const flipped = random.integer(2) * FLIPPED;
        list.push(
          random.integer(4) + flipped,
          random.integer(3),
          3 + random.integer(3),
          random.integer(3),
          3 + random.integer(3),
        );
      }
      const all = advanceBodies(a, motionA, b, motionB, Int32Array.from(list), { reach: 0.5 });
      let least = 1;
      for (let c = 0; c < 12; c++) {
        const one = Int32Array.from(list.slice(c * CANDIDATE_STRIDE, (c + 1) * CANDIDATE_STRIDE));
        least = Math.min(least, advanceBodies(a, motionA, b, motionB, one, { reach: 0.5 }));
      }
      expect(all).toBe(least);
    }
  });

  test('nonsense does not move', () => {
    const point = Float64Array.of(NaN, 0, 0);
    expect(advance(POINT_TRIANGLE, point, REST, FLOOR, REST)).toBe(0);
    const far = makeMotion(IDENTITY, [0, 0, 1], [0, 0, 0], [0, 0, -Infinity]);
    expect(advance(POINT_TRIANGLE, Float64Array.of(0, 0, 0), far, FLOOR, REST)).toBe(0);
    expect(advance(POINT_TRIANGLE, Float64Array.of(0, 0, 0), REST, FLOOR, REST)).toBe(0);
  });
});

function randomVector(random: Random, size: number): number[] {
  return [0, 1, 2].map(() => random.between(-size, size));
}

describe('against dense sampling', () => {
  test('from small gaps, sliding or approaching, with all spins', () => {
    const random = new Random(31);
    let stopped = 0;
    for (let trial = 0; trial < 1500; trial++) {
      const kind = random.integer(4) as PairKind;
      const first = firstCount(kind);
      const a = Float64Array.from({ length: 3 * first }, () => random.between(-1, 1));
      const b = Float64Array.from({ length: 3 * (vertexTotal(kind) - first) }, () => random.between(-1, 1));
      const spin = [0.01, 0.3, 2, 5][random.integer(4)];
      const [motionA, motionB] = [0, 1].map(() =>
        makeMotion(
          rotationMatrix(randomVector(random, 3)),
          randomVector(random, 1),
          randomVector(random, spin),
          randomVector(random, 0.5),
        ),
      );
      const gap = (t: number): number => movedGap(kind, motionA, a, motionB, b, t);
      // Move the first body along the closest direction until only a small gap is left.
      here.set(movedVertices(motionA, a, motionB, b, 0));
      workOnPair();
      closestDirection(NORMAL, HERE, kind);
      const small = [1e-6, 1e-4, 1e-2][random.integer(3)];
      const excess = gap(0) - small;
      let closing = 0;
      for (let k = 0; k < 3; k++) {
        motionA[9 + k] -= excess * normal[k];
        closing += normal[k] * (motionA[15 + k] - motionB[15 + k]);
      }
      if (Math.abs(gap(0) - small) > 1e-9) continue;
      if (random.integer(2) === 0) for (let k = 0; k < 3; k++) motionA[15 + k] -= closing * normal[k];

      const keep = [1e-3, 0.1, 0.2][random.integer(3)];
      const target = keep * Math.min(gap(0), 1e-3);
      const time = advance(kind, a, motionA, b, motionB, keep, 1e-3);
      let least = Infinity;
      for (let i = 0; i <= 100; i++) least = Math.min(least, gap((time * i) / 100));
      expect(least).toBeGreaterThanOrEqual(target - 1e-14);
      if (time < 1) {
        stopped++;
        expect(gap(time)).toBeLessThan(2.1 * target + 1e-8);
      }
    }
    expect(stopped).toBeGreaterThan(50);
  });

  const SAMPLES = 400;
  for (const kind of [0, 1, 2, 3] as PairKind[]) {
    test(`pairs of kind ${kind}: the gap is kept at every sampled time, and kept tightly`, () => {
      const random = new Random(11, kind);
      let stopped = 0;
      let early = 0;
      for (let trial = 0; trial < 400; trial++) {
        const scale = [1e-3, 1, 1e3][random.integer(3)];
        const spin = [0, 0.05, 1, 3, 8][random.integer(5)];
        const first = firstCount(kind);
        const a = Float64Array.from({ length: 3 * first }, () => scale * random.between(-1, 1));
        const b = Float64Array.from(
          { length: 3 * (vertexTotal(kind) - first) },
          () => scale * random.between(-1, 1),
        );
        const far = [0.5, 1, 3][random.integer(3)] * scale;
        const motionA = makeMotion(
          rotationMatrix(randomVector(random, 3)),
          randomVector(random, far),
          randomVector(random, spin),
          randomVector(random, 2 * far),
        );
        const motionB = makeMotion(
          rotationMatrix(randomVector(random, 3)),
          randomVector(random, far),
          randomVector(random, spin),
          randomVector(random, 2 * far),
        );
        const gap = (t: number): number => movedGap(kind, motionA, a, motionB, b, t);
        const keep = [1e-9, 0.1, 0.2][random.integer(3)];
        const time = advance(kind, a, motionA, b, motionB, keep);
        const target = keep * gap(0) * (1 - 1e-9);
        let least = Infinity;
        for (let i = 0; i <= SAMPLES; i++) least = Math.min(least, gap((time * i) / SAMPLES));
        expect(least).toBeGreaterThanOrEqual(target);
        if (time < 1) {
          stopped++;
          // It stops only where little more than what is to be kept is left.
          if (gap(time) > 2.1 * keep * gap(0) + 1e-9 * scale) early++;
        }
      }
      expect(stopped).toBeGreaterThan(kind === 0 ? 0 : 5);
      expect(early).toBe(0);
    });
  }
});
