import { describe, expect, test } from 'vitest';
import {
  addFrictionTerms,
  frictionEnergy,
  type Motion,
  writeFrictionForce,
} from '../../../../src/engines/ipc/friction/friction.ts';
import { expectedAt, FrictionSet } from '../../../../src/engines/ipc/friction/friction-set.ts';
import { expectOfPair } from '../../../../src/engines/ipc/friction/expected-friction.ts';
import { PairTerms } from '../../../../src/engines/ipc/solve/pair-terms.ts';
import type { Poses } from '../../../../src/engines/ipc/step/poses.ts';
import { writeTangents } from '../../../../src/geometry/distance/index.ts';
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

interface Case {
  readonly set: FrictionSet;
  readonly start: Poses;
  /** Where the bodies are now. */
  readonly now: TwoBodies;
}

/** One lagged contact, its bodies a slip of about `slip` ε away from where the step began. */
function makeCase(random: Random, epsilon: number, slip: number): Case {
  const start = twoBodies(random, 2);
  const vector = (): Float64Array => Float64Array.from({ length: 3 }, () => random.between(-1, 1));
  const tangents = new Float64Array(6);
  writeTangents(tangents, 0, vector(), 0);
  const set = new FrictionSet();
  set.clear(1);
  set.add(random.between(0.1, 2), vector(), vector(), tangents, epsilon);
  set.start[1] = 1;
  const direction = Float64Array.from({ length: coordinates }, () => random.between(-1, 1));
  const poses = moved(start, direction, slip * epsilon);
  return { set, start: start.poses, now: { model: start.model, poses } };
}

const motion = (one: Case, poses: Poses): Motion => ({
  q0: one.start.q,
  r0: one.start.r,
  q: poses.q,
  r: poses.r,
});

const pair = { a: 0, b: 1 };

function terms(one: Case, poses: Poses) {
  const into = new PairTerms(1);
  addFrictionTerms(one.set, 0, pair, motion(one, poses), 'full', into);
  return { gradient: into.gradients, hessian: symmetric(into.blocks, coordinates) };
}

describe('lagged friction', () => {
  test.each([
    ['sticking', 0.1],
    ['about to slip', 0.6],
    ['sliding', 3],
  ])(
    '%s: gradient is that of the energy, Hessian that of the gradient but for the turning of the arms',
    (_, slip) => {
      const random = new Random(Math.round(10 * slip), 5);
      for (let i = 0; i < 100; i++) {
        // small against the arms, so that what the Hessian leaves out (the arms turning) is small too
        const epsilon = 1e-4;
        const one = makeCase(random, epsilon, slip);
        expectOfPair(one.set, 0, pair, motion(one, one.now.poses));
        const { gradient, hessian } = terms(one, one.now.poses);
        const size = Math.max(...gradient.map(Math.abs));
        for (let turn = 0; turn < 8; turn++) {
          const d = Float64Array.from({ length: coordinates }, () => random.between(-0.5, 0.5));
          const step = 1e-3 * epsilon;
          const along = (s: number): number =>
            frictionEnergy(one.set, 0, pair, motion(one, moved(one.now, d, s)));
          const slope = gradient.reduce((sum, g, k) => sum + g * d[k], 0);
          expect(Math.abs(slope - firstDifference(along, step))).toBeLessThan(1e-5 * size);
          let bend = 0;
          for (let a = 0; a < coordinates; a++)
            for (let b = 0; b < coordinates; b++) bend += d[a] * hessian[coordinates * a + b] * d[b];
          const second = secondDifference(along, 3e-3 * epsilon);
          expect(Math.abs(bend - second)).toBeLessThan(1e-3 * Math.max(...hessian.map(Math.abs)) + 20 * size);
        }
      }
    },
  );

  test('its Hessian never bends downward, whatever friction is expected', () => {
    const random = new Random(6);
    for (const slip of [0, 0.3, 1, 4]) {
      for (let i = 0; i < 25; i++) {
        const one = makeCase(random, 1e-4, slip);
        const angle = random.between(0, 2 * Math.PI);
        const length = random.between(0, 1);
        one.set.data[expectedAt] = length * Math.cos(angle);
        one.set.data[expectedAt + 1] = length * Math.sin(angle);
        const { hessian } = terms(one, one.now.poses);
        const size = Math.max(...hessian.map(Math.abs));
        expect(smallestEigenvalue(hessian, coordinates)).toBeGreaterThan(-1e-12 * size);
      }
    }
  });

  test('nothing slips, nothing pulls; and the pull is at most μλ, reached when sliding, against the slip', () => {
    const random = new Random(7);
    const force = new Float64Array(3);
    for (const [slip, share] of [
      [0, 0],
      [0.2, undefined],
      [50, 1],
    ] as const) {
      const one = makeCase(random, 1e-5, slip);
      const m = motion(one, one.now.poses);
      writeFrictionForce(one.set, 0, pair, m, force);
      const pull = Math.hypot(...force);
      const limit = one.set.data[0];
      expect(pull).toBeLessThanOrEqual(limit * (1 + 1e-12));
      if (share !== undefined) expect(pull).toBeCloseTo(share * limit, 12);
      // the same force is what the gradient says of body a's translation
      const { gradient } = terms(one, one.now.poses);
      for (let k = 0; k < 3; k++) {
        expect(gradient[k]).toBeCloseTo(-force[k], 12);
        expect(gradient[6 + k]).toBeCloseTo(force[k], 12);
      }
    }
  });

  test('energy and force are continuous where sticking ends', () => {
    const random = new Random(8);
    const one = makeCase(random, 1e-3, 0);
    const d = new Float64Array(coordinates);
    for (let k = 0; k < 3; k++) d[k] = one.set.data[7 + k];
    const at = (slip: number) => {
      const m = motion(one, moved(one.now, d, slip));
      const force = new Float64Array(3);
      writeFrictionForce(one.set, 0, pair, m, force);
      return [frictionEnergy(one.set, 0, pair, m), Math.hypot(...force)];
    };
    const [below, above] = [at(1e-3 * (1 - 1e-9)), at(1e-3 * (1 + 1e-9))];
    expect(Math.abs(above[0] - below[0])).toBeLessThan(1e-11);
    expect(Math.abs(above[1] - below[1])).toBeLessThan(1e-11);
  });
});
