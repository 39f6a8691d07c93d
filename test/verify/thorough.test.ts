// The quick judge, which remembers what is near, against the plain one, which looks at everything anew.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Mesh } from '../../src/geometry/index.ts';
import type { MotionSource } from '../../src/verify/source.ts';
import { verify } from '../../src/verify/verify.ts';
import { boxMesh, type Moment, mesh, recordingOf, sceneOf, sheetMesh, wireMesh } from './motions.ts';

/** Numbers that a seed gives, the same everywhere: between −1 and 1. */
function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2147483648 - 1;
  };
}

/** A closed ring of n × m quads about the z axis. */
function ringMesh(n: number, m: number, radius: number, thickness: number): Mesh {
  const positions: number[] = [];
  const faces: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const u = (2 * Math.PI * i) / n;
      const v = (2 * Math.PI * j) / m;
      const r = radius + thickness * Math.cos(v);
      positions.push(r * Math.cos(u), r * Math.sin(u), thickness * Math.sin(v));
      const a = i * m + j;
      const b = i * m + ((j + 1) % m);
      const c = ((i + 1) % n) * m + j;
      const d = ((i + 1) % n) * m + ((j + 1) % m);
      faces.push(a, c, b, b, c, d);
    }
  }
  return mesh(positions, faces);
}

const shapes = [
  boxMesh(1, 1, 1),
  boxMesh(2, 0.1, 0.4),
  ringMesh(12, 6, 0.6, 0.15),
  sheetMesh(3, 1.2),
  wireMesh(1.5),
  mesh([0.3, 0, 0, -0.3, 0.1, 0, 0, -0.2, 0.2], [], [], [0, 1, 2]),
];

function normalized(q: number[]): number[] {
  const size = Math.hypot(...q);
  return q.map((v) => v / size);
}

/** Bodies that drift and tumble by small and large steps, rest for a while, and now and then jump. */
function randomMotion(seed: number): MotionSource {
  const next = noise(seed);
  const pick = (n: number) => Math.min(n - 1, Math.floor(((next() + 1) / 2) * n));
  const count = 2 + pick(3);
  const scene = sceneOf(Array.from({ length: count }, () => ({ mesh: shapes[pick(shapes.length)] })));
  const spread = 0.6 + 0.7 * (next() + 1);
  const poses = Array.from({ length: count }, () => [
    ...[next(), next(), next()].map((v) => spread * v),
    ...normalized([next(), next(), next(), next() + 0.1]),
  ]);
  const pace = 10 ** (-1.5 + 1.5 * next());
  const moments: Moment[] = [];
  for (let f = 0; f < 14; f++) {
    const knots: { time: number; poses: number[][] }[] = [];
    for (let k = 1; k <= 2; k++) {
      for (const pose of poses) {
        if (next() > 0.3) continue;
        const step = next() > 0.93 ? 1 : pace;
        for (let i = 0; i < 3; i++) pose[i] += 0.3 * step * next();
        const turned = normalized(pose.slice(3).map((v) => v + step * 0.4 * next()));
        for (let i = 0; i < 4; i++) pose[3 + i] = turned[i];
      }
      if (f > 0) knots.push({ time: f - 1 + k / 2, poses: poses.map((pose) => [...pose]) });
    }
    moments.push({ poses: poses.map((pose) => [...pose]), knots });
  }
  return recordingOf(scene, moments);
}

async function compare(source: MotionSource) {
  const quick = await verify(source);
  const plain = await verify(source, { thorough: true });
  const { smallestGap, deepest, deepestTime, faults, separation, ...counts } = quick;
  expect(counts).toEqual({
    frames: plain.frames,
    instants: plain.instants,
    intersections: plain.intersections,
    tunnelled: plain.tunnelled,
    undecided: plain.undecided,
    broken: plain.broken,
    promise: plain.promise,
    complete: plain.complete,
    kept: plain.kept,
  });
  expect(smallestGap).toBeCloseTo(plain.smallestGap, 12);
  expect(deepest).toBeCloseTo(plain.deepest, 12);
  // equally deep instants differ by rounding: either may be told
  expect(deepestTime > 0).toBe(plain.deepestTime > 0);
  expect(separation?.nearer).toBe(plain.separation?.nearer);
  // both tell it to a thousandth
  const ratio = (separation?.smallest ?? 0) / (plain.separation?.smallest || 1);
  if (ratio > 0) expect(Math.abs(Math.log(ratio))).toBeLessThan(1.1e-3);
  else expect(plain.separation?.smallest ?? 0).toBe(0);
  // which simplices are named depends on the order they are looked at; when, who and what does not
  const of = (verdict: typeof plain) =>
    verdict.faults.map(({ kind, frame, a, b }) => `${kind} ${frame} ${a} ${b}`);
  expect(of(quick).sort()).toEqual(of(plain).sort());
  return quick;
}

