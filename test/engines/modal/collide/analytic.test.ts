// Gaps, normals and points against cases that can be worked out by hand.

import { describe, expect, test } from 'vitest';
import { box, cylinder, floor, sphere } from '../../../../src/scene/index.ts';
import { contactsOf, modelOf, normalOf, startOf, usual } from './harness.ts';

const rigid = { flexible: 'none' } as const;
const ground = floor({ size: [4, 4] });

function close(found: ArrayLike<number>, expected: readonly number[], within = 1e-12): void {
  expected.forEach((value, k) => {
    expect(Math.abs(found[k] - value)).toBeLessThan(within);
  });
}

describe('balls', () => {
  const ball = sphere({ radius: 0.02, subdivisions: 2 });

  test('on a floor', () => {
    const model = modelOf([ground, { ...ball, name: 'a', position: [0.3, 0.1, 0.02 - 3e-6] }], rigid);
    const set = contactsOf(model, startOf(model));
    expect(set.count).toBe(1);
    expect(set.gaps[0]).toBeCloseTo(-3e-6, 15);
    expect([set.a[0], set.b[0]]).toEqual([1, 0]);
    close(normalOf(set, 0), [0, 0, 1]);
    close(set.points, [0.3, 0.1, -1.5e-6]);
    close(set.armsA, [0, 0, -0.02 + 1.5e-6]);
  });

  test('not beside a floor', () => {
    const model = modelOf([ground, { ...ball, name: 'a', position: [2.01, 0, 0.019] }], rigid);
    expect(contactsOf(model, startOf(model)).count).toBe(0);
  });

  test('on each other', () => {
    const model = modelOf(
      [
        { ...ball, name: 'a', position: [0, 0, 0] },
        { ...ball, name: 'b', position: [0.024, 0.032, 0] },
      ],
      rigid,
    );
    const set = contactsOf(model, startOf(model));
    expect(set.count).toBe(1);
    expect(set.gaps[0]).toBeCloseTo(0, 14);
    close(normalOf(set, 0), [0.6, 0.8, 0]);
  });

  test('in a groove have two contacts, over an edge and a corner one', () => {
    const block = box({ size: [0.1, 0.1, 0.1] });
    const r = 0.02;
    const model = modelOf(
      [
        { ...block, name: 'floor', position: [0, 0, -0.05], motion: 'static' },
        { ...block, name: 'wall', position: [0.05, 0, 0.05], motion: 'static' },
        { ...ball, name: 'a', position: [-r, 0, r] },
        { ...ball, name: 'edge', position: [-0.05 - 0.6 * r, 0, 0.8 * r] },
        { ...ball, name: 'corner', position: [-0.05 - 0.48 * r, -0.05 - 0.36 * r, 0.8 * r] },
      ],
      rigid,
    );
    const set = contactsOf(model, startOf(model));
    const of = (body: number) => [...Array(set.count).keys()].filter((k) => set.a[k] === body);
    expect(of(2).map((k) => normalOf(set, k).map((x) => Math.round(x * 1e6) / 1e6 + 0))).toEqual([
      [0, 0, 1],
      [-1, 0, 0],
    ]);
    expect(of(3).length).toBe(1);
    close(normalOf(set, of(3)[0]), [-0.6, 0, 0.8], 1e-10);
    expect(of(4).length).toBe(1);
    close(normalOf(set, of(4)[0]), [-0.48, -0.36, 0.8], 1e-10);
  });
});

