import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ipc } from '../../../src/engines/ipc/index.ts';
import { faceNormals, insetMesh } from '../../../src/geometry/surface/index.ts';
import { signedVolume } from '../../../src/geometry/index.ts';
import { box, sphere } from '../../../src/geometry/primitives/index.ts';
import { fixedFile } from '../../../src/scene/separate/fixed-file.ts';
import { resolveScene } from '../../../src/scene/resolve/resolve.ts';
import type { SceneFile } from '../../../src/scene/builder.ts';
import { projectMoves } from '../../../src/scene/separate/project.ts';
import { cornerAngle } from '../../../src/scene/separate/shapes.ts';
import { separate, type SeparateChoices } from '../../../src/scene/separate/separate.ts';
import { refusals } from '../../../src/sim/index.ts';

/** What the engine still refuses after separating. */
function leftAfter(file: SceneFile, choices: Partial<SeparateChoices> = {}) {
  const { scene } = resolveScene(file);
  const found = separate(scene, { by: 'both', generosity: 1.5, ...choices });
  const fixed = fixedFile(file, scene, found, false, 'meshes');
  const again = resolveScene(fixed.file, { loadFile: (path) => fixed.meshes.get(path) }).scene;
  return {
    ...found,
    scene,
    again,
    before: refusals(ipc, scene),
    left: refusals(ipc, again),
  };
}

describe('separate', () => {
  test('opens random small overlaps of turned shapes by small motions', () => {
    const angle = fc.double({ min: -3, max: 3, noNaN: true });
    const shape = fc.constantFrom(
      { kind: 'box' as const, size: [1, 0.8, 0.6] as [number, number, number] },
      { kind: 'sphere' as const, radius: 0.5, subdivisions: 2 },
      { kind: 'cylinder' as const, radius: 0.4, length: 1, segments: 12 },
      { kind: 'torus' as const, segments: 24, tubeSegments: 10 },
    );
    fc.assert(
      fc.property(
        shape,
        shape,
        angle,
        angle,
        angle,
        fc.double({ min: 0, max: 0.008, noNaN: true }),
        (a, b, p, q, r, depth) => {
          const turned = { vector: [p, q, r] as [number, number, number] };
          const place = (y: number): SceneFile => ({
            name: 'two',
            engine: 'ipc',
            bodies: [
              { name: 'a', shape: a, motion: 'static' },
              { name: 'b', shape: b, rotation: turned, position: [0.05, y, 0.03] },
            ],
          });
          // Lower until it touches, then the depth more.
          let [apart, touching] = [3, 0];
          for (let k = 0; k < 30; k++) {
            const middle = (apart + touching) / 2;
            if (refusals(ipc, resolveScene(place(middle)).scene).length === 0) apart = middle;
            else touching = middle;
          }
          const { moves, before, left } = leftAfter(place(apart - depth - 1e-6));
          expect(before.length).toBeGreaterThan(0);
          expect(left).toEqual([]);
          expect(moves[0]).toEqual([0, 0, 0]);
          expect(Math.abs(moves[1][0]) + Math.abs(moves[1][1]) + Math.abs(moves[1][2])).toBeLessThan(0.03);
        },
      ),
      { numRuns: 16, seed: 7, endOnFailure: true },
    );
  });

  test('a tower of ten on a static base rises by ten gaps and no more', () => {
    const bodies = Array.from({ length: 10 }, (_, i) => ({
      name: `b${i}`,
      shape: { kind: 'box' as const },
      position: [0, i + 1, 0] as [number, number, number],
    }));
    const base = { name: 'base', motion: 'static' as const, shape: { kind: 'box' as const } };
    const { moves, insets, left } = leftAfter(
      { name: 'tower', engine: 'ipc', bodies: [base, ...bodies] },
      { gap: 0.001 },
    );
    expect(left).toEqual([]);
    expect(Math.max(...insets)).toBe(0);
    moves.forEach((move, i) => {
      expect(move[1]).toBeGreaterThanOrEqual(0.0008 * i);
      expect(move[1]).toBeLessThan(0.0012 * i + 1e-9);
    });
  });

  test('moves jointed bodies as one, less than a lone one, and leaves those that need not move', () => {
    const at = (name: string, x: number, more = {}) => ({
      name,
      shape: { kind: 'box' as const },
      position: [x, 0, 0] as [number, number, number],
      ...more,
    });
    const file: SceneFile = {
      name: 'joined',
      engine: 'ipc',
      bodies: [at('a', 0), at('b', 1), at('c', 2), at('far', 5)],
      joints: [{ kind: 'hinge', a: 'a', b: 'b', at: [0.5, 0, 0] }],
    };
    const { moves, left } = leftAfter(file);
    expect(left).toEqual([]);
    expect(moves.map((move) => move.some((x) => x !== 0))).toEqual([true, true, true, false]);
    expect(moves[0]).toEqual(moves[1]);
    expect(Math.abs(moves[2][0])).toBeCloseTo(2 * Math.abs(moves[1][0]), 9);
  });

  test('what is held to the world by a joint stays, and so do fixed axes', () => {
    const file: SceneFile = {
      name: 'held',
      engine: 'ipc',
      bodies: [
        { name: 'a', shape: { kind: 'box' } },
        { name: 'b', shape: { kind: 'box' }, position: [1, 0, 0] },
        { name: 'c', shape: { kind: 'box' }, position: [2, 0, 0] },
        {
          name: 'd',
          shape: { kind: 'box' },
          position: [2, 1, 0],
          fixed: [true, false, true, false, false, false],
        },
      ],
      joints: [
        { kind: 'hinge', a: 'a', at: [0, 0, 0] },
        { kind: 'hinge', a: 'a', b: 'b', at: [0.5, 0, 0] },
      ],
    };
    const { moves, left } = leftAfter(file);
    expect(left).toEqual([]);
    expect(moves.slice(0, 2)).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(moves[2][0]).toBeGreaterThan(0);
    expect([moves[3][0], moves[3][2]]).toEqual([0, 0]);
    expect(moves[3][1] - moves[2][1]).toBeGreaterThan(0);
  });
});

