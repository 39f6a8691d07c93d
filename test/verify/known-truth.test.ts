// Random motions whose truth is known by construction, and motions judged against dense sampling.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { segmentIntersectsTriangle, trianglesIntersect } from '../../src/geometry/predicates/index.ts';
import { verify } from '../../src/verify/verify.ts';
import { boxMesh, type Moment, mesh, NEVER, pose, recordingOf, sceneOf, sheetMesh } from './motions.ts';

const clean = { intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true };
const unit = fc.noBias(fc.integer({ min: -1_000_000, max: 1_000_000 })).map((k) => k / 1_000_000);
const vector = fc.tuple(unit, unit, unit);

/** The rotation vector of a turn by `angle` after the one of q: quaternions x y z w. */
function turned(q: number[], axis: number[], angle: number): number[] {
  const length = Math.hypot(...axis) || 1;
  const [x, y, z] = axis.map((a) => (a / length) * Math.sin(angle / 2));
  const w = Math.cos(angle / 2);
  const [a, b, c, d] = q;
  return [
    w * a + x * d + y * c - z * b,
    w * b + y * d + z * a - x * c,
    w * c + z * d + x * b - y * a,
    w * d - x * a - y * b - z * c,
  ];
}

function rotate(q: number[], v: number[]): number[] {
  const [x, y, z, w] = q;
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}

describe('a spinning, travelling triangle whose corner passes a big face at a chosen height', () => {
  // The corner's lowest point over a whole spin about a horizontal axis is known: centre − reach.
  const face = mesh([-50, -50, 0, 50, -50, 0, 0, 80, 0], [0, 1, 2]);
  const propeller = mesh([1, 0, 0, 0.2, 0.1, 0.1, 0.2, -0.1, 0.1], [0, 1, 2]);
  const scene = sceneOf([{ mesh: face, motion: 'static' }, { mesh: propeller }]);

  test('a gap of 1e-9 is clear, a dip of 1e-7 is not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.05, max: 1.4, noNaN: true }),
        fc.double({ min: 0.05, max: 1.4, noNaN: true }),
        fc.double({ min: 0, max: 6.28, noNaN: true }),
        vector,
        async (before, after, heading, [vx, vy]) => {
          // spin about a horizontal axis: the corner (1, 0, 0) is lowest at angle π/2, in the middle of the motion
          const axis = [-Math.sin(heading), Math.cos(heading), 0];
          const base = [0, 0, Math.sin(heading / 2), Math.cos(heading / 2)];
          const moment = (height: number, angle: number, s: number): Moment => ({
            poses: [
              pose(0, 0, 0),
              [3 * vx * s, 3 * vy * s, height, ...turned(base, axis, Math.PI / 2 + angle)],
            ],
          });
          const motion = (height: number) =>
            recordingOf(scene, [moment(height, -before, 0), moment(height, after, 1)]);
          expect(await verify(motion(1 + 1e-9))).toMatchObject(clean);
          const dipped = await verify(motion(1 - 1e-7));
          expect(dipped.tunnelled).toBe(1);
          expect(dipped.faults[0].time).toBeCloseTo(before / (before + after), 2);
        },
      ),
      { numRuns: 60, seed: 3 },
    );
  });
});

