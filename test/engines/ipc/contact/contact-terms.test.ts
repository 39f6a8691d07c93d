// Every kind of contact in every region of closeness: gradients and Hessians against finite differences.

import { describe, expect, test } from 'vitest';
import { barrier, barrierCurvature, barrierSlope } from '../../../../src/engines/ipc/contact/barrier.ts';
import { describeContact } from '../../../../src/engines/ipc/contact/contact-point.ts';
import { addContactTerms, BarrierDerivatives } from '../../../../src/engines/ipc/contact/contact-terms.ts';
import { ContactSet } from '../../../../src/engines/ipc/contact/contact-set.ts';
import { measure } from '../../../../src/engines/ipc/contact/contacts.ts';
import type { Pair } from '../../../../src/engines/ipc/contact/pairs.ts';
import { PairTerms } from '../../../../src/engines/ipc/solve/pair-terms.ts';
import type { Poses } from '../../../../src/engines/ipc/step/poses.ts';
import {
  EDGE_EDGE,
  FLIPPED,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
} from '../../../../src/geometry/ccd/index.ts';
import { edgeEdgeCrossSquared } from '../../../../src/geometry/distance/index.ts';
import { Random } from '../../../../src/num/index.ts';
import {
  coordinates,
  firstDifference,
  moved,
  secondDifference,
  smallestEigenvalue,
  symmetric,
  type TwoBodies,
  twoBodies,
} from '../two-bodies.ts';

const names = ['point–point', 'point–edge', 'point–triangle', 'edge–edge'];

/** A candidate between two bodies, and the barrier it has. */
interface Case extends TwoBodies {
  readonly list: Int32Array;
  readonly dHat: number;
  readonly separation: number;
  readonly stiffness: number;
  /** ε of the mollifier [m⁴], 0 where there is none. */
  readonly threshold: number;
}

function candidate(kind: number, flipped: boolean): Int32Array {
  const f = flipped ? 4 : 0;
  const s = 4 - f;
  const code = kind + (flipped ? FLIPPED : 0);
  if (kind === EDGE_EDGE) return Int32Array.of(code, f, f + 1, s, s + 1);
  return Int32Array.of(code, f, s, s + (kind > POINT_POINT ? 1 : 0), s + (kind > POINT_EDGE ? 2 : 0));
}

const record = new Float64Array(8);

function distance(list: Int32Array, x: Float64Array): number {
  measure(record, 0, x, list, 0);
  return Math.sqrt(record[7]);
}

function cross(list: Int32Array, x: Float64Array): number {
  return edgeEdgeCrossSquared(x, 3 * list[1], 3 * list[2], 3 * list[3], 3 * list[4]);
}

function makeCase(random: Random, kind: number, mollified: boolean): Case {
  for (;;) {
    const bodies = twoBodies(random, random.between(0, 4));
    const list = candidate(kind, random.integer(2) === 1);
    const d = distance(list, bodies.poses.x);
    if (d < 0.05) continue;
    const separation = d * random.between(0, 0.7);
    const dHat = (d - separation) * random.between(1.2, 5);
    const threshold = mollified ? cross(list, bodies.poses.x) / random.between(0.05, 0.9) : 0;
    return { ...bodies, list, separation, dHat, stiffness: random.between(0.1, 10), threshold };
  }
}

function energy(one: Case, x: Float64Array): number {
  const b = one.stiffness * barrier(distance(one.list, x) - one.separation, one.dHat);
  const u = one.threshold > 0 ? cross(one.list, x) / one.threshold : 1;
  return u < 1 ? u * (2 - u) * b : b;
}

/** Gradient and Hessian as the engine's assembly asks for them. */
function terms(one: Case, poses: Poses): { gradient: Float64Array; hessian: Float64Array } {
  const set = new ContactSet();
  measure(set.record, 0, poses.x, one.list, 0);
  set.list.set(one.list);
  const pair = { a: 0, b: 1 } as Pair;
  const point = describeContact(poses, pair, set, 0);
  const gap = point.d - one.separation;
  const slope = one.stiffness * barrierSlope(gap, one.dHat);
  const curvature = one.stiffness * barrierCurvature(gap, one.dHat);
  const into = new PairTerms(1);
  let [m, m1, m2, plain] = [1, 0, 0, 0];
  if (one.threshold > 0) {
    const u = cross(one.list, poses.x) / one.threshold;
    m = u * (2 - u);
    m1 = (2 - 2 * u) / one.threshold;
    m2 = -2 / (one.threshold * one.threshold);
    plain = one.stiffness * barrier(gap, one.dHat);
  }
  const derivatives = { slope: m * slope, curvature: m * curvature, plain, plainSlope: slope, m1, m2 };
  addContactTerms(poses.x, point, derivatives, 'full', into, 0);
  return { gradient: into.gradients, hessian: symmetric(into.blocks, coordinates) };
}

/** Which weights are zero: the region the closest points are in. */
function region(list: Int32Array, x: Float64Array): string {
  measure(record, 0, x, list, 0);
  return [0, 1, 2, 3].map((k) => (record[k] === 0 ? '0' : '1')).join('');
}

