import { describe, expect, test } from 'vitest';
import { sceneOf } from '../help.ts';

const sum = (list: ArrayLike<number>) => Array.from(list).reduce((a, b) => a + b, 0);

describe('deformables', () => {
  const grid = { kind: 'grid', size: [1, 2], cells: [4, 8] };

  test('cloth has the mass and the stiffness of its material', () => {
    const [cloth] = sceneOf({
      name: 'a',
      deformables: [
        {
          kind: 'cloth',
          shape: grid,
          thickness: 0.002,
          material: { density: 500, youngsModulus: 1e6, poissonRatio: 0.25 },
        },
      ],
    }).deformables;
    expect(sum(cloth.masses)).toBeCloseTo(2, 12);
    expect(cloth.stretchStiffness).toBeCloseTo(2000, 9);
    expect(cloth.bendStiffness).toBeCloseTo((1e6 * 8e-9) / (12 * 0.9375), 15);
  });

  test('a sheet of a fabric weighs, stretches and bends as that does, unless it says otherwise', () => {
    const [plain, given, stiff, page] = sceneOf({
      name: 'a',
      deformables: [
        { kind: 'cloth', shape: grid, material: 'denim' },
        {
          kind: 'cloth',
          shape: grid,
          material: 'denim',
          thickness: 0.002,
          density: 100,
          bendStiffness: 1e-3,
        },
        { kind: 'cloth', shape: grid, material: 'denim', youngsModulus: 1e6 },
        { kind: 'shell', shape: grid, material: 'paper' },
      ],
    }).deformables;
    expect(sum(plain.masses)).toBeCloseTo(2 * 0.4, 12);
    expect(plain.thickness).toBe(9e-4);
    expect(plain.stretchStiffness).toBeCloseTo((2.5e4 + 1.2e4) / 2, 9);
    expect(plain.bendStiffness).toBeCloseTo((4.9e-5 + 2.9e-5) / 2, 15);
    expect(given).toMatchObject({ thickness: 0.002, bendStiffness: 1e-3 });
    expect(sum(given.masses)).toBeCloseTo(2 * 0.002 * 100, 12);
    expect(stiff.stretchStiffness).toBeCloseTo(1e6 * 9e-4, 9);
    expect(sum(page.masses)).toBeCloseTo(2 * 0.08, 12);
    expect(page.stretchStiffness).toBeCloseTo(3e9 * 1e-4, 3);
  });

  test('rods and solids of a fabric are of its bulk', () => {
    const [rod] = sceneOf({
      name: 'a',
      deformables: [
        {
          kind: 'rod',
          shape: {
            kind: 'inline',
            vertices: [
              [0, 0, 0],
              [1, 0, 0],
            ],
            edges: [[0, 1]],
          },
          material: 'cotton',
        },
      ],
    }).deformables;
    expect(rod.thickness).toBe(1e-3);
    expect(rod.stretchStiffness).toBeCloseTo((5e8 * Math.PI * 1e-6) / 4, 9);
  });

  test('mass in total or by area', () => {
    const [a, b] = sceneOf({
      name: 'a',
      deformables: [
        { kind: 'cloth', shape: grid, mass: 0.3 },
        { kind: 'shell', shape: grid, areaDensity: 0.2, name: 'b' },
      ],
    }).deformables;
    expect(sum(a.masses)).toBeCloseTo(0.3, 12);
    expect(sum(b.masses)).toBeCloseTo(0.4, 12);
  });

  test('velocities turn about the centre of mass', () => {
    const [cloth] = sceneOf({
      name: 'a',
      deformables: [
        { kind: 'cloth', shape: grid, position: [5, 0, 0], velocity: [1, 0, 0], angularVelocity: [0, 2, 0] },
      ],
    }).deformables;
    // The first vertex stands at (-½, 0, 1) from the middle: ω × r = (2·1, 0, 2·½).
    for (const k of [0, 1, 2]) expect(cloth.velocities[k]).toBeCloseTo([3, 0, 1][k], 12);
    expect(sum(cloth.velocities)).toBeCloseTo(cloth.velocities.length / 3, 9);
  });

  test('pins by number and by box, held, moved and pulled', () => {
    const scene = sceneOf({
      name: 'a',
      deformables: [
        {
          kind: 'cloth',
          shape: { ...grid, upright: true },
          pins: [
            { within: { min: [-9, 0.99, -9], max: [9, 9, 9] } },
            { vertices: [3, 0, 3], path: { keys: [{ time: 0 }, { time: 1, position: [0, 1, 0] }] } },
            { vertices: [1], force: [0, 0, 1] },
          ],
        },
      ],
    });
    const [held, moved, pulled] = scene.deformables[0].pins;
    expect(held.vertices).toEqual([40, 41, 42, 43, 44]);
    expect(moved.vertices).toEqual([0, 3]);
    expect(moved.path!.poses[1].position).toEqual([0, 1, 0]);
    expect(pulled.force).toEqual([0, 0, 1]);
  });

  test('a rest shape of its own', () => {
    const [ribbon] = sceneOf({
      name: 'a',
      deformables: [
        {
          kind: 'ribbon',
          shape: { kind: 'strip', length: 1, width: 0.1, segments: 10, twist: 3 },
          rest: { kind: 'strip', length: 1, width: 0.1, segments: 10 },
        },
      ],
    }).deformables;
    expect(ribbon.restPositions).toHaveLength(66);
    expect(sum(ribbon.masses)).toBeCloseTo(0.1, 9);
  });

  test('particles are balls', () => {
    const [sand] = sceneOf({
      name: 'a',
      deformables: [
        {
          kind: 'particles',
          shape: { kind: 'lattice', counts: [3, 3, 3], spacing: 0.1 },
          thickness: 0.02,
          material: 'stone',
        },
      ],
    }).deformables;
    expect(sand.masses[0]).toBeCloseTo((2700 * Math.PI * 0.02 ** 3) / 6, 15);
  });
});
