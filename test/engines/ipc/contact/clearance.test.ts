import { expect, test } from 'vitest';
import { boxDistance } from '../../../../src/engines/ipc/contact/clearance.ts';
import { measure } from '../../../../src/engines/ipc/contact/contacts.ts';
import type { Pair } from '../../../../src/engines/ipc/contact/pairs.ts';
import type { Shape } from '../../../../src/engines/ipc/contact/shape.ts';
import type { Model } from '../../../../src/engines/ipc/model.ts';
import type { Poses } from '../../../../src/engines/ipc/step/poses.ts';
import type { Work } from '../../../../src/engines/ipc/step/work.ts';
import { EDGE_EDGE, FLIPPED, POINT_TRIANGLE } from '../../../../src/geometry/ccd/index.ts';
import { Random } from '../../../../src/num/index.ts';
import { box } from '../../../../src/scene/index.ts';
import { Trial } from '../harness.ts';

const record = new Float64Array(8);

/** The distance of two bodies that are apart, over all their primitives. */
function distance(model: Model, { x }: Poses, a: number, b: number): number {
  let least = Infinity;
  const look = (...candidate: number[]): void => {
    measure(record, 0, x, Int32Array.from(candidate), 0);
    least = Math.min(least, Math.sqrt(record[7]));
  };
  for (const [f, s] of [
    [a, b],
    [b, a],
  ]) {
    const [one, other] = [model.shapes[f], model.shapes[s]];
    const [i, j] = [model.vertexStart[f], model.vertexStart[s]];
    const code = POINT_TRIANGLE + (f === a ? 0 : FLIPPED);
    for (const v of one.vertices.indices)
      for (let t = 0; t < other.faces.indices.length; t += 3)
        look(code, i + v, ...[0, 1, 2].map((k) => j + other.faces.indices[t + k]));
    if (f !== a) continue;
    for (let d = 0; d < one.edges.indices.length; d += 2)
      for (let e = 0; e < other.edges.indices.length; e += 2)
        look(
          EDGE_EDGE,
          i + one.edges.indices[d],
          i + one.edges.indices[d + 1],
          j + other.edges.indices[e],
          j + other.edges.indices[e + 1],
        );
  }
  return least;
}

const workOf = (trial: Trial): Work => (trial.simulation as unknown as { work: Work }).work;

/** Boxes above a floor, side by side and one above the other, turned anyhow, and one that is shot into them. */
function heap(): Trial {
  const random = new Random(2);
  const bodies = Array.from({ length: 18 }, (_, i) =>
    box({
      name: `box ${i}`,
      size: [0.2, 0.2, 0.2],
      position: [0.3 * (i % 3), 0.3 + 0.3 * Math.floor(i / 9), 0.3 * (Math.floor(i / 3) % 3)],
      rotation: { axis: [random.uniform(), random.uniform(), 1], radians: random.uniform() },
      velocity: i === 0 ? [6, 1, 5] : [0, 0, 0],
    }),
  );
  const floor = box({ name: 'floor', motion: 'static', size: [4, 0.1, 4], position: [0, -0.05, 0] });
  return new Trial({ name: 'heap', duration: 1, frameRateHz: 100, bodies: [...bodies, floor] });
}

test('boxes are never farther apart than they are said to be, and seldom much farther', () => {
  const trial = heap();
  const { model, poses } = workOf(trial);
  const random = new Random(7);
  let told = 0;
  let there = 0;
  for (let turn = 0; turn < 200; turn++) {
    for (let i = 0; i < 2; i++) {
      for (let k = 0; k < 3; k++) poses.q[3 * i + k] = random.between(-0.25, 0.25) * (i === 0 ? 1 : -1);
      random.rotation(poses.o, 4 * i);
      poses.update(model, i);
    }
    const bound = boxDistance(model.shapes[0].box, model.shapes[1].box, poses, 0, 1);
    if (bound <= 0) continue; // perhaps they overlap
    const apart = distance(model, poses, 0, 1);
    expect(bound).toBeLessThanOrEqual(apart * (1 + 1e-12));
    told += bound;
    there += apart;
  }
  expect(there).toBeGreaterThan(1);
  expect(told / there).toBeGreaterThan(0.7);
});

test('pairs that count as clear are, however their bodies have moved', () => {
  const trial = heap();
  const { model, poses, nearby } = workOf(trial);
  let clear = 0;
  for (let step = 1; step <= 25; step++) {
    trial.to(step / 100);
    for (const pair of nearby.pairs as Pair[]) {
      if (pair.clear < 0) continue;
      clear++;
      expect(pair.candidates.count).toBe(0);
      expect(distance(model, poses, pair.a, pair.b)).toBeGreaterThanOrEqual(
        pair.dHat + pair.separation + pair.clear - 1e-12,
      );
    }
  }
  expect(clear).toBeGreaterThan(200);
  expect(clear).toBeLessThan(25 * nearby.pairs.length);
});

test('a body that is not convex is clear of what is outside its box only', () => {
  const shape = (half: number): Shape =>
    ({ box: { centre: [0, 0, 0], half: [half, half, half] } }) as unknown as Shape;
  const poses = { q: Float64Array.of(0, 0, 0, 1, 0, 0), r: new Float64Array(18) };
  for (const k of [0, 4, 8, 9, 13, 17]) poses.r[k] = 1;
  expect(boxDistance(shape(0.25).box, shape(0.5).box, poses, 0, 1)).toBeCloseTo(0.25, 12);
  expect(boxDistance(shape(2).box, shape(0.5).box, poses, 0, 1)).toBeLessThan(0);
});