test('projections give the shortest moves, and give up what contradicts', () => {
  const row = (a: number, b: number, normal: [number, number, number], missing: number) => ({
    a,
    b,
    normal,
    missing,
    tolerance: 1e-3,
  });
  const { steps, stuck } = projectMoves(
    [row(0, 1, [1, 0, 0], 2), row(1, 2, [1, 0, 0], 2)],
    new Float64Array(9).fill(1),
  );
  expect(stuck).toEqual([]);
  expect([0, 3, 6].map((x) => Number(steps[x].toFixed(2)))).toEqual([2, 0, -2]);
  const squeezed = projectMoves(
    [row(0, -1, [1, 0, 0], 1), row(0, -1, [-1, 0, 0], 1)],
    new Float64Array([1, 1, 1]),
  );
  expect(squeezed.stuck.length).toBeGreaterThan(0);
});

test('an inset box is smaller by the distance on every side; a sphere by its radius', () => {
  const shrink = (mesh: ReturnType<typeof box.make>, distance: number) =>
    insetMesh(
      mesh,
      faceNormals(mesh),
      Float64Array.from(mesh.faces, (_, c) => cornerAngle(mesh, c)),
      distance,
    );
  const cube = box.make({ size: [1, 2, 3] });
  expect(signedVolume(shrink(cube, 0.01))).toBeCloseTo(0.98 * 1.98 * 2.98, 5);
  const ball = sphere.make({ radius: 1 });
  const ratio = signedVolume(shrink(ball, 0.01)) / signedVolume(ball);
  expect(ratio).toBeCloseTo(0.99 * 0.99 * 0.99, 3);
});