test('screw motions of triangles agree with dense sampling', async () => {
  const corners = fc.tuple(vector, vector, vector).map((v) => v.flat());
  let hits = 0;
  let misses = 0;
  await fc.assert(
    fc.asyncProperty(
      corners,
      corners,
      vector,
      vector,
      vector,
      fc.double({ min: -2.5, max: 2.5, noNaN: true }),
      async (a, b, from, to, axis, angle) => {
        fc.pre(Math.hypot(...axis) > 0.1);
        const scene = sceneOf([{ mesh: mesh(a, [0, 1, 2]) }, { mesh: mesh(b, [0, 1, 2]) }]);
        const identity = [0, 0, 0, 1];
        const place = (s: number) => from.map((f, k) => 2 * (f + s * (to[k] - f)));
        const at = (s: number): Moment => ({
          poses: [pose(0, 0, 0), [...place(s), ...turned(identity, axis, s * angle)]],
        });
        const x = new Float64Array(18);
        x.set(a);
        const meets = (s: number) => {
          const q = turned(identity, axis, s * angle);
          const p = place(s);
          for (let i = 0; i < 3; i++) {
            const r = rotate(q, b.slice(3 * i, 3 * i + 3));
            for (let k = 0; k < 3; k++) x[9 + 3 * i + k] = r[k] + p[k];
          }
          return trianglesIntersect(x, 0, 3, 6, 9, 12, 15);
        };
        const verdict = await verify(recordingOf(scene, [at(0), at(1)]));
        const ends = (meets(0) ? 1 : 0) + (meets(1) ? 1 : 0);
        expect(verdict.intersections).toBe(ends);
        if (ends > 0) return;
        let sampled = false;
        for (let i = 1; i < 400 && !sampled; i++) sampled = meets(i / 400);
        if (sampled) {
          hits++;
          expect(verdict.tunnelled).toBe(1);
        } else {
          misses++;
          // what sampling did not see may be a short touch, but then a sample near it must see it
          expect(verdict.undecided).toBe(0);
          if (verdict.tunnelled === 1) expect(meets(verdict.faults[0].time)).toBe(true);
        }
      },
    ),
    { numRuns: 1500, seed: 4, endOnFailure: true },
  );
  expect(hits).toBeGreaterThan(50);
  expect(misses).toBeGreaterThan(200);
});

test('a pile that never touches is clean over many frames, from any side', async () => {
  // boxes slide and spin about the normal of the layer they lie on, 1e-9 above it
  await fc.assert(
    fc.asyncProperty(vector, fc.double({ min: 0, max: 3, noNaN: true }), async (axis, angle) => {
      fc.pre(Math.hypot(...axis) > 0.1);
      const tilt = turned([0, 0, 0, 1], axis, angle);
      const scene = sceneOf([
        { mesh: boxMesh(20, 20, 1), motion: 'static' },
        ...Array.from({ length: 4 }, () => ({ mesh: boxMesh(1, 1, 1) })),
      ]);
      const gap = 1e-9;
      const moments: Moment[] = [];
      for (let f = 0; f < 6; f++) {
        const poses = [[0, 0, 0, ...tilt]];
        for (let i = 0; i < 4; i++) {
          const height = i % 2 === 0 ? 1 + gap : 2 + 2 * gap;
          const where = [(i < 2 ? -3 : 3) + 0.1 * f * (i % 2), 0.05 * f * i, height];
          const spin = turned([0, 0, 0, 1], [0, 0, 1], 0.9 * f * (i + 1));
          const [x, y, z, w] = tilt;
          const [a, b, c, d] = spin;
          const q = [
            w * a + x * d + y * c - z * b,
            w * b + y * d + z * a - x * c,
            w * c + z * d + x * b - y * a,
            w * d - x * a - y * b - z * c,
          ];
          poses.push([...rotate(tilt, where), ...q]);
        }
        moments.push({ poses });
      }
      const verdict = await verify(recordingOf(scene, moments));
      expect(verdict).toMatchObject(clean);
      expect(verdict.smallestGap).toBeGreaterThan(0.9e-9);
      expect(verdict.smallestGap).toBeLessThan(1.1e-9);
    }),
    { numRuns: 15, seed: 5 },
  );
});

