// Boxes on boxes, by hand, and how their contacts change as they move.

import { describe, expect, test } from 'vitest';
import { type BodyFile, box, degrees, turn } from '../../../../../src/scene/index.ts';
import { contactsOf, posesOf, sceneOf, type Told } from '../scenes.ts';

const cube: BodyFile = box({ size: [1, 1, 1] });

function places(told: readonly Told[]): number[][] {
  return told
    .map(({ point }) => point.map((x) => Math.round(1e7 * x) / 1e7 + 0))
    .sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2]);
}

describe('a cube on a cube', () => {
  test('squarely has four contacts, at the corners, each told once', () => {
    const told = contactsOf(sceneOf([cube, { ...cube, position: [0, 0, 1] }]));
    expect(places(told)).toEqual([
      [-0.5, -0.5, 0.5],
      [-0.5, 0.5, 0.5],
      [0.5, -0.5, 0.5],
      [0.5, 0.5, 0.5],
    ]);
    for (const { normal, gap } of told) {
      expect(normal.map((x) => x + 0)).toEqual([0, 0, -1]);
      expect(gap).toBe(0);
    }
  });

  test('shifted has the corners of the overlap', () => {
    const told = contactsOf(sceneOf([cube, { ...cube, position: [0.3, 0.2, 0.9999] }]));
    expect(places(told)).toEqual(
      [
        [-0.2, -0.3],
        [-0.2, 0.5],
        [0.5, -0.3],
        [0.5, 0.5],
      ].map(([x, y]) => [x, y, 0.49995]),
    );
    for (const { gap } of told) expect(gap).toBeCloseTo(-1e-4, 14);
  });

  test('turned by 45 degrees has the eight corners of an octagon', () => {
    const told = contactsOf(
      sceneOf([cube, { ...cube, position: [0, 0, 1], rotation: turn('z', degrees(45)) }]),
    );
    expect(told).toHaveLength(8);
    const a = Math.SQRT1_2 - 0.5;
    for (const { point } of told) {
      const [x, y] = [Math.abs(point[0]), Math.abs(point[1])].sort();
      expect(x).toBeCloseTo(a, 12);
      expect(y).toBeCloseTo(0.5, 12);
    }
  });

  test('a small one in the middle of a large one has its own corners, whichever is below', () => {
    const small = box({ size: [0.2, 0.2, 0.2] });
    for (const bodies of [
      [cube, { ...small, position: [0, 0, 0.6] }],
      [small, { ...cube, position: [0, 0, 0.6] }],
    ] as BodyFile[][]) {
      expect(places(contactsOf(sceneOf(bodies))).map(([x, y]) => [Math.abs(x), Math.abs(y)])).toEqual(
        Array.from({ length: 4 }, () => [0.1, 0.1]),
      );
    }
  });

  test('standing on an edge has its two ends, however it leans', () => {
    for (const angle of [20, 44.9999999, 45, 45.0000001, 70]) {
      const c = Math.SQRT1_2 * Math.cos(degrees(angle - 45));
      const scene = sceneOf([
        { ...box({ size: [4, 4, 1] }), motion: 'static', position: [0, 0, -0.5] },
        { ...cube, position: [0, 0, c], rotation: turn('x', degrees(angle)) },
      ]);
      const told = contactsOf(scene);
      expect(told.map(({ featureA }) => featureA & 3)).toEqual([0, 0]);
      expect(told.map(({ point }) => Math.abs(point[0]))).toEqual([0.5, 0.5]);
      for (const { normal, gap } of told) {
        expect(normal[2]).toBeCloseTo(1, 12);
        expect(gap).toBeCloseTo(0, 12);
      }
    }
  });

  test('edges that cross touch in one point', () => {
    const told = contactsOf(
      sceneOf([
        { ...cube, rotation: turn('x', degrees(45)) },
        { ...cube, position: [0.1, 0.2, Math.SQRT2 - 1e-3], rotation: turn('y', degrees(45)) },
      ]),
    );
    expect(told).toHaveLength(1);
    expect([told[0].featureA & 3, told[0].featureB & 3]).toEqual([1, 1]);
    expect(told[0].gap).toBeCloseTo(-1e-3, 12);
    expect(told[0].normal[2]).toBeCloseTo(-1, 12);
  });
});

test('tiny turns change neither names nor places of contacts that lie flat', () => {
  const scene = sceneOf([cube, { ...cube, position: [0.3, 0.2, 1] }]);
  const names = (told: readonly Told[]) => told.map((c) => `${c.featureA}-${c.featureB}`);
  const first = contactsOf(scene);
  for (const tilt of [1e-15, -1e-12, 1e-10, -1e-8]) {
    for (const axis of [0, 1, 2]) {
      const poses = posesOf(scene);
      poses[10 + axis] = tilt;
      const told = contactsOf(scene, poses);
      expect(names(told)).toEqual(names(first));
      told.forEach((c, i) => {
        for (let k = 0; k < 3; k++) expect(Math.abs(c.point[k] - first[i].point[k])).toBeLessThan(1e-6);
      });
    }
  }
});

test('the least gap changes no faster than the bodies move', () => {
  // A box tumbles past an edge of another: faces, edges and corners take turns.
  const scene = sceneOf([cube, { ...box({ size: [0.6, 0.8, 1] }) }]);
  const steps = 4000;
  let before = Number.NaN;
  let turns = 0;
  let kind = '';
  for (let i = 0; i < steps; i++) {
    const angle = (2 * i) / steps;
    const poses = posesOf(scene);
    poses.set([0.35 + 0.5 * Math.cos(angle), 0.3, 0.9 + 0.1 * Math.sin(3 * angle)], 7);
    poses.set([0.6 * Math.sin(angle), 0.8 * Math.sin(angle), 0, Math.cos(angle)], 10);
    const told = contactsOf(scene, poses, 0.1);
    const least = told.reduce((best, c) => Math.min(best, c.gap), Infinity);
    const now = told.length === 0 ? '' : `${told[0].featureA & 3}${told[0].featureB & 3}`;
    if (now !== kind) turns++;
    kind = now;
    // No point moves by more than about 2 m over a radian.
    if (Number.isFinite(before) && Number.isFinite(least))
      expect(Math.abs(least - before)).toBeLessThan(8 / steps);
    before = least;
  }
  expect(turns).toBeGreaterThan(3);
});
