// What makes skipping work safe: bounds of relative motion that hold, and candidates that miss nothing.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCandidates } from '../../../../src/engines/ipc/contact/candidates.ts';
import { measure } from '../../../../src/engines/ipc/contact/contacts.ts';
import { buildModel, type Model } from '../../../../src/engines/ipc/model.ts';
import { Pair } from '../../../../src/engines/ipc/contact/pairs.ts';
import { Poses } from '../../../../src/engines/ipc/step/poses.ts';
import {
  CANDIDATE_STRIDE,
  EDGE_EDGE,
  FLIPPED,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
} from '../../../../src/geometry/ccd/index.ts';
import { Random } from '../../../../src/num/index.ts';
import { resolveScene, type ShapeFile } from '../../../../src/scene/index.ts';
import { optionsOf } from '../harness.ts';

const seeds = fc.integer({ min: 0, max: 0x7fffffff });

const shapes: ShapeFile[] = [
  { kind: 'box', size: [1, 0.6, 0.3] },
  { kind: 'box', size: [3, 0.05, 0.05] },
  { kind: 'tetrahedron' },
  { kind: 'torus', segments: 7, tubeSegments: 4 },
  { kind: 'chain-link-wire', length: 1.2, width: 0.8, thickness: 0.1, segments: 3 },
  { kind: 'plane', width: 2, depth: 2 },
  {
    kind: 'inline',
    vertices: [
      [0, 0, 0],
      [0.7, 0.1, 0],
      [0.2, 0.5, 0.6],
      [-0.4, 0.3, 0.2],
    ],
  },
];

interface Encounter {
  readonly model: Model;
  readonly poses: Poses;
  readonly pair: Pair;
}

/** Two bodies near each other, a pair with a random centre and random budgets. */
function makeEncounter(random: Random): Encounter {
  const shape = () => shapes[random.integer(shapes.length)];
  const { scene } = resolveScene({
    name: 'encounter',
    bodies: [
      { shape: shape(), density: 1000 },
      { shape: shape(), density: 1000, position: [5, 0, 0] },
    ],
  });
  const model = buildModel(scene, optionsOf(scene, { activationDistance: 0.02, minimumSeparation: 0.01 }));
  const poses = new Poses(model);
  const apart = random.between(0, 2);
  for (let i = 0; i < 2; i++) {
    for (let k = 0; k < 3; k++) poses.q[3 * i + k] = random.between(-0.5, 0.5) * apart;
    random.rotation(poses.o, 4 * i);
    poses.update(model, i);
  }
  const rule = model.pairRule(0, 1);
  if (!rule) throw new Error('the two bodies collide');
  const pair = new Pair(0, 1, rule, 1, 1, true);
  for (let k = 0; k < 3; k++) pair.centre[k] = random.between(-1, 1);
  pair.extent = random.between(0, 1);
  return { model, poses, pair };
}

/** A motion of both bodies: sometimes turning far, sometimes both together about one point, as a bearing does. */
function makeMotion(random: Random, { poses }: Encounter, size: number): Float64Array {
  const motion = Float64Array.from({ length: 12 }, () => size * random.between(-1, 1));
  if (random.integer(3) === 0) {
    for (let k = 0; k < 3; k++) motion[9 + k] = motion[3 + k];
    // b carried along by a's motion
    const [rx, ry, rz] = [0, 1, 2].map((k) => poses.q[3 + k] - poses.q[k]);
    const [wx, wy, wz] = motion.subarray(3, 6);
    motion[6] = motion[0] + wy * rz - wz * ry;
    motion[7] = motion[1] + wz * rx - wx * rz;
    motion[8] = motion[2] + wx * ry - wy * rx;
  }
  if (random.integer(4) === 0) motion.fill(0, 6);
  if (random.integer(4) === 0) motion.fill(0, 0, 6);
  return motion;
}

function moveBoth(model: Model, from: Poses, motion: Float64Array, s: number): Poses {
  const there = new Poses(model);
  for (let i = 0; i < 2; i++) there.move(model, from, i, motion, 6 * i, s);
  return there;
}

function boundMotion({ model, poses, pair }: Encounter, motion: Float64Array): void {
  pair.bound(poses, model.radius, { ofA: motion, atA: 0, ofB: motion, atB: 6 });
}

function apart(x: Float64Array, v: number, w: number): number {
  return Math.hypot(x[3 * v] - x[3 * w], x[3 * v + 1] - x[3 * w + 1], x[3 * v + 2] - x[3 * w + 2]);
}

/** The pair's centre in the world; it travels with body b. */
function centreOf(pair: Pair, { r, q }: Poses): number[] {
  const c = pair.centre;
  return [0, 1, 2].map((k) => q[3 + k] + r[9 + 3 * k] * c[0] + r[10 + 3 * k] * c[1] + r[11 + 3 * k] * c[2]);
}