test('the smallest gap is the smallest over all pairs and instants', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(vector, vector), { minLength: 3, maxLength: 6 }), async (places) => {
      // tiny boxes that do not turn, on a wide grid: the distance of two is that of two axis-aligned boxes
      const scene = sceneOf(places.map(() => ({ mesh: boxMesh(0.1, 0.1, 0.1) })));
      const centre = (i: number, f: number) => [3 * i + places[i][f][0], places[i][f][1], places[i][f][2]];
      const moments = [0, 1].map((f) => ({
        poses: places.map((_, i) => pose(...(centre(i, f) as [number, number, number]))),
      }));
      let smallest = Number.POSITIVE_INFINITY;
      for (let f = 0; f < 2; f++) {
        for (let i = 0; i < places.length; i++) {
          for (let j = 0; j < i; j++) {
            const [a, b] = [centre(i, f), centre(j, f)];
            smallest = Math.min(
              smallest,
              Math.hypot(...a.map((v, k) => Math.max(0, Math.abs(v - b[k]) - 0.1))),
            );
          }
        }
      }
      const verdict = await verify(recordingOf(scene, moments));
      expect(verdict).toMatchObject(clean);
      expect(verdict.smallestGap).toBeCloseTo(smallest, 10);
    }),
    { numRuns: 40, seed: 6 },
  );
});

test('a sheet waving over another is clean, and one vertex through it is found wherever it is', async () => {
  const sheet = sheetMesh(8, 1);
  const count = sheet.positions.length / 3;
  const scene = sceneOf([], [{ mesh: sheet }, { mesh: sheet }]);
  const wave = (phase: number, lift: number) => {
    const vertices = Array.from(sheet.positions);
    for (let v = 0; v < count; v++) vertices[3 * v + 2] = lift + 0.1 * Math.sin(4 * vertices[3 * v] + phase);
    return vertices;
  };
  // both move the same way, so that the gap along z is 1e-6 everywhere and always
  const moments = [0, 0.4, 0.8].map(
    (phase): Moment => ({ vertices: [...wave(phase, 0), ...wave(phase, 1e-6)] }),
  );
  expect(await verify(recordingOf(scene, moments))).toMatchObject(clean);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: count - 1 }), async (v) => {
      const planted = moments.map((moment) => ({ vertices: Array.from(moment.vertices!) }));
      planted[1].vertices[3 * (count + v) + 2] -= 2e-6;
      const verdict = await verify(recordingOf(scene, planted, NEVER));
      expect(verdict.kept).toBe(false);
      expect(verdict.intersections).toBe(1);
    }),
    { numRuns: 12, seed: 7 },
  );
});

describe('things that cross in one instant agree with the exact set they sweep', () => {
  const still = pose(0, 0, 0);
  const move = async (scene: ReturnType<typeof sceneOf>, from: number[], to: number[]) => {
    const [a, b] = [from, to].map((at) => ({ poses: [still, pose(...(at as [number, number, number]))] }));
    return verify(recordingOf(scene, [a, b]));
  };

  test('a point that is moved past a triangle', async () => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(vector, vector, vector, vector, vector, async (a, b, c, from, to) => {
        const scene = sceneOf([
          { mesh: mesh([a, b, c].flat(), [0, 1, 2]) },
          { mesh: mesh([0, 0, 0], [], [], [0]) },
        ]);
        const x = Float64Array.from([from, to, a, b, c].flat());
        const truth = segmentIntersectsTriangle(x, 0, 3, 6, 9, 12);
        if (truth) hits++;
        const verdict = await move(scene, from, to);
        expect(verdict).toMatchObject({ intersections: 0, tunnelled: truth ? 1 : 0, undecided: 0 });
      }),
      { numRuns: 1500, seed: 8, endOnFailure: true },
    );
    expect(hits).toBeGreaterThan(50);
  });

  test('a wire that is moved past a wire', async () => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(vector, vector, vector, vector, vector, vector, async (a, b, c, d, from, to) => {
        const scene = sceneOf([
          { mesh: mesh([a, b].flat(), [], [0, 1]) },
          { mesh: mesh([c, d].flat(), [], [0, 1]) },
        ]);
        const corner = (p: number[], q: number[]) => p.map((v, k) => v + q[k]);
        const swept = [corner(c, from), corner(d, from), corner(d, to), corner(c, to)];
        const x = Float64Array.from([a, b, ...swept].flat());
        const truth =
          segmentIntersectsTriangle(x, 0, 3, 6, 9, 12) || segmentIntersectsTriangle(x, 0, 3, 6, 12, 15);
        if (truth) hits++;
        const verdict = await move(scene, from, to);
        expect(verdict).toMatchObject({ intersections: 0, tunnelled: truth ? 1 : 0, undecided: 0 });
      }),
      { numRuns: 1500, seed: 9, endOnFailure: true },
    );
    expect(hits).toBeGreaterThan(50);
  });
});