/** Small against the gap, over which the barrier changes. */
function stepOf(one: Case): number {
  return 3e-3 * (distance(one.list, one.poses.x) - one.separation);
}

/** Whether finite differences along a direction see one region only, and the mollifier on one side of its end. */
function isSmooth(one: Case, direction: Float64Array): boolean {
  const here = region(one.list, one.poses.x);
  return [-2, 2].every((s) => {
    const { x } = moved(one, direction, s * stepOf(one));
    const d = distance(one.list, x) - one.separation;
    return (
      region(one.list, x) === here &&
      d > 0 &&
      d < one.dHat &&
      !(one.threshold > 0 && cross(one.list, x) >= one.threshold)
    );
  });
}

const largest = (numbers: Float64Array): number =>
  numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, x, k) => sum + x * b[k], 0);
}

/** dᵀHd */
function bend(hessian: Float64Array, d: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < coordinates; i++)
    for (let j = 0; j < coordinates; j++) sum += d[i] * hessian[coordinates * i + j] * d[j];
  return sum;
}

/** A coordinate, or a random direction in which all of them change. */
function* directions(random: Random): Generator<Float64Array> {
  for (let k = 0; k < coordinates; k++) {
    const d = new Float64Array(coordinates);
    d[k] = 1;
    yield d;
  }
  for (let i = 0; i < 12; i++)
    yield Float64Array.from({ length: coordinates }, () => random.between(-0.5, 0.5));
}

describe.each([POINT_POINT, POINT_EDGE, POINT_TRIANGLE, EDGE_EDGE])('contact of kind %i', (kind) => {
  test(`${names[kind]}: gradient and Hessian are those of the energy, in every region`, () => {
    const random = new Random(kind, 7);
    const regions = new Set<string>();
    for (let i = 0; i < 200; i++) {
      const one = makeCase(random, kind, false);
      const { gradient, hessian } = terms(one, one.poses);
      for (const d of directions(random)) {
        if (!isSmooth(one, d)) continue;
        regions.add(region(one.list, one.poses.x));
        const along = (s: number): number => energy(one, moved(one, d, s).x);
        expect(Math.abs(dot(gradient, d) - firstDifference(along, stepOf(one)))).toBeLessThan(
          1e-6 * largest(gradient),
        );
        expect(Math.abs(bend(hessian, d) - secondDifference(along, stepOf(one)))).toBeLessThan(
          1e-4 * largest(hessian),
        );
      }
    }
    expect(regions.size).toBe([1, 3, 7, 9][kind]);
  });
});

describe('the mollifier of parallel edges', () => {
  test('its gradient is that of the energy', () => {
    const random = new Random(4, 7);
    for (let i = 0; i < 200; i++) {
      const one = makeCase(random, EDGE_EDGE, true);
      const { gradient } = terms(one, one.poses);
      for (const d of directions(random)) {
        if (!isSmooth(one, d)) continue;
        const along = (s: number): number => energy(one, moved(one, d, s).x);
        expect(Math.abs(dot(gradient, d) - firstDifference(along, stepOf(one)))).toBeLessThan(
          1e-5 * largest(gradient),
        );
      }
    }
  });

  /** What is kept of ∇²c. */
  function keptCurvature(one: Case): Float64Array {
    const set = new ContactSet();
    measure(set.record, 0, one.poses.x, one.list, 0);
    set.list.set(one.list);
    const pair = { a: 0, b: 1 } as Pair;
    const point = describeContact(one.poses, pair, set, 0);
    const into = new PairTerms(1);
    const derivatives = { ...new BarrierDerivatives(), plain: 1, m1: 1 };
    addContactTerms(one.poses.x, point, derivatives, 'full', into, 0);
    return symmetric(into.blocks, coordinates);
  }

  test('the part of ∇²c that is kept never bends downward', () => {
    const random = new Random(5, 7);
    for (let i = 0; i < 100; i++) {
      const kept = keptCurvature(makeCase(random, EDGE_EDGE, true));
      expect(smallestEigenvalue(kept, coordinates)).toBeGreaterThan(-1e-12 * largest(kept));
    }
  });

  test('and is all of it where edges are parallel', () => {
    const random = new Random(6, 7);
    for (let i = 0; i < 50; i++) {
      const one = makeCase(random, EDGE_EDGE, true);
      // both bodies turned alike, and the second edge a multiple of the first
      for (let k = 0; k < 4; k++) one.poses.o[4 + k] = one.poses.o[k];
      for (let k = 0; k < 3; k++)
        one.model.vertices[15 + k] =
          one.model.vertices[12 + k] + 0.7 * (one.model.vertices[3 + k] - one.model.vertices[k]);
      one.poses.update(one.model, 1);
      const kept = keptCurvature(one);
      for (const d of directions(random)) {
        const second = secondDifference((s) => cross(one.list, moved(one, d, s).x), 1e-3);
        expect(Math.abs(bend(kept, d) - second)).toBeLessThan(1e-6 * largest(kept) + 1e-9);
      }
    }
  });
});