describe('boxes', () => {
  const cube = box({ size: [0.1, 0.1, 0.1] });

  test('on a floor touch with their corners', () => {
    const model = modelOf([ground, { ...cube, name: 'a', position: [0, 0, 0.05 + 2e-6] }], rigid);
    const set = contactsOf(model, startOf(model));
    expect(set.count).toBe(4);
    for (let k = 0; k < 4; k++) {
      expect(set.gaps[k]).toBeCloseTo(2e-6, 14);
      close(normalOf(set, k), [0, 0, 1]);
      expect(Math.abs(Math.abs(set.points[3 * k]) - 0.05)).toBeLessThan(1e-12);
    }
  });

  // exactly over each other: the corners are over corners, and rounding decides on which side of every face
  test.each([4e-6, 0, -1e-7, -2e-5, -1e-3])('stand on each other with gap %d', (gap) => {
    const model = modelOf(
      [
        { ...cube, name: 'a', position: [0.3, 0.2, 0.05] },
        { ...cube, name: 'b', position: [0.3, 0.2, 0.15 + gap] },
      ],
      rigid,
    );
    const set = contactsOf(model, startOf(model));
    expect(set.count).toBeGreaterThanOrEqual(4);
    const corners = new Set<string>();
    for (let k = 0; k < set.count; k++) {
      expect(set.gaps[k]).toBeCloseTo(gap, 12);
      close(normalOf(set, k), [0, 0, set.a[k] === 1 ? 1 : -1], 1e-9);
      corners.add([0, 1].map((i) => Math.sign(set.points[3 * k + i] - [0.3, 0.2][i])).join());
    }
    expect(corners.size).toBe(4);
  });

  test('crossed on their edges touch in one point between corners', () => {
    const tilt = { axis: 'x', degrees: 45 } as const;
    const bar = box({ size: [0.4, 0.1, 0.1] });
    const across = box({ size: [0.1, 0.4, 0.1] });
    const height = 2 * 0.05 * Math.SQRT2;
    for (const gap of [4e-6, -4e-6, -1e-3]) {
      const model = modelOf(
        [
          { ...bar, name: 'a', rotation: tilt },
          {
            ...across,
            name: 'b',
            position: [0.013, 0.027, height + gap],
            rotation: { axis: 'y', degrees: 45 },
          },
        ],
        rigid,
      );
      const set = contactsOf(model, startOf(model));
      expect(set.count).toBe(1);
      expect(set.gaps[0]).toBeCloseTo(gap, 12);
      close(normalOf(set, 0), [0, 0, set.a[0] === 1 ? 1 : -1], 1e-9);
      close(set.points, [0.013, 0, height / 2 + gap / 2], 1e-9);
    }
  });

  test('of which one is thin have no contacts through it', () => {
    const sheet = box({ size: [0.3, 0.3, 0.002] });
    const model = modelOf(
      [
        { ...sheet, name: 'low', position: [0, 0, 0] },
        { ...sheet, name: 'high', position: [0.03, 0.02, 0.002] },
      ],
      rigid,
    );
    const at = startOf(model);
    for (const z of [0.002, 0.0015, 0.0012]) {
      at.positions[5] = z;
      const set = contactsOf(model, at);
      expect(set.count).toBeGreaterThan(0);
      for (let k = 0; k < set.count; k++) {
        const up = normalOf(set, k)[2] * (set.a[k] === 1 ? 1 : -1);
        if (Math.abs(up) > 0.5) {
          expect(up).toBeCloseTo(1, 9);
          expect(set.gaps[k]).toBeCloseTo(z - 0.002, 9);
        }
      }
    }
  });

  test('that are apart by more than the slop do not touch', () => {
    const model = modelOf([ground, { ...cube, name: 'a', position: [0, 0, 0.05 + 1.1 * usual.slop] }], rigid);
    expect(contactsOf(model, startOf(model)).count).toBe(0);
  });
});

test('a ball that rolls on a faceted cylinder sees a round one', () => {
  const [R, r] = [0.1, 0.03];
  const model = modelOf(
    [
      { ...cylinder({ radius: R, length: 0.4, segments: 32, axis: 'y' }), name: 'log', motion: 'static' },
      { ...sphere({ radius: r }), name: 'ball', position: [0, 0.01, R + r] },
    ],
    rigid,
  );
  const at = startOf(model);
  let [worstGap, worstNormal, worstJump] = [0, 0, 0];
  let before = 0;
  const steps = 400;
  for (let i = 0; i <= steps; i++) {
    const angle = (i / steps) * 0.9;
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    at.positions.set([(R + r) * s, 0.01 + 0.1 * angle, (R + r) * c], 3);
    const set = contactsOf(model, at, { slop: 1e-4, depth: 5e-3 });
    expect(set.count).toBe(1);
    const [x, y, z] = normalOf(set, 0);
    worstGap = Math.max(worstGap, Math.abs(set.gaps[0]));
    worstNormal = Math.max(worstNormal, Math.abs(x - s), Math.abs(y), Math.abs(z - c));
    if (i > 0) worstJump = Math.max(worstJump, Math.abs(set.gaps[0] - before));
    before = set.gaps[0];
  }
  // facets would be R (1 − cos(π/32)) = 0.48 mm away, and their normals 0.098 rad
  expect(worstGap).toBeLessThan(1e-6);
  expect(worstNormal).toBeLessThan(2e-3);
  expect(worstJump).toBeLessThan(2e-7);

  // at the edges and diagonals of facets nothing happens
  const place = (angle: number, along: number): number[] => {
    at.positions.set([(R + r) * Math.sin(angle), along, (R + r) * Math.cos(angle)], 3);
    const set = contactsOf(model, at, { slop: 1e-4, depth: 5e-3 });
    return [set.gaps[0] / r, ...normalOf(set, 0)];
  };
  for (let i = 0; i < 200; i++) {
    const angle = (i * Math.PI) / 160;
    const [before, after] = [place(angle - 1e-9, 0.1 * Math.sin(i)), place(angle + 1e-9, 0.1 * Math.sin(i))];
    close(before, after, 1e-8);
  }
});