test('what turns together keeps its gap: a box in a tube, far from the origin', async () => {
  const gap = 1e-4;
  const outer = boxMesh(1 + 2 * gap, 1 + 2 * gap, 3);
  // without the first two sides, which close the tube's ends
  const tube = mesh([...outer.positions], [...outer.faces].slice(12));
  const scene = sceneOf([{ mesh: boxMesh(1, 1, 1) }, { mesh: tube }]);
  const at = (f: number) => pose(1000 + f, -2000, 500, 0.2 * f, 0.5 * f, 0.1 * f);
  const moments = [0, 1, 2].map((f) => ({ poses: [at(f), at(f)] }));
  const verdict = await verify(recordingOf(scene, moments));
  expect(verdict).toMatchObject(clean);
  expect(verdict.smallestGap).toBeCloseTo(gap, 9);
});

test('a body of vertices alone has nothing that anything could be near to', async () => {
  const bare = mesh([0, 0, 0, 0.1, 0, 0, 0, 0.1, 0]);
  for (const bodies of [
    [{ mesh: bare }, { mesh: boxMesh(0.2, 0.2, 0.2) }],
    [{ mesh: boxMesh(0.2, 0.2, 0.2) }, { mesh: bare }],
  ]) {
    const moments = [0.3, 0, -0.3].map((x) => ({ poses: [pose(x, 0, 0), pose(0, 0, 0)] }));
    const verdict = await verify(recordingOf(sceneOf(bodies), moments));
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true });
    expect(verdict.smallestGap).toBe(Number.POSITIVE_INFINITY);
  }
});

describe('of five bodies any two meet', () => {
  const cube = { mesh: boxMesh(0.2, 0.2, 0.2) };
  const five = sceneOf([cube, cube, cube, cube, cube]);
  /** All far apart in a row but for two: one passes the other along an axis, at a distance across. */
  const passing = (mover: number, other: number, axis: number, across: number): Moment[] =>
    [-0.5, 0.5].map((along) => ({
      poses: [0, 1, 2, 3, 4].map((body) => {
        const place = [10 * (body === mover ? other : body), 0, 0];
        if (body === mover) {
          place[axis] += along;
          place[(axis + 1) % 3] += across;
        }
        return pose(place[0], place[1], place[2]);
      }),
    }));
  const pairs = [0, 1, 2, 3, 4]
    .flatMap((a) => [0, 1, 2, 3, 4].map((b) => [a, b]))
    .filter(([a, b]) => a !== b);

  test('one that passes through another between two frames is found, whoever they are and along whatever axis', async () => {
    for (const [mover, other] of pairs)
      for (const axis of [0, 1, 2]) {
        const found = await verify(recordingOf(five, passing(mover, other, axis, 0.05)));
        expect(found, `${mover} through ${other} along ${axis}`).toMatchObject({ tunnelled: 1, kept: false });
        expect(await verify(recordingOf(five, passing(mover, other, axis, 0.25)))).toMatchObject(clean);
      }
  });

  test('and one that passes nearer than was promised', async () => {
    const promise = { kind: 'separation', least: 0.1 } as const;
    for (const [mover, other] of pairs)
      for (const axis of [0, 1, 2]) {
        const near = await verify({ ...recordingOf(five, passing(mover, other, axis, 0.25)), promise });
        expect(near.kept, `${mover} past ${other} along ${axis}`).toBe(false);
        const far = await verify({ ...recordingOf(five, passing(mover, other, axis, 0.35)), promise });
        expect(far.kept, `${mover} past ${other} along ${axis}`).toBe(true);
      }
  });
});