describe('the quick judge and the plain one', () => {
  test('agree on random motions, with and without faults', async () => {
    const seen = { clean: 0, intersecting: 0, tunnelled: 0 };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
        const verdict = await compare(randomMotion(seed));
        if (verdict.kept) seen.clean++;
        if (verdict.intersections > 0) seen.intersecting++;
        if (verdict.tunnelled > 0) seen.tunnelled++;
      }),
      { numRuns: 120, seed: 21, endOnFailure: true },
    );
    expect(seen.clean).toBeGreaterThan(10);
    expect(seen.intersecting).toBeGreaterThan(10);
    expect(seen.tunnelled).toBeGreaterThan(10);
  });

  test('agree on random motions that promise a separation', async () => {
    const seen = { clean: 0, near: 0 };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
        const promise = { kind: 'separation', least: 0.05 } as const;
        const verdict = await compare({ ...randomMotion(seed), promise });
        if (verdict.kept) seen.clean++;
        if (verdict.separation!.nearer > 0) seen.near++;
      }),
      { numRuns: 25, seed: 23, endOnFailure: true },
    );
    expect(seen.clean).toBeGreaterThan(5);
    expect(seen.near).toBeGreaterThan(3);
  });

  // a ring hangs in another: it rests, rolls, slides by less and more than the gap
  const link = ringMesh(24, 8, 0.5, 0.1);
  const linked = sceneOf([{ mesh: link, motion: 'static' }, { mesh: link }]);
  const half = Math.SQRT1_2;
  const upright = [0, 0, 0, 0, 0, 0, 1];
  const hanging = (x: number, y: number, z: number, tilt: number) => [
    x,
    y,
    z,
    ...normalized([half, half * tilt, 0, half]),
  ];
  // tubes of radius 0.1 about circles of radius 0.5: their centre lines are to be 0.2 apart where they meet
  const touch = -(1 - 0.2);

  test('agree on links that hang in each other, and on one knot through', async () => {
    const clear = { clean: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2 ** 31 }),
        fc.integer({ min: 1, max: 39 }),
        async (seed, at) => {
          const next = noise(seed);
          const gap = 10 ** (-4 + next());
          const pace = 10 ** (-4 + 2 * next());
          const moments: Moment[] = [];
          let tilt = 0;
          let x = 0;
          for (let f = 0; f < 40; f++) {
            // every third instant is like the one before: at rest
            if (f % 3 !== 0) {
              tilt += 0.3 * pace * next();
              x += 0.05 * pace * next();
            }
            moments.push({ poses: [upright, hanging(touch + gap + Math.abs(x), 0, 0, tilt)] });
          }
          const verdict = await compare(recordingOf(linked, moments));
          if (verdict.kept) clear.clean++;
          const planted = [...moments];
          planted[at] = { poses: [upright, hanging(touch - 0.02, 0, 0, tilt)] };
          const found = await compare(recordingOf(linked, planted));
          expect(found.kept).toBe(false);
          expect(found.faults.some((fault) => fault.frame === at && fault.kind === 'intersection')).toBe(
            true,
          );
        },
      ),
      { numRuns: 12, seed: 22, endOnFailure: true },
    );
    expect(clear.clean).toBeGreaterThan(5);
  });

  test('agree on a rod that turns a little between two posts, and then through both', async () => {
    // the posts are far from the middle of the rod, which does not slide at all: only its turning counts
    const post = boxMesh(0.02, 0.02, 1);
    const shifted = (x: number) => Array.from(post.positions, (v, i) => (i % 3 === 0 ? v + x : v));
    const posts = mesh(
      [...shifted(-0.8), ...shifted(0.8)],
      [...post.faces, ...Array.from(post.faces, (v) => v + 8)],
    );
    const scene = sceneOf([{ mesh: boxMesh(2, 0.02, 0.02) }, { mesh: posts, motion: 'static' }]);
    const turn = (angle: number) => ({
      poses: [[0, 0, 0, 0, 0, Math.sin(angle / 2), Math.cos(angle / 2)], upright],
    });
    for (const step of [1e-4, 1e-3, 4e-3]) {
      const moments = Array.from({ length: 8 }, (_, f) => turn(-0.05 - (8 - f) * step));
      expect(await compare(recordingOf(scene, moments))).toMatchObject({ kept: true });
      for (const end of [0.04, 0.05, 0.1]) {
        const through = await compare(recordingOf(scene, [...moments, turn(end)]));
        expect(through).toMatchObject({ intersections: 0, tunnelled: 1 });
      }
    }
  });

  test('agree on a link that jumps out of another, and on one that is moved far and back', async () => {
    const at = (x: number) => ({ poses: [upright, hanging(x, 0, 0, 0)] });
    const out = await compare(recordingOf(linked, [at(touch + 0.01), at(touch + 0.01), at(-3), at(-3)]));
    expect(out).toMatchObject({ intersections: 0, tunnelled: 1 });
    const back = await compare(
      recordingOf(linked, [at(touch + 0.01), at(touch + 0.011), at(-3), at(-3.5), at(touch + 0.01)]),
    );
    expect(back).toMatchObject({ intersections: 0, tunnelled: 2 });
  });
});