describe('a drum', () => {
  const [R, length] = [0.1, 0.2];
  const model = modelOf(
    [
      ground,
      { ...box({ size: [1, 1, 0.1] }), name: 'board', motion: 'static', position: [5, 0, -0.05] },
      { ...cylinder({ radius: R, length, segments: 24, axis: 'y' }), name: 'drum', position: [0, 0, R] },
    ],
    rigid,
  );

  test.each([0, 5])('rolls on a plane and on a board as if it was round (x = %d)', (x) => {
    const at = startOf(model);
    let before = 0;
    for (let i = 0; i <= 120; i++) {
      const angle = (i / 120) * 0.6;
      at.positions.set([x, 0, R], 6);
      at.rotations.set([0, Math.sin(angle / 2), 0, Math.cos(angle / 2)], 8);
      const set = contactsOf(model, at);
      // on both rims, and in between where edges cross the line
      const ends = new Set<number>();
      let least = Infinity;
      for (let k = 0; k < set.count; k++) {
        close(normalOf(set, k), [0, 0, 1], 1e-9);
        expect(Math.abs(set.points[3 * k] - x)).toBeLessThan(2e-3);
        ends.add(Math.round((1e3 * set.points[3 * k + 1]) / (length / 2)) / 1e3);
        least = Math.min(least, set.gaps[k]);
      }
      // the facets are 0.86 mm away
      expect(Math.abs(least)).toBeLessThan(2e-6);
      expect([...ends].filter((y) => Math.abs(y) === 1).length).toBe(2);
      if (i > 0) expect(Math.abs(least - before)).toBeLessThan(1e-6);
      before = least;
    }
  });

  test('stands on its rim, and not on arcs', () => {
    const at = startOf(model);
    const s = Math.SQRT1_2;
    at.positions.set([0, 0, length / 2 - 1e-6], 6);
    at.rotations.set([s, 0, 0, s], 8);
    const set = contactsOf(model, at);
    expect(set.count).toBe(24);
    for (let k = 0; k < 24; k++) expect(set.gaps[k]).toBeCloseTo(-1e-6, 12);
  });
});

test('the flat foot of a dish stays flat up to where it bends', () => {
  // a base of radius 5 cm and a wall that rises by 12 degrees, one smooth surface for the crease angle
  const rings: [number, number][] = [
    [0.03, 0],
    [0.05, 0],
    [0.07, 0.0042],
    [0.09, 0.0085],
    [0.09, 0.02],
  ];
  const vertices: number[][] = [[0, 0, 0]];
  const faces: number[][] = [];
  const n = 48;
  for (const [r, z] of rings)
    for (let i = 0; i < n; i++)
      vertices.push([r * Math.cos((2 * Math.PI * i) / n), r * Math.sin((2 * Math.PI * i) / n), z]);
  vertices.push([0, 0, 0.02]);
  const at = (ring: number, i: number) => 1 + ring * n + (i % n);
  for (let i = 0; i < n; i++) {
    faces.push([0, at(0, i + 1), at(0, i)], [vertices.length - 1, at(4, i), at(4, i + 1)]);
    for (let r = 0; r < 4; r++)
      faces.push([at(r, i), at(r, i + 1), at(r + 1, i + 1)], [at(r, i), at(r + 1, i + 1), at(r + 1, i)]);
  }
  const model = modelOf(
    [
      { name: 'dish', shape: { kind: 'inline', vertices, faces } },
      { ...sphere({ radius: 0.004 }), name: 'ball' },
    ] as never,
    rigid,
  );
  const state = startOf(model);
  const base = state.positions[2];
  const centre = -model.scene.bodies[0].pose.position[2];
  for (let i = 0; i < 40; i++) {
    const r = 0.001 * i;
    state.positions.set([r, 0.002, base + centre - 0.004], 3);
    const set = contactsOf(model, state);
    expect(set.count).toBe(1);
    // normals lean a little before the bend; a bulge over it would be 0.26 mm
    expect(Math.abs(set.gaps[0])).toBeLessThan(1e-5);
  }
});