describe('the bound of relative motion', () => {
  test('no two vertices ever come nearer or go further than it says, all along the way', () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 1e-4, max: 3, noNaN: true }), (seed, size) => {
        const random = new Random(seed);
        const encounter = makeEncounter(random);
        const { model, poses, pair } = encounter;
        const motion = makeMotion(random, encounter, size);
        boundMotion(encounter, motion);
        const vertices = model.vertexStart[2];
        const before = [...Array(vertices).keys()].flatMap((v) =>
          [...Array(vertices).keys()].map((w) => apart(poses.x, v, w)),
        );
        for (let i = 1; i <= 16; i++) {
          const s = i / 16;
          const there = moveBoth(model, poses, motion, s);
          for (let v = 0; v < model.vertexStart[1]; v++) {
            for (let w = model.vertexStart[1]; w < vertices; w++) {
              // far from the centre at most this, by the triangle inequality, at any time of the way
              const centre = centreOf(pair, poses);
              const far =
                Math.max(
                  ...[v, w].map((u) => Math.hypot(...[0, 1, 2].map((k) => poses.x[3 * u + k] - centre[k]))),
                ) *
                  (1 + pair.angular) +
                pair.linear;
              const change = Math.abs(apart(there.x, v, w) - before[v * vertices + w]);
              if (change > s * (pair.linear + pair.angular * far) + 1e-12) {
                throw new Error(
                  `vertices ${v}, ${w} changed by ${change}, bound ${pair.linear} + ${pair.angular}·${far} at ${s}`,
                );
              }
            }
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test('bodies that move as one have no relative motion worth a look', () => {
    // a pin in its bearing, far from both centres: both turn about the same axis
    const random = new Random(5);
    const encounter = makeEncounter(random);
    const { pair, poses } = encounter;
    const motion = new Float64Array(12);
    motion[4] = motion[10] = 1e-3;
    // rotation about y through the centre of a
    motion[6] = 1e-3 * (poses.q[5] - poses.q[2]);
    motion[8] = -1e-3 * (poses.q[3] - poses.q[0]);
    pair.extent = 0.1;
    boundMotion(encounter, motion);
    expect(pair.linear + pair.angular * pair.extent).toBeLessThan(1e-5);
  });
});

/** Every pair of primitives that may collide, as (kind, vertices). */
function* allPairs(model: Model): Generator<Int32Array> {
  const [a, b] = model.shapes;
  for (const [first, second, f, s, flip] of [
    [a, b, 0, model.vertexStart[1], 0],
    [b, a, model.vertexStart[1], 0, FLIPPED],
  ] as const) {
    for (const v of first.vertices.indices) {
      const t = second.faces.indices;
      for (let k = 0; k < t.length; k += 3)
        yield Int32Array.of(POINT_TRIANGLE + flip, f + v, s + t[k], s + t[k + 1], s + t[k + 2]);
      const w = second.wires.indices;
      for (let k = 0; k < w.length; k += 2)
        yield Int32Array.of(POINT_EDGE + flip, f + v, s + w[k], s + w[k + 1], s);
    }
  }
  const [e, g, m] = [a.edges.indices, b.edges.indices, model.vertexStart[1]];
  for (let i = 0; i < e.length; i += 2)
    for (let k = 0; k < g.length; k += 2)
      yield Int32Array.of(EDGE_EDGE, e[i], e[i + 1], m + g[k], m + g[k + 1]);
  for (const v of a.points.indices)
    for (const w of b.points.indices) yield Int32Array.of(POINT_POINT, v, m + w, m, m);
}

describe('candidates', () => {
  test('while a pair stays within its budgets, nothing that comes within reach is missing, and what is known of its distance is not too much', () => {
    let within = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const encounter = makeEncounter(random);
        const { model, poses, pair } = encounter;
        pair.linearBudget = random.between(0, 0.1);
        pair.angularBudget = random.between(0, 0.2);
        findCandidates(model, poses, pair);
        // a few moves one after another, as Newton makes them, each bounded where it begins
        let here = poses;
        for (let move = 0; move < 4; move++) {
          const motion = makeMotion(random, encounter, random.between(0, 0.1));
          pair.bound(here, model.radius, { ofA: motion, atA: 0, ofB: motion, atB: 6 });
          const left = [pair.linearBudget - pair.linearUsed, pair.angularBudget - pair.angularUsed];
          let s = random.integer(2) === 0 ? 1 : random.uniform();
          s = Math.min(
            s,
            pair.linear > 0 ? left[0] / pair.linear : 1,
            pair.angular > 0 ? left[1] / pair.angular : 1,
          );
          here = moveBoth(model, here, motion, Math.max(0, s * (1 - 1e-12)));
          pair.linearUsed += s * pair.linear;
          pair.angularUsed += s * pair.angular;
        }
        const { count, list, known, far } = pair.candidates;
        const found = new Map<string, number>();
        for (let c = 0; c < count; c++)
          found.set(list.subarray(CANDIDATE_STRIDE * c, CANDIDATE_STRIDE * (c + 1)).join(), c);
        const record = new Float64Array(8);
        for (const one of allPairs(model)) {
          measure(record, 0, here.x, one, 0);
          const distance = Math.sqrt(record[7]);
          const c = found.get(one.join());
          if (c !== undefined) {
            const least = known[c] - pair.linearUsed - pair.angularUsed * far[c];
            if (distance < least - 1e-12)
              throw new Error(`candidate ${one}: at ${distance}, said to be at least ${least}`);
          }
          if (distance >= pair.dHat + pair.separation) continue;
          within++;
          if (c === undefined) throw new Error(`missing ${one} at distance ${distance}`);
        }
      }),
      { numRuns: 300 },
    );
    expect(within).toBeGreaterThan(100);
  });

  test('there are none where bodies are out of reach', () => {
    const encounter = makeEncounter(new Random(1));
    const { model, poses, pair } = encounter;
    poses.q[0] = 100;
    poses.update(model, 0);
    pair.linearBudget = 0.1;
    pair.angularBudget = 0;
    findCandidates(model, poses, pair);
    expect(pair.candidates.count).toBe(0);
  });
});
